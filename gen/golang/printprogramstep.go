package golang

import (
	"unicode/utf8"

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
		case ecma.Group:
			w.group(step)
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
	w.enough(r, few)
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
	w.enough(r, binary(id("n"), "<", ">=", lit(r.Min)))
}

// enough fails a run with too few runes, or with a wrong last rune.
func (w *walker) enough(r ecma.Run, few cond) {
	var conds []cond
	if r.Min > 0 {
		conds = append(conds, few)
	}
	if len(r.Last) > 0 {
		at := func() *jen.Statement { return jen.Id("i").Op("-").Lit(1) }
		conds = append(conds, within(r.Last, byteAt(at)).not())
	}
	if len(conds) > 0 {
		w.fails(anyOf(conds...))
	}
}

// group consumes repetitions of alternatives.
func (w *walker) group(g ecma.Group) {
	w.flush()
	w.vary()
	var first []cond
	for _, a := range g.Alternatives {
		first = append(first, within(a.First, byteAt(id("i"))))
	}
	inside := binary(id("i"), "<", ">=", lengthOfText)
	if g.Max == 1 {
		w.once(g, inside, first)
		return
	}
	body := w.block(g.Alternatives[0])
	if len(g.Alternatives) > 1 {
		var cases []jen.Code
		for i, a := range g.Alternatives {
			clause := jen.Case(condition(first[i]))
			if i == len(g.Alternatives)-1 {
				clause = jen.Default()
			}
			cases = append(cases, clause.Block(w.block(a)...))
		}
		body = []jen.Code{jen.Switch().Block(cases...)}
	}
	more := []cond{inside}
	if g.Min == 0 && g.Max == ecma.Unbounded {
		w.add(jen.For(condition(all(inside, anyOf(first...)))).Block(body...))
		return
	}
	w.assign("rounds", &w.inRounds, jen.Lit(0))
	if g.Max != ecma.Unbounded {
		more = append(more, binary(id("rounds"), "<", ">=", lit(g.Max)))
	}
	loop := all(append(more, anyOf(first...))...)
	w.add(jen.For(jen.Empty(), condition(loop), jen.Id("rounds").Op("++")).Block(body...))
	if g.Min > 0 {
		w.fails(binary(id("rounds"), "<", ">=", lit(g.Min)))
	}
}

// once consumes one alternative, or none if the group is optional.
func (w *walker) once(g ecma.Group, inside cond, first []cond) {
	if len(first) == 1 && g.Min == 0 {
		w.add(jen.If(condition(all(inside, first[0]))).Block(w.block(g.Alternatives[0])...))
		return
	}
	var cases []jen.Code
	for i, a := range g.Alternatives {
		cases = append(cases, jen.Case(condition(all(inside, first[i]))).Block(w.block(a)...))
	}
	if g.Min > 0 {
		cases = append(cases, jen.Default().Block(jen.Return(jen.False())))
	}
	w.add(jen.Switch().Block(cases...))
}

// block prints an alternative in a block: i is the position, and the next rune is known to match.
func (w *walker) block(a ecma.Alternative) []jen.Code {
	inner := &walker{declared: true}
	steps := a.Steps
	if word, ok := steps[0].(ecma.Text); ok {
		r, size := utf8.DecodeRuneInString(string(word))
		if len(a.First) == 1 && a.First[0] == (ecma.Range{Lo: r, Hi: r}) {
			inner.advance(size)
			if steps = steps[1:]; len(word) > size {
				inner.text(string(word[size:]), more)
			}
		}
	}
	inner.steps(steps, more)
	inner.flush()
	return inner.code
}
