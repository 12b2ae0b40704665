package runtime

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// Injection is a place in the arguments of a call that the server fills: one of a field that the
// rules mark as injected.
type Injection struct {
	Tool  *ToolSpec
	Field string // as the rules name it: "Tenant", "Lines[].Tenant"
	Place string // where it is in this call: "Lines[2].Tenant"; of "labels{}" and "scopes[]" the object or array itself
}

// Injector gives the values of the fields that the server fills, such as the tenant of the session
// that ctx belongs to. A value is marshalled as JSON and validated against the schema like any other. nil
// means that there is none: an optional field is left out, and a required one fails the call, as an
// error does. Such a failure is internal: the model learns no more than that; the Cause says which
// field it was.
//
// It is asked once for each place while the call is converted, before the arguments are decoded, and
// may be called by many goroutines at once.
type Injector func(ctx context.Context, at Injection) (any, error)

// Injecting returns a set of the same tools whose injected fields are filled by fill.
//
// Whatever a model writes for an injected field is dropped, in every set, with a receipt as for an
// unknown key: nobody who confirms or approves the call could see it. The value that fill gives is in
// [Invocation].Args and Raw, and does not change any more: what runs after a person has confirmed or
// approved the call is what was there when they were asked. Who approves calls through package
// approval does so in a session of their own; fill is asked in the session of the caller. The values
// are kept with the call until then, unless the Refill of package approval's Config says whose the call
// is: then they are not kept, and fill is asked again when the call runs.
//
// fill is asked for the fields of the objects that the call has, also in the items of its arrays. An
// object that is injected as a whole is one field. The values of unnamed keys, "labels{}", and items,
// "scopes[]", are asked for together, at the place of an object or array that the call has: for the
// former fill gives an object, whose members are added under keys that no field has, and for the
// latter an array.
func (s *Toolset) Injecting(fill Injector) *Toolset {
	filling := s.having(s.tools)
	filling.fill = fill
	return filling
}

// WithoutInjected is the text of arguments without what stands in injected fields: a call that is kept
// in that form has nothing of the server's, and is filled when it is converted. Text that is no JSON is
// given back as it is.
func (s *ToolSpec) WithoutInjected(args json.RawMessage) json.RawMessage {
	if !s.injects() || !json.Valid(args) {
		return args
	}
	f := &filler{spec: s}
	f.run(args)
	return f.out
}

// filling reads the calls of a tool with injected fields. Each place is asked for once.
type filling struct {
	set   *Toolset
	ctx   context.Context
	tool  Tool
	spec  *ToolSpec
	opts  []DecodeOption // strict
	known map[string]given
}

// given is what the injector gave for a place.
type given struct {
	value json.RawMessage
	err   error
}

// convertFilled is convert for a tool with injected fields: what the model wrote there is taken out, the
// values of the server are put in, and the outcome is read strictly. Where that is refused, leniency repairs
// what is the model's, which is then filled and read in the same way.
func (s *Toolset) convertFilled(ctx context.Context, tool Tool, call ToolCall) (*Invocation, *CallFailure) {
	spec := specOf(tool)
	opts := spec.bound(s.options(call), optionTool)
	f := &filling{set: s, ctx: ctx, tool: tool, spec: spec, opts: strictly(opts), known: map[string]given{}}
	own, taken := call, []Receipt(nil)
	readable := isCall(call.Arguments, opts)
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
		return nil, failure
	}
	inv.Call = own
	spec.hideReceipts(taken)
	for _, r := range inv.Receipts {
		if !spec.View().Injected(r.Field) { // what the server gave is none of the model's business
			taken = append(taken, r)
		}
	}
	inv.Receipts = taken
	return inv, nil
}

// isCall reports whether arguments are JSON that can be gone through.
func isCall(args string, opts []DecodeOption) bool {
	cfg := DecodingOf(opts...)
	return len(args) <= cfg.MaxBytes && json.Valid([]byte(args))
}

// emptied is a text without what stands in injected fields.
func (f *filling) emptied(text []byte) (string, []Receipt) {
	without := &filler{spec: f.spec}
	without.run(text)
	return string(without.out), without.taken
}

// read fills the arguments of a call, if they are readable, and reads them.
func (f *filling) read(call ToolCall, readable bool) (inv *Invocation, filled *filler, kind FailureKind, err error) {
	if readable {
		filled = &filler{spec: f.spec, give: f.give}
		if caught := protect(func() { filled.run([]byte(call.Arguments)) }); caught != nil {
			filled.err = caught
		}
		if filled.err != nil {
			return nil, filled, FailureInternal, filled.err
		}
		call.Arguments = string(filled.out)
	}
	inv, kind, err = decoded(f.tool, call, f.opts)
	if err == nil && !readable {
		return nil, nil, FailureInternal, errUnseen
	}
	return inv, filled, kind, err
}

// check is the strict decoder of what a model has written.
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

// errUnseen is a fault of this package, which must not become one of the server.
var errUnseen = fmt.Errorf("%w: the arguments were read in another way than they were searched for injected fields", errInternal)

// injected is the JSON of the value of one place, nil where there is none.
func (s *Toolset) injected(ctx context.Context, spec *ToolSpec, field *filledField, place []fieldpath.Step) (json.RawMessage, error) {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("%w: the server has to fill the field %s of the tool %s, "+format,
			append([]any{errInternal, show.Quote(field.path, show.MaxName), show.Quote(spec.Name, show.MaxName)}, args...)...)
	}
	if s.fill == nil {
		if field.required {
			return nil, fail("and the toolset has no injector: give it one with Toolset.Injecting")
		}
		return nil, nil
	}
	v, err := s.fill(ctx, Injection{Tool: spec, Field: field.path, Place: fieldpath.Join(place)})
	if err != nil {
		return nil, fail("and the injector failed: %w", err)
	}
	var text []byte
	if v != nil {
		if text, err = json.Marshal(v); err != nil {
			return nil, fail("and what the injector gave cannot be marshalled: %w", err)
		}
	}
	if v == nil || !field.nullable && string(text) == "null" {
		if field.required {
			return nil, fail("and the injector (Toolset.Injecting) gave no value for it")
		}
		return nil, nil
	}
	switch contents := contentsOf(field.path); {
	case contents == 0:
	case string(text) == "null":
		return nil, nil
	case text[0] == contents:
	case contents == '{':
		return nil, fail("and what the injector gave is no object")
	default:
		return nil, fail("and what the injector gave is no array")
	}
	return text, nil
}

// contentsOf is the bracket of what is filled by the values of unnamed keys or by items, 0 for a field.
func contentsOf(path string) byte {
	switch {
	case strings.HasSuffix(path, "{}"):
		return '{'
	case strings.HasSuffix(path, "[]"):
		return '['
	}
	return 0
}

// filledTool is a tool for hints, which try out what they propose: the fields that the server fills
// are filled as they were in the call that has failed.
type filledTool struct {
	Tool
	like *filler
}

// Decode fills the arguments and decodes them.
func (t filledTool) Decode(args []byte, opts ...DecodeOption) (any, error) {
	if json.Valid(args) {
		f := &filler{spec: t.like.spec, give: func(field *filledField, _ []fieldpath.Step) (json.RawMessage, error) {
			return t.like.given[field.path], nil
		}}
		f.run(args)
		args = f.out
	}
	return t.Tool.Decode(args, opts...)
}
