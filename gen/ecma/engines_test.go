package ecma

import (
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

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
	if e.program != nil && matches(*e.program, text) != want {
		t.Errorf("%q on %q: regexp2 says %t, the program %#v does not", source, text, want, *e.program)
	}
	return want
}

// matches reports whether a program matches anywhere in s, as the code printed for it does.
func matches(p Program, s string) bool {
	if !p.Start {
		text := Text("")
		if len(p.Steps) > 0 {
			text = p.Steps[0].(Text)
		}
		if p.End {
			return strings.HasSuffix(s, string(text))
		}
		return strings.Contains(s, string(text))
	}
	i, ok := 0, true
	for _, step := range p.Steps {
		if i, ok = after(step, s, i); !ok {
			return false
		}
	}
	return !p.End || i == len(s)
}

// after matches a prefix of s[i:] and returns the position after it.
func after(step Step, s string, i int) (int, bool) {
	switch step := step.(type) {
	case Text:
		return i + len(step), strings.HasPrefix(s[i:], string(step))
	case Words:
		for _, word := range step {
			if strings.HasPrefix(s[i:], word) {
				return i + len(word), true
			}
		}
		return i, false
	case Run:
		n := 0
		for n != step.Max && i < len(s) {
			next, size := utf8.DecodeRuneInString(s[i:])
			if !step.Set.Contains(next) {
				break
			}
			n, i = n+1, i+size
		}
		return i, n >= step.Min
	}
	return i, false
}
