package gencode

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"
)

func TestSumIsExact(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		list []float64
		want float64
	}{
		{nil, 0},
		{[]float64{0.1, 0.2}, 0.3},
		{[]float64{0.1, 0.2, -0.3}, 0},
		{[]float64{1.005, 2.995}, 4},
		{[]float64{1e300, 1, -1e300}, 1},
		{[]float64{0.0000001, 0.0000002}, 0.0000003},
		{[]float64{9007199254740993, 0.5}, 9007199254740992.5},
		{[]float64{math.Inf(1), 1}, math.Inf(1)},
		{[]float64{1e308, 1e308}, math.Inf(1)},
		{[]float64{999999999999999.9, 0.1}, 1e15},
	} {
		if got := sumOf(test.list); got != test.want {
			t.Errorf("sum of %v is %v, want %v", test.list, got, test.want)
		}
	}
	if got := sumOf([]float64{math.Inf(1), math.Inf(-1)}); !math.IsNaN(got) {
		t.Errorf("the sum of opposite infinities is %v", got)
	}
}

// However a number enters the sum, it counts as its printed decimal.
func TestSumIsThatOfDecimals(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 9))
	for range 20_000 {
		var list []float64
		want := new(big.Rat)
		for range 1 + r.IntN(6) {
			v := math.Round(r.NormFloat64()*1e4) / math.Pow(10, float64(r.IntN(9)))
			if r.IntN(10) == 0 {
				v = r.NormFloat64() * math.Pow(10, float64(r.IntN(40)-20))
			}
			list = append(list, v)
			decimal, _ := new(big.Rat).SetString(strconv.FormatFloat(v, 'g', -1, 64))
			want.Add(want, decimal)
		}
		exact, _ := want.Float64()
		if got := sumOf(list); got != exact {
			t.Fatalf("sum of %v is %v, want %v", list, got, exact)
		}
	}
}

func TestSumAllocatesNothing(t *testing.T) {
	list := []float64{0.1, 0.25, 1234.56, -7, 1.2345}
	if n := testing.AllocsPerRun(100, func() { sumOf(list) }); n != 0 {
		t.Errorf("a sum of amounts makes %v allocations", n)
	}
}

func sumOf(list []float64) float64 {
	var s Sum
	for _, v := range list {
		s.Add(v)
	}
	return s.Value()
}
