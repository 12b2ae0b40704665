// Package show makes text that comes from elsewhere fit to be read by people and models.
package show

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Cut makes text fit for a line that people or models read: control characters and invisible ones
// are spaces, and what is beyond n runes is cut. It looks at no more than it keeps.
func Cut(s string, n int) string {
	var b strings.Builder
	count := 0
	for i, r := range s {
		if count == n {
			return strings.TrimRight(b.String(), " ") + "…"
		}
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(s[i:]); size <= 1 {
				r = '\uFFFD'
			}
		}
		if !unicode.IsGraphic(r) {
			r = ' '
		}
		b.WriteRune(r)
		count++
	}
	return b.String()
}

// CutBytes cuts s at the border of a rune, so that it has at most n bytes and the mark of the cut.
func CutBytes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

// Parse reads one JSON value, with its numbers as they are written.
func Parse(raw []byte) (v any, ok bool) {
	if !json.Valid(raw) {
		return nil, false
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	return v, dec.Decode(&v) == nil
}

// JSON is v as JSON, with <, > and & as they are. What it is given can be marshalled.
func JSON(v any) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return json.RawMessage("null")
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// Escaped is JSON with the characters escaped that a reader cannot see, or that change the order of
// other text. Its value stays the same: outside of strings JSON has none of them.
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
