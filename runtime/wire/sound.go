package wire

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/lazy"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// maxReplayed is the length to which unreadable arguments are truncated when they are replayed, in bytes.
const maxReplayed = 1024

// Arguments returns a call's arguments in a form that every provider accepts in a conversation: always an
// object. An object is kept byte for byte, except that invalid Unicode is replaced. Anything else becomes
// {"unreadable_arguments": "…"} with the truncated text, so that the model still sees what its hint refers to.
func Arguments(call runtime.ToolCall) json.RawMessage {
	raw := json.RawMessage(strings.Trim(call.Arguments, blanks))
	switch {
	case len(raw) == 0:
		return json.RawMessage("{}")
	case raw[0] == '{' && json.Valid(raw):
		return unicodeOnly(raw)
	}
	return show.JSON(struct {
		Text string `json:"unreadable_arguments"`
	}{clip(call.Arguments, maxReplayed)})
}

// Payload returns an output's result as JSON that every provider accepts: null if there is none, a string if it
// is not JSON, and with invalid Unicode replaced.
func Payload(out runtime.ToolOutput) json.RawMessage {
	switch {
	case len(bytes.TrimSpace(out.Payload)) == 0:
		return json.RawMessage("null")
	case json.Valid(out.Payload):
		return unicodeOnly(bytes.TrimSpace(out.Payload))
	}
	return show.JSON(strings.ToValidUTF8(string(out.Payload), "\uFFFD"))
}

// surrogates matches a pair of surrogate escapes, a lone one, or another escape.
var surrogates = lazy.Pattern(`\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u[dD][89a-fA-F]..|\\.`)

// unicodeOnly replaces invalid UTF-8 and lone surrogate escapes in valid JSON by U+FFFD. encoding/json keeps
// both in raw messages, and providers reject the whole request because of them.
func unicodeOnly(raw json.RawMessage) json.RawMessage {
	if !utf8.Valid(raw) {
		raw = bytes.ToValidUTF8(raw, []byte("\uFFFD"))
	}
	if !bytes.Contains(raw, []byte(`\u`)) {
		return raw
	}
	return surrogates().ReplaceAllFunc(raw, func(escape []byte) []byte {
		if len(escape) == len(`\udfff`) {
			return []byte(`\ufffd`)
		}
		return escape
	})
}
