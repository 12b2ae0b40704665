package gencode

import (
	"math"
	"reflect"
	"testing"
)

// One call for two bounds gives the same issues as a call for each.
func TestWithinIsBothBounds(t *testing.T) {
	t.Parallel()
	for _, literal := range []string{"", "1.99999999999999999999", "3.00000000000000000001", "4"} {
		for _, n := range []int{0, 1, 2, 3, 4, 5} {
			for _, v := range []float64{float64(n), math.MaxFloat64, -math.MaxFloat64} {
				s, i := "éééééé"[:2*n], int64(n)
				for k, pair := range [][2]func(*Checker){
					{func(c *Checker) { c.LengthWithin(s, 2, 3) }, func(c *Checker) { c.MinLength(s, 2); c.MaxLength(s, 3) }},
					{func(c *Checker) { c.LengthWithin(s, 4, 1) }, func(c *Checker) { c.MinLength(s, 4); c.MaxLength(s, 1) }},
					{func(c *Checker) { c.ItemsWithin(n, 2, 3) }, func(c *Checker) { c.Size("minItems", n, 2); c.Size("maxItems", n, 3) }},
					{func(c *Checker) { c.ItemsWithin(n, 4, 1) }, func(c *Checker) { c.Size("minItems", n, 4); c.Size("maxItems", n, 1) }},
					{func(c *Checker) { c.Within(v, 2, 3) }, func(c *Checker) { c.Minimum(v, 2); c.Maximum(v, 3) }},
					{func(c *Checker) { c.Within(v, 4, 1) }, func(c *Checker) { c.Minimum(v, 4); c.Maximum(v, 1) }},
					{func(c *Checker) { c.WithinInt(i, 2, 3) }, func(c *Checker) { c.MinimumInt(i, 2); c.MaximumInt(i, 3) }},
					{func(c *Checker) { c.WithinInt(i, 4, 1) }, func(c *Checker) { c.MinimumInt(i, 4); c.MaximumInt(i, 1) }},
				} {
					var found [2][]pending
					for side, check := range pair {
						c := Checker{cap: 100, progress: progress{literal: literal}, reading: literal != ""}
						check(&c)
						found[side] = c.issues
					}
					if !reflect.DeepEqual(found[0], found[1]) {
						t.Fatalf("pair %d of %d, %v, literal %q:\n%v\nwant\n%v", k, n, v, literal, found[0], found[1])
					}
				}
			}
		}
	}
}

// No string is as long as the largest limits; four times these exceeds an int.
func TestMinLengthBeyondAllStrings(t *testing.T) {
	t.Parallel()
	for _, n := range []int{math.MaxInt/8 + 1, math.MaxInt/4 + 1, math.MaxInt/2 + 1, math.MaxInt} {
		c := Checker{cap: 100}
		if c.MinLength("x", n); c.total != 1 {
			t.Errorf("%d issues of minLength %d", c.total, n)
		}
		if c.LengthWithin("x", n, n); c.total != 2 {
			t.Errorf("%d issues of minLength and maxLength %d", c.total-1, n)
		}
	}
}
