package plan

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"
)

func TestFloatLimit(t *testing.T) {
	for number, want := range map[string]bool{
		"5": true, "-2.5": true, "0.01": true, "0.1": true, "1.10": true, "1e-3": true, "2.0": true, "123456789.123456": true,
		"0.1000000000000000055511151231257827": false, // what the float64 nearest to 0.1 really is
		"9007199254740993":                     false, // 2^53 + 1
		"1e400":                                false,
		"x":                                    false,
	} {
		if _, got := floatLimit(number); got != want {
			t.Errorf("%s: %t", number, got)
		}
	}
}

// A comparison of float64 is that of the decimals that were written, of which those with up to 15
// digits are the shortest of their float64.
func TestFloatLimitKeepsOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		base, places := r.Int64N(1_000_000_000_000_000), r.IntN(16)
		near := max(base+r.Int64N(5)-2, 0)
		value, limit := decimalText(near, places), decimalText(base, places)
		if _, ok := floatLimit(limit); !ok {
			t.Fatalf("%s is no limit", limit)
		}
		f, _ := strconv.ParseFloat(value, 64)
		l, _ := strconv.ParseFloat(limit, 64)
		exactly, _ := new(big.Rat).SetString(value)
		bound, _ := new(big.Rat).SetString(limit)
		if c := exactly.Cmp(bound); (f < l) != (c < 0) || (f == l) != (c == 0) {
			t.Fatalf("%s and %s", value, limit)
		}
	}
}

func decimalText(n int64, places int) string {
	text := fmt.Sprintf("%0*d", places+1, n)
	if places == 0 {
		return text
	}
	return text[:len(text)-places] + "." + text[len(text)-places:]
}
