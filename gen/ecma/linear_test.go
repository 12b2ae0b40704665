package ecma

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// show writes a program in one line.
func show(p Program) string {
	var all []string
	for _, b := range p.Branches {
		s := showSteps(b.Steps)
		if b.Start {
			s = "^ " + s
		}
		if b.End {
			s += " $"
		}
		all = append(all, strings.TrimSpace(s))
	}
	return strings.Join(all, " || ")
}

func showSteps(steps []Step) string {
	var all []string
	for _, s := range steps {
		switch s := s.(type) {
		case Text:
			all = append(all, fmt.Sprintf("%q", string(s)))
		case Words:
			all = append(all, strings.Join(s, "/"))
		case Run:
			text := brackets(s.Set, nil, false) + bounds(s.Min, s.Max)
			if len(s.Last) > 0 {
				text += "last" + brackets(s.Last, nil, false)
			}
			all = append(all, text)
		case Group:
			var alternatives []string
			for _, a := range s.Alternatives {
				alternatives = append(alternatives, brackets(a.First, nil, false)+": "+showSteps(a.Steps))
			}
			all = append(all, "("+strings.Join(alternatives, " | ")+")"+bounds(s.Min, s.Max))
		}
	}
	return strings.Join(all, " ")
}

// TestLinear pins the programs of simple patterns; "" stands for none.
func TestLinear(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ source, want string }{
		{`^[a-z0-9_]{1,64}$`, `^ [0-9_a-z]{1,64} $`},
		{`^acc_[a-z0-9]+$`, `^ "acc_" [0-9a-z]+ $`},
		{`^\d{4}-\d{2}-\d{2}$`, `^ [0-9]{4} "-" [0-9]{2} "-" [0-9]{2} $`},
		{`^(GET|POST)$`, `^ POST/GET $`},
		{`^(a|ab)$`, `^ ab/a $`},
		{`^#[0-9a-fA-F]{6}$`, `^ "#" [0-9A-Fa-f]{6} $`},
		{`^https://`, `^ "https://"`},
		{`\.json$`, `".json" $`},
		{`foo`, `"foo"`},
		{`\S`, `[\x{0}-\x{8}\x{E}-\x{1F}!-\x{9F}\x{A1}-\x{167F}\x{1681}-\x{1FFF}\x{200B}-\x{2027}\x{202A}-\x{202E}\x{2030}-\x{205E}\x{2060}-\x{2FFF}\x{3001}-\x{FEFE}\x{FF00}-\x{10FFFF}]{1}`},
		{`^.*$`, `^ [\x{0}-\x{9}\x{B}\x{C}\x{E}-\x{2027}\x{202A}-\x{10FFFF}]* $`},
		{``, ``},
		{`^`, `^`},
		{`^$`, `^  $`},
		// Open ends are trimmed to what must be there.
		{`.*foo.*`, `"foo"`},
		{`^a+`, `^ "a"`},
		{`^a{2,}b*`, `^ [a]{2}`},
		{`b?a+$`, `"a" $`},
		// Optional and repeated parts whose first rune decides.
		{`^-?\d+(\.\d+)?$`, `^ [\-]? [0-9]+ ([.]: "." [0-9]+)? $`},
		{`^[a-z]+(-[a-z]+)*$`, `^ [a-z]+ ([\-]: "-" [a-z]+)* $`},
		{`^(\d+[smh])+$`, `^ ([0-9]: [0-9]+ [hms]{1})+ $`},
		{`^[^,]+(?:,[^,]+)*$`, `^ [\x{0}-+\--\x{10FFFF}]+ ([,]: "," [\x{0}-+\--\x{10FFFF}]+)* $`},
		{`^(a*|b)$`, `^ ([a]: [a]* | [b]: "b")? $`},
		// A run whose last rune is in a smaller set.
		{`^[a-z]([a-z-]*[a-z])?$`, `^ [a-z]{1} ([\-a-z]: [\-a-z]+last[a-z])? $`},
		{`^[a-z-]{0,61}[a-z]$`, `^ [\-a-z]{1,62}last[a-z] $`},
		{`^[a-z]*[a-z]+$`, `^ [a-z]+ $`},
		// Alternatives that share a beginning.
		{`^(\d{4}|\d{4}-\d{2}|now)$`, `^ ([0-9]: [0-9]{4} ([\-]: "-" [0-9]{2})? | [n]: "now"){1} $`},
		// Alternatives that only whole rows tell apart.
		{`^([1-9]|[1-4]\d|5[0-2])$`, `^ [1-9]{1} $ || ^ [1-4]{1} [0-9]{1} $ || ^ "5" [0-2]{1} $`},
		{`^(a|ab)(c|bcd)+$`, `^ "a" ([bc]: bcd/c)+ $ || ^ "ab" ([bc]: bcd/c)+ $`},
		{`^$|^https?://`, `^  $ || ^ "http" [s]? "://"`},
		{`^a|b$`, `^ "a" || "b" $`},
		// The next rune does not decide, or a step cannot do it.
		{`^[a-z]+[a-z0-9]{2}$`, ""},
		{`^a*a{2}$`, ""},
		{`^(a*)*$`, ""},
		{`^(?:ab|a[a-z])*$`, ""},
		{`^(.+)\s(.+)$`, ""},
		{`a+b+c+`, ""},
		{`a[^b]{1,100}b`, ""},
		{`^\bfoo`, ""},
		{`^(?i:foo)$`, ""},
		{`^(?i:[0-9]-)$`, `^ [0-9]{1} "-" $`},
		{`^\p{L}+$`, ""},
		{`^(?!a)b$`, ""},
		{`^(a)\1$`, ""},
		{`^(?m:a$)`, ""},
		{`^a[]$`, ""},
		{`(`, ""},
	} {
		p, ok := Linear(c.source)
		got := show(p)
		if c.source == `` {
			if !ok {
				t.Error("the empty pattern should be linear")
			}
			continue
		}
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%q:\ngot  %s, %t\nwant %s", c.source, got, ok, c.want)
		}
	}
}

func BenchmarkMatch(b *testing.B) {
	const source, text = `^acc_[a-z0-9]{4,32}$`, "acc_7f3k2m1q"
	p, _ := Linear(source)
	re := regexp.MustCompile(source)
	b.Run("program", func(b *testing.B) {
		for b.Loop() {
			p.Match(text)
		}
	})
	b.Run("regexp", func(b *testing.B) {
		for b.Loop() {
			re.MatchString(text)
		}
	})
}
