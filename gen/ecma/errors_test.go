package ecma

import (
	"errors"
	"strings"
	"testing"
)

// TestErrors gives each fault of a pattern its place and its words.
func TestErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		source  string
		offset  int
		message string
	}{
		{`[a-`, 0, "this [ is never closed"},
		{`é[`, 1, "this [ is never closed"},
		{`x(a`, 1, "this ( is never closed"},
		{`a)`, 1, "closes no group"},
		{`*a`, 0, "nothing to repeat"},
		{`a|+`, 2, "nothing to repeat"},
		{`a**`, 2, "nothing to repeat"},
		{`a{2}{3}`, 4, "{3} has nothing to repeat"},
		{`({2})`, 1, "{2} has nothing to repeat"},
		{`a{2,1}`, 1, "out of order"},
		{`a{,5}`, 1, "write {0,5"},
		{`^*`, 0, "cannot be repeated"},
		{`\b+`, 0, "cannot be repeated"},
		{`(?<=a)+`, 0, "cannot be repeated"},
		{`[z-a]`, 1, "the range z-a is out of order"},
		{`\p{Foo}`, 0, `no property "Foo"`},
		{`^[^\pZ\pC\pS]+$`, 3, `\pZ is the short form of RE2 and Perl, which ECMA-262 does not have: write \p{Z}`},
		{`\PLu`, 0, `write \P{L}`},
		{`\pX`, 0, `as in \p{Letter}`},
		{`\p`, 0, `as in \p{Letter}`},
		{`\p{letter}`, 0, `no property "letter"`},
		{`\p{IsGreek}`, 0, `no property "IsGreek"`},
		{`\p{sc=Foo}`, 0, `no property "sc=Foo"`},
		{`\p{Greek}`, 0, `no property "Greek"`},
		{`\pL`, 0, `write \p{L}`},
		{`\p{L`, 0, "in braces"},
		{`a\1`, 1, "the pattern has 0"},
		{`^(a)\11$`, 4, "the pattern has 1"},
		{`(a)\2`, 3, "the pattern has 1"},
		{`\k<n>`, 0, "no group is named n"},
		{`\k`, 0, "name of a group"},
		{`(?<1a>x)`, 3, "identifier"},
		{`(?<a`, 3, "identifier"},
		{`(?<a>x)(?<a>y)`, 8, "two groups"},
		{`(?>a)`, 2, "neither a kind of group"},
		{`(?#a)`, 2, "neither a kind of group"},
		{`(?)`, 0, "is not a group"},
		{`(?-:a)`, 0, "is not a group"},
		{`(?ii:a)`, 3, "is repeated"},
		{`\Z`, 0, "the end of the text is $"},
		{`\A`, 0, "the start of the text is ^"},
		{`\a`, 0, `no escape \a`},
		{`\h`, 0, `no escape \h`},
		{`[\B]`, 1, "cannot stand in a class"},
		{`[\1]`, 1, `no escape \1`},
		{`\01`, 0, "octal"},
		{`\x4`, 0, "two hexadecimal digits"},
		{`\u12`, 0, "four hexadecimal digits"},
		{`\u{110000}`, 0, "up to 10FFFF"},
		{`\u{}`, 0, "up to 10FFFF"},
		{`\c1`, 0, "letter"},
		{`a\`, 1, `lone \`},
		{strings.Repeat("(", 300), 250, "nested more than"},
	} {
		_, err := Translate(c.source)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%q: got %v, want an *Error", c.source, err)
			continue
		}
		if e.Offset != c.offset || !strings.Contains(e.Message, c.message) {
			t.Errorf("%q: got %d, %q, want %d, %q", c.source, e.Offset, e.Message, c.offset, c.message)
		}
		if _, ok := Linear(c.source); ok {
			t.Errorf("%q: Linear accepts what Translate refuses", c.source)
		}
	}
}
