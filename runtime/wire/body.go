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

// Format names in error messages.
const (
	nameChat      = "an OpenAI Chat Completions response"
	nameResponses = "an OpenAI Responses response"
	nameAnthropic = "an Anthropic message"
	nameGemini    = "a Gemini response"
	nameMCP       = "an MCP request"
	nameBedrock   = "a Bedrock response"
	nameCohere    = "a Cohere response"
	nameOllama    = "an Ollama response"

	nameInteraction = "a Gemini interaction"

	nameDataStream = "a data stream"
	nameUIStream   = "a UI message stream"
)

// maxAPIMessage is the length to which a provider's error message is truncated, in bytes.
const maxAPIMessage = 400

// APIError reports that the provider answered with an error instead of a response.
type APIError struct {
	Type    string // the provider's error type or code, truncated; "" if absent
	Message string // the provider's message, truncated
}

// Error quotes the provider's text, which is untrusted.
func (e *APIError) Error() string {
	s := "wire: the provider answered with an error"
	if e.Type != "" {
		s += " (" + quote(e.Type) + ")"
	}
	if e.Message != "" {
		s += ": " + strconv.Quote(e.Message) // already truncated
	}
	return s
}

// StopError reports a response without calls whose model stopped before it was done: it was truncated, it
// refused, or its stop reason announces calls that are missing. A call may be missing, and any text of the
// response is incomplete.
type StopError struct {
	Reason string // the provider's stop reason: "length", "max_tokens", "refusal", "tool_calls", …
}

// Error explains the stop reason.
func (e *StopError) Error() string {
	switch word := normalizeReason(e.Reason); {
	case slices.Contains(callReasons, word):
		return "wire: the stop reason " + quote(e.Reason) + " announces calls, but the response has none that can be read"
	case isInvalidCallReason(word):
		return "wire: the provider rejected the call in the response, and the model stopped early: " + quote(e.Reason)
	}
	return "wire: the response has no calls, and the model stopped early: " + quote(e.Reason)
}

// earlyReasons are the stop reasons of incomplete answers, of all providers.
var earlyReasons = append([]string{
	"length", "max_tokens", "max_output_tokens", "incomplete", "model_context_window_exceeded", // truncated
	"refusal", "content_filter", "safety", "recitation", "language", "blocklist", "prohibited_content", "spii", "image_safety", // refused
	"pause_turn", "queued", "in_progress", // to be continued
	"other",
}, failureReasons...)

// failureReasons are the stop reasons that leave no usable answer.
var failureReasons = []string{"error", "failed", "cancelled", "timeout", "malformed_response", "malformed_model_output", "too_many_tool_calls", "missing_thought_signature"}

// callReasons are the stop reasons of a model that waits for tool results.
var callReasons = []string{"tool_calls", "tool_call", "tool_use", "function_call", "function_calls"}

// normalizeReason returns a stop reason as spelled in the lists above.
func normalizeReason(reason string) string {
	return strings.ReplaceAll(strings.ToLower(reason), "-", "_")
}

// isInvalidCallReason reports whether the provider declared the call of the response invalid: it could not
// parse the call, or the called tool was not offered.
func isInvalidCallReason(reason string) bool {
	word := normalizeReason(reason)
	return word == "malformed_function_call" || word == "unexpected_tool_call" || word == "malformed_tool_use"
}

// stopError returns the error of a response without calls, nil if the model stopped normally.
func stopError(reason string) error {
	if word := normalizeReason(reason); isInvalidCallReason(word) || slices.Contains(earlyReasons, word) || slices.Contains(callReasons, word) {
		return &StopError{Reason: clip(reason, maxQuoted)}
	}
	return nil
}

// clearStopReasons removes an early stop reason from all calls but the last: the model completed a call before
// it started the next one, and reporting it as truncated would mislead. Calls whose arguments are not JSON keep
// the reason, since truncation may explain that.
func clearStopReasons(calls []runtime.ToolCall) []runtime.ToolCall {
	for i := range max(len(calls)-1, 0) {
		if call := &calls[i]; slices.Contains(earlyReasons, normalizeReason(call.StopReason)) && json.Valid([]byte(call.Arguments)) {
			call.StopReason = ""
		}
	}
	return calls
}

// openBody decodes the top-level object of a response body. It returns an [*APIError] if that holds the
// provider's error.
func openBody(data []byte, formatName string) (map[string]json.RawMessage, error) {
	var body map[string]json.RawMessage
	if err := json.Unmarshal(data, &body); err != nil {
		return nil, decodeError(formatName, err)
	}
	if body == nil {
		return nil, fmt.Errorf("wire: not %s: got null", formatName)
	}
	if err := apiError(body["error"]); err != nil {
		return nil, err
	}
	return body, nil
}

// decodeError describes a JSON decoding error in terms of the provider's format. Go types of this package would
// mean nothing to the reader.
func decodeError(formatName string, err error) error {
	var mistyped *json.UnmarshalTypeError
	if !errors.As(err, &mistyped) {
		return fmt.Errorf("wire: not %s: %w", formatName, err)
	}
	what := strings.Fields(mistyped.Value)[0] // "number 1.5"
	if field := strings.TrimLeft(mistyped.Field, "."); field != "" {
		return fmt.Errorf("wire: not %s: %s has type %s", formatName, quote(field), what)
	}
	return fmt.Errorf("wire: not %s: it has type %s", formatName, what)
}

// apiError reads the error member of any provider: an object with a message, or a string. It returns nil if
// there is no error.
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

// scalar returns the text of a string or number, "" for anything else.
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

// wrongFormat returns an error that names the format that the object seems to have.
func wrongFormat(formatName string, body map[string]json.RawMessage) error {
	return fmt.Errorf("wire: not %s: %s", formatName, looksLike(formatName, body))
}

// looksLike guesses from its keys which other format an object has.
func looksLike(formatName string, body map[string]json.RawMessage) string {
	has := func(key string) bool { _, ok := body[key]; return ok }
	for _, form := range []struct {
		like string
		is   bool
	}{
		{nameMCP, has("jsonrpc")},
		{nameChat, has("choices") || has("tool_calls")},
		{nameBedrock, has("stopReason")},
		{nameOllama, has("message") && has("done")},
		{nameInteraction, has("steps")},
		{nameResponses, has("output") || scalar(body["type"]) == "function_call"},
		{nameGemini, has("candidates") || has("parts") || has("promptFeedback")},
		{nameAnthropic, has("stop_reason") || has("content") && scalar(body["type"]) == "message"},
	} {
		if form.is && form.like != formatName {
			return "it looks like " + form.like
		}
	}
	if len(body) == 0 {
		return "got an empty object"
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
	return "got an object with the keys " + strings.Join(shown, ", ")
}

// isList reports whether raw is an array, and its length.
func isList(raw json.RawMessage) (n int, ok bool) {
	var items []json.RawMessage
	ok = json.Unmarshal(raw, &items) == nil && items != nil
	return len(items), ok
}

// firstItem returns the first item of an array, nil if there is none.
func firstItem(raw json.RawMessage) json.RawMessage {
	var items []json.RawMessage
	if json.Unmarshal(raw, &items) != nil || len(items) == 0 {
		return nil
	}
	return items[0]
}
