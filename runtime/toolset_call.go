package runtime

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/toolgen/toolgen/runtime/internal/foreign"
	"github.com/toolgen/toolgen/runtime/internal/hint"
	"github.com/toolgen/toolgen/runtime/internal/idempotency"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// ConvertCalls decodes a batch of calls. Every call becomes either an invocation or a failure, in the order
// of the batch, and no failure affects another call. Of several calls with the same ID only the first is
// taken: providers refuse two answers to one ID. A stop at the length limit concerns the last call only, see
// [ToolCall].
//
// If the injector of the set needs a context, see [Toolset.Injecting], use ConvertCallsContext.
func (s *Toolset) ConvertCalls(calls []ToolCall) ([]Invocation, []CallFailure) {
	return s.ConvertCallsContext(context.Background(), calls)
}

// ConvertCallsContext is [Toolset.ConvertCalls] with the context that the set's injector gets.
func (s *Toolset) ConvertCallsContext(ctx context.Context, calls []ToolCall) ([]Invocation, []CallFailure) {
	var invocations []Invocation
	var failures []CallFailure
	seen := make(map[string]bool, len(calls))
	for i, call := range calls {
		if call.ID != "" && seen[call.ID] {
			continue
		}
		seen[call.ID] = true
		if i < len(calls)-1 && call.CutOff() {
			call.StopReason = "" // this call is complete
		}
		inv, failure := s.convert(ctx, call)
		if failure != nil {
			failure.Index = i
			failures = append(failures, *failure)
			continue
		}
		inv.Index = i
		invocations = append(invocations, inv)
	}
	return invocations, failures
}

// convert looks up the tool of a call and decodes its arguments. Internal failures are reported to the program.
func (s *Toolset) convert(ctx context.Context, call ToolCall) (Invocation, *CallFailure) {
	inv, failure := s.read(ctx, call)
	if failure != nil && failure.Error.Kind == FailureInternal {
		s.told.tell(ctx, Invocation{Call: call}, failure.Error.Cause)
	}
	return inv, failure
}

func (s *Toolset) read(ctx context.Context, call ToolCall) (inv Invocation, failure *CallFailure) {
	tool, ok := s.Lookup(call.Name)
	if !ok {
		unknown := s.unknown(call.Name)
		return inv, failedCall(nil, call, nil, unknown.kind(), unknown)
	}
	if specOf(tool).injects() {
		inv, failure = s.convertFilled(ctx, tool, call)
	} else {
		inv, failure = s.decodeCall(tool, call)
	}
	if failure == nil {
		failure = s.checkKnown(ctx, call, inv)
	}
	return inv, failure
}

// decodeCall decodes the arguments of a call as they are.
func (s *Toolset) decodeCall(tool Tool, call ToolCall) (Invocation, *CallFailure) {
	inv, kind, err := decoded(tool, call, s.options(call))
	switch {
	case err == nil:
		return inv, nil
	case kind == FailureInternal:
		return inv, failedCall(nil, call, tool, kind, err)
	}
	return inv, failedCall(nil, call, tool, kind, err, specOf(tool).bound(s.decode, optionTool)...)
}

// options are the options for reading a call.
func (s *Toolset) options(call ToolCall) []DecodeOption {
	opts := slices.Clip(s.decode)
	if call.CutOff() {
		opts = append(opts, DecodeOption{kind: optionCutOff})
	}
	return opts
}

// decoded is the invocation of a call with valid arguments, or the error that says what is wrong with them.
func decoded(tool Tool, call ToolCall, opts []DecodeOption) (inv Invocation, kind FailureKind, err error) {
	inv = Invocation{Call: call, Tool: tool, Raw: json.RawMessage(call.Arguments)}
	opts = specOf(tool).bound(append(slices.Clip(opts), CollectReceipts(&inv.Receipts), CollectText(&inv.Raw)), optionTool)
	if caught := protect(func() { inv.Args, err = tool.Decode(inv.Raw, opts...) }); caught != nil {
		return Invocation{}, FailureInternal, caught
	}
	if err == nil {
		err = placeholderError(inv.Raw)
	}
	if err != nil {
		return Invocation{}, kindOfDecodeError(tool, err), err
	}
	inv.decoded = true
	return inv, "", nil
}

// Revalidate converts an invocation again, from its Raw: after a wait, or for this set, the verdict may be
// another. The fields that the server fills stay as they are, and so do the receipts. An invocation that no
// set has converted is converted like a model's call, because the origin of its values is not known.
func (s *Toolset) Revalidate(ctx context.Context, inv Invocation) (Invocation, *CallFailure) {
	var again Invocation
	var failure *CallFailure
	call := inv.Call
	if inv.decoded || len(inv.Raw) > 0 {
		call.Arguments = string(inv.Raw)
	}
	if inv.decoded {
		again, failure = s.Restore(call)
		again.Call, again.Receipts = inv.Call, inv.Receipts
	} else {
		again, failure = s.convert(ctx, call)
	}
	if failure != nil {
		failure.Call, failure.Index = inv.Call, inv.Index
		return Invocation{}, failure
	}
	again.Index = inv.Index
	return again, nil
}

// Restore converts a call that was converted before and kept by the program: its Arguments are the Raw of
// that invocation, including the fields that the server fills, which are taken as they are. Never pass a call
// of a model, or one that somebody could have changed.
func (s *Toolset) Restore(call ToolCall) (Invocation, *CallFailure) {
	tool, ok := s.Lookup(call.Name)
	if !ok {
		return Invocation{}, failedCall(nil, call, nil, FailureToolNotFound, s.unknown(call.Name))
	}
	return s.decodeCall(tool, call)
}

// Call answers one call: it decodes and validates the arguments, runs the handler and checks the
// result. It never panics because of a tool, and its answer always has the call's ID. A tool without a
// handler, see [Handle], is an internal failure: the model learns no more than that, and the Cause of the
// answer's Error is [ErrNoHandler]. [Toolset.Ready] reports it before any call.
func (s *Toolset) Call(ctx context.Context, call ToolCall) ToolOutput {
	inv, failure := s.convert(ctx, call)
	if failure != nil {
		return failure.Output()
	}
	return s.Run(ctx, inv)
}

// Run executes an invocation of ConvertCalls. An invocation made in another way is refused, because its
// arguments may be invalid, and so is one of a tool that this set does not have, even if it has another of the
// same name. A tool of the set that the program has since given another handler, by [HandleAny], is a tool of
// the set.
func (s *Toolset) Run(ctx context.Context, inv Invocation) ToolOutput {
	fail := func(kind FailureKind, err error) ToolOutput {
		if kind == FailureInternal {
			s.told.tell(ctx, inv, err)
		}
		out := failedCall(nil, inv.Call, inv.Tool, kind, err).Output()
		out.Receipts = inv.Receipts
		return out
	}
	refuse := func(kind FailureKind, err error) ToolOutput { return NotRun(fail(kind, err)) }
	own, enabled := s.Lookup(inv.Call.Name)
	if !enabled {
		unknown := s.unknown(inv.Call.Name)
		return refuse(unknown.kind(), unknown)
	}
	if !inv.decoded {
		return refuse(FailureInternal, fmt.Errorf("%w: the invocation of %s is not from ConvertCalls", errInternal, show.Quote(inv.Call.Name, 64)))
	}
	tool, ok := inv.Tool.(*handledTool)
	if !ok || tool.run == nil {
		return refuse(FailureInternal, fmt.Errorf("%w: the tool %s: %w", errInternal, show.Quote(inv.Call.Name, show.MaxName), ErrNoHandler))
	}
	if !tool.is(own) {
		return refuse(FailureInternal, fmt.Errorf("%w: the invocation of %s is of another tool of that name, which this set does not have", errInternal, show.Quote(inv.Call.Name, 64)))
	}
	if err := ctx.Err(); err != nil {
		return refuse(FailureHandler, err)
	}
	crashed := func(err error) ToolOutput { return crashed(inv, fail(FailureInternal, err)) }
	var result any
	var err error
	if caught := protect(func() { result, err = tool.run(idempotency.Enter(ctx), inv) }); caught != nil {
		return crashed(caught)
	}
	out := ToolOutput{CallID: inv.Call.ID, Receipts: inv.Receipts}
	if told, ok := err.(*ToolError); ok && told == nil {
		err = nil // the Error of an output that has none, in an interface
	}
	if err != nil {
		// The methods of an error are the program's, and a nil pointer may be one.
		if caught := protect(func() {
			if !forModel(err) {
				s.told.tell(ctx, inv, err)
			}
			out = s.failedRun(inv, s.told.shown(err))
		}); caught != nil {
			return crashed(caught)
		}
		return out
	}
	if caught := protect(func() { out.Payload, err = payloadOf(result) }); caught != nil {
		err = caught
	}
	if out.Payload == nil && err != nil {
		return crashed(err)
	}
	if err == nil {
		s.Learn(ctx, inv.Call.Name, out.Payload)
		if caught := protect(func() { err = specOf(inv.Tool).checkResult(out.Payload) }); caught != nil {
			err = caught
		}
	}
	switch {
	case err != nil:
		out.RetryHint = buildHint(inv.Tool, err, hintConfig{budget: DefaultBudget, result: true})
	default:
		if text := foreign.Hidden(out.Payload); text != "" {
			out.RetryHint = s.hidden(inv, text)
		}
	}
	return out
}

// hidden is the hint beside a result that is an error although it is not marked as one. The result stays.
func (s *Toolset) hidden(inv Invocation, text string) (hint *RetryHint) {
	if caught := protect(func() {
		err := s.told.shown(errors.New(text))
		hint = failedCall(s, inv.Call, inv.Tool, FailureHandler, err).RetryHint
	}); caught != nil {
		return nil
	}
	return hint
}

// crashed completes the answer to a call whose tool was entered and ended unexpectedly: a write may have been done.
func crashed(inv Invocation, out ToolOutput) ToolOutput {
	if specOf(inv.Tool).mayWrite() {
		out.RetryHint.Kind = hint.UnknownOutcome
	}
	return out
}

// failedRun is the answer to a call whose handler has failed.
func (s *Toolset) failedRun(inv Invocation, err error) ToolOutput {
	var refused *notApproved
	if errors.As(err, &refused) {
		out := inv.Call.Failed(refused.Kind, refused.Message, err)
		out.Receipts = inv.Receipts
		return out
	}
	kind := kindOfHandlerError(inv.Tool, err)
	// If the handler returns the answer of another toolset or a guard, the hint is made from the cause, which the
	// text of the answer quotes. A text that withholds the cause is passed on as it is.
	var told *ToolError
	if errors.As(err, &told) && told.Cause != nil && told.Message != hint.Withheld {
		if err = s.told.shown(told.Cause); told.Kind == FailureInternal {
			kind = FailureInternal
		}
	}
	out := failedCall(s, inv.Call, inv.Tool, kind, err).Output()
	out.Receipts = inv.Receipts
	if told != nil && !told.again && out.Error.again {
		// The tool that failed may have done a part of its work. That a tool which only reads has called it makes
		// another try no safer.
		out.Error.again, out.RetryHint.Action = false, Stop
	}
	if told != nil && told.Kind == FailureInternal && !told.unentered {
		out = crashed(inv, out)
	}
	return out
}

// payloadOf marshals a result. Raw JSON is kept unchanged. Raw bytes that are not JSON become a JSON string, in
// addition to the error.
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

// failedCall describes a failed call. The set has the tools that may be called instead; nil means that the tool was not
// called.
func failedCall(set *Toolset, call ToolCall, tool Tool, kind FailureKind, err error, decoding ...DecodeOption) *CallFailure {
	hint := buildHint(tool, err, hintConfig{
		budget: DefaultBudget, call: []byte(call.Arguments), stopReason: call.StopReason, set: set, ran: set != nil, decoding: decoding, kind: kind,
	})
	hint.Tool = cmp.Or(hint.Tool, show.Clean(call.Name, show.MaxName))
	return &CallFailure{
		Call:      call,
		RetryHint: hint,
		Error:     &ToolError{Kind: kind, Message: hint.Message, Cause: err, again: hint.Reason == Internal && hint.Action != Stop && hint.Action != AskUser},
	}
}

// kindOfDecodeError sorts the errors of a tool's Decode.
func kindOfDecodeError(tool Tool, err error) FailureKind {
	issues, _ := issuesOf(err)
	if len(issues) == 0 {
		return FailureInternal
	}
	for _, issue := range issues {
		switch {
		case specOf(tool).IsInjected(issue):
			return FailureInternal
		case hint.IsUnreadable(issue.Constraint):
			return FailureParse
		}
	}
	return FailureValidation
}

// kindOfHandlerError sorts the errors of a handler: an error that says which arguments the backend refuses is like any
// other fault of the arguments.
func kindOfHandlerError(tool Tool, err error) FailureKind {
	if errors.Is(err, errInternal) {
		return FailureInternal
	}
	if issues, _ := issuesOf(err); len(issues) > 0 {
		return kindOfDecodeError(tool, err)
	}
	return FailureHandler
}
