package golang

import (
	"strconv"

	"github.com/toolgen/toolgen/gen/ecma"
)

// steps prints steps in sequence; after is what follows the last one.
func (w *walker) steps(steps []ecma.Step, after after) {
	for i, step := range steps {
		next := more
		if i == len(steps)-1 {
			next = after
		}
		switch step := step.(type) {
		case ecma.Text:
			w.text(string(step), next)
		case ecma.Run:
			w.run(step, next)
		case ecma.Words:
			w.words(step, next)
		}
	}
}

// after is what follows a step.
type after uint8

const (
	more    after = iota // something else
	theEnd               // the end of the text
	nothing              // nothing: the position is no longer needed
)

func (w *walker) text(word string, next after) {
	if next == theEnd {
		w.fails(compare(w.rest(), "!=", literal(word)))
		w.ended = true
		return
	}
	w.fails(w.begins(word).not())
	if next != nothing {
		w.advance(len(word))
	}
}

// begins returns the condition that the rest starts with a word.
func (w *walker) begins(word string) cond { return textCall("HasPrefix", w.rest(), word) }

// words consumes the first matching word.
func (w *walker) words(words ecma.Words, next after) {
	same := true
	var none []cond
	for _, word := range words {
		same = same && len(word) == len(words[0])
		none = append(none, w.begins(word).not())
	}
	if same || next == nothing {
		w.fails(all(none...))
		w.advance(len(words[0]))
		return
	}
	w.vary()
	var cases []string
	for _, word := range words {
		cases = append(cases, "case "+w.begins(word).yes+":", "i += "+strconv.Itoa(len(word)))
	}
	w.add(block("switch", append(cases, "default:", "return false")...))
}

// here returns the condition that the next byte exists and is in a set.
func (w *walker) here(set ecma.Set) cond {
	at := w.position()
	more := compare(at, "<", "len(s)")
	switch {
	case w.known && w.at == 0:
		more = compare("len(s)", "!=", "0")
	case w.known:
		more = compare("len(s)", ">", at)
	}
	return all(more, within(set, "s["+at+"]"))
}

// run consumes runes of a set.
func (w *walker) run(r ecma.Run, next after) {
	others := r.Set.Complement()
	switch {
	case r.Set.ASCII() && r.Min == 1 && r.Max == 1:
		w.fails(w.here(r.Set).not())
		if next != nothing {
			w.advance(1)
		}
	case r.Set.ASCII() && r.Min == 0 && r.Max == 1:
		w.vary()
		w.add(block("if "+w.here(r.Set).yes, "i++"))
	case len(others) == 0 && r.Max == ecma.Unbounded && r.Min <= 1:
		w.vary()
		if r.Min == 1 {
			w.fails(compare("i", "==", "len(s)"))
		}
		w.add("i = len(s)")
	// Bytes of multi-byte runes are each in such a set, and need not be counted as runes.
	case r.Set.ASCII(), others.ASCII() && r.Max == ecma.Unbounded && r.Min <= 1:
		w.byteRun(r)
	default:
		w.runeRun(r)
	}
}

// inside is the condition that i is before the end of the text.
var inside = compare("i", "<", "len(s)")

// byteRun consumes bytes.
func (w *walker) byteRun(r ecma.Run) {
	w.flush()
	start, from := w.at, w.known
	w.vary()
	// after returns the condition on the position after n bytes of the run.
	after := func(op string, n int) cond { return compare("i", op, strconv.Itoa(start+n)) }
	if !from && (r.Min > 0 || r.Max != ecma.Unbounded) {
		w.assign("start", &w.marking, "i")
		after = func(op string, n int) cond { return compare("i-start", op, strconv.Itoa(n)) }
	}
	more := []cond{inside}
	if r.Max != ecma.Unbounded {
		more = append(more, after("<", r.Max))
	}
	more = append(more, within(r.Set, "s[i]"))
	w.add(block("for "+all(more...).yes, "i++"))
	few := after("<", r.Min)
	switch {
	case r.Min == 1 && !from:
		few = compare("i", "==", "start")
	case r.Min == 1:
		few = after("==", 0)
	}
	if r.Min > 0 {
		w.fails(few)
	}
	if from && r.Min == r.Max {
		w.known, w.at, w.current = true, start+r.Min, true
	}
}

// runeRun consumes runes that must be decoded.
func (w *walker) runeRun(r ecma.Run) {
	w.vary()
	count := r.Min > 0 || r.Max != ecma.Unbounded
	if count {
		w.assign("n", &w.counting, "0")
	}
	more := []cond{inside}
	if r.Max != ecma.Unbounded {
		more = append(more, compare("n", "<", strconv.Itoa(r.Max)))
	}
	const decode = ", size := " + mark + "unicode/utf8.DecodeRuneInString(s[i:])"
	body := []string{"_" + decode}
	if len(r.Set.Complement()) > 0 {
		body = []string{"r" + decode, block("if "+within(r.Set, "r").no, "break")}
	}
	body = append(body, "i += size")
	if count {
		body = append(body, "n++")
	}
	w.add(block("for "+all(more...).yes, body...))
	if r.Min > 0 {
		w.fails(compare("n", "<", strconv.Itoa(r.Min)))
	}
}
