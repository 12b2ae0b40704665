package wire

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
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
	switch stopKindOf(e.Reason) {
	case stopForCalls:
		return "wire: the stop reason " + quote(e.Reason) + " announces calls, but the response has none that can be read"
	case stopBadCall:
		return "wire: the provider rejected the call in the response, and the model stopped early: " + quote(e.Reason)
	}
	return "wire: the response has no calls, and the model stopped early: " + quote(e.Reason)
}

// stopKind classifies the stop reasons of all providers.
type stopKind int

const (
	stopDone     stopKind = iota // or unknown
	stopForCalls                 // the model waits for tool results
	stopEarly                    // the answer was truncated, was refused, or is to be continued
	stopFailed                   // there is no usable answer
	stopBadCall                  // the provider could not parse the call, or its tool was not offered
)

var stopReasons = [...]string{
	stopForCalls: "tool_calls tool_call tool_use function_call function_calls",
	stopEarly: "length max_tokens max_output_tokens incomplete model_context_window_exceeded pause_turn queued in_progress other " +
		"refusal content_filter safety recitation language blocklist prohibited_content spii image_safety",
	stopFailed:  "error failed cancelled timeout malformed_response malformed_model_output too_many_tool_calls missing_thought_signature",
	stopBadCall: "malformed_function_call unexpected_tool_call malformed_tool_use",
}

func stopKindOf(reason string) stopKind {
	word := strings.ReplaceAll(strings.ToLower(reason), "-", "_")
	for kind, words := range stopReasons {
		if slices.Contains(strings.Fields(words), word) {
			return stopKind(kind)
		}
	}
	return stopDone
}

// stopError returns the error of a response without calls, nil if the model stopped normally.
func stopError(reason string) error {
	if stopKindOf(reason) == stopDone {
		return nil
	}
	return &StopError{Reason: clip(reason, maxQuoted)}
}

// openBody returns the top-level object of a response body, or an [*APIError] if that holds the provider's error.
func openBody(data []byte, formatName string) (value, error) {
	var body json.RawMessage
	if err := json.Unmarshal(data, &body); err != nil {
		return nil, fmt.Errorf("wire: not %s: %w", formatName, err)
	}
	v := value(bytes.TrimSpace(body))
	if !v.Is('{') {
		kinds := map[byte]string{'[': "an array", '"': "a string", 'n': "null", 't': "a boolean", 'f': "a boolean"}
		return nil, fmt.Errorf("wire: not %s: got %s", formatName, cmp.Or(kinds[v[0]], "a number"))
	}
	return v, providerError(v.Get("error"))
}

// wrap puts text around a value.
func wrap(before string, v value, after string) value {
	return slices.Concat(value(before), v, value(after))
}

// orMessage returns a function that accepts a whole answer, which has the member holder, and wraps a bare message, which
// has another one.
func orMessage(formatName, holder, member, before, after string) func(body value) (value, error) {
	return func(body value) (value, error) {
		switch {
		case body.Has(holder):
			return body, nil
		case !body.Has(member) || body.Has("choices") || body.Has("stop_reason"):
			return nil, wrongFormat(formatName, body)
		}
		return wrap(before, body, after), nil
	}
}

// wrongFormat returns an error that names the format that the object seems to have.
func wrongFormat(formatName string, body value) error {
	return fmt.Errorf("wire: not %s: %s", formatName, looksLike(formatName, body))
}

// looksLike guesses from its keys which other format an object has.
func looksLike(formatName string, body value) string {
	kind := body.Get("type").Text()
	for _, form := range []struct {
		like string
		is   bool
	}{
		{nameMCP, body.Has("jsonrpc")},
		{nameChat, body.Has("choices") || body.Has("tool_calls")},
		{nameBedrock, body.Has("stopReason")},
		{nameOllama, body.Has("message") && body.Has("done")},
		{nameInteraction, body.Has("steps")},
		{nameResponses, body.Has("output") || kind == "function_call"},
		{nameGemini, body.Has("candidates") || body.Has("parts") || body.Has("promptFeedback")},
		{nameAnthropic, body.Has("stop_reason") || body.Has("content") && kind == "message"},
	} {
		if form.is && form.like != formatName {
			return "it looks like " + form.like
		}
	}
	var keys []string
	for key := range body.Members() {
		const most = 5
		if len(keys) == most {
			keys = append(keys, "…")
			break
		}
		keys = append(keys, quote(clip(key.Text(), 32)))
	}
	if len(keys) == 0 {
		return "got an empty object"
	}
	return "got an object with the keys " + strings.Join(keys, ", ")
}
