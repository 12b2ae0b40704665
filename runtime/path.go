package runtime

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxKeyInPath bounds the bytes of one key within the Field of an issue. Keys come from the
// call: without a bound, a hundred issues below one enormous key would multiply the input.
const maxKeyInPath = 256

// pathStep is one step of a dotted path.
type pathStep struct {
	Key     string
	Index   int // of an array item; -1 for "[]", which stands for every item
	IsIndex bool
}

// Pointer gives the JSON Pointer (RFC 6901) of a dotted path as issues carry it:
// `Lines[2].Amount` is `/Lines/2/Amount`, `filter["a.b"]` is `/filter/a.b`. The empty path is
// the whole value, whose pointer is empty too. The step `[]`, any item, becomes `-`.
func Pointer(field string) string {
	var b strings.Builder
	for _, step := range splitPath(field) {
		b.WriteByte('/')
		switch {
		case step.IsIndex && step.Index < 0:
			b.WriteByte('-')
		case step.IsIndex:
			b.WriteString(strconv.Itoa(step.Index))
		default:
			b.WriteString(pointerEscaper.Replace(step.Key))
		}
	}
	return b.String()
}

var (
	pointerEscaper = strings.NewReplacer("~", "~0", "/", "~1")
)

// splitPath takes a dotted path apart. It never fails: what is no proper step is taken as part
// of a key, since paths also come from the texts of foreign errors.
func splitPath(field string) []pathStep {
	if field == "" {
		return nil
	}
	n := 1
	for i := range len(field) {
		if field[i] == '.' || field[i] == '[' {
			n++
		}
	}
	return appendSteps(make([]pathStep, 0, min(n, 8)), field)
}

// appendSteps is splitPath with memory for its result.
func appendSteps(steps []pathStep, field string) []pathStep {
	for field != "" {
		if field[0] == '[' {
			if step, rest, ok := bracketStep(field); ok {
				steps = append(steps, step)
				field = strings.TrimPrefix(rest, ".")
				continue
			}
		}
		end := 1
		for end < len(field) && field[end] != '.' && field[end] != '[' {
			end++
		}
		steps = append(steps, pathStep{Key: field[:end]})
		if field = field[end:]; field != "" && field[0] == '.' {
			field = field[1:]
		}
	}
	return steps
}

// bracketStep reads the leading [3], [] or ["key"] of a path.
func bracketStep(field string) (step pathStep, rest string, ok bool) {
	if strings.HasPrefix(field, "[]") {
		return pathStep{Index: -1, IsIndex: true}, field[2:], true
	}
	if strings.HasPrefix(field, `["`) {
		quoted, err := strconv.QuotedPrefix(field[1:])
		if err != nil || !strings.HasPrefix(field[1+len(quoted):], "]") {
			return step, field, false
		}
		key, err := strconv.Unquote(quoted)
		return pathStep{Key: key}, field[len(quoted)+2:], err == nil
	}
	end := strings.IndexByte(field, ']')
	if end < 0 {
		return step, field, false
	}
	n, err := strconv.Atoi(field[1:end])
	if err != nil || n < 0 {
		return step, field, false
	}
	return pathStep{Index: n, IsIndex: true}, field[end+1:], true
}

// joinSteps is the opposite of splitPath.
func joinSteps(steps []pathStep) string {
	path := ""
	for i := len(steps) - 1; i >= 0; i-- {
		step := "[]"
		switch {
		case !steps[i].IsIndex:
			step = keyStep(steps[i].Key)
		case steps[i].Index >= 0:
			step = indexStep(steps[i].Index)
		}
		path = joinPath(step, path)
	}
	return path
}

// JoinKey is the dotted path of the member that the object at a path has under a key, as issues carry it: it
// is "Lines[2].Amount" for "Lines[2]" and "Amount", and `filter["a.b"]` for "filter" and "a.b". The whole
// value has the empty path.
func JoinKey(path, key string) string {
	step := keyStep(key)
	if path == "" || step[0] == '[' {
		return path + step
	}
	return path + "." + step
}

// keyStep renders a key as a step: itself where it is an identifier, else quoted in brackets. The
// step never shares memory with the key, because issues outlive the input.
func keyStep(key string) string {
	if len(key) > maxKeyInPath {
		at := maxKeyInPath
		for at > maxKeyInPath-utf8.UTFMax && !utf8.RuneStart(key[at]) {
			at--
		}
		key = key[:at] + "…"
	}
	if isIdentifier(key) {
		return strings.Clone(key)
	}
	return "[" + strconv.Quote(key) + "]"
}

// indexStep renders an array index as a step.
func indexStep(i int) string { return "[" + strconv.Itoa(i) + "]" }

// joinPath puts a rendered step in front of a path.
func joinPath(step, path string) string {
	if path == "" {
		return step
	}
	if path[0] == '[' {
		return step + path
	}
	return step + "." + path
}

// joinIndex is joinPath for the step of an array index.
func joinIndex(index int, path string) string {
	var room [64]byte // most paths fit, so that only the result is allocated
	b := strconv.AppendInt(append(room[:0], '['), int64(index), 10)
	b = append(b, ']')
	if path != "" && path[0] != '[' {
		b = append(b, '.')
	}
	return string(append(b, path...))
}

// isIdentifier reports whether a key stands in a path without quotes: it is a Go identifier or
// a Go keyword.
func isIdentifier(key string) bool {
	// Nearly all keys are ASCII, for which bytes do as well as runes, in half the time.
	ascii := 0
	for ascii < len(key) && isIdentifierByte(key[ascii]) {
		ascii++
	}
	if ascii == len(key) {
		return key != "" && !isDigit(key[0])
	}
	for i, r := range key {
		switch {
		case r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z':
		case i > 0 && '0' <= r && r <= '9':
		case r >= utf8.RuneSelf && r != utf8.RuneError && (unicode.IsLetter(r) || i > 0 && unicode.IsDigit(r)):
		default:
			return false
		}
	}
	return key != ""
}

// isIdentifierByte reports whether c is an ASCII letter, a digit or an underscore.
func isIdentifierByte(c byte) bool { return isLetter(c) || isDigit(c) || c == '_' }

// lastKey is the last key of a path, "" where it has none.
func lastKey(steps []pathStep) string {
	for i := len(steps) - 1; i >= 0; i-- {
		if !steps[i].IsIndex {
			return steps[i].Key
		}
	}
	return ""
}
