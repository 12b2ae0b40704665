package runtime

import (
	"strings"
	"sync"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	engine "github.com/toolgen/toolgen/runtime/internal/repair"
)

// schemaView is what hints, repairs and masks know of a tool's arguments: its schema text, parsed when the
// first call fails. It is the only view of the schema on that path.
type schemaView struct {
	once      sync.Once
	schema    *engine.Schema
	keys      engine.KeySet
	sensitive bool            // some field is sensitive
	filled    []engine.Filled // by the server
}

// schemaText is the schema with all that models are not shown.
func (s *ToolSpec) schemaText() string {
	if s.FullSchema != "" {
		return s.FullSchema
	}
	return s.InputSchema
}

// schema is the view of the tool's schema. A tool without a schema, or with one that is no JSON, takes
// everything.
func (s *ToolSpec) schema() *engine.Schema {
	s.view.once.Do(func() {
		schema, err := engine.ParseSchema(s.schemaText())
		if err != nil {
			schema, _ = engine.ParseSchema("{}")
		}
		s.view.schema, s.view.keys = schema, schema.KeySet()
		s.view.sensitive, s.view.filled = schema.Root().Holds(isSensitive), schema.Root().Filled()
	})
	return s.view.schema
}

func isSensitive(m engine.Marks) bool { return m.Sensitive }
func isInjected(m engine.Marks) bool  { return m.Injected }
func isHidden(m engine.Marks) bool    { return m.Sensitive || m.Injected }

// Conceals reports whether some field is sensitive.
func (s *ToolSpec) Conceals() bool { return s.schema() != nil && s.view.sensitive }

// injects reports whether some field is filled by the server.
func (s *ToolSpec) injects() bool { return s.schema() != nil && len(s.view.filled) > 0 }

// Scope is the arguments as the schema describes them, for other packages of this module.
func (s *ToolSpec) Scope() engine.Scope { return s.schema().Root() }

// Filled lists the fields that the server fills, for other packages of this module.
func (s *ToolSpec) Filled() []engine.Filled {
	s.schema()
	return s.view.filled
}

// KeySet is the declared keys of the arguments, for other packages of this module.
func (s *ToolSpec) KeySet() engine.KeySet {
	s.schema()
	return s.view.keys
}

// filledPath is a field as rules name it, by its schema and the last step of its path.
func (s *ToolSpec) filledPath(schema *engine.Schema, name string) string {
	for _, f := range s.view.filled {
		if f.Schema == schema && (f.Path == name || fieldpath.JoinKey("", fieldpath.LastKey(fieldpath.Split(f.Path))) == fieldpath.JoinKey("", name) || strings.HasSuffix(f.Path, name)) {
			return f.Path
		}
	}
	return name
}

// repairTool is the tool as the repair engine takes it, but for its decoder.
func (s *ToolSpec) repairTool() engine.Tool {
	return engine.Tool{
		Name: s.Name, About: s.Description, Schema: s.schema(),
		Grave: s.Destructive == True || s.Confirm.Tier > highestLenientTier,
	}
}

// strictly are the options without leniency and without those that hand something out.
func strictly(opts []DecodeOption) []DecodeOption {
	var strict []DecodeOption
	for _, opt := range opts {
		switch opt.kind {
		case optionLenient, optionReceipts, optionText, optionTool, optionResult, optionCutOff:
		default:
			strict = append(strict, opt)
		}
	}
	return strict
}
