// Package fieldpath reads and writes the dotted paths of issues, such as Lines[2].Amount.
package fieldpath

import (
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxKeyInPath bounds the bytes of one key within the Field of an issue. Keys come from the
// call: without a bound, a hundred issues below one enormous key would multiply the input.
const maxKeyInPath = 256

// Step is one step of a dotted path.
type Step struct {
	Key     string
	Index   int // of an array item; -1 for "[]", which stands for every item
	IsIndex bool
}

// Split takes a dotted path apart. It never fails: what is no proper step is part of a key, since paths also come from
// the texts of foreign errors.
func Split(field string) []Step { return split(field, false) }

// Rest is the key of a step that stands for every key of an object that the schema does not name. Keys are
// UTF-8, which this is not, so that none is mistaken for it.
const Rest = "\xff{}"

// Pattern takes the path of a field apart, as rules and tables of fields write it: "[]" is every item of an
// array, and "{}" is [Rest].
func Pattern(path string) []Step { return split(path, true) }

func split(path string, pattern bool) (steps []Step) {
	for path != "" {
		step, rest, ok := Bracket(path)
		switch {
		case ok:
		case pattern && strings.HasPrefix(path, "{}"):
			step, rest = Step{Key: Rest}, path[2:]
		default:
			end := 1
			for end < len(path) && path[end] != '.' && path[end] != '[' && !(pattern && strings.HasPrefix(path[end:], "{}")) {
				end++
			}
			step, rest = Step{Key: path[:end]}, path[end:]
		}
		steps, path = append(steps, step), strings.TrimPrefix(rest, ".")
	}
	return steps
}

// Bracket reads the leading [3], [] or ["key"] of a path.
func Bracket(field string) (step Step, rest string, ok bool) {
	if strings.HasPrefix(field, "[]") {
		return Step{Index: -1, IsIndex: true}, field[2:], true
	}
	if strings.HasPrefix(field, `["`) {
		quoted, err := strconv.QuotedPrefix(field[1:])
		if err != nil || !strings.HasPrefix(field[1+len(quoted):], "]") {
			return step, field, false
		}
		key, err := strconv.Unquote(quoted)
		return Step{Key: key}, field[len(quoted)+2:], err == nil
	}
	end := strings.IndexByte(field, ']')
	if end < 0 || field[0] != '[' {
		return step, field, false
	}
	n, err := strconv.Atoi(field[1:end])
	if err != nil || n < 0 {
		return step, field, false
	}
	return Step{Index: n, IsIndex: true}, field[end+1:], true
}

// Join is the opposite of [Split].
func Join(steps []Step) string {
	path := ""
	for i := len(steps) - 1; i >= 0; i-- {
		step := "[]"
		switch {
		case !steps[i].IsIndex:
			step = Key(steps[i].Key)
		case steps[i].Index >= 0:
			step = Index(steps[i].Index)
		}
		path = Prefix(step, path)
	}
	return path
}

// Key renders a key as a step: itself where it is an identifier, else quoted in brackets. The
// step never shares memory with the key, because issues outlive the input.
func Key(key string) string {
	if len(key) > maxKeyInPath {
		at := maxKeyInPath
		for at > maxKeyInPath-utf8.UTFMax && !utf8.RuneStart(key[at]) {
			at--
		}
		key = key[:at] + "…"
	}
	if IsIdentifier(key) {
		return strings.Clone(key)
	}
	return "[" + strconv.Quote(key) + "]"
}

// Index renders an array index as a step.
func Index(i int) string { return "[" + strconv.Itoa(i) + "]" }

// Prefix puts a rendered step in front of a path.
func Prefix(step, path string) string {
	if path == "" {
		return step
	}
	if path[0] == '[' {
		return step + path
	}
	return step + "." + path
}

// PrefixIndex is [Prefix] for the step of an array index.
func PrefixIndex(index int, path string) string {
	var room [64]byte // most paths fit, so that only the result is allocated
	b := strconv.AppendInt(append(room[:0], '['), int64(index), 10)
	b = append(b, ']')
	if path != "" && path[0] != '[' {
		b = append(b, '.')
	}
	return string(append(b, path...))
}

// Leads reports whether a path is another one or leads to it.
func Leads(outer, inner string) bool {
	rest, ok := strings.CutPrefix(inner, outer)
	return ok && (rest == "" || outer == "" || rest[0] == '.' || rest[0] == '[')
}

// IsIdentifier reports whether a key stands in a path without quotes: it is a Go identifier or
// a Go keyword.
func IsIdentifier(key string) bool {
	for i, r := range key {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return key != ""
}

// AnyIndex is a path with every index replaced by "[]".
func AnyIndex(field string) string {
	steps := Split(field)
	for i := range steps {
		if steps[i].IsIndex {
			steps[i].Index = -1
		}
	}
	return Join(steps)
}

// LastKey is the last key of a path, "" where it has none.
func LastKey(steps []Step) string {
	for i := len(steps) - 1; i >= 0; i-- {
		if !steps[i].IsIndex {
			return steps[i].Key
		}
	}
	return ""
}

// Pointer returns the JSON Pointer (RFC 6901) of a dotted path as issues carry it:
// `Lines[2].Amount` is `/Lines/2/Amount`, `filter["a.b"]` is `/filter/a.b`. The empty path is
// the whole value, whose pointer is empty too. The step `[]`, any item, becomes `-`.
func Pointer(field string) string {
	var b strings.Builder
	for _, step := range Split(field) {
		b.WriteByte('/')
		switch {
		case step.IsIndex && step.Index < 0:
			b.WriteByte('-')
		case step.IsIndex:
			b.WriteString(strconv.Itoa(step.Index))
		default:
			b.WriteString(PointerKey(step.Key))
		}
	}
	return b.String()
}

// PointerKey escapes a key for a JSON Pointer (RFC 6901, section 3).
func PointerKey(key string) string { return strings.NewReplacer("~", "~0", "/", "~1").Replace(key) }

// Resolve returns a reference as a URI.
func Resolve(base, ref string) string {
	b, err := url.Parse(base)
	if err != nil {
		return ref
	}
	to, err := b.Parse(ref)
	if err != nil {
		return ref
	}
	return to.String()
}

// PointerKeys returns the keys and indexes of a JSON Pointer in a URI fragment (RFC 6901, section 6).
func PointerKeys(fragment string) []string {
	if plain, err := url.PathUnescape(fragment); err == nil {
		fragment = plain
	}
	keys := strings.Split(strings.TrimPrefix(fragment, "/"), "/")
	for i, key := range keys {
		keys[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(key)
	}
	return keys
}

// JoinKey is the dotted path of the member that the object at a path has under a key, as issues carry it: it
// is "Lines[2].Amount" for "Lines[2]" and "Amount", and `filter["a.b"]` for "filter" and "a.b". The whole
// value has the empty path.
func JoinKey(path, key string) string {
	if path == "" {
		return Key(key)
	}
	return Prefix(path, Key(key))
}
