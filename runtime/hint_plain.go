package runtime

import (
	"encoding/binary"
	"strconv"
)

// Most texts of a hint are plain: they look the same however they are quoted. Whether one is plain
// is asked of each several times, so that eight bytes are looked at in one go; a hint of three faults
// spent a third of its time on looking at them one by one. In a word, the high bit of a byte tells
// that it, or one below it, is of the kind asked for; whether any is, is all that matters here.

// unshown marks bytes that do not show as themselves: control characters and all that is not ASCII.
func unshown(w uint64) uint64 { return w | (w - lowBits*' ') | (w + lowBits) }

// quoting marks quotes and backslashes.
func quoting(w uint64) uint64 {
	return ((w ^ lowBits*'"') - lowBits) | ((w ^ lowBits*'\\') - lowBits)
}

// markup marks the characters that json.Marshal escapes for HTML. (Two of them differ in one bit.)
func markup(w uint64) uint64 {
	return ((w&^(lowBits*('<'^'>')) ^ lowBits*('<'&'>')) - lowBits) | ((w ^ lowBits*'&') - lowBits)
}

// lastWord is the end of a text as one word: its last eight bytes, or all it has and more of the same
// or digits.
func lastWord(s string) uint64 {
	switch n := len(s); {
	case n >= 8:
		return loadText(s, n-8)
	case n >= 4:
		return uint64(loadText32(s, 0)) | uint64(loadText32(s, n-4))<<32
	}
	w := uint64(lowBits * '0')
	for i := range len(s) {
		w = w<<8 | uint64(s[i])
	}
	return w
}

// showsAsIs reports whether a text has nothing but ASCII that shows as itself.
func showsAsIs(s string) bool {
	w := lastWord(s)
	odd := unshown(w)
	for i := 0; i+8 < len(s); i += 8 {
		odd |= unshown(loadText(s, i))
	}
	return odd&highBits == 0
}

// plainJSON reports whether a text is within JSON what it is without. The same goes for the syntax
// of Go.
func plainJSON(s string) bool {
	w := lastWord(s)
	odd := unshown(w) | quoting(w)
	for i := 0; i+8 < len(s); i += 8 {
		w = loadText(s, i)
		odd |= unshown(w) | quoting(w)
	}
	return odd&highBits == 0
}

// plainMarkup reports whether json.Marshal writes a text as it is.
func plainMarkup(s string) bool {
	w := lastWord(s)
	odd := unshown(w) | quoting(w) | markup(w)
	for i := 0; i+8 < len(s); i += 8 {
		w = loadText(s, i)
		odd |= unshown(w) | quoting(w) | markup(w)
	}
	return odd&highBits == 0
}

// rawShows is showsAsIs for bytes.
func rawShows(raw []byte) bool {
	var odd uint64
	for ; len(raw) >= 8; raw = raw[8:] {
		odd |= unshown(binary.LittleEndian.Uint64(raw))
	}
	for _, c := range raw {
		odd |= unshown(lowBits*'0' ^ '0' ^ uint64(c))
	}
	return odd&highBits == 0
}

// isCompact reports whether a JSON text is for sure written by json.Marshal as it is: it has no
// character to escape and no space.
func isCompact(raw []byte) bool {
	var odd uint64
	for ; len(raw) >= 8; raw = raw[8:] {
		w := binary.LittleEndian.Uint64(raw)
		odd |= unshown(w) | markup(w) | ((w ^ lowBits*' ') - lowBits)
	}
	for _, c := range raw {
		w := lowBits*'0' ^ '0' ^ uint64(c)
		odd |= unshown(w) | markup(w) | ((w ^ lowBits*' ') - lowBits)
	}
	return odd&highBits == 0
}

// appendQuote is strconv.AppendQuote, quickly for plain texts.
func appendQuote(b []byte, s string) []byte {
	if !plainJSON(s) {
		return strconv.AppendQuote(b, s)
	}
	return append(append(append(b, '"'), s...), '"')
}

// quote is strconv.Quote, quickly for plain texts.
func quote(s string) string {
	if !plainJSON(s) {
		return strconv.Quote(s)
	}
	return `"` + s + `"`
}
