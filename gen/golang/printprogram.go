package golang

import (
	"strconv"
	"strings"
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
	body := programBody(p)
	if is, ok := programCond(p); ok {
		body = []string{"return " + is.yes}
	}
	return jen.Add(comment(name + " reports whether the pattern " + source + " matches in s.")).Line().
		Add(goCode(block("func "+name+"(s string) bool", body...))).Line()
}

// goCode is Go source. A package in it has a mark in front of its path, so that the file imports it; literals have no
// such mark.
func goCode(source string) *jen.Statement {
	parts := strings.Split(source, mark)
	code := jen.Op(parts[0])
	for _, part := range parts[1:] {
		path, rest, _ := strings.Cut(part, ".")
		name, rest, _ := strings.Cut(rest, "(")
		code.Qual(path, name).Op("(" + rest)
	}
	return code
}

const mark = "\x00"

// textCall calls a function of package strings on a text and a literal.
func textCall(function, on, word string) cond {
	return predicate(mark + "strings." + function + "(" + on + ", " + literal(word) + ")")
}

// block is a statement or function with a body.
func block(head string, body ...string) string {
	return head + " {\n" + strings.Join(body, "\n") + "\n}"
}

// programCond returns the condition of a program that is one expression.
func programCond(p ecma.Program) (cond, bool) {
	equal := func(word string) cond { return compare("s", "==", literal(word)) }
	whole := p.Start && p.End
	if len(p.Steps) == 0 {
		if whole {
			return equal(""), true
		}
		return always, true
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
			return textCall("HasPrefix", "s", string(step)), true
		case p.End:
			return textCall("HasSuffix", "s", string(step)), true
		}
		return textCall("Contains", "s", string(step)), true
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
func programBody(p ecma.Program) []string {
	w := &walker{known: true}
	next := nothing
	if p.End {
		next = theEnd
	}
	w.steps(p.Steps, next)
	result := always
	if w.guard != nil {
		result = w.guard.not()
	}
	if p.End && !w.ended {
		atEnd := compare("i", "==", "len(s)")
		if w.known {
			atEnd = compare("len(s)", "==", strconv.Itoa(w.at))
		}
		result = all(result, atEnd)
	}
	return append(w.code, "return "+result.yes)
}

// walker prints code that walks through s. The position is a constant as long as possible, then the variable i.
type walker struct {
	code  []string
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
		w.code = append(w.code, block("if "+w.guard.yes, "return false"))
		w.guard = nil
	}
}

func (w *walker) add(statement string) {
	w.flush()
	w.code = append(w.code, statement)
}

// position returns the current position.
func (w *walker) position() string {
	if w.known {
		return strconv.Itoa(w.at)
	}
	return "i"
}

// rest returns the remaining text.
func (w *walker) rest() string {
	if w.known && w.at == 0 {
		return "s"
	}
	return "s[" + w.position() + ":]"
}

func (w *walker) advance(bytes int) {
	switch {
	case w.known:
		w.at, w.current = w.at+bytes, false
	case bytes == 1:
		w.add("i++")
	default:
		w.add("i += " + strconv.Itoa(bytes))
	}
}

// vary makes i the position.
func (w *walker) vary() {
	w.flush()
	if w.known && !w.current {
		w.assign("i", &w.declared, strconv.Itoa(w.at))
	}
	w.known = false
}

// assign declares or assigns a variable.
func (w *walker) assign(name string, declared *bool, value string) {
	op := " := "
	if *declared {
		op = " = "
	}
	*declared = true
	w.add(name + op + value)
}

// runeLiteral prints a code point as a Go literal.
func runeLiteral(r rune) string {
	if !utf8.ValidRune(r) {
		return "0x" + strconv.FormatInt(int64(r), 16)
	}
	return strconv.QuoteRuneToASCII(r)
}

// within returns the condition that a character is in a set; it tests the set or its complement, whichever has
// fewer ranges.
func within(set ecma.Set, char string) cond {
	if others := set.Complement(); len(others) < len(set) {
		return within(others, char).not()
	}
	var conds []cond
	for _, r := range set {
		low, high := compare(char, ">=", runeLiteral(r.Lo)), compare(char, "<=", runeLiteral(r.Hi))
		switch {
		case r.Lo == r.Hi:
			conds = append(conds, compare(char, "==", runeLiteral(r.Lo)))
		case r.Lo == 0:
			conds = append(conds, high)
		case r.Hi == utf8.MaxRune:
			conds = append(conds, low)
		default:
			conds = append(conds, all(low, high))
		}
	}
	return anyOf(conds...)
}
