package ecma

import (
	"fmt"
	"strings"
	"testing"
)

// show writes a program in one line.
func show(p Program) string {
	var all []string
	if p.Start {
		all = append(all, "^")
	}
	for _, s := range p.Steps {
		switch s := s.(type) {
		case Text:
			all = append(all, fmt.Sprintf("%q", string(s)))
		case Words:
			all = append(all, strings.Join(s, "/"))
		case Run:
			all = append(all, (&printer{}).class(class{set: s.Set}).text+bounds(s.Min, s.Max))
		}
	}
	if p.End {
		all = append(all, "$")
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
		{`^.*$`, `^ [^\x{A}\x{D}\x{2028}\x{2029}]* $`},
		{``, ``},
		{`^`, `^`},
		{`^$`, `^ $`},
		// Open ends are trimmed to what must be there.
		{`.*foo.*`, `"foo"`},
		{`^a+`, `^ "a"`},
		{`^a{2,}b*`, `^ [a]{2}`},
		{`b?a+$`, `"a" $`},
		{`^-?\d+:(a|b)\.$`, `^ [\-]? [0-9]+ ":" a/b "." $`},
		{`^([a-z_])+$`, `^ [_a-z]+ $`},
		{`^a{0}b$`, `^ "b" $`},
		// The next rune does not decide, or a step cannot do it.
		{`^[a-z]+(-[a-z]+)*$`, ""},
		{`^(a|ab)b$`, ""},
		{`^(a|ab)`, ""},
		{`^$|^https?://`, ""},
		{`\S`, ""},
		{`(GET|POST)`, ""},
		{`^[a-z]+[a-z0-9]{2}$`, ""},
		{`^a*a{2}$`, ""},
		{`^(a*)*$`, ""},
		{`^(?:ab|a[a-z])*$`, ""},
		{`^(.+)\s(.+)$`, ""},
		{`a+b+c+`, ""},
		{`a[^b]{1,100}b`, ""},
		{`^\bfoo`, ""},
		{`^(?i:foo)$`, `^ [Ff]{1} [Oo]{1} [Oo]{1} $`},
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
