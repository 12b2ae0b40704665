package runtime

import (
	"sync"

	engine "github.com/toolgen/toolgen/runtime/internal/repair"
)

// schemaView is what hints, repairs and masks know of a tool's arguments: its schema text, parsed when the
// first call fails. It is the only view of the schema on that path.
type schemaView struct {
	once   sync.Once
	schema *engine.Schema
}

// schema is the view of the tool's schema. A tool without a schema, or with one that is no JSON, takes
// everything.
func (s *ToolSpec) schema() *engine.Schema {
	s.view.once.Do(func() {
		text := s.FullSchema
		if text == "" {
			text = s.InputSchema
		}
		if text == "" {
			text = "{}"
		}
		schema, err := engine.ParseSchema(text)
		if err != nil {
			schema, _ = engine.ParseSchema("{}")
		}
		s.view.schema = schema
	})
	return s.view.schema
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
