package runtime

import (
	"math"
	"testing"
)

// The decoder's checks must find what those of Checker find, also of numbers that no Go value is.
func TestDecoderChecksAsCheckerDoes(t *testing.T) {
	t.Parallel()
	for _, literal := range []string{"", "2.00000000000000000001", "1.99999999999999999999"} {
		for _, n := range []int{1, 2, 3} {
			for _, v := range []float64{float64(n), math.NaN()} {
				var s = "ééé"[:2*n]
				run := func(c *Checker, f func()) int { c.literal = literal; f(); return c.total }
				i := int64(n)
				var d Decoder
				var c Checker
				d.cap, c.cap = 100, 100
				for k, pair := range [][2]func(){
					{func() { d.MinLength(s, 2) }, func() { c.MinLength(s, 2) }},
					{func() { d.MaxLength(s, 2) }, func() { c.MaxLength(s, 2) }},
					{func() { d.MinItems(n, 2) }, func() { c.MinItems(n, 2) }},
					{func() { d.MaxItems(n, 2) }, func() { c.MaxItems(n, 2) }},
					{func() { d.Minimum(v, 2) }, func() { c.Minimum(v, 2) }},
					{func() { d.Maximum(v, 2) }, func() { c.Maximum(v, 2) }},
					{func() { d.ExclusiveMinimum(v, 2) }, func() { c.ExclusiveMinimum(v, 2) }},
					{func() { d.ExclusiveMaximum(v, 2) }, func() { c.ExclusiveMaximum(v, 2) }},
					{func() { d.MinimumInt(i, 2) }, func() { c.MinimumInt(i, 2) }},
					{func() { d.MaximumInt(i, 2) }, func() { c.MaximumInt(i, 2) }},
					{func() { d.ExclusiveMinimumInt(i, 2) }, func() { c.ExclusiveMinimumInt(i, 2) }},
					{func() { d.ExclusiveMaximumInt(i, 2) }, func() { c.ExclusiveMaximumInt(i, 2) }},
					{func() { d.MatchPattern(s, n == 2, "x") }, func() { c.MatchPattern(s, n == 2, "x") }},
				} {
					if got, want := run(&d.Checker, pair[0]), run(&c, pair[1]); got != want {
						t.Fatalf("check %d of %d, %v, literal %q: %d issues, want %d", k, n, v, literal, got, want)
					}
				}
			}
		}
	}
}

// No string is as long as the largest limits, four times which is more than an int holds.
func TestMinLengthBeyondAllStrings(t *testing.T) {
	t.Parallel()
	for _, n := range []int{math.MaxInt/8 + 1, math.MaxInt/4 + 1, math.MaxInt/2 + 1, math.MaxInt} {
		var d Decoder
		d.cap = 100
		if d.MinLength("x", n); d.total != 1 {
			t.Errorf("decoding: %d issues of minLength %d", d.total, n)
		}
		if d.Checker.MinLength("x", n); d.total != 2 {
			t.Errorf("checking: %d issues of minLength %d", d.total-1, n)
		}
	}
}
