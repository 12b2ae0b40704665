package wire

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
	texts [contentCall][]byte
	shown [contentCall]int
	marks []mark
	read  int // number of marks returned by Next
}

// mark is text up to an offset, or the index of a call.
type mark struct {
	kind contentKind
	upTo int
}

// append adds text and returns the size to reserve for it.
func (t *transcript) append(kind contentKind, text value) int {
	before := len(t.texts[kind])
	t.texts[kind] = text.AppendText(t.texts[kind])
	n := len(t.texts[kind])
	switch last := len(t.marks) - 1; {
	case n == before:
	case last >= t.read && t.marks[last].kind == kind:
		t.marks[last].upTo = n
	default:
		t.mark(mark{kind, n})
		return n - before + callCost/16
	}
	return n - before
}

func (t *transcript) addCall(call int) { t.mark(mark{contentCall, call}) }

func (t *transcript) mark(m mark) {
	if t.read == len(t.marks) {
		t.marks, t.read = t.marks[:0], 0
	}
	t.marks = append(t.marks, m)
}

func (t *transcript) text(kind contentKind) string { return string(t.texts[kind]) }

func (t *transcript) next(a *accumulator) (d Delta, ok bool) {
	if t.read == len(t.marks) {
		return d, false
	}
	m := t.marks[t.read]
	t.read++
	if m.kind == contentCall {
		call := a.calls[m.upTo].call
		d.Call = &call
		return d, true
	}
	to := [...]*string{contentText: &d.Text, contentReasoning: &d.Reasoning, contentRefusal: &d.Refusal}
	*to[m.kind] = string(t.texts[m.kind][t.shown[m.kind]:m.upTo])
	t.shown[m.kind] = m.upTo
	return d, true
}
