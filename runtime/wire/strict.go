package wire

import (
	"errors"
	"fmt"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire/projection"
)

// ToolOption changes how the tools of a set are offered.
type ToolOption func(*offering)

// offering is what the options ask for.
type offering struct {
	strict  bool
	offered *Offered
}

// Strict offers tools in the provider's strict mode, in which the model cannot write what the schema forbids: see package projection
// for what becomes of the schemas. Where a tool is beyond the limits of the mode, or a request as a whole is, that tool is offered as
// ever; offered says why, and has the way back for the calls that come. MCP and Gemini have no such mode.
//
//	var offered wire.Offered
//	tools, err := wire.AnthropicTools(set, wire.Strict(&offered))
//	…
//	calls = offered.Restore(calls)
func Strict(offered *Offered) ToolOption {
	return func(o *offering) { o.strict, o.offered = true, offered }
}

// Offered is what a request offers. It is filled by [OpenAIChatTools] and its like, and not to be changed then.
type Offered struct {
	Tools []OfferedTool // those that are in the request, in its order
}

// OfferedTool is a tool as a request has it.
type OfferedTool struct {
	Name       string // the tool's own
	As         string // what the request calls it
	Strict     bool
	NotStrict  string // why not, "" for a tool that is
	Projection *projection.Projection
}

// Restore gives the calls of an answer with the names and the arguments that the tools have, to be run. Calls of other tools, and
// arguments that are not in the form that was offered, are left as they are. It is no repair: receipts say nothing of it.
func (o *Offered) Restore(calls []runtime.ToolCall) []runtime.ToolCall {
	return o.each(calls, func(t *OfferedTool) string { return t.As }, func(t *OfferedTool, call *runtime.ToolCall) {
		call.Name, call.Arguments = t.Name, t.Projection.Back(call.Arguments)
	})
}

// AsOffered gives calls in the form that was offered, as a conversation has them that goes back to the model: it writes what it has
// seen itself write. What has no such form is left as it is.
func (o *Offered) AsOffered(calls []runtime.ToolCall) []runtime.ToolCall {
	return o.each(calls, func(t *OfferedTool) string { return t.Name }, func(t *OfferedTool, call *runtime.ToolCall) {
		call.Name = t.As
		if written, err := t.Projection.Forward(call.Arguments); err == nil {
			call.Arguments = written
		}
	})
}

func (o *Offered) each(calls []runtime.ToolCall, name func(*OfferedTool) string, change func(*OfferedTool, *runtime.ToolCall)) []runtime.ToolCall {
	changed := append([]runtime.ToolCall(nil), calls...)
	for i := range changed {
		for j := range o.Tools {
			if t := &o.Tools[j]; name(t) == changed[i].Name {
				change(t, &changed[i])
				break
			}
		}
	}
	return changed
}

// offer puts the tools of a set into a form, in the order of the set, which is the same in every request. A target that has no strict
// mode is its own.
func offer[T any](set *runtime.Toolset, target, strict projection.Target, opts []ToolOption, form func(t *runtime.ToolSpec, o OfferedTool) T) ([]T, error) {
	var o offering
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
			problems = append(problems, fmt.Errorf("wire: the tool %s cannot be offered: %v", quote(name), p.Reasons[0]))
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

// chooseStrict makes those tools strict that the target takes so.
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
