package wire

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// Header of an AI SDK data stream response. SDK versions up to 4 read this format.
const (
	DataStreamHeader  = "X-Vercel-AI-Data-Stream"
	DataStreamVersion = "v1"
)

// Validation states of a call in a [DataStreamAnnotation].
const (
	ValidationPending = "pending"
	ValidationPassed  = "valid"
	ValidationFailed  = "invalid"
)

// DataStreamAnnotation reports the validation state of a call. RetryHint is set if validation failed.
type DataStreamAnnotation struct {
	ToolCallID string             `json:"toolCallId"`
	Validated  string             `json:"validated"`
	RetryHint  *runtime.RetryHint `json:"retryHint,omitempty"`
}

// DataStreamAnnotations returns the message annotations line. Clients require an array, even an empty one.
func DataStreamAnnotations(annotations ...DataStreamAnnotation) []byte {
	return dataLine('8', each(annotations, func(a DataStreamAnnotation) DataStreamAnnotation {
		a.RetryHint = boundHint(a.RetryHint)
		return a
	}))
}

// DataStreamPending annotates calls whose validation has started.
func DataStreamPending(calls []runtime.ToolCall) []byte {
	return DataStreamAnnotations(each(uniqueCalls(calls), func(call runtime.ToolCall) DataStreamAnnotation {
		return DataStreamAnnotation{ToolCallID: call.ID, Validated: ValidationPending}
	})...)
}

// DataStreamCalls returns one line per call that announces it.
func DataStreamCalls(calls []runtime.ToolCall) []byte {
	var lines []byte
	for _, call := range uniqueCalls(calls) {
		lines = append(lines, dataLine('9', struct {
			ToolCallID string          `json:"toolCallId"`
			ToolName   string          `json:"toolName"`
			Args       json.RawMessage `json:"args"`
		}{call.ID, shownName(call), Arguments(call)})...)
	}
	return lines
}

// DataStreamAnswers returns one result line per call, then one annotations line that marks invalid calls. The
// calls must have been announced. The format has no error flag, so the result of a failed call is
// {"is_error":true,…}.
func DataStreamAnswers(answers []Answer) []byte {
	var lines []byte
	annotations := []DataStreamAnnotation{}
	for _, a := range answers {
		result := errorObject
		if !Failed(a.Output) {
			result = Payload
		}
		lines = append(lines, dataLine('a', struct {
			ToolCallID string          `json:"toolCallId"`
			Result     json.RawMessage `json:"result"`
		}{a.Call.ID, result(a.Output)})...)
		note := DataStreamAnnotation{ToolCallID: a.Call.ID, Validated: ValidationPassed}
		if isInvalidCall(a.Output) {
			note.Validated, note.RetryHint = ValidationFailed, a.Output.RetryHint
		}
		annotations = append(annotations, note)
	}
	return append(lines, DataStreamAnnotations(annotations...)...)
}

// isInvalidCall reports whether the call failed because of the model's arguments or tool name.
func isInvalidCall(out runtime.ToolOutput) bool {
	if !Failed(out) {
		return false
	}
	if out.Error == nil {
		return out.RetryHint.Reason != runtime.Internal
	}
	switch out.Error.Kind {
	case runtime.FailureParse, runtime.FailureValidation, runtime.FailureToolNotFound:
		return true
	}
	return false
}

// dataLine formats one line of the stream. JSON escapes line breaks, so the value fits on it.
func dataLine(kind byte, v any) []byte {
	return append(append([]byte{kind, ':'}, show.JSON(v)...), '\n')
}

// ParseDataStream reads the calls of a data stream or of some of its lines. A call that was started but never
// completed is returned as truncated. It returns an [*APIError] for an error part in a stream without calls,
// and a [*StopError] if the finish reason announces calls or ends the answer early.
func ParseDataStream(data []byte) ([]runtime.ToolCall, error) {
	r := newSDKStream(nameDataStream, data)
	for line := range bytes.Lines(data) {
		kind, body, ok := bytes.Cut(bytes.TrimSpace(line), []byte(":"))
		part := value(bytes.TrimSpace(body))
		switch {
		case len(kind) == 0 && !ok:
			continue
		case !ok || len(kind) != 1: // kinds are one character
			return nil, fmt.Errorf("wire: not a data stream: unexpected line %s", quote(string(bytes.TrimSpace(line))))
		case strings.IndexByte("39bcde", kind[0]) >= 0 && !json.Valid(part):
			return nil, fmt.Errorf("wire: a data stream contains a broken line: %s", quote(string(bytes.TrimSpace(line))))
		}
		switch kind[0] {
		case '3':
			r.failed = cmp.Or(r.failed, providerError(part))
		case '9':
			r.whole(part, "args")
		case 'b':
			r.started(part)
		case 'c':
			r.appendArgs(r.started(part), part.Get("argsTextDelta"))
		case 'd', 'e':
			r.reason = part.Get("finishReason").Text()
		}
	}
	return r.result()
}

// sdkStream collects the calls of an AI SDK stream. The SDK announces each call in full and may send deltas of it
// before.
type sdkStream struct {
	accumulator
	failed error  // the first error part
	reason string // the finish reason
}

func newSDKStream(formatName string, data []byte) *sdkStream {
	r := &sdkStream{accumulator: newAccumulator(format{name: formatName})}
	r.seen.Write(data)
	r.closed = true
	return r
}

// started returns the unfinished call of a part and starts it if the stream lacks its beginning.
func (r *sdkStream) started(part value) *pendingCall {
	id := part.Get("toolCallId").Text()
	if b := r.byID[id]; b != nil && b.state == callOpen {
		return b
	}
	b := r.startCall(-1, id, part.Get("toolName").Text())
	b.mustEnd = true
	return b
}

// whole adds a complete call, which replaces its deltas.
func (r *sdkStream) whole(part value, arguments string) {
	b := r.started(part)
	b.call.Name, b.args, b.state = part.Get("toolName").Text(), []byte(part.Get(arguments).Content()), callEnded
}

// result returns the calls. The finish reason and an error count only if there are none.
func (r *sdkStream) result() ([]runtime.ToolCall, error) {
	if len(r.calls) == 0 {
		return nil, cmp.Or(r.failed, stopError(r.reason))
	}
	turn, err := r.close()
	return append(turn.Calls, turn.Unfinished...), err
}
