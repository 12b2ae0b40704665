package ecma

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// writer writes random patterns of the supported grammar.
type writer struct {
	r      *rand.Rand
	groups int
	// advanced adds look-around and references, flags what only the newest engines read.
	advanced, flags bool
}

// alphabet is what patterns and texts are made of, so that they meet often.
var alphabet = []string{"a", "b", "c", "A", "1", "2", "-", "_", ".", " ", "é", "🐲", "🐳", "\n", "ſ", "\u2028"}

func (w *writer) one(of ...string) string { return of[w.r.IntN(len(of))] }

// rune gives a character as a pattern writes it.
func (w *writer) rune() string {
	switch c := w.one(alphabet...); c {
	case ".":
		return `\.`
	case "-":
		return `\x2d` // \- outside a class is no syntax of the flag u
	case "\n":
		return w.one(`\n`, `\x0a`, `\cJ`, `\u{A}`)
	case "🐲":
		return w.one(c, `\u{1F432}`, `\uD83D\uDC32`)
	case "\u2028":
		return `\u2028`
	default:
		return c
	}
}

func (w *writer) classMember() string {
	switch w.r.IntN(5) {
	case 0:
		return w.one(`\d`, `\w`, `\s`, `\D`, `\W`, `\S`, `\p{Lu}`, `\P{L}`, `\p{Nd}`)
	case 1:
		return w.one("a-c", "A-Z", "0-9", "a-z", "é-🐲", "_-a", `\n-\r`)
	}
	return w.rune()
}

func (w *writer) atom(depth int) string {
	n := 8
	if depth > 0 {
		n = 12
	}
	switch w.r.IntN(n) {
	case 0:
		return w.one(`\d`, `\w`, `\s`, `\D`, `\W`, `\S`, ".", `\p{L}`, `\P{Lu}`)
	case 1, 2:
		class := w.one("[", "[", "[^")
		for range 1 + w.r.IntN(3) {
			class += w.classMember()
		}
		return class + w.one("", "", "-") + "]"
	case 8:
		w.groups++
		return "(" + w.choice(depth-1) + ")"
	case 9:
		return "(?:" + w.choice(depth-1) + ")"
	case 10:
		if w.flags {
			return w.one("(?i:", "(?s:", "(?-i:", "(?m:") + w.choice(depth-1) + ")"
		}
	case 11:
		if w.advanced {
			if w.groups > 0 && w.r.IntN(2) == 0 {
				return `(?:\` + strconv.Itoa(1+w.r.IntN(w.groups)) + ")"
			}
			return "(?:" + w.one("(?=", "(?!", "(?<=", "(?<!") + w.choice(depth-1) + "))"
		}
	}
	return w.rune()
}

func (w *writer) choice(depth int) string {
	var all []string
	for range 1 + w.r.IntN(3)*w.r.IntN(2) {
		var b strings.Builder
		for range w.r.IntN(4) {
			switch w.r.IntN(12) {
			case 0:
				b.WriteString(w.one("^", "$", `\b`, `\B`))
				continue
			}
			b.WriteString(w.atom(depth))
			if w.r.IntN(3) == 0 {
				b.WriteString(w.one("*", "+", "?", "{2}", "{0,2}", "{1,}", "{0}", "{1,3}", "*?", "+?", "??"))
			}
		}
		all = append(all, b.String())
	}
	return strings.Join(all, "|")
}

// pattern writes one pattern, mostly anchored ones, as schemas have them.
func (w *writer) pattern() string {
	w.groups = 0
	body := w.choice(2)
	switch w.r.IntN(4) {
	case 0:
		return body
	case 1:
		return "^" + body
	}
	return "^(?:" + body + ")$"
}

// text writes a text that the patterns may well match.
func (w *writer) text() string {
	var b strings.Builder
	for range w.r.IntN(7) {
		b.WriteString(w.one(alphabet...))
	}
	return b.String()
}

// TestEnginesAgree runs seeded random patterns on all engines.
func TestEnginesAgree(t *testing.T) {
	t.Parallel()
	w := &writer{r: rand.New(rand.NewPCG(1, 2)), advanced: true, flags: true}
	counts := map[string]int{}
	for i := range 1500 {
		w.advanced = i%4 == 0
		source := w.pattern()
		e, err := compile(t, source)
		if err != nil {
			t.Fatalf("%q: %v", source, err)
		}
		switch {
		case e.program != nil:
			counts["linear"]++
		case e.re2 != nil:
			counts["re2"]++
		default:
			counts["backtracking"]++
		}
		for range 25 {
			if e.match(t, source, w.text()) {
				counts["matches"]++
			}
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	t.Log(counts)
	for _, want := range []string{"linear", "re2", "backtracking", "matches"} {
		if counts[want] < 50 {
			t.Errorf("only %d of %s: the generator is too narrow", counts[want], want)
		}
	}
}

// FuzzTranslate holds that no pattern panics and that the engines agree on a text.
func FuzzTranslate(f *testing.F) {
	for _, c := range constructs {
		for _, text := range texts(c.yes + " " + c.no) {
			f.Add(c.source, text)
		}
	}
	f.Fuzz(func(t *testing.T, source, text string) {
		if len(source) > 200 || len(text) > 50 {
			return
		}
		source, text = strings.ToValidUTF8(source, "?"), strings.ToValidUTF8(text, "?")
		e, err := compile(t, source)
		if err != nil {
			if _, ok := Linear(source); ok {
				t.Errorf("%q: Linear accepts what Translate refuses: %v", source, err)
			}
			return
		}
		e.match(t, source, text)
	})
}
