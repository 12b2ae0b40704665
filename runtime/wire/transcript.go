package wire

// spoken is a kind of content that is no call.
type spoken int

const (
	spokenText spoken = iota
	spokenThought
	spokenRefusal
	spokenCall // which marks one
)

// transcript is what has been said, and how much of it was asked for.
type transcript struct {
	texts [spokenCall][]byte
	shown [spokenCall]int
	marks []mark
	read  int // of the marks
}

// mark is a text up to some byte, or a call.
type mark struct {
	kind spoken
	upTo int
}

// say takes a text and gives how much there is to keep for it.
func (t *transcript) say(kind spoken, text value) int {
	before := len(t.texts[kind])
	t.texts[kind] = text.appendText(t.texts[kind])
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

func (t *transcript) give(call int) { t.mark(mark{spokenCall, call}) }

func (t *transcript) mark(m mark) {
	if t.read == len(t.marks) {
		t.marks, t.read = t.marks[:0], 0
	}
	t.marks = append(t.marks, m)
}

func (t *transcript) text(kind spoken) string { return string(t.texts[kind]) }

func (t *transcript) next(a *accumulator) (d Delta, ok bool) {
	if t.read == len(t.marks) {
		return d, false
	}
	m := t.marks[t.read]
	t.read++
	if m.kind == spokenCall {
		call := a.calls[m.upTo].call
		d.Call = &call
		return d, true
	}
	text := string(t.texts[m.kind][t.shown[m.kind]:m.upTo])
	t.shown[m.kind] = m.upTo
	switch m.kind {
	case spokenText:
		d.Text = text
	case spokenThought:
		d.Reasoning = text
	case spokenRefusal:
		d.Refusal = text
	}
	return d, true
}
