package gencode

import (
	"bytes"
	"slices"

	"github.com/toolgen/toolgen/runtime"
)

// If a tool's rules say blankIsMissing, blank text and null count as absent: for required, for the groups of fields
// in rules and for has in rules. An optional null is then dropped, as under NullIsAbsent, unless the schema accepts
// null.

// Blank reports whether a text consists of JSON white space only.
func Blank(s string) bool {
	for i := range len(s) {
		switch s[i] {
		case ' ', '\t', '\r', '\n':
		default:
			return false
		}
	}
	return true
}

// Filled reports whether an optional text is there and not blank.
func Filled[T ~string](v *T) bool { return v != nil && !Blank(string(*v)) }

// FilledText is Filled for what [runtime.Nullable.Get] returns.
func FilledText[T ~string](v T, ok bool) bool { return ok && !Blank(string(v)) }

// FilledValue is Filled for what [runtime.Nullable.Get] returns of values that are no text.
func FilledValue[T any](v T, ok bool) bool { return ok && FilledAny(v) }

// FilledAny reports whether a value of any type is neither null nor blank.
func FilledAny(v any) bool {
	text, isText := v.(string)
	return v != nil && (!isText || !Blank(text))
}

// Filled records required at the current place if a required text is blank, and reports whether it
// is not.
func (c *Checker) Filled(s string) bool {
	if Blank(s) {
		c.Issue("required", nil, s)
		return false
	}
	return true
}

// blankIsAbsent deals with the value that is next, of the key at which o is, if it counts as absent: a
// required one is missing, an optional null is dropped. It reports whether it did.
func (d *Decoder) blankIsAbsent(o *Object) bool {
	i, null := o.Index, false
	switch d.src[d.pos] {
	case 'n':
		if null = string(d.src[d.pos:d.pos+4]) == "null"; !null {
			return false
		}
	case '"':
		if !d.blankText() {
			return false
		}
	default:
		return false
	}
	if !o.Spec.required(i) {
		return null && !o.Spec.nullable(i) && d.dropNull(o)
	}
	var got any
	if !null {
		got, _ = d.text()
	} else {
		d.Skip()
	}
	o.markUnsound(i)
	d.Issue("required", nil, got)
	d.settleMember(o, o.Spec.Keys[i], i)
	return true
}

// dropNull drops the null that is next, and is true.
func (d *Decoder) dropNull(o *Object) bool {
	i, start := o.Index, d.pos
	d.pos += len("null")
	d.absent = append(d.absent, extent{start, d.pos})
	d.note(runtime.ReceiptNull, nil)
	if d.events != o.walk.events {
		d.settleMember(o, o.Spec.Keys[i], i)
	}
	o.more().dropped.set(i)
	return true
}

// blankText reports whether the string that is next is blank.
func (d *Decoder) blankText() bool {
	for p := d.pos + 1; ; p++ {
		switch d.src[p] {
		case ' ':
		case '"':
			return true
		case '\\':
			switch p++; d.src[p] {
			case 't', 'n', 'r':
			case 'u':
				// The padding after the input is as long as the digits.
				switch string(bytes.ToLower(d.src[p+1 : p+5])) {
				case "0020", "0009", "000a", "000d":
					p += 4
				default:
					return false
				}
			default:
				return false
			}
		default:
			return false
		}
	}
}

// extent is the part of the text that a value takes.
type extent struct{ at, stop int }

// absence stands for a member that was read as absent, in a value that is read again.
type absence struct{}

// isAbsent reports whether the value at an offset was read as absence.
func (d *Decoder) isAbsent(at int) bool {
	_, found := slices.BinarySearchFunc(d.absent, at, func(e extent, at int) int { return e.at - at })
	return found
}

// withoutAbsent removes the members that were read as absent.
func withoutAbsent(m map[string]any) {
	for key, value := range m {
		if _, is := value.(absence); is {
			delete(m, key)
		}
	}
}

// textRead is the text from one offset to another, without the members that were read as absent.
func (d *Decoder) textRead(from, to int) string {
	var out []byte
	done := from
	for _, e := range d.absent {
		if e.at < from || e.stop > to {
			continue
		}
		first, last := memberAround(d.src, e.at, e.stop, done)
		out = append(out, d.src[done:first]...)
		done = last
	}
	return string(append(out, d.src[done:to]...))
}

// memberAround is the extent of a member to be taken out, of whose value the extent is given: with
// the comma before it or, if there is none any more, with the one after it.
func memberAround(src []byte, at, stop, done int) (first, last int) {
	colon := bytes.LastIndexByte(src[:at], ':')
	first = openingQuote(src, bytes.LastIndexByte(src[:colon], '"'))
	before := bytes.TrimRight(src[:first], " \t\r\n")
	if n := len(before); n > done && before[n-1] == ',' {
		return n - 1, stop
	}
	if next := skipSpace(src, stop); src[next] == ',' {
		return first, next + 1
	}
	return first, stop
}

// openingQuote is the offset of the quote that opens the string whose closing quote is at an
// offset. Within a string every quote is escaped, and no opening quote follows a backslash.
func openingQuote(src []byte, closing int) int {
	for i := closing - 1; i >= 0; i-- {
		if src[i] != '"' {
			continue
		}
		slashes := 0
		for i-slashes > 0 && src[i-slashes-1] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return i
		}
	}
	return -1
}
