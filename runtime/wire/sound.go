package wire

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
)

// maxReplayed is how much of unreadable arguments is written back into a conversation, in bytes.
const maxReplayed = 1024

// Arguments are a call's arguments as they can stand in a conversation: an object, whatever the
// model wrote. An object is kept byte for byte, but for characters that are not Unicode; anything
// else becomes {"unreadable_arguments": "…"} with what the model wrote, cut, so that the model
// still sees what its hint is about.
func Arguments(call runtime.ToolCall) json.RawMessage {
	raw := json.RawMessage(strings.Trim(call.Arguments, " \t\r\n"))
	switch {
	case len(raw) == 0:
		return json.RawMessage("{}")
	case raw[0] == '{' && json.Valid(raw):
		return unicodeOnly(raw)
	}
	return marshal(struct {
		Text string `json:"unreadable_arguments"`
	}{clip(call.Arguments, maxReplayed)})
}

// Payload is the result of an output as JSON that every provider takes: null where there is none,
// a string where it is no JSON, and without characters that are not Unicode.
func Payload(out runtime.ToolOutput) json.RawMessage {
	switch {
	case len(bytes.TrimSpace(out.Payload)) == 0:
		return json.RawMessage("null")
	case json.Valid(out.Payload):
		return unicodeOnly(bytes.TrimSpace(out.Payload))
	}
	return marshal(strings.ToValidUTF8(string(out.Payload), "\uFFFD"))
}

// unicodeOnly replaces invalid UTF-8 and escapes of half a surrogate pair in valid JSON by U+FFFD.
// encoding/json passes both on in raw messages, and providers refuse the whole request for them.
func unicodeOnly(raw json.RawMessage) json.RawMessage {
	if !utf8.Valid(raw) {
		raw = bytes.ToValidUTF8(raw, []byte("\uFFFD"))
	}
	if !bytes.Contains(raw, []byte(`\u`)) {
		return raw
	}
	var mended []byte
	kept := 0 // everything before is in mended already
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		switch unit := escaped(raw[i:]); {
		case unit < 0:
			i++ // an escape of another kind; the character after it may be a backslash
		case !isSurrogate(unit):
			i += 5
		case unit < lowSurrogate && isLow(escaped(raw[i+6:])):
			i += 11
		default:
			mended = append(append(mended, raw[kept:i]...), `\ufffd`...)
			i += 5
			kept = i + 1
		}
	}
	if mended == nil {
		return raw
	}
	return append(mended, raw[kept:]...)
}

const (
	highSurrogate = 0xD800
	lowSurrogate  = 0xDC00
	endSurrogate  = 0xE000
)

func isSurrogate(unit int) bool { return unit >= highSurrogate && unit < endSurrogate }
func isLow(unit int) bool       { return unit >= lowSurrogate && unit < endSurrogate }

// escaped is the code unit of the \u escape at the beginning of a text, -1 if none is there.
func escaped(raw []byte) int {
	if len(raw) < 6 || raw[0] != '\\' || raw[1] != 'u' {
		return -1
	}
	unit, err := strconv.ParseUint(string(raw[2:6]), 16, 16)
	if err != nil {
		return -1
	}
	return int(unit)
}

// written is a call's arguments as the model wrote them. Where a provider's shape has a JSON
// string, they are what is in it; any other JSON is the text of the arguments itself.
func written(raw json.RawMessage) string {
	var s string
	if len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}
