package golang

import (
	"github.com/dave/jennifer/jen"

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
		w.fails(binary(w.rest, "!=", "==", func() *jen.Statement { return text(word) }))
		w.ended = true
		return
	}
	w.fails(w.begins(word).not())
	if next != nothing {
		w.advance(len(word))
	}
}

// begins returns the condition that the rest starts with a word.
func (w *walker) begins(word string) cond {
	here := *w
	return negatable(func() *jen.Statement { return jen.Qual("strings", "HasPrefix").Call(here.rest(), text(word)) })
}

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
	w.flush()
	w.vary()
	var cases []jen.Code
	for _, word := range words {
		cases = append(cases, jen.Case(w.begins(word).yes()).Block(jen.Id("i").Op("+=").Lit(len(word))))
	}
	cases = append(cases, jen.Default().Block(jen.Return(jen.False())))
	w.add(jen.Switch().Block(cases...))
}

// here returns the condition that the next byte exists and is in a set.
func (w *walker) here(set ecma.Set) cond {
	at := w.position()
	more := binary(at, "<", ">=", lengthOfText)
	switch {
	case w.known && w.at == 0:
		more = binary(lengthOfText, "!=", "==", lit(0))
	case w.known:
		more = binary(lengthOfText, ">", "<=", lit(w.at))
	}
	return all(more, within(set, byteAt(at)))
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
		w.flush()
		w.vary()
		w.add(jen.If(condition(w.here(r.Set))).Block(jen.Id("i").Op("++")))
	case len(others) == 0 && r.Max == ecma.Unbounded && r.Min <= 1:
		w.flush()
		w.vary()
		if r.Min == 1 {
			w.fails(binary(id("i"), "==", "!=", lengthOfText))
		}
		w.add(jen.Id("i").Op("=").Len(jen.Id("s")))
	// Bytes of multi-byte runes are each in such a set, and need not be counted as runes.
	case r.Set.ASCII(), others.ASCII() && r.Max == ecma.Unbounded && r.Min <= 1:
		w.byteRun(r)
	default:
		w.runeRun(r)
	}
}

// byteRun consumes bytes.
func (w *walker) byteRun(r ecma.Run) {
	w.flush()
	start, from := w.at, w.known
	w.vary()
	// after returns the condition on the position after n bytes of the run.
	after := func(op, opposite string, n int) cond { return binary(id("i"), op, opposite, lit(start+n)) }
	if !from && (r.Min > 0 || r.Max != ecma.Unbounded) {
		w.assign("start", &w.marking, jen.Id("i"))
		after = func(op, opposite string, n int) cond {
			return binary(func() *jen.Statement { return jen.Id("i").Op("-").Id("start") }, op, opposite, lit(n))
		}
	}
	more := []cond{binary(id("i"), "<", ">=", lengthOfText)}
	if r.Max != ecma.Unbounded {
		more = append(more, after("<", ">=", r.Max))
	}
	more = append(more, within(r.Set, byteAt(id("i"))))
	w.add(jen.For(condition(all(more...))).Block(jen.Id("i").Op("++")))
	few := after("<", ">=", r.Min)
	if r.Min == 1 {
		few = after("==", "!=", 0)
	}
	if r.Min == 1 && !from {
		few = binary(id("i"), "==", "!=", id("start"))
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
	w.flush()
	w.vary()
	count := r.Min > 0 || r.Max != ecma.Unbounded
	if count {
		w.assign("n", &w.counting, jen.Lit(0))
	}
	more := []cond{binary(id("i"), "<", ">=", lengthOfText)}
	if r.Max != ecma.Unbounded {
		more = append(more, binary(id("n"), "<", ">=", lit(r.Max)))
	}
	decode := jen.Qual("unicode/utf8", "DecodeRuneInString").Call(w.rest())
	body := []jen.Code{jen.List(jen.Id("_"), jen.Id("size")).Op(":=").Add(decode)}
	if len(r.Set.Complement()) > 0 {
		body = []jen.Code{
			jen.List(jen.Id("r"), jen.Id("size")).Op(":=").Add(decode),
			jen.If(condition(within(r.Set, id("r")).not())).Block(jen.Break()),
		}
	}
	body = append(body, jen.Id("i").Op("+=").Id("size"))
	if count {
		body = append(body, jen.Id("n").Op("++"))
	}
	w.add(jen.For(condition(all(more...))).Block(body...))
	if r.Min > 0 {
		w.fails(binary(id("n"), "<", ">=", lit(r.Min)))
	}
}
