package wire

import (
	"errors"
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire/projection"
)

// ToolOption configures how the tools of a set are offered.
type ToolOption func(*offerOptions)

// offerOptions is the result of applying the options.
type offerOptions struct {
	strict  bool
	offered *Offered
}

// Strict offers tools in the provider's strict mode, in which the model cannot violate the schema. Package
// projection describes how schemas are adapted. A tool that exceeds the limits of the mode, alone or together
// with the rest of the request, is offered in normal mode; offered holds the reason, and maps the returned
// calls back. MCP and Gemini have no strict mode.
//
//	var offered wire.Offered
//	tools, err := wire.AnthropicTools(set, wire.Strict(&offered))
//	…
//	calls = offered.Restore(calls)
func Strict(offered *Offered) ToolOption {
	return func(o *offerOptions) { o.strict, o.offered = true, offered }
}

// Offered describes the tools of a request. It is filled by [OpenAIChatTools] and the like, and must not be
// modified.
type Offered struct {
	Tools []OfferedTool // in request order
}

// OfferedTool is a tool of a request.
type OfferedTool struct {
	Name       string // the tool's name in the set
	As         string // the name in the request
	Strict     bool
	NotStrict  string // the reason, "" if the tool is strict
	Projection *projection.Projection
}

// Restore maps calls from the offered form back to the names and arguments of the tools. Calls of other tools,
// and arguments that do not have the offered form, are kept. This is not a repair and adds no receipts.
func (o *Offered) Restore(calls []runtime.ToolCall) []runtime.ToolCall {
	restored := slices.Clone(calls)
	for i := range restored {
		call := &restored[i]
		if j := slices.IndexFunc(o.Tools, func(t OfferedTool) bool { return t.As == call.Name }); j >= 0 {
			call.Name, call.Arguments = o.Tools[j].Name, o.Tools[j].Projection.Back(call.Arguments)
		}
	}
	return restored
}

// AsOffered maps calls to the offered form for the conversation, so that the model sees the calls as it wrote
// them. Calls without such a form are kept.
func (o *Offered) AsOffered(calls []runtime.ToolCall) []runtime.ToolCall {
	offered := slices.Clone(calls)
	for i := range offered {
		call := &offered[i]
		if j := slices.IndexFunc(o.Tools, func(t OfferedTool) bool { return t.Name == call.Name }); j >= 0 {
			call.Name = o.Tools[j].As
			call.Arguments, _ = o.Tools[j].Projection.Forward(call.Arguments) // unchanged if there is no such form
		}
	}
	return offered
}

// offer builds the request form of each tool, in the order of the set so that requests are reproducible. For a
// provider without a strict mode, strict equals target.
func offer[T any](
	set *runtime.Toolset, target, strict projection.Target, opts []ToolOption, form func(*runtime.ToolSpec, OfferedTool) T,
) ([]T, error) {
	var o offerOptions
	for _, opt := range opts {
		opt(&o)
	}
	var problems []error
	var specs []*runtime.ToolSpec
	var offered []OfferedTool
	for _, name := range set.Names() {
		tool, _ := set.Lookup(name)
		spec := tool.Spec()
		p := projection.Of(spec.InputSchema, target)
		if len(p.Reasons) > 0 {
			problems = append(problems, fmt.Errorf("wire: tool %s cannot be offered: %v", quote(name), p.Reasons[0]))
			continue
		}
		specs, offered = append(specs, spec), append(offered, OfferedTool{Name: name, As: target.ToolName(name), Projection: p})
	}
	if o.strict {
		chooseStrict(strict, specs, offered)
		*o.offered = Offered{Tools: offered}
	}
	tools := []T{}
	for i, spec := range specs {
		tools = append(tools, form(spec, offered[i]))
	}
	return tools, errors.Join(problems...)
}

// chooseStrict marks the tools that are offered in strict mode.
func chooseStrict(strict projection.Target, specs []*runtime.ToolSpec, offered []OfferedTool) {
	projections, writes := make([]*projection.Projection, len(specs)), make([]bool, len(specs))
	for i, spec := range specs {
		projections[i], writes[i] = projection.Of(spec.InputSchema, strict), spec.Write
	}
	for i, reason := range projection.Choose(strict, projections, writes) {
		switch {
		case !strict.Strict():
			offered[i].NotStrict = strict.String() + " has no strict mode"
		case reason != "":
			offered[i].NotStrict = reason
		default:
			offered[i].Strict, offered[i].Projection = true, projections[i]
		}
	}
}
