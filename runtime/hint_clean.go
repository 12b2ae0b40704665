package runtime

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Widths of foreign text in a hint, in runes.
const (
	maxNameInHint  = 64  // the name of a tool
	maxPathInHint  = 96  // the path of a field
	maxGotInHint   = 64  // a value that came
	maxValueInHint = 96  // an allowed value, in bytes
	maxTextInHint  = 200 // a rule's message, a foreign error
	maxLabelInHint = 100 // a description within a question
)

// clean makes foreign text harmless and short: at most n runes, no control characters, no
// invisible or direction-changing ones, no line breaks, no invalid UTF-8. What it replaces stays
// visible as an escape. Its cost does not depend on the length of s beyond the cut.
func clean(s string, n int) string {
	s = clip(s, n)
	if showsAsIs(s) {
		return s
	}
	for i, r := range s {
		if !printable(r) || r == utf8.RuneError {
			return cleanFrom(s, i)
		}
	}
	return s
}

func cleanFrom(s string, at int) string {
	var b strings.Builder
	b.WriteString(s[:at])
	for _, r := range s[at:] {
		switch {
		case printable(r):
			b.WriteRune(r)
		case r == '\n' || r == '\r' || r == '\t' || r == '\u2028' || r == '\u2029' || r == '\u0085':
			b.WriteByte(' ')
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	return b.String()
}

// printable reports whether a rune shows as itself on one line. Spaces other than " " do not:
// some are invisible, some break lines.
func printable(r rune) bool { return unicode.IsPrint(r) }

// quoteCut quotes foreign text within a sentence, cut to n runes.
func quoteCut(s string, n int) string { return quote(clip(s, n)) }

// appendCode is quoteCode without the text in between.
func appendCode(b []byte, s string) []byte {
	if !plainJSON(s) && strings.ContainsAny(s, "\\\"") && strconv.CanBackquote(s) && clean(s, len(s)) == s {
		return append(append(append(b, '`'), s...), '`')
	}
	return appendQuote(b, s)
}

// rawValue is the JSON of a value, with every character that does not show escaped. ok is false
// where it cannot be said in max bytes.
func rawValue(v any, max int) (raw json.RawMessage, ok bool) {
	switch v := v.(type) {
	case json.RawMessage:
		if len(v) > max || !json.Valid(v) {
			return nil, false
		}
		raw = v
	case string:
		if len(v) > max {
			return nil, false
		}
		raw = json.RawMessage(jsonText(v))
	default:
		b, err := rawJSON(v)
		if err != nil {
			return nil, false
		}
		raw = b
	}
	raw = escapeUnprintable(raw)
	return raw, len(raw) <= max
}

// rawJSON is json.Marshal without the escapes for HTML.
func rawJSON(v any) (json.RawMessage, error) {
	if s, ok := v.(string); ok && plainJSON(s) {
		return json.RawMessage(`"` + s + `"`), nil
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// escapeUnprintable writes characters that do not show as \u escapes. In JSON text they can only
// stand inside strings, where an escape means the same.
func escapeUnprintable(raw []byte) []byte {
	if showsAsIs(string(raw)) {
		return raw
	}
	sound := true
	for _, r := range string(raw) {
		if !printable(r) && r != '\n' && r != '\t' && r != '\r' {
			sound = false
			break
		}
	}
	if sound {
		return raw
	}
	var b []byte
	for _, r := range string(raw) {
		switch {
		case printable(r) || r == '\n' || r == '\t' || r == '\r':
			b = utf8.AppendRune(b, r)
		case r < 0x10000:
			b = fmt.Appendf(b, `\u%04x`, r)
		default:
			hi, lo := utf16.EncodeRune(r)
			b = fmt.Appendf(b, `\u%04x\u%04x`, hi, lo)
		}
	}
	return b
}

// rawValues parses the JSON values of a field's enum; what is no JSON is skipped.
func rawValues(texts []string) []json.RawMessage {
	values := make([]json.RawMessage, 0, len(texts))
	for _, text := range texts {
		if json.Valid([]byte(text)) {
			values = append(values, json.RawMessage(text))
		}
	}
	return values
}

// cleanGot is what came, short enough to show: strings cut, other scalars as they are, nothing
// else.
func cleanGot(got any) any {
	switch v := got.(type) {
	case string:
		if s := clean(v, maxGotInHint); s != v {
			return s
		}
		return got
	case json.Number:
		if len(v) > maxGotInHint || !json.Valid([]byte(v)) {
			return clean(string(v), maxGotInHint)
		}
		return got
	case bool, int, int32, int64, uint32, uint64:
		return got
	case float32, float64:
		if raw, ok := rawValue(v, maxGotInHint); ok {
			return json.Number(raw)
		}
	}
	return nil
}

// firstSentence is the beginning of a description: its first sentence or line, without the full stop,
// cut.
func firstSentence(s string) string {
	s = strings.TrimSpace(clip(s, 4*maxLabelInHint))
	if i := strings.IndexAny(s, "\r\n"); i >= 0 {
		s = s[:i]
	}
	for i := 0; i < len(s); i++ {
		if s[i] != '.' && s[i] != '!' && s[i] != '?' {
			continue
		}
		next, _ := utf8.DecodeRuneInString(strings.TrimLeft(s[i+1:], " "))
		if strings.HasPrefix(s[i+1:], " ") && (unicode.IsUpper(next) || !unicode.IsLetter(next)) && !abbreviated(s[:i]) {
			if s[i] == '?' {
				i++ // or it would be none
			}
			s = s[:i]
			break
		}
	}
	return clean(strings.TrimRight(strings.TrimSpace(s), ".:;,"), 2*maxLabelInHint)
}

// abbreviated reports whether a text ends in a single letter or a known short form, so that the
// full stop after it ends no sentence: "e.g. USD".
func abbreviated(s string) bool {
	word := s[strings.LastIndexAny(s, " .(")+1:]
	return utf8.RuneCountInString(word) <= 1 || word == "etc" || word == "No" || word == "vs"
}
