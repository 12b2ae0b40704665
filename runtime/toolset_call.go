package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
)

// ConvertCalls decodes a batch of calls. Every call becomes either an invocation or a failure, in
// the order of the batch, and no call keeps another from being converted. Where several calls
// bear the same ID, only the first is taken: providers refuse two answers to one ID.
func (s *Toolset) ConvertCalls(calls []ToolCall) ([]Invocation, []CallFailure) {
	var invocations []Invocation
	var failures []CallFailure
	seen := make(map[string]bool, len(calls))
	for i, call := range calls {
		if call.ID != "" && seen[call.ID] {
			continue
		}
		seen[call.ID] = true
		inv, failure := s.convert(call)
		if failure != nil {
			failure.Index = i
			failures = append(failures, *failure)
			continue
		}
		inv.Index = i
		invocations = append(invocations, *inv)
	}
	return invocations, failures
}

// convert looks up the tool of a call and decodes its arguments.
func (s *Toolset) convert(call ToolCall) (*Invocation, *CallFailure) {
	tool, ok := s.Lookup(call.Name)
	if !ok {
		return nil, failedCall(call, nil, FailureToolNotFound, s.unknown(call.Name))
	}
	inv := &Invocation{Call: call, Tool: tool, Raw: json.RawMessage(call.Arguments)}
	opts := specOf(tool).DecodeOptions(append(slices.Clone(s.decode), CollectReceipts(&inv.Receipts), CollectText(&inv.Raw)))
	var err error
	if caught := protect(func() { inv.Args, err = tool.Decode(inv.Raw, opts...) }); caught != nil {
		return nil, failedCall(call, tool, FailureInternal, caught)
	}
	if err != nil {
		return nil, failedCall(call, tool, kindOfDecodeError(tool, err), err, specOf(tool).DecodeOptions(s.decode)...)
	}
	inv.decoded = true
	return inv, nil
}

// Call answers one call: it decodes and validates the arguments, runs the handler and checks the
// result. It never panics because of a tool, and its answer always bears the call's ID. A tool without
// a handler, which [Handle] gives, is an internal failure; the Cause of the answer's Error says so.
func (s *Toolset) Call(ctx context.Context, call ToolCall) ToolOutput {
	inv, failure := s.convert(call)
	if failure != nil {
		return failure.Output()
	}
	return s.Run(ctx, *inv)
}

// Run executes an invocation that ConvertCalls gave. One that was put together in another way is
// refused, since nobody knows whether its arguments are sound, and so is one of a tool that this
// set does not have, also if it has another of the same name. A tool of the set to which the program has
// given another handler since, by [HandleAny], is a tool of the set.
func (s *Toolset) Run(ctx context.Context, inv Invocation) ToolOutput {
	fail := func(kind FailureKind, err error) ToolOutput {
		out := failedCall(inv.Call, inv.Tool, kind, err).Output()
		out.Receipts = inv.Receipts
		return out
	}
	own, enabled := s.Lookup(inv.Call.Name)
	if !enabled {
		return fail(FailureToolNotFound, s.unknown(inv.Call.Name))
	}
	if !inv.decoded {
		return fail(FailureInternal, fmt.Errorf("%w: the invocation of %s is not from ConvertCalls", errInternal, quoteCut(inv.Call.Name, 64)))
	}
	tool, ok := inv.Tool.(*handledTool)
	if !ok {
		return fail(FailureInternal, fmt.Errorf("%w: the tool %s has no handler", errInternal, quoteCut(inv.Call.Name, 64)))
	}
	if !tool.is(own) {
		return fail(FailureInternal, fmt.Errorf("%w: the invocation of %s is of another tool of that name, which this set does not have", errInternal, quoteCut(inv.Call.Name, 64)))
	}
	if err := ctx.Err(); err != nil {
		return fail(FailureHandler, err)
	}
	var result any
	var err error
	if caught := protect(func() { result, err = tool.run(ctx, inv) }); caught != nil {
		return fail(FailureInternal, caught)
	}
	if err != nil {
		return fail(kindOfHandlerError(inv.Tool, err), err)
	}
	out := ToolOutput{CallID: inv.Call.ID, Receipts: inv.Receipts}
	if caught := protect(func() { out.Payload, err = payloadOf(result) }); caught != nil {
		err = caught
	}
	if out.Payload == nil && err != nil {
		return fail(FailureInternal, err)
	}
	if err == nil {
		if caught := protect(func() { err = tool.CheckResult(out.Payload) }); caught != nil {
			err = caught
		}
	}
	if err != nil {
		out.RetryHint = BuildHint(inv.Tool, err, forResult())
	}
	return out
}

// payloadOf marshals a result. Raw JSON is taken as it is; raw bytes that are no JSON become a
// JSON string, the best effort, beside the error that says so.
func payloadOf(result any) (json.RawMessage, error) {
	var raw json.RawMessage
	switch r := result.(type) {
	case json.RawMessage:
		raw = r
	case *json.RawMessage:
		if r != nil {
			raw = *r
		}
	default:
		return json.Marshal(result)
	}
	switch {
	case len(raw) == 0:
		return json.RawMessage("null"), nil
	case json.Valid(raw):
		return slices.Clone(raw), nil
	}
	text, err := json.Marshal(string(raw))
	if err != nil {
		return nil, err
	}
	return text, errNotJSON
}

// protect runs f and turns a panic of it into an error.
func protect(f func()) (caught error) {
	defer func() {
		if v := recover(); v != nil {
			caught = &PanicError{Value: v, Stack: debug.Stack()}
		}
	}()
	f()
	return nil
}

// failedCall describes a failed call. The hint knows the call, so that its example can mend it.
func failedCall(call ToolCall, tool Tool, kind FailureKind, err error, decoding ...DecodeOption) *CallFailure {
	hint := BuildHint(tool, err, WithCall([]byte(call.Arguments)), WithStopReason(call.StopReason), WithDecoding(decoding...), forKind(kind))
	if hint.Tool == "" {
		hint.Tool = clean(call.Name, maxNameInHint)
	}
	return &CallFailure{
		Call:      call,
		RetryHint: hint,
		Error:     &ToolError{Kind: kind, Message: hint.Message, Cause: err},
	}
}

// kindOfDecodeError sorts the errors of a tool's Decode.
func kindOfDecodeError(tool Tool, err error) FailureKind {
	issues, _, ok := issuesOf(err)
	if !ok || len(issues) == 0 {
		return FailureInternal
	}
	for _, issue := range issues {
		switch {
		case specOf(tool).injected(splitPath(issue.Field)):
			return FailureInternal
		case isUnreadable(issue.Constraint):
			return FailureParse
		}
	}
	return FailureValidation
}

// kindOfHandlerError sorts the errors of a handler: what says which arguments the backend
// refuses is like any other fault of the arguments.
func kindOfHandlerError(tool Tool, err error) FailureKind {
	if errors.Is(err, errInternal) {
		return FailureInternal
	}
	if issues, _, ok := issuesOf(err); ok && len(issues) > 0 {
		return kindOfDecodeError(tool, err)
	}
	return FailureHandler
}
