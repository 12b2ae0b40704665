package gencode

import (
	"math"
	"math/big"
	"testing"
)

func TestRuleArithmetic(t *testing.T) {
	t.Parallel()
	values := []int64{0, 1, -1, 2, -2, 3, 7, 1 << 31, -1 << 31, 3037000500, math.MaxInt64, math.MinInt64, math.MaxInt64 - 1, math.MinInt64 + 1}
	ops := []struct {
		name  string
		got   func(a, b int64) (int64, bool)
		exact func(z, a, b *big.Int) *big.Int
		zero  bool // division by zero is an error
	}{
		{"+", RuleAdd, (*big.Int).Add, false},
		{"-", RuleSub, (*big.Int).Sub, false},
		{"*", RuleMul, (*big.Int).Mul, false},
		{"/", RuleDiv, (*big.Int).Quo, true},
	}
	for _, op := range ops {
		for _, a := range values {
			for _, b := range values {
				got, ok := op.got(a, b)
				if op.zero && b == 0 {
					if ok {
						t.Errorf("%d / 0 has a value", a)
					}
					continue
				}
				want := op.exact(new(big.Int), big.NewInt(a), big.NewInt(b))
				if ok != want.IsInt64() || ok && got != want.Int64() {
					t.Errorf("%d %s %d = %d, %v; the exact value is %v", a, op.name, b, got, ok, want)
				}
			}
		}
	}
	if v, ok := RuleMod(-7, 3); v != -1 || !ok {
		t.Errorf("-7 %% 3 = %d, %v", v, ok)
	}
}

func TestRuleMessages(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text string
		ok   bool
		want string
	}{{"says", true, "says"}, {"", true, "else"}, {" ", true, "else"}, {"two\nlines", true, "else"}, {"half", false, "else"}} {
		if got := RuleText(test.text, test.ok, "else"); got != test.want {
			t.Errorf("%q, %v: got %q", test.text, test.ok, got)
		}
	}
	for f, want := range map[float64]string{1250000.5: "1250000.5", 1e6: "1000000", 0.1: "0.1", 3: "3", 1e-9: "1e-09", 1e22: "1e+22"} {
		if got := RuleFormat(f); got != want {
			t.Errorf("%g prints as %s, want %s", f, got, want)
		}
	}
}

// A rule continues after a text that is not a URL, so its parts are still requested.
func TestPartsOfNoURL(t *testing.T) {
	t.Parallel()
	u, ok := ParseRuleURL("no url")
	if ok {
		t.Fatal(`"no url" was read as a URL`)
	}
	if all := u.Scheme() + u.Host() + u.Hostname() + u.Port() + u.EscapedPath(); all != "" || !u.Equal(RuleURL{}) {
		t.Errorf("the parts of an invalid URL are %q", all)
	}
}
