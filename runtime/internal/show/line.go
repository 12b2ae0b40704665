package show

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/shown"
)

// Widths of foreign text in a hint, in runes.
const (
	MaxName  = 64  // the name of a tool
	MaxPath  = 96  // the path of a field
	MaxGot   = 64  // a value that came
	MaxValue = 96  // an allowed value, in bytes
	MaxText  = 200 // a rule's message, a foreign error
)

// Clean makes foreign text harmless and short: at most n runes, no control characters, no
// invisible or direction-changing ones, no line breaks, no invalid UTF-8. What it replaces stays
// visible as an escape. Its cost does not depend on the length of s beyond the cut.
func Clean(s string, n int) string {
	s = shown.Clip(s, n)
	if !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError }) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case unicode.IsPrint(r):
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

// Quote quotes foreign text within a sentence, cut to n runes.
func Quote(s string, n int) string { return strconv.Quote(shown.Clip(s, n)) }

// Raw is the JSON of a value, with every character that does not show escaped. It is not ok where that
// takes more than a number of bytes.
func Raw(v any, most int) (raw json.RawMessage, ok bool) {
	if given, is := v.(json.RawMessage); is && !json.Valid(given) {
		return nil, false
	}
	raw = Escaped(JSON(v))
	return raw, len(raw) <= most
}

// withoutEscapes undoes the escapes that json.Marshal makes for HTML. An escaped backslash begins none of them.
var withoutEscapes = strings.NewReplacer(`\\`, `\\`, `\u003c`, "<", `\u003e`, ">", `\u0026`, "&")

// Unescaped is JSON without the escapes of <, > and & that json.Marshal makes for HTML.
func Unescaped(raw []byte) []byte { return []byte(withoutEscapes.Replace(string(raw))) }

// Name shows a name bare where it is an identifier, else quoted.
func Name(name string) string {
	if fieldpath.IsIdentifier(name) {
		return name
	}
	return strconv.Quote(name)
}

// Path shows the path of a field. Keys that are no identifiers stand in quotes within it, so
// that the path cannot be mistaken for words around it.
func Path(path string) string {
	steps := fieldpath.Split(path)
	switch {
	case path == "":
		return "the whole value"
	case len(path) > MaxPath, fieldpath.Join(steps) != path:
		return strconv.Quote(path)
	case len(steps) == 1 && !steps[0].IsIndex && !fieldpath.IsIdentifier(steps[0].Key):
		return strconv.Quote(steps[0].Key)
	}
	return path
}

// Scalar is what came, short enough to show: strings cut, other scalars as they are, nothing else.
func Scalar(got any) any {
	switch v := shown.Scalar(got).(type) {
	case string:
		return Clean(v, MaxGot)
	case json.Number:
		if !json.Valid([]byte(v)) {
			return Clean(string(v), MaxGot)
		}
		return v
	default:
		return v
	}
}
