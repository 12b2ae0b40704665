package ecma

import (
	"runtime"
	"strings"
	"testing"
)

// TestConstructs holds each construct against its texts, on every engine.
func TestConstructs(t *testing.T) {
	t.Parallel()
	for _, c := range constructs {
		e, err := compile(t, c.source)
		if err != nil {
			t.Errorf("%q: %v", c.source, err)
			continue
		}
		for _, text := range texts(c.yes) {
			if !e.match(t, c.source, text) {
				t.Errorf("%q should match %q", c.source, text)
			}
		}
		for _, text := range texts(c.no) {
			if e.match(t, c.source, text) {
				t.Errorf("%q should not match %q", c.source, text)
			}
		}
	}
}

// texts spreads a list of texts out.
func texts(list string) []string {
	if list == "" {
		return nil
	}
	all := strings.Split(list, " ")
	for i := range all {
		all[i] = strings.NewReplacer("␣", " ", "∅", "").Replace(all[i])
	}
	return all
}

// TestTranslation pins which engine runs what, and how expressions look.
func TestTranslation(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		source, expr string
		backtracking bool
	}{
		{`^\d{4}-\p{Letter}+$`, `^[0-9]{4}-\p{L}+$`, false},
		{`(a)(?:b|c)`, `a(?:b|c)`, false},
		{`.`, `[^\x{A}\x{D}\x{2028}\x{2029}]`, false},
		{`é\u200b`, `\x{E9}\x{200B}`, false},
		{`a{2000}`, `a{1000}a{1000}`, false},
		{`a{1000,2500}`, `a{1000}a{0,1000}a{0,500}`, false},
		{`a{1500,}`, `a{1000}a{500}a*`, false},
		{`(?:a{500}){3}`, `(?:a{500}){2}(?:a{500})`, false},
		{`(?:a{600}){3}`, `(?:a{600})(?:a{600})(?:a{600})`, false},
		{`a{60000}`, `a{60000}`, true},
		{`a{99999999999}`, `a{1073741824,}`, true},
		{`(?i)ab`, `[Aa][Bb]`, false},
		{`a(?i:b1c)d`, `a[Bb]1[Cc]d`, false},
		{`(x)(?=a)`, `x(?=a)`, true},
		{`(x)\1`, `(x)(?:\1)`, true},
		{`\p{Alpha}`, `\p{Alpha}`, true},
	} {
		got, err := Translate(c.source)
		if err != nil || got.Expr != c.expr || got.Backtracking != c.backtracking {
			t.Errorf("%q: got %q, %t, %v, want %q, %t", c.source, got.Expr, got.Backtracking, err, c.expr, c.backtracking)
		}
	}
}

// TestNotes names what ECMA-262 does not have.
func TestNotes(t *testing.T) {
	t.Parallel()
	tr, err := Translate(`^(?P<a>x)(?i)y`)
	if err != nil || len(tr.Notes) != 2 {
		t.Fatalf("got %v, %v, want two notes", tr.Notes, err)
	}
	if got, want := tr.Notes[1].Error(), "character 10: (?i) is not ECMA-262"; !strings.HasPrefix(got, want) {
		t.Errorf("got %q, want it to begin with %q", got, want)
	}
	if tr, err := Translate(`(?i:a)[\w-.]`); err != nil || len(tr.Notes) != 0 {
		t.Errorf("got %v, %v, want no notes", tr.Notes, err)
	}
}

// TestRepeatedNothing holds that a short pattern does not become a long expression, which the engine
// takes seconds to read.
func TestRepeatedNothing(t *testing.T) {
	t.Parallel()
	for _, source := range []string{`(?:){1000000000}`, `^(?:){100000}a$`, `()*`, `(?:(?:){1000000000}){1000000000}`} {
		if tr, err := Translate(source); err != nil || tr.Backtracking || len(tr.Expr) > 2*len(source) {
			t.Errorf("%s becomes %d bytes (backtracking: %t): %v", source, len(tr.Expr), tr.Backtracking, err)
		}
	}
}

// TestNestedCounts holds what it takes to translate counts within counts, whose product is soon beyond
// what an int holds. It is not parallel, since it counts what is allocated.
func TestNestedCounts(t *testing.T) {
	for n := range 60 {
		source := strings.Repeat("(", n) + "a" + strings.Repeat("{1,100})", n)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		tr, err := Translate(source)
		runtime.ReadMemStats(&after)
		if err != nil || tr.Backtracking != (n > 1) {
			t.Errorf("%d counts: %v, %v", n, tr.Backtracking, err)
		}
		if took := after.TotalAlloc - before.TotalAlloc; took > 16<<20 {
			t.Errorf("%d counts take %d bytes", n, took)
		}
	}
}
