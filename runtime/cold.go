package runtime

import (
	"sync"

	engine "github.com/toolgen/toolgen/runtime/internal/repair"
	"github.com/toolgen/toolgen/runtime/internal/view"
)

// lazyView is the view of a tool's schema, parsed when the first call fails.
type lazyView struct {
	once sync.Once
	*view.View
}

// View is what the schema says of the arguments, for other packages of this module. It is the only view of the schema
// outside of the decoder.
func (s *ToolSpec) View() *view.View {
	s.view.once.Do(func() {
		text := s.FullSchema
		if text == "" {
			text = s.InputSchema
		}
		s.view.View = view.Of(text)
	})
	return s.view.View
}

// Conceals reports whether some field is sensitive.
func (s *ToolSpec) Conceals() bool { return s.View().Conceals }

// injects reports whether some field is filled by the server.
func (s *ToolSpec) injects() bool { return len(s.View().Filled) > 0 }

// HideSensitive gives an error of decoding without what it may not show of sensitive fields. Every
// implementation of [Tool] passes its errors through here.
func (s *ToolSpec) HideSensitive(err error) error {
	if v, ok := err.(*ValidationError); ok && s.Conceals() {
		for i := range v.issues {
			v.issues[i] = ValidationIssue(s.View().Hide(view.Issue(v.issues[i])))
		}
	}
	return err
}

// IsInjected reports whether an issue is about what the server fills: an injected field, or the items of
// a list whose items all are. No caller can correct it.
func (s *ToolSpec) IsInjected(issue ValidationIssue) bool {
	return s.View().IsInjected(issue.Field, issue.Constraint)
}

// repairTool is the tool as the repair engine takes it, but for its decoder.
func (s *ToolSpec) repairTool() engine.Tool {
	return engine.Tool{
		Name: s.Name, About: s.Description, Schema: s.View().Schema,
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
