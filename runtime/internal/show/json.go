package show

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
)

// Parse parses JSON; numbers keep their text. ok is false if raw is not one JSON value.
func Parse(raw []byte) (v any, ok bool) {
	if !json.Valid(raw) {
		return nil, false
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	return v, dec.Decode(&v) == nil
}

// JSON returns v as JSON without escapes for HTML. It returns null for a v that cannot be marshaled.
func JSON(v any) json.RawMessage {
	special := func(r rune) bool { return r < ' ' || r == '"' || r == '\\' || r > unicode.MaxASCII }
	if s, ok := v.(string); ok && strings.IndexFunc(s, special) < 0 {
		return json.RawMessage(`"` + s + `"`)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return json.RawMessage("null")
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// Raw returns v as JSON with invisible characters escaped. ok is false if that takes more than a number of bytes.
func Raw(v any, most int) (raw json.RawMessage, ok bool) {
	if given, is := v.(json.RawMessage); is && !json.Valid(given) {
		return nil, false
	}
	raw = Escaped(JSON(v))
	return raw, len(raw) <= most
}

// Escaped escapes the characters of JSON that are invisible or change the direction of text. The value stays the same,
// because they only occur in strings.
func Escaped(raw json.RawMessage) json.RawMessage {
	hidden := func(r rune) bool {
		return !unicode.IsGraphic(r) && r != '\n' && r != '\r' && r != '\t'
	}
	if !bytes.ContainsFunc(raw, hidden) {
		return raw
	}
	var b bytes.Buffer
	for _, r := range string(raw) {
		switch {
		case !hidden(r):
			b.WriteRune(r)
		case r > 0xffff:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.Bytes()
}
