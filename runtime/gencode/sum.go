package gencode

import (
	"math"
	"math/big"
	"strconv"
)

// Sum adds numbers exactly, each taken as the decimal that it was written as, and rounds once at
// the end: 0.1 and 0.2 are 0.3. The zero Sum is an empty one, whose value is 0.
//
// Numbers with up to two or six decimals, which is what amounts of money and rates are, cost an
// integer addition; others are added by package math/big.
type Sum struct {
	cents  int64 // hundredths
	micros int64 // millionths
	rest   *big.Rat
	odd    float64 // the sum of what is no number: infinities and NaN
	isOdd  bool
}

// exactInts is where float64 begins to skip whole numbers, with 15 digits left for certain.
const exactInts = 1e15

// Add adds a number.
func (s *Sum) Add(v float64) {
	// If v is the float64 nearest to n/100, and n has at most 15 digits, then n/100 is the shortest
	// decimal that reads as v: no two decimals of so few digits read as the same float64.
	if n := math.Round(v * 100); n/100 == v && math.Abs(n) < exactInts {
		if sum, ok := RuleAdd(s.cents, int64(n)); ok {
			s.cents = sum
			return
		}
	}
	if n := math.Round(v * 1e6); n/1e6 == v && math.Abs(n) < exactInts {
		if sum, ok := RuleAdd(s.micros, int64(n)); ok {
			s.micros = sum
			return
		}
	}
	s.addRest(v)
}

//go:noinline
func (s *Sum) addRest(v float64) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		s.odd += v
		s.isOdd = true
		return
	}
	// The text of a float64 always reads as a fraction.
	decimal, _ := new(big.Rat).SetString(strconv.FormatFloat(v, 'g', -1, 64))
	if s.rest == nil {
		s.rest = new(big.Rat)
	}
	s.rest.Add(s.rest, decimal)
}

// Value is the sum, rounded to the nearest float64.
func (s *Sum) Value() float64 {
	switch {
	case s.isOdd:
		return s.odd
	case s.rest == nil && s.micros == 0 && fitsFloat(s.cents):
		return float64(s.cents) / 100
	case s.rest == nil && fitsFloat(s.micros) && s.cents > -1e11 && s.cents < 1e11 && fitsFloat(s.micros+s.cents*1e4):
		return float64(s.micros+s.cents*1e4) / 1e6
	}
	total := new(big.Rat).Add(big.NewRat(s.cents, 100), big.NewRat(s.micros, 1e6))
	if s.rest != nil {
		total.Add(total, s.rest)
	}
	f, _ := total.Float64()
	return f
}

// fitsFloat reports whether float64 holds the integer exactly, so that dividing it by a power of
// ten rounds only once.
func fitsFloat(n int64) bool { return n >= -1<<53 && n <= 1<<53 }
