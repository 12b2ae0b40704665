package gencode

import (
	"math"
	"reflect"
	"testing"
)

// One call for two bounds gives the same issues as a call for each; the ends of a type are no bounds.
func TestWithinIsBothBounds(t *testing.T) {
	t.Parallel()
	for _, literal := range []string{"", "1.99999999999999999999", "3.00000000000000000001", "4", "1e999", "-1e999"} {
		for _, n := range []int{0, 1, 2, 3, 4, 5} {
			for _, v := range []float64{float64(n), math.MaxFloat64, -math.MaxFloat64} {
				s, i := "éééééé"[:2*n], int64(n)
				for k, pair := range [][2]func(*Decoder){
					{func(d *Decoder) { d.StringWithin(&s, 2, 3) }, func(d *Decoder) { d.Length("minLength", s, 2); d.Length("maxLength", s, 3) }},
					{func(d *Decoder) { d.StringWithin(&s, 4, 1) }, func(d *Decoder) { d.Length("minLength", s, 4); d.Length("maxLength", s, 1) }},
					{func(d *Decoder) { d.StringWithin(&s, 0, 1) }, func(d *Decoder) { d.Length("maxLength", s, 1) }},
					{func(d *Decoder) { d.StringWithin(&s, 2, -1) }, func(d *Decoder) { d.Length("minLength", s, 2) }},
					{func(d *Decoder) { d.Float64Within(&v, 2, 3) }, func(d *Decoder) { d.Bound("minimum", v, 2); d.Bound("maximum", v, 3) }},
					{func(d *Decoder) { d.Float64Within(&v, 4, 1) }, func(d *Decoder) { d.Bound("minimum", v, 4); d.Bound("maximum", v, 1) }},
					{func(d *Decoder) { d.Float64Within(&v, 2, math.MaxFloat64) }, func(d *Decoder) { d.Bound("minimum", v, 2) }},
					{func(d *Decoder) { d.Float64Within(&v, -math.MaxFloat64, 3) }, func(d *Decoder) { d.Bound("maximum", v, 3) }},
					{func(d *Decoder) { d.Int64Within(&i, 2, 3) }, func(d *Decoder) { d.BoundInt("minimum", i, 2); d.BoundInt("maximum", i, 3) }},
					{func(d *Decoder) { d.Int64Within(&i, 4, 1) }, func(d *Decoder) { d.BoundInt("minimum", i, 4); d.BoundInt("maximum", i, 1) }},
					{func(d *Decoder) { d.Int64Within(&i, 2, math.MaxInt64) }, func(d *Decoder) { d.BoundInt("minimum", i, 2) }},
					{func(d *Decoder) { d.Int64Within(&i, math.MinInt64, 3) }, func(d *Decoder) { d.BoundInt("maximum", i, 3) }},
				} {
					var found [2][]pending
					for side, check := range pair {
						d := Decoder{checking: true, src: []byte(padding)}
						d.Checker = Checker{cap: 100, progress: progress{literal: literal}, reading: literal != ""}
						check(&d)
						found[side] = d.issues
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
		if c.Length("minLength", "x", n); c.total != 1 {
			t.Errorf("%d issues of minLength %d", c.total, n)
		}
	}
}
