package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// The names of the shapes, as errors have them.
const (
	ofChat      = "a response of OpenAI Chat Completions"
	ofResponses = "a response of OpenAI Responses"
	ofAnthropic = "a message of Anthropic"
	ofGemini    = "a response of Gemini"
	ofMCP       = "a request of MCP"
	ofBedrock   = "a response of Bedrock"
	ofCohere    = "a response of Cohere"
	ofOllama    = "a response of Ollama"

	ofInteraction = "an interaction of Gemini"

	ofDataStream = "a data stream"
	ofUIStream   = "a UI message stream"
)

// maxAPIMessage is how much of a provider's error message is kept, in bytes.
const maxAPIMessage = 400

// APIError is what a Parse function gives where a provider has answered with an error instead of a
// response.
type APIError struct {
	Type    string // the provider's word for it, "" if there is none, cut
	Message string // the provider's message, cut
}

// Error quotes the provider, whose text is not to be trusted.
func (e *APIError) Error() string {
	s := "wire: the provider answered with an error"
	if e.Type != "" {
		s += " (" + quote(e.Type) + ")"
	}
	if e.Message != "" {
		s += ": " + strconv.Quote(e.Message) // which is cut already
	}
	return s
}

// StopError is what a Parse function gives for a response without calls whose model has stopped
// before it had said everything: it was cut off, it refused, or it announced calls that are not there. A
// call may be missing, and what the response has of text is no answer in full.
type StopError struct {
	Reason string // the provider's word for it: "length", "max_tokens", "refusal", "tool_calls", …
}

// Error names the reason.
func (e *StopError) Error() string {
	switch word := reasonWord(e.Reason); {
	case slices.Contains(announcing, word):
		return "wire: the response announces calls by its stop reason " + quote(e.Reason) + " and has none that can be read"
	case misannounced(word):
		return "wire: the provider says that the call of the response is none, and its model stopped early: " + quote(e.Reason)
	}
	return "wire: the response has no calls, and its model stopped early: " + quote(e.Reason)
}

// stoppedEarly are the reasons for which a model stops without having said everything, in the words of
// all providers.
var stoppedEarly = append([]string{
	"length", "max_tokens", "max_output_tokens", "incomplete", "model_context_window_exceeded", // cut off
	"refusal", "content_filter", "safety", "recitation", "language", "blocklist", "prohibited_content", "spii", "image_safety", // refused
	"pause_turn", "queued", "in_progress", // to be continued
	"other",
}, goneWrong...)

// goneWrong are those that leave no answer.
var goneWrong = []string{"error", "failed", "cancelled", "timeout", "malformed_response", "malformed_model_output", "too_many_tool_calls", "missing_thought_signature"}

// announcing are the reasons of a model that stops in order to have calls answered.
var announcing = []string{"tool_calls", "tool_call", "tool_use", "function_call", "function_calls"}

// reasonWord is a reason as the lists have it.
func reasonWord(reason string) string {
	return strings.ReplaceAll(strings.ToLower(reason), "-", "_")
}

// misannounced reports whether a reason says that the call in the response, if there is one, is none: the
// provider could not read it, or it calls what was not offered.
func misannounced(reason string) bool {
	word := reasonWord(reason)
	return word == "malformed_function_call" || word == "unexpected_tool_call" || word == "malformed_tool_use"
}

// stopped is the error of a response without calls, nil where the model had come to its end.
func stopped(reason string) error {
	if word := reasonWord(reason); misannounced(word) || slices.Contains(stoppedEarly, word) || slices.Contains(announcing, word) {
		return &StopError{Reason: clip(reason, maxQuoted)}
	}
	return nil
}

// finished takes the reason why the model stopped early from the calls that it had written by then: a
// model that goes on to the next call has come to the end of this one, and whoever is told that it was
// cut off looks for the fault in the wrong place. A text that is no JSON may have been cut off all the
// same.
func finished(calls []runtime.ToolCall) []runtime.ToolCall {
	for i := range max(len(calls)-1, 0) {
		if call := &calls[i]; slices.Contains(stoppedEarly, reasonWord(call.StopReason)) && json.Valid([]byte(call.Arguments)) {
			call.StopReason = ""
		}
	}
	return calls
}

// open reads the outermost object of a body of a provider's. An error that the provider has answered
// with is an [*APIError].
func open(data []byte, of string) (map[string]json.RawMessage, error) {
	var body map[string]json.RawMessage
	if err := json.Unmarshal(data, &body); err != nil {
		return nil, misread(of, err)
	}
	if body == nil {
		return nil, fmt.Errorf("wire: not %s: it is null", of)
	}
	if err := apiError(body["error"]); err != nil {
		return nil, err
	}
	return body, nil
}

// misread says why JSON does not have the form of a provider's. The types of this package mean nothing
// to whoever reads that.
func misread(of string, err error) error {
	var mistyped *json.UnmarshalTypeError
	if !errors.As(err, &mistyped) {
		return fmt.Errorf("wire: not %s: %w", of, err)
	}
	what := strings.Fields(mistyped.Value)[0] // "number 1.5"
	if field := strings.TrimLeft(mistyped.Field, "."); field != "" {
		return fmt.Errorf("wire: not %s: the value of %s is of the type %s", of, quote(field), what)
	}
	return fmt.Errorf("wire: not %s: it is of the type %s", of, what)
}

// apiError reads an error in the form of any provider: an object with a message, or a text.
func apiError(raw json.RawMessage) error {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		if text == "" { // or null
			return nil
		}
		return &APIError{Message: clip(text, maxAPIMessage)}
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil || len(fields) == 0 {
		return nil
	}
	e := &APIError{}
	for _, key := range []string{"type", "status", "code"} {
		if e.Type == "" {
			e.Type = clip(scalar(fields[key]), maxQuoted)
		}
	}
	for _, key := range []string{"message", "detail"} {
		if e.Message == "" {
			e.Message = clip(scalar(fields[key]), maxAPIMessage)
		}
	}
	return e
}

// scalar is the text of a string or number, "" of anything else.
func scalar(raw json.RawMessage) string {
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return ""
	}
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return string(raw)
	}
	return ""
}

// unlike says that an object is no body of a provider's, and what it is instead.
func unlike(of string, body map[string]json.RawMessage) error {
	return fmt.Errorf("wire: not %s: %s", of, looksLike(of, body))
}

// looksLike says what an object is that is not what it should be, as far as its keys tell.
func looksLike(of string, body map[string]json.RawMessage) string {
	has := func(key string) bool { _, ok := body[key]; return ok }
	for _, form := range []struct {
		like string
		is   bool
	}{
		{ofMCP, has("jsonrpc")},
		{ofChat, has("choices") || has("tool_calls")},
		{ofBedrock, has("stopReason")},
		{ofOllama, has("message") && has("done")},
		{ofInteraction, has("steps")},
		{ofResponses, has("output") || scalar(body["type"]) == "function_call"},
		{ofGemini, has("candidates") || has("parts") || has("promptFeedback")},
		{ofAnthropic, has("stop_reason") || has("content") && scalar(body["type"]) == "message"},
	} {
		if form.is && form.like != of {
			return "it looks like " + form.like
		}
	}
	if len(body) == 0 {
		return "it is an empty object"
	}
	keys := make([]string, 0, len(body))
	for key := range body {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	const most = 5
	shown := make([]string, 0, most)
	for _, key := range keys[:min(most, len(keys))] {
		shown = append(shown, quote(clip(key, 32)))
	}
	if len(keys) > most {
		shown = append(shown, "…")
	}
	return "it is an object with the keys " + strings.Join(shown, ", ")
}

// isList reports whether a value is an array, and of how many items.
func isList(raw json.RawMessage) (n int, ok bool) {
	var items []json.RawMessage
	ok = json.Unmarshal(raw, &items) == nil && items != nil
	return len(items), ok
}

// firstItem is the first item of an array, nil if there is none.
func firstItem(raw json.RawMessage) json.RawMessage {
	var items []json.RawMessage
	if json.Unmarshal(raw, &items) != nil || len(items) == 0 {
		return nil
	}
	return items[0]
}
