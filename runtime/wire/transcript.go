package wire

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/internal/rawjson"
)

// contentKind distinguishes text, reasoning, refusals and calls.
type contentKind int

const (
	contentText contentKind = iota
	contentReasoning
	contentRefusal
	contentCall // marks the position of a call
)

// transcript buffers the content and the read position of Next.
type transcript struct {
	texts  [contentCall][]byte
	marked [contentCall]int
	marks  []mark
	read   int // number of marks returned by Next
}

// mark is a range of text, or the index of a call.
type mark struct {
	kind     contentKind
	from, to int
}

// append adds text and returns the size to reserve for it.
func (t *transcript) append(kind contentKind, text value) int {
	before := len(t.texts[kind])
	t.texts[kind] = appendPiece(t.texts[kind], text)
	n := len(t.texts[kind])
	return n - before + t.markText(kind, n-rawjson.Torn(t.texts[kind]))
}

// end marks text that ends within a character.
func (t *transcript) end() {
	for kind := range contentCall {
		t.markText(kind, len(t.texts[kind]))
	}
}

// markText marks text up to an offset and returns the size to reserve for the mark.
func (t *transcript) markText(kind contentKind, upTo int) int {
	if upTo <= t.marked[kind] {
		return 0
	}
	from := t.marked[kind]
	t.marked[kind] = upTo
	if last := len(t.marks) - 1; last >= t.read && t.marks[last].kind == kind {
		t.marks[last].to = upTo
		return 0
	}
	t.mark(mark{kind, from, upTo})
	return callCost / 16
}

// appendPiece appends a piece of text and replaces invalid UTF-8, except for an end that may be the beginning of a
// character.
func appendPiece(to []byte, piece value) []byte {
	from := len(to) - rawjson.Torn(to)
	to = piece.AppendText(to)
	end := len(to) - rawjson.Torn(to)
	if end <= from || utf8.Valid(to[from:end]) {
		return to
	}
	return slices.Concat(to[:from], bytes.ToValidUTF8(to[from:end], []byte("\uFFFD")), to[end:])
}

// validText returns a text with invalid UTF-8 replaced.
func validText(text []byte) string { return strings.ToValidUTF8(string(text), "\uFFFD") }

func (t *transcript) addCall(call int) { t.mark(mark{kind: contentCall, from: call}) }

func (t *transcript) mark(m mark) {
	if t.read == len(t.marks) {
		t.marks, t.read = t.marks[:0], 0
	}
	t.marks = append(t.marks, m)
}

func (t *transcript) text(kind contentKind) string { return validText(t.texts[kind]) }

func (t *transcript) next(a *accumulator) (d Delta, ok bool) {
	if t.read == len(t.marks) {
		return d, false
	}
	m := t.marks[t.read]
	t.read++
	if m.kind == contentCall {
		call := a.calls[m.from].call
		d.Call = &call
		return d, true
	}
	to := [...]*string{contentText: &d.Text, contentReasoning: &d.Reasoning, contentRefusal: &d.Refusal}
	*to[m.kind] = validText(t.texts[m.kind][m.from:m.to])
	return d, true
}
