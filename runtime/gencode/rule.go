package gencode

import (
	"cmp"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// RuleText chooses the message of a broken rule: what the rule's own expression says, unless it
// failed or says nothing, or else the other text. A message is one line.
func RuleText(text string, ok bool, otherwise string) string {
	if !ok || strings.TrimSpace(text) == "" || strings.ContainsAny(text, "\r\n") {
		return otherwise
	}
	return text
}

// RuleAdd is a + b; false on overflow, as for the other operators on integers.
func RuleAdd(a, b int64) (int64, bool) {
	sum := a + b
	return sum, (sum > a) == (b > 0)
}

// RuleSub is a - b.
func RuleSub(a, b int64) (int64, bool) {
	difference := a - b
	return difference, (difference < a) == (b > 0)
}

// RuleMul is a * b.
func RuleMul(a, b int64) (int64, bool) {
	if a == 0 || b == 0 {
		return 0, true
	}
	product := a * b
	if a == -1 && b == math.MinInt64 || b == -1 && a == math.MinInt64 {
		return 0, false
	}
	return product, product/b == a
}

// RuleDiv is a / b, rounded towards zero; false for a division by zero.
func RuleDiv(a, b int64) (int64, bool) {
	if b == 0 || a == math.MinInt64 && b == -1 {
		return 0, false
	}
	return a / b, true
}

// RuleMod is the remainder of a / b, with the sign of a.
func RuleMod(a, b int64) (int64, bool) {
	if b == 0 || a == math.MinInt64 && b == -1 {
		return 0, false
	}
	return a % b, true
}

// RuleNeg is -a.
func RuleNeg(a int64) (int64, bool) { return -a, a != math.MinInt64 }

// RuleAbs is the absolute value of a.
func RuleAbs(a int64) (int64, bool) {
	if a < 0 {
		return -a, a != math.MinInt64
	}
	return a, true
}

// RuleSign is -1, 0 or 1.
func RuleSign(a int64) int64 { return int64(cmp.Compare(a, 0)) }

// RuleSignFloat is -1, 0 or 1, or NaN for NaN.
func RuleSignFloat(a float64) float64 {
	if a != a {
		return a
	}
	return float64(cmp.Compare(a, 0))
}

// RuleOrdered reports whether both numbers can be put in order: NaN cannot.
func RuleOrdered(a, b float64) bool { return a == a && b == b }

// RuleCompare is -1, 0 or 1 as the integer is less than, equal to or greater than the number, as
// CEL compares the two; 2 for NaN.
func RuleCompare(a int64, b float64) int {
	switch f := float64(a); {
	case b < math.MinInt64:
		return 1
	case b > math.MaxInt64:
		return -1
	case f < b:
		return -1
	case f > b:
		return 1
	case b != b:
		return 2
	}
	return 0
}

// RuleIndex is the item of a list; false beyond its ends.
func RuleIndex[T any](items []T, i int64) (item T, ok bool) {
	if i < 0 || i >= int64(len(items)) {
		return item, false
	}
	return items[i], true
}

// RuleItem is the place of an item of a list, nil beyond its ends.
func RuleItem[T any](items []T, i int64) *T {
	if i < 0 || i >= int64(len(items)) {
		return nil
	}
	return &items[i]
}

// RuleShift shifts the bits of a to the left, or to the right where by is negative; false where
// the rule asked for a negative shift.
func RuleShift(a, by int64, left bool) (int64, bool) {
	switch {
	case by < 0:
		return 0, false
	case left:
		return a << uint64(by), true
	}
	return int64(uint64(a) >> uint64(by)), true
}

// RulePlace is where a value is, or where an empty one is if there is none.
func RulePlace[T any](p *T) (*T, bool) {
	if p == nil {
		return new(T), false
	}
	return p, true
}

// RuleHasKey reports whether a map has a key.
func RuleHasKey[T any](m map[string]T, key string) bool {
	_, ok := m[key]
	return ok
}

// RuleKeys are the keys of a map, in order.
func RuleKeys[T any](m map[string]T) []string {
	return sortedKeys(m)
}

// RuleFixed is a number with that many decimals.
func RuleFixed(f float64, decimals int64) string {
	switch text := strconv.FormatFloat(f, 'f', int(decimals), 64); text {
	case "+Inf":
		return "Infinity"
	case "-Inf":
		return "-Infinity"
	default:
		return text
	}
}

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
	case s.odd != 0:
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
