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

// ParseDataStream reads the calls that a data stream, or some lines of it, announces. An error part of
// a stream without calls is an [*APIError].
func ParseDataStream(data []byte) ([]runtime.ToolCall, error) {
	var calls []runtime.ToolCall
	var fault error
	for line := range bytes.Lines(data) {
		kind, body, ok := bytes.Cut(line, []byte(":"))
		switch {
		case len(bytes.TrimSpace(line)) == 0:
			continue
		case !ok || len(kind) != 1: // each kind is one character
			return nil, fmt.Errorf("wire: not a data stream: the line %s", quote(string(bytes.TrimSpace(line))))
		case kind[0] == '3' && fault == nil:
			fault = apiError(body)
		}
		if kind[0] != '9' {
			continue
		}
		var c dataStreamCall
		if err := json.Unmarshal(body, &c); err != nil {
			return nil, misread("a call of a data stream", err)
		}
		calls = append(calls, runtime.ToolCall{ID: c.ToolCallID, Name: c.ToolName, Arguments: written(c.Args)})
	}
	if len(calls) == 0 {
		return nil, fault
	}
	return identify(calls, data), nil
}
