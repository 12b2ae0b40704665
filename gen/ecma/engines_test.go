package ecma

import (
	"regexp"
	"testing"
	"time"

	"github.com/dlclark/regexp2/v2"
)

// engines runs one pattern on everything that can run it.
type engines struct {
	re2     *regexp.Regexp  // nil where the pattern needs backtracking
	regexp2 *regexp2.Regexp // from the printer for backtracking, always there
	program *Program        // nil where the pattern is not simple
}

// compile translates source for every engine.
func compile(t testing.TB, source string) (engines, error) {
	t.Helper()
	tr, err := Translate(source)
	if err != nil {
		return engines{}, err
	}
	var e engines
	if !tr.Backtracking {
		e.re2 = regexp.MustCompile(tr.Expr)
	}
	p, err := parse(source)
	if err != nil {
		t.Fatalf("%q translates but does not parse: %v", source, err)
	}
	expr := printBacktracking(p.root)
	if e.regexp2, err = regexp2.Compile(expr, regexp2.ECMAScript, regexp2.Unicode); err != nil {
		t.Fatalf("%q: %q does not compile: %v", source, expr, err)
	}
	e.regexp2.MatchTimeout = time.Second
	if program, ok := Linear(source); ok {
		e.program = &program
	}
	return e, nil
}

// match gives the verdict of all engines and fails the test where they differ.
func (e engines) match(t testing.TB, source, text string) bool {
	t.Helper()
	want, err := e.regexp2.MatchString(text)
	if err != nil {
		t.Logf("%q on %q: %v", source, text, err)
		return e.re2 != nil && e.re2.MatchString(text)
	}
	if e.re2 != nil && e.re2.MatchString(text) != want {
		t.Errorf("%q on %q: regexp2 says %t, regexp with %q does not", source, text, want, e.re2)
	}
	if e.program != nil && e.program.Match(text) != want {
		t.Errorf("%q on %q: regexp2 says %t, the program %#v does not", source, text, want, *e.program)
	}
	return want
}
