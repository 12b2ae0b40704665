package dynamic

import (
	"testing"

	"github.com/toolgen/toolgen/gen/ecma"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// A pattern that is compiled to loops gives the same verdict as its expression.
func TestPatternsAgree(t *testing.T) {
	t.Parallel()
	texts := []string{"", "a", "ab", "acc_1", "acc_", "2025-01-31", "x-1", "GET", "GETS", "a-b-c", "a--b", "é", "\n", "https://x", "http:/", "a.json"}
	for _, source := range []string{
		`^acc_[a-z0-9]+$`, `^\d{4}-\d{2}-\d{2}$`, `^(GET|POST)$`, `^[a-z]+-[a-z]+$`, `^https?://`, `\.json$`, `^.$`, `^[^a-z]`, ``, `^$`, `^[\s\S]*$`,
	} {
		translated, err := ecma.Translate(source)
		if err != nil {
			t.Fatal(err)
		}
		p := newPattern(model.Pattern{Source: source, Expr: translated.Expr})
		if _, ok := p.(linear); !ok {
			t.Errorf("%q is not compiled to loops", source)
		}
		re := &expression{gencode.Pattern{Source: source, Expr: translated.Expr}}
		for _, s := range texts {
			if p.keys(nil)(s) != re.keys(nil)(s) {
				t.Errorf("%q on %q: the program says %t", source, s, p.keys(nil)(s))
			}
			check := func(p pattern) error {
				return gencode.ValidateBy(true, func(d *gencode.Decoder) { p.check(&d.Checker, s) })
			}
			if got, want := check(p), check(re); (got == nil) != (want == nil) || got != nil && got.Error() != want.Error() {
				t.Errorf("%q on %q: %v, but the expression says %v", source, s, got, want)
			}
		}
	}
}
