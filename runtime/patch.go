package runtime

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// patch is what a value was read as, where that is not what stands in the text. [Decoder.Reread]
// needs to know, so that constraints see the value that was read, and so does [CollectText].
type patch struct {
	at, stop int  // the value in its text
	wrapped  bool // the value, as further patches say, as the only item of an array
	matched  bool // by MatchEnums
	value    any  // unless wrapped or inner

	inner   bool // the JSON inside a string
	src     []byte
	end     int
	patches []patch
}

// dropped stands for a member that was read as absent.
type dropped struct{}

// patch adds a patch. Values are read from front to back, so that patches are in order.
func (d *Decoder) patch(p patch) { d.patches = append(d.patches, p) }

// patchAt finds the first patch of the value at an offset, -1 for none. A wrapping patch comes
// before what else there is for the same value.
func patchAt(patches []patch, at int) int {
	i, found := slices.BinarySearchFunc(patches, at, func(p patch, at int) int { return cmp.Compare(p.at, at) })
	switch {
	case !found:
		return -1
	case i > 0 && patches[i-1].at == at:
		return i - 1
	}
	return i
}

// patchedAny is Any for a value that was read as something else.
func (d *Decoder) patchedAny(v *any) bool {
	i := patchAt(d.patches, d.pos)
	if i >= 0 && d.patches[i].wrapped && d.item == d.pos+1 {
		if i++; i == len(d.patches) || d.patches[i].at != d.pos {
			return false
		}
	}
	if i < 0 {
		return false
	}
	src, pos, end, patches, item := d.src, d.pos, d.end, d.patches, d.item
	switch p := patches[i]; {
	case p.wrapped:
		var only any
		d.item = d.pos + 1
		d.Any(&only)
		*v = []any{only}
	case p.inner:
		d.src, d.end, d.patches, d.item = p.src, p.end, p.patches, 0
		d.pos = d.space(0)
		d.Any(v)
	default:
		*v = p.value
	}
	d.src, d.pos, d.end, d.patches, d.item = src, pos, end, patches, item
	d.Skip()
	return true
}

// withoutDropped removes the members that were read as absent.
func withoutDropped(m map[string]any) {
	for key, value := range m {
		if _, is := value.(dropped); is {
			delete(m, key)
		}
	}
}

// textRead is the text from one offset to another, as it was read.
func (d *Decoder) textRead(from, to int) string {
	if len(d.patches) == 0 {
		return string(d.src[from:to])
	}
	return rewrite(d.src, from, to, d.patches, false)
}

// hasMatches reports whether MatchEnums has made any of the patches.
func hasMatches(patches []patch) bool {
	return slices.ContainsFunc(patches, func(p patch) bool { return p.matched || p.inner && hasMatches(p.patches) })
}

// rewrite makes the patches part of the text: all of them, or only those of MatchEnums.
func rewrite(src []byte, from, to int, patches []patch, matchesOnly bool) string {
	var b strings.Builder
	var closing []int // offsets at which wrapped values end
	done := from
	upTo := func(at int) {
		for n := len(closing) - 1; n >= 0 && closing[n] <= at; n-- {
			b.Write(src[done:closing[n]])
			b.WriteByte(']')
			done, closing = closing[n], closing[:n]
		}
		if at > done {
			b.Write(src[done:at])
			done = at
		}
	}
	for _, p := range patches {
		switch {
		case p.at < from || p.stop > to || matchesOnly && !hasMatches([]patch{p}):
		case p.wrapped:
			upTo(p.at)
			b.WriteByte('[')
			closing = append(closing, p.stop)
		case p.value == dropped{}:
			first, last := memberAround(src, p.at, p.stop, done)
			upTo(first)
			done = last
		default:
			upTo(p.at)
			b.WriteString(p.text(matchesOnly))
			done = p.stop
		}
	}
	upTo(to)
	return b.String()
}

// text is what the value was read as.
func (p patch) text(matchesOnly bool) string {
	if !p.inner {
		return jsonText(p.value)
	}
	text := rewrite(p.src, 0, p.end, p.patches, matchesOnly)
	if matchesOnly {
		return jsonText(text) // the string is taken apart by the next reading
	}
	return text
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
