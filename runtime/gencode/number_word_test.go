package gencode

import (
	"encoding/json"
	"slices"
	"testing"
)

// TestFloat64OfEveryShape checks that a number is decoded the same for every position of its digits, its point and the text
// after it: short ones are read from one machine word.
func TestFloat64OfEveryShape(t *testing.T) {
	t.Parallel()
	check := func(text string) {
		var want, got float64
		wantErr := json.Unmarshal([]byte(text), &want)
		for _, in := range []string{text, text + " ", "\n" + text} {
			err := DecodeWith([]byte(in), func(d *Decoder) { d.Float64(&got) })
			if (err == nil) != (wantErr == nil) || err == nil && got != want {
				t.Errorf("%q: %v, %v; want %v, %v", in, got, err, want, wantErr)
			}
		}
		list := "[" + text + "," + text + "]"
		var all, wantAll []float64
		wantErr = json.Unmarshal([]byte(list), &wantAll)
		err := DecodeWith([]byte(list), func(d *Decoder) { Slice(d, &all, DecodeFloat64) })
		if (err == nil) != (wantErr == nil) || err == nil && !slices.Equal(all, wantAll) {
			t.Errorf("%q: %v, %v; want %v, %v", list, all, err, wantAll, wantErr)
		}
	}
	const digits = "9081726354"
	for whole := range len(digits) {
		for places := range len(digits) {
			for _, sign := range []string{"", "-"} {
				for _, end := range []string{"", "e1", "E-2", "e", ".", ".5", "x", "\xff"} {
					text := sign + digits[:whole]
					if places > 0 {
						text += "." + digits[len(digits)-places:]
					}
					check(text + end)
				}
			}
		}
	}
	for _, text := range []string{"00", "01", "00.5", "01.5", "0.50", "0", "0.0", "0e1", "10", "100.5", "1.\xff", "1.5\xff2"} {
		check(text)
	}
}
