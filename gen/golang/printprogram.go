package golang

import (
	"strconv"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"

	"github.com/toolgen/toolgen/gen/ecma"
)

// Limits up to which a function is more readable than a regular expression.
const (
	maxProgramSteps = 16
	maxProgramTerms = 30 // comparisons of a character
)

// worthStraightCode reports whether a program becomes a short function.
func worthStraightCode(p ecma.Program) bool {
	terms := 0
	for _, s := range p.Steps {
		switch s := s.(type) {
		case ecma.Run:
			terms += min(len(s.Set), len(s.Set.Complement()))
		case ecma.Words:
			terms += len(s)
		}
	}
	return len(p.Steps) <= maxProgramSteps && terms <= maxProgramTerms
}

// printProgram prints the function of a pattern.
func printProgram(name, source string, p ecma.Program) jen.Code {
	var body []jen.Code
	if is, ok := programCond(p); ok {
		body = append(body, jen.Return(condition(is)))
	} else {
		body = programBody(p)
	}
	return jen.Add(comment(name + " reports whether the pattern " + source + " matches in s.")).Line().
		Func().Id(name).Params(jen.Id("s").String()).Bool().Block(body...).Line()
}

// programCond returns the condition of a program that is one expression.
func programCond(p ecma.Program) (cond, bool) {
	call := func(function, arg string) cond {
		return negatable(func() *jen.Statement { return jen.Qual("strings", function).Call(jen.Id("s"), text(arg)) })
	}
	equal := func(word string) cond {
		return binary(id("s"), "==", "!=", func() *jen.Statement { return text(word) })
	}
	whole := p.Start && p.End
	if len(p.Steps) == 0 {
		if whole {
			return equal(""), true
		}
		return cond{constant: alwaysTrue}, true
	}
	if len(p.Steps) > 1 {
		return cond{}, false
	}
	switch step := p.Steps[0].(type) {
	case ecma.Text:
		switch {
		case whole:
			return equal(string(step)), true
		case p.Start:
			return call("HasPrefix", string(step)), true
		case p.End:
			return call("HasSuffix", string(step)), true
		}
		return call("Contains", string(step)), true
	case ecma.Words:
		if whole {
			var words []cond
			for _, word := range step {
				words = append(words, equal(word))
			}
			return anyOf(words...), true
		}
	}
	return cond{}, false
}

// programBody prints the body of a function that walks through s from its start.
func programBody(p ecma.Program) []jen.Code {
	w := &walker{known: true}
	next := nothing
	if p.End {
		next = theEnd
	}
	w.steps(p.Steps, next)
	result := cond{constant: alwaysTrue}
	if w.guard != nil {
		result = w.guard.not()
	}
	if p.End && !w.ended {
		atEnd := binary(id("i"), "==", "!=", lengthOfText)
		if w.known {
			atEnd = binary(lengthOfText, "==", "!=", lit(w.at))
		}
		result = all(result, atEnd)
	}
	return append(w.code, jen.Return(condition(result)))
}

func lengthOfText() *jen.Statement { return jen.Len(jen.Id("s")) }

// walker prints code that walks through s. The position is a constant as long as possible, then the variable i.
type walker struct {
	code  []jen.Code
	guard *cond // pending condition for failure
	ended bool  // the end of the text was tested

	known    bool // constant position
	at       int
	declared bool // i is declared
	current  bool // i is up to date

	counting, marking bool // n and start are declared
}

// fails adds a condition for failure. It stays pending, since it may be joined with the next one, and the last
// one becomes part of the result.
func (w *walker) fails(when cond) {
	if w.guard != nil {
		when = anyOf(*w.guard, when)
	}
	w.guard = &when
}

func (w *walker) flush() {
	if w.guard != nil {
		guard := *w.guard
		w.guard = nil
		w.code = append(w.code, jen.If(condition(guard)).Block(jen.Return(jen.False())))
	}
}

func (w *walker) add(code ...jen.Code) {
	w.flush()
	w.code = append(w.code, code...)
}

// position returns the current position.
func (w *walker) position() expr {
	if w.known {
		return lit(w.at)
	}
	return id("i")
}

func lit(n int) expr { return func() *jen.Statement { return jen.Lit(n) } }

// rest returns the remaining text.
func (w *walker) rest() *jen.Statement {
	if w.known && w.at == 0 {
		return jen.Id("s")
	}
	return jen.Id("s").Index(w.position()(), jen.Empty())
}

func (w *walker) advance(bytes int) {
	switch {
	case w.known:
		w.at, w.current = w.at+bytes, false
	case bytes == 1:
		w.add(jen.Id("i").Op("++"))
	default:
		w.add(jen.Id("i").Op("+=").Lit(bytes))
	}
}

// vary makes i the position.
func (w *walker) vary() {
	if w.known && !w.current {
		w.assign("i", &w.declared, jen.Lit(w.at))
	}
	w.known = false
}

// assign declares or assigns a variable.
func (w *walker) assign(name string, declared *bool, value jen.Code) {
	op := ":="
	if *declared {
		op = "="
	}
	*declared = true
	w.add(jen.Id(name).Op(op).Add(value))
}

// runeLiteral prints a code point as a Go literal.
func runeLiteral(r rune) *jen.Statement {
	if !utf8.ValidRune(r) {
		return jen.Op("0x" + strconv.FormatInt(int64(r), 16))
	}
	return jen.Op(strconv.QuoteRuneToASCII(r))
}

// within returns the condition that a character is in a set; it tests the set or its complement, whichever has
// fewer ranges.
func within(set ecma.Set, char expr) cond {
	if others := set.Complement(); len(others) < len(set) {
		return within(others, char).not()
	}
	var conds []cond
	for _, r := range set {
		low, high := func() *jen.Statement { return runeLiteral(r.Lo) }, func() *jen.Statement { return runeLiteral(r.Hi) }
		switch {
		case r.Lo == r.Hi:
			conds = append(conds, binary(char, "==", "!=", low))
		case r.Lo == 0:
			conds = append(conds, binary(char, "<=", ">", high))
		case r.Hi == utf8.MaxRune:
			conds = append(conds, binary(char, ">=", "<", low))
		default:
			conds = append(conds, all(binary(char, ">=", "<", low), binary(char, "<=", ">", high)))
		}
	}
	return anyOf(conds...)
}

// byteAt is s[…].
func byteAt(at expr) expr {
	return func() *jen.Statement { return jen.Id("s").Index(at()) }
}
