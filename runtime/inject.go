package runtime

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// Injection is a place in the arguments of a call that the server fills: one of a field that the
// rules mark as injected.
type Injection struct {
	Tool  *ToolSpec
	Field string // as the rules name it: "Tenant", "Lines[].Tenant"
	Place string // where it is in this call: "Lines[2].Tenant"; of "labels{}" and "scopes[]" the object or array itself
}

// Injector gives the values of the fields that the server fills, such as the tenant of the session
// that ctx belongs to. A value is marshalled as JSON and held against the schema like any other. nil
// means that there is none: an optional field is left out, and a required one fails the call, as an
// error does. Such a failure is internal: the model is told no more than that, the Cause says which
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
// approval does so in a session of their own; fill is asked in that of who has made the call. The values
// are kept with the call until then, unless the Refill of package approval's Config says whose the call
// is: then they are not kept, and fill is asked again when the call runs.
//
// fill is asked for the fields of the objects that the call has, also in the items of its arrays. An
// object that is injected as a whole is one field. The values of unnamed keys, "labels{}", and items,
// "scopes[]", are asked for together, at the place of an object or array that the call has: for the
// former fill gives an object, of which the members are added under keys that no field has, and for the
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
	cfg := newConfig(nil)
	f := newFiller(s, &cfg, args)
	f.run()
	return f.out
}

// convertFilled is convert for a tool with injected fields.
func (s *Toolset) convertFilled(ctx context.Context, tool Tool, call ToolCall) (*Invocation, *CallFailure) {
	spec := specOf(tool)
	cfg := newConfig(spec.DecodeOptions(s.decode))
	text, repairs, readable := injectable(call.Arguments, &cfg)
	if !readable { // and so it is to the decoder, which says why
		if _, failure := s.decodeCall(tool, call); failure != nil {
			return nil, failure
		}
		return nil, failedCall(call, tool, FailureInternal, errUnseen)
	}
	model := newFiller(spec, &cfg, text)
	model.run()
	filled := newFiller(spec, &cfg, model.out)
	filled.give = func(row *FieldSpec, place []pathStep) (json.RawMessage, error) {
		return s.injected(ctx, spec, row, place)
	}
	if caught := protect(filled.run); caught != nil {
		filled.err = caught
	}
	if filled.err != nil {
		return nil, failedCall(call, tool, FailureInternal, filled.err)
	}
	own, whole := call, call
	own.Arguments, whole.Arguments = string(model.out), string(filled.out)
	inv, kind, err := s.decoded(tool, whole)
	if err == nil && cfg.leniency != 0 {
		// Leniency reads text in ways of its own. What it has read is held against what was filled.
		read := newFiller(spec, &cfg, inv.Raw)
		if read.run(); len(read.taken) != filled.count {
			kind, err = FailureInternal, errUnseen
		}
	}
	if err != nil {
		failure := failedCall(own, filledTool{tool, filled}, kind, err, spec.DecodeOptions(s.decode)...)
		failure.Call = call
		return nil, failure
	}
	inv.Call = own
	receipts := append(append(repairs, model.repairs...), model.taken...)
	spec.hideReceipts(receipts)
	for _, r := range inv.Receipts {
		if !spec.injected(splitPath(r.Field)) { // what the server gave is none of the model's business
			receipts = append(receipts, r)
		}
	}
	inv.Receipts = receipts
	return inv, nil
}

// errUnseen is a fault of this package, which must not become one of the server.
var errUnseen = fmt.Errorf("%w: the arguments were read in another way than they were searched for injected fields", errInternal)

// injected is the JSON of the value of one place, nil where there is none.
func (s *Toolset) injected(ctx context.Context, spec *ToolSpec, row *FieldSpec, place []pathStep) (json.RawMessage, error) {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("%w: the server has to fill the field %s of the tool %s, "+format,
			append([]any{errInternal, quoteCut(row.Path, maxNameInHint), quoteCut(spec.Name, maxNameInHint)}, args...)...)
	}
	if s.fill == nil {
		if row.Required {
			return nil, fail("and the toolset has no injector: give it one with Toolset.Injecting")
		}
		return nil, nil
	}
	v, err := s.fill(ctx, Injection{Tool: spec, Field: row.Path, Place: joinSteps(place)})
	if err != nil {
		return nil, fail("and the injector failed: %w", err)
	}
	var text []byte
	if v != nil {
		if text, err = json.Marshal(v); err != nil {
			return nil, fail("and what the injector gave cannot be marshalled: %w", err)
		}
	}
	if v == nil || !row.Nullable && string(text) == "null" {
		if row.Required {
			return nil, fail("and the injector (Toolset.Injecting) gave no value for it")
		}
		return nil, nil
	}
	switch contents := contentsOf(row.Path); {
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

// injectable is the text of arguments as JSON that can be gone through, with the repairs that the
// decoder would make to the text as a whole. ok is false where it can be no call.
func injectable(args string, cfg *config) (text []byte, receipts []Receipt, ok bool) {
	if len(args) > cfg.maxBytes {
		return nil, nil, false
	}
	text = []byte(args)
	if all := strings.Trim(args, white); cfg.leniency&emptyIsObject != 0 && (all == "" || all == "null") {
		return []byte("{}"), []Receipt{{Kind: ReceiptEmpty, From: all, To: "{}"}}, true
	}
	if json.Valid(text) {
		return text, nil, true
	}
	if cfg.leniency&repairSyntax == 0 {
		return nil, nil, false
	}
	fixed, receipts, ok, _ := repair(args, cfg.maxDepth)
	return []byte(fixed), receipts, ok && json.Valid([]byte(fixed))
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
		f := newFiller(t.like.spec, t.like.cfg, args)
		f.give = func(row *FieldSpec, _ []pathStep) (json.RawMessage, error) { return t.like.given[row], nil }
		f.run()
		args = f.out
	}
	return t.Tool.Decode(args, opts...)
}
