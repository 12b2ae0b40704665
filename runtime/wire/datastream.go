package wire

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/toolgen/toolgen/runtime"
)

// The header of a response that is an AI SDK data stream, which versions up to 4 read.
const (
	DataStreamHeader  = "X-Vercel-AI-Data-Stream"
	DataStreamVersion = "v1"
)

// The states of a call in an annotation.
const (
	ValidationPending = "pending"
	ValidationPassed  = "valid"
	ValidationFailed  = "invalid"
)

// DataStreamAnnotation says in the stream how far the validation of a call is. RetryHint is set
// where it failed.
type DataStreamAnnotation struct {
	ToolCallID string             `json:"toolCallId"`
	Validated  string             `json:"validated"`
	RetryHint  *runtime.RetryHint `json:"retryHint,omitempty"`
}

// DataStreamAnnotations is the line with annotations of the message. It always holds an array, as
// the clients demand.
func DataStreamAnnotations(annotations ...DataStreamAnnotation) []byte {
	annotations = append([]DataStreamAnnotation{}, annotations...)
	for i := range annotations {
		annotations[i].RetryHint = boundHint(annotations[i].RetryHint)
	}
	return dataLine('8', annotations)
}

// DataStreamPending annotates calls whose validation has begun.
func DataStreamPending(calls []runtime.ToolCall) []byte {
	annotations := []DataStreamAnnotation{}
	for _, call := range distinct(calls) {
		annotations = append(annotations, DataStreamAnnotation{ToolCallID: call.ID, Validated: ValidationPending})
	}
	return DataStreamAnnotations(annotations...)
}

type dataStreamCall struct {
	ToolCallID string          `json:"toolCallId"`
	ToolName   string          `json:"toolName"`
	Args       json.RawMessage `json:"args"`
}

// DataStreamCalls are the lines that announce the calls, one for each.
func DataStreamCalls(calls []runtime.ToolCall) []byte {
	var lines []byte
	for _, call := range distinct(calls) {
		lines = append(lines, dataLine('9', dataStreamCall{call.ID, shownName(call), Arguments(call)})...)
	}
	return lines
}

// DataStreamAnswers are the lines that answer the calls, which must have been announced: the
// results, one line each, then one line of annotations that says which calls were invalid. The
// stream has no flag for errors; the result of a failed call is {"is_error":true,…}.
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
		if refused(a.Output) {
			note.Validated, note.RetryHint = ValidationFailed, a.Output.RetryHint
		}
		annotations = append(annotations, note)
	}
	return append(lines, DataStreamAnnotations(annotations...)...)
}

// refused reports whether a call failed because of what the model wrote.
func refused(out runtime.ToolOutput) bool {
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

// dataLine is one line of the stream. JSON has no line breaks but those that are escaped.
func dataLine(kind byte, v any) []byte {
	return append(append([]byte{kind, ':'}, marshal(v)...), '\n')
}

// ParseDataStream reads the calls that a data stream, or some lines of it, announces. A call that was
// begun and is not announced as a whole is given as one that was cut off. An error part of a stream without calls is
// an [*APIError], and a reason to finish that announces calls, or stops early, a [*StopError].
func ParseDataStream(data []byte) ([]runtime.ToolCall, error) {
	r := streamReading{reading: reading{of: ofDataStream}}
	for line := range bytes.Lines(data) {
		kind, body, ok := bytes.Cut(line, []byte(":"))
		switch {
		case len(bytes.TrimSpace(line)) == 0:
			continue
		case !ok || len(kind) != 1: // each kind is one character
			return nil, fmt.Errorf("wire: not a data stream: the line %s", quote(string(bytes.TrimSpace(line))))
		}
		var part struct {
			dataStreamCall
			ArgsTextDelta string `json:"argsTextDelta"`
			FinishReason  string `json:"finishReason"`
		}
		switch kind[0] {
		case '3':
			r.fail(apiError(body))
			continue
		case '9', 'b', 'c', 'd', 'e':
			if err := json.Unmarshal(body, &part); err != nil {
				return nil, misread("a call of a data stream", err)
			}
		}
		switch kind[0] {
		case '9':
			r.whole(part.ToolCallID, part.ToolName, part.Args)
		case 'b':
			r.begin(part.ToolCallID, part.ToolName)
		case 'c':
			r.grow(part.ToolCallID, part.ArgsTextDelta)
		case 'd', 'e':
			r.stop = part.FinishReason
		}
	}
	return r.result(data)
}

// streamReading is what has been read of a stream of the AI SDK, which announces a call as a whole and may
// show before how it is written.
type streamReading struct {
	reading
	begun  map[string]*begunCall // by id
	failed error
}

// begunCall is a call of which there are parts.
type begunCall struct {
	at    int // among the calls
	text  []byte
	whole bool
}

// unfinishedReason is the stop reason of a call of which a stream has the beginning only.
const unfinishedReason = "incomplete"

// whole takes a call as a whole, in place of its parts.
func (r *streamReading) whole(id, name string, args json.RawMessage) {
	call := runtime.ToolCall{ID: id, Name: name, Arguments: written(args)}
	if b := r.begun[id]; b != nil && !b.whole {
		b.whole = true
		r.calls[b.at] = call
		return
	}
	r.calls = append(r.calls, call)
}

// begin takes the beginning of a call.
func (r *streamReading) begin(id, name string) *begunCall {
	if b := r.begun[id]; b != nil && !b.whole {
		return b
	}
	if r.begun == nil {
		r.begun = map[string]*begunCall{}
	}
	r.begun[id] = &begunCall{at: len(r.calls)}
	r.calls = append(r.calls, runtime.ToolCall{ID: id, Name: name, StopReason: unfinishedReason})
	return r.begun[id]
}

// grow takes a part of the arguments of a call, which has been begun unless the beginning of the stream is
// missing.
func (r *streamReading) grow(id, text string) {
	b := r.begin(id, "")
	b.text = append(b.text, text...)
}

// fail takes an error of the stream. The first one counts.
func (r *streamReading) fail(err error) {
	if r.failed == nil {
		r.failed = err
	}
}

func (r *streamReading) result(data []byte) ([]runtime.ToolCall, error) {
	if len(r.calls) == 0 && r.failed != nil {
		return nil, r.failed
	}
	for _, b := range r.begun {
		if !b.whole {
			r.calls[b.at].Arguments = string(b.text)
		}
	}
	return r.reading.result(data)
}
