package gencode

import (
	"bytes"
	"slices"
)

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
// the comma in front of it or, where there is none any more, with the one behind it.
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
