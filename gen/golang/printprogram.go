package golang

import (
	"fmt"
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
	return jen.Add(comment(name + " reports whether the pattern " + source + " matches in s.")).Line().
		Add(goCode("func " + name + "(s string) bool {\n" + programBody(p) + "\n}")).Line()
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
func textCall(function, on, word string) string {
	return mark + "strings." + function + "(" + on + ", " + literal(word) + ")"
}

// programBody prints the body of a function that decides whether s matches: one call if the program is one text, otherwise
// one step after the other, which cuts what it matches off the front of s.
func programBody(p ecma.Program) string {
	if len(p.Steps) < 2 {
		if is := single(p); is != "" {
			return "return " + is
		}
	}
	w := &walker{end: p.End}
	for i, step := range p.Steps {
		w.last = i == len(p.Steps)-1
		w.length(p.Steps[i:])
		switch step := step.(type) {
		case ecma.Text:
			begins := textCall("HasPrefix", "s", string(step))
			w.need(begins, "!"+begins)
			w.advance(strconv.Itoa(len(step)))
		case ecma.Words:
			w.words(step)
		case ecma.Run:
			w.run(step)
		}
	}
	if w.end {
		w.add("return s == \"\"")
	}
	return strings.Join(w.code, "\n")
}

// single returns the condition of a program that is at most one text or list of words, "" for others.
func single(p ecma.Program) string {
	words := ecma.Words{""}
	if len(p.Steps) > 0 {
		switch step := p.Steps[0].(type) {
		case ecma.Text:
			words[0] = string(step)
		case ecma.Words:
			words = step
		default:
			return ""
		}
	}
	test := func(word string) string { return textCall("HasPrefix", "s", word) }
	switch {
	case p.Start && p.End:
		test = func(word string) string { return "s == " + literal(word) }
	case len(p.Steps) == 0:
		return "true"
	case p.End:
		test = func(word string) string { return textCall("HasSuffix", "s", word) }
	case !p.Start:
		test = func(word string) string { return textCall("Contains", "s", word) }
	}
	return strings.Join(each(words, test), " || ")
}

func each(words []string, f func(string) string) []string {
	list := make([]string, len(words))
	for i, word := range words {
		list[i] = f(word)
	}
	return list
}

// walker prints code that consumes s from its start; n is the count of a run.
type walker struct {
	code     []string
	end      bool // the pattern ends where s does
	last     bool // this is the last step
	counting bool // n is declared
	tested   bool // that s is long enough for the step
}

func (w *walker) add(layout string, args ...any) {
	w.code = append(w.code, fmt.Sprintf(layout, args...))
}

// need ends the function unless a condition holds; fails is its negation. The last step decides, if nothing must follow it.
func (w *walker) need(holds, fails string) {
	if w.last && !w.end {
		w.add("return %s", holds)
	} else {
		w.add("if %s {\nreturn false\n}", fails)
	}
}

func (w *walker) advance(bytes string) {
	if !w.last || w.end {
		w.add("s = s[%s:]", bytes)
	}
}

// length tests once that there are as many bytes as the next steps take, as far as that is known beforehand. Runs then
// need no test, and the compiler leaves out those of slices.
func (w *walker) length(steps []ecma.Step) {
	bytes, runs := 0, false
	for _, step := range steps {
		n, ok := fixed(step)
		if !ok {
			break
		}
		_, isRun := step.(ecma.Run)
		bytes, runs = bytes+n, runs || isRun
	}
	if runs && !w.tested {
		w.add("if len(s) < %d {\nreturn false\n}", bytes)
	}
	w.tested = bytes > 0
}

// fixed returns the number of bytes that a step always takes; ok is false if it varies.
func fixed(step ecma.Step) (bytes int, ok bool) {
	switch step := step.(type) {
	case ecma.Text:
		return len(step), true
	case ecma.Run:
		return step.Max, step.Set.ASCII() && step.Min == step.Max
	}
	return 0, false
}

// words consumes the first matching word.
func (w *walker) words(words ecma.Words) {
	begins := func(word string) string { return textCall("HasPrefix", "s", word) }
	if w.last && !w.end {
		w.add("return %s", strings.Join(each(words, begins), " || "))
		return
	}
	w.add("switch {")
	for _, word := range words {
		w.add("case %s:", begins(word))
		w.advance(strconv.Itoa(len(word)))
	}
	w.add("default:\nreturn false\n}")
}

// run consumes runes of a set. Bytes of multi-byte runes are each in the complement of ASCII, and need not be counted as
// runes.
func (w *walker) run(r ecma.Run) {
	others := r.Set.Complement()
	if _, ok := fixed(r); ok {
		if r.Max == 1 {
			w.need(within(r.Set, "s[0]", false), within(others, "s[0]", false))
		} else {
			w.add("for i := range %d {\nif %s {\nreturn false\n}\n}", r.Max, within(others, "s[i]", false))
			if w.last && !w.end {
				w.add("return true")
			}
		}
		w.advance(strconv.Itoa(r.Max))
		return
	}
	op := ":="
	if w.counting {
		op = "="
	}
	w.counting = true
	w.add("n %s 0", op)
	bytes := r.Set.ASCII() || others.ASCII() && len(others) > 0 && r.Max == ecma.Unbounded && r.Min <= 1
	inside := "s != \"\""
	if bytes {
		inside = "n < len(s)"
	}
	if r.Max != ecma.Unbounded {
		inside += fmt.Sprintf(" && n < %d", r.Max)
	}
	switch {
	case bytes:
		w.add("for %s && %s {\nn++\n}", inside, within(r.Set, "s[n]", true))
	case len(others) == 0:
		w.add("for %s {\n_, size := "+mark+"unicode/utf8.DecodeRuneInString(s)\ns = s[size:]\nn++\n}", inside)
	default:
		w.add("for %s {\nr, size := "+mark+"unicode/utf8.DecodeRuneInString(s)\nif %s {\nbreak\n}\ns = s[size:]\nn++\n}",
			inside, within(others, "r", false))
	}
	if r.Min > 0 {
		w.need(fmt.Sprintf("n >= %d", r.Min), fmt.Sprintf("n < %d", r.Min))
	}
	if bytes {
		w.advance("n")
	}
}

// within returns the condition that a character is in a set; it tests the set or its complement, whichever has fewer
// ranges. A disjunction gets parentheses if it is part of a conjunction.
func within(set ecma.Set, char string, conjunct bool) string {
	or, and, equal, least, most := " || ", " && ", "==", ">=", "<="
	others := set.Complement()
	negated := len(others) < len(set)
	if negated {
		set, or, and, equal, least, most = others, and, or, "!=", "<", ">"
	}
	var ranges []string
	for _, r := range set {
		low, high := char+least+runeLiteral(r.Lo), char+most+runeLiteral(r.Hi)
		switch {
		case r.Lo == r.Hi:
			ranges = append(ranges, char+equal+runeLiteral(r.Lo))
		case r.Lo == 0:
			ranges = append(ranges, high)
		case r.Hi == utf8.MaxRune:
			ranges = append(ranges, low)
		case negated:
			ranges = append(ranges, "("+low+and+high+")")
		default:
			ranges = append(ranges, low+and+high)
		}
	}
	test := strings.Join(ranges, or)
	if conjunct && !negated && len(ranges) > 1 {
		return "(" + test + ")"
	}
	return test
}

// runeLiteral prints a code point as a Go literal.
func runeLiteral(r rune) string {
	if !utf8.ValidRune(r) {
		return fmt.Sprintf("%#x", r)
	}
	return strconv.QuoteRuneToASCII(r)
}
