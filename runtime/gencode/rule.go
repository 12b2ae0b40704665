package gencode

import (
	"math"
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
func RuleSign(a int64) int64 {
	switch {
	case a < 0:
		return -1
	case a > 0:
		return 1
	}
	return 0
}

// RuleSignFloat is -1, 0 or 1, or NaN for NaN.
func RuleSignFloat(a float64) float64 {
	switch {
	case a < 0:
		return -1
	case a > 0:
		return 1
	case a != a:
		return a
	}
	return 0
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
