package runtime

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// Injection is a place of an injected field in the arguments of a call.
type Injection struct {
	Tool  *ToolSpec
	Field string // as in the rules: "Tenant", "Lines[].Tenant"
	Place string // in this call: "Lines[2].Tenant"; for "labels{}" and "scopes[]" the object or array itself
}

// Injector returns the value of a field that the server fills, such as the tenant of the session of ctx. The value
// is marshaled as JSON and validated against the schema like any other. nil means that there is none: then an
// optional field is omitted, and a required one fails the call, as an error does. Such a failure is internal: the
// model learns no more than that; the Cause names the field.
//
// It is called once per place while the call is converted, before the arguments are decoded, and must be safe for
// concurrent use.
type Injector func(ctx context.Context, at Injection) (any, error)

// Injecting returns a set of the same tools whose injected fields are filled by fill.
//
// What a model writes into an injected field is removed, in every set, with a receipt as for an unknown key:
// nobody who confirms or approves the call could see it. The value of fill is in [Invocation].Args and Raw and does
// not change any more: the call that a person confirmed or approved is the call that runs. fill is called in the
// session of the caller, not of the approver. Package approval stores the values with the call until then, unless
// Refill of its Config names the owner of the call: then they are not stored, and fill is called again when the
// call runs.
//
// fill is called for the fields of objects that the call contains, including those in arrays. An object that is
// injected as a whole is one field. The values of unnamed keys, "labels{}", and of items, "scopes[]", are requested
// together, at the place of an object or array that the call contains: for the former fill returns an object, whose
// members are added under keys that no field has, and for the latter an array.
func (s *Toolset) Injecting(fill Injector) *Toolset {
	filling := s.having(s.tools)
	filling.fill = fill
	return filling
}

// WithoutInjected returns arguments without the values of injected fields. A call that is stored in this form
// contains no values of the server; it is filled when it is converted. Text that is not JSON is returned unchanged.
func (s *ToolSpec) WithoutInjected(args json.RawMessage) json.RawMessage {
	if !s.injects() {
		return args
	}
	f := &filler{spec: s}
	f.run(args)
	return f.out
}

// filling reads one call of a tool with injected fields. Each place is requested once.
type filling struct {
	set   *Toolset
	ctx   context.Context
	tool  Tool
	spec  *ToolSpec
	opts  []DecodeOption // strict
	known map[string]given
}

// given is the result of the injector for a place.
type given struct {
	value json.RawMessage
	err   error
}

// convertFilled is convert for a tool with injected fields: the model's values there are removed, the server's
// are inserted, and the result is read strictly. If it is rejected, leniency repairs the model's part, which is then
// filled and read in the same way.
func (s *Toolset) convertFilled(ctx context.Context, tool Tool, call ToolCall) (Invocation, *CallFailure) {
	spec := specOf(tool)
	opts := spec.bound(s.options(call), optionTool)
	f := &filling{set: s, ctx: ctx, tool: tool, spec: spec, opts: strictly(opts), known: map[string]given{}}
	own, taken := call, []Receipt(nil)
	readable := len(call.Arguments) <= DecodingOf(opts...).MaxBytes && json.Valid([]byte(call.Arguments))
	if readable {
		own.Arguments, taken = f.emptied([]byte(call.Arguments))
	}
	inv, filled, kind, err := f.read(own, readable)
	if err != nil && kind != FailureInternal {
		cfg := DecodingOf(opts...)
		text, changes, ok := cfg.repaired([]byte(own.Arguments), err, f.check)
		if ok {
			better, more := own, []Receipt(nil)
			better.Arguments, more = f.emptied(text)
			if again, _, _, wrong := f.read(better, true); wrong == nil {
				inv, own, taken, err = again, better, append(append(changes, taken...), more...), nil
			}
		}
	}
	if err != nil {
		known := tool
		if readable {
			known = filledTool{tool, filled}
		}
		failure := failedCall(nil, own, known, kind, err, opts...)
		failure.Call = call
		return Invocation{}, failure
	}
	inv.Call = own
	spec.hideReceipts(taken)
	for _, r := range inv.Receipts {
		if !spec.View().Injected(r.Field) { // the model must not see the server's values
			taken = append(taken, r)
		}
	}
	inv.Receipts = taken
	return inv, nil
}

// emptied returns a text without the values of injected fields.
func (f *filling) emptied(text []byte) (string, []Receipt) {
	without := &filler{spec: f.spec}
	without.run(text)
	return string(without.out), without.taken
}

// read fills the arguments of a call, if they are readable, and reads them.
func (f *filling) read(call ToolCall, readable bool) (inv Invocation, filled *filler, kind FailureKind, err error) {
	if readable {
		filled = &filler{spec: f.spec, give: f.give}
		if caught := protect(func() { filled.run([]byte(call.Arguments)) }); caught != nil {
			filled.err = caught
		}
		if filled.err != nil {
			return inv, filled, FailureInternal, filled.err
		}
		call.Arguments = string(filled.out)
	}
	inv, kind, err = decoded(f.tool, call, f.opts)
	if err == nil && !readable {
		return Invocation{}, nil, FailureInternal, errUnseen
	}
	return inv, filled, kind, err
}

// check decodes a model's text strictly.
func (f *filling) check(text []byte) error {
	args, _ := f.emptied(text)
	_, _, _, err := f.read(ToolCall{Arguments: args}, true)
	return err
}

func (f *filling) give(field *filledField, place []fieldpath.Step) (json.RawMessage, error) {
	at := fieldpath.Join(place) + " " + field.path
	known, ok := f.known[at]
	if !ok {
		known.value, known.err = f.set.injected(f.ctx, f.spec, field, place)
		f.known[at] = known
	}
	return known.value, known.err
}

// errUnseen is a fault of this package that must not expose the server to the model's values.
var errUnseen = fmt.Errorf("%w: the arguments were decoded, but could not be searched for injected fields", errInternal)

// injected returns the value of one place as JSON, nil if there is none.
func (s *Toolset) injected(ctx context.Context, spec *ToolSpec, field *filledField, place []fieldpath.Step) (json.RawMessage, error) {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("%w: the server fills the field %s of the tool %s, "+format,
			append([]any{errInternal, show.Quote(field.path, show.MaxName), show.Quote(spec.Name, show.MaxName)}, args...)...)
	}
	if s.fill == nil {
		if field.required {
			return nil, fail("but the toolset has no injector; set one with Toolset.Injecting")
		}
		return nil, nil
	}
	v, err := s.fill(ctx, Injection{Tool: spec, Field: field.path, Place: fieldpath.Join(place)})
	if err != nil {
		return nil, fail("but the injector failed: %w", err)
	}
	var text []byte
	if v != nil {
		if text, err = json.Marshal(v); err != nil {
			return nil, fail("but the injector's value cannot be marshaled: %w", err)
		}
	}
	if v == nil || !field.nullable && string(text) == "null" {
		if field.required {
			return nil, fail("but the injector (Toolset.Injecting) returned no value")
		}
		return nil, nil
	}
	for contents, kind := range map[string]string{"{}": "object", "[]": "array"} {
		switch {
		case !strings.HasSuffix(field.path, contents) || text[0] == contents[0]:
		case string(text) == "null":
			return nil, nil
		default:
			return nil, fail("but the injector's value is not an %s", kind)
		}
	}
	return text, nil
}

// filledTool is a tool for hints, which test their proposals: injected fields are filled as in the failed call.
type filledTool struct {
	Tool
	like *filler
}

// Decode fills the arguments and decodes them.
func (t filledTool) Decode(args []byte, opts ...DecodeOption) (any, error) {
	f := &filler{spec: t.like.spec, give: func(field *filledField, _ []fieldpath.Step) (json.RawMessage, error) {
		return t.like.given[field.path], nil
	}}
	f.run(args) // which keeps args that are not JSON
	return t.Tool.Decode(f.out, opts...)
}
