package runtime

import (
	"encoding/json"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// number finds a number that satisfies a row, the nth of them: at the lower bound, at
// the upper one, or between them.
func (p *placeholder) number(row *FieldSpec, integer bool, nth int) (string, bool) {
	low, lowOK := limitRat(row.bound("minimum"))
	if x, ok := limitRat(row.bound("exclusiveMinimum")); ok && (!lowOK || x.Cmp(low) >= 0) {
		low, lowOK = x, true
	}
	top, topOK := limitRat(row.bound("maximum"))
	if x, ok := limitRat(row.bound("exclusiveMaximum")); ok && (!topOK || x.Cmp(top) <= 0) {
		top, topOK = x, true
	}
	step := big.NewRat(1, 1)
	if m, ok := limitRat(row.bound("multipleOf")); ok && m.Sign() > 0 {
		step = m
	}
	var starts []*big.Rat
	direction := int64(1)
	switch {
	case topOK && (p.high || !lowOK):
		starts, direction = append(starts, top), -1
	case lowOK:
		starts = append(starts, low)
	default:
		starts = append(starts, big.NewRat(1, 1))
	}
	if lowOK && topOK {
		span := new(big.Rat).Sub(top, low)
		for _, part := range []int64{2, 3, 5, 7, 11} {
			starts = append(starts, new(big.Rat).Add(low, new(big.Rat).Quo(span, big.NewRat(part, 1))))
		}
	}
	for _, start := range starts {
		for k := range int64(20) {
			x := new(big.Rat).Mul(step, big.NewRat(k*direction, 1))
			x.Add(x, onGrid(start, step, direction, integer || row.bound("multipleOf") != ""))
			text, ok := ratText(x)
			if !ok || integer && !x.IsInt() || !p.spec.allows(row, json.Number(text)) {
				continue
			}
			if nth == 0 {
				return text, true
			}
			nth--
		}
	}
	return "", false
}

// nearby is the number nearest to one that came, where that is none of those on a grid: a multiple, or a
// whole number. Where it is as near to two, it is the one further from zero.
func (b *hintBuilder) nearby(issue *hintIssue, row *FieldSpec, came any) (json.RawMessage, bool) {
	if row == nil || len(row.Enum) > 0 || !hasKind(row.Type, "integer") {
		return nil, false
	}
	integer := !hasKind(row.Type, "number")
	if issue.Expected != nil && issue.rank == rankRange {
		made := *issue
		made.row = row
		row = made.place()
	}
	var step *big.Rat
	if limit := row.bound("multipleOf"); limit != "" {
		var ok bool
		if step, ok = limitRat(limit); !ok || step.Sign() <= 0 {
			return nil, false
		}
	} else if !integer {
		return nil, false
	} else {
		step = big.NewRat(1, 1)
	}
	var room [maxGotInHint]byte
	text, isText := came.(string)
	if !isText {
		text = string(appendJSON(room[:0], came))
	}
	x, isNumber := limitRat(text)
	if !isNumber {
		return nil, false
	}
	low := onGrid(x, step, -1, true)
	high := onGrid(x, step, 1, true)
	above := new(big.Rat).Sub(high, x).Cmp(new(big.Rat).Sub(x, low))
	for range maxStepsAway {
		first, second := low, high
		if above < 0 || above == 0 && x.Sign() > 0 {
			first, second = high, low
		}
		for _, at := range [...]*big.Rat{first, second} {
			if text, short := ratText(at); short && (!integer || at.IsInt()) && b.spec.allows(row, json.Number(text)) {
				b.invented.note(issue, true)
				return json.RawMessage(text), true
			}
		}
		low, high = new(big.Rat).Sub(low, step), new(big.Rat).Add(high, step)
	}
	return nil, false
}

// maxStepsAway is how many steps of a grid a number is moved by to keep its bounds.
const maxStepsAway = 8

// onGrid moves x to the next multiple of step in a direction, where there is a grid.
func onGrid(x, step *big.Rat, direction int64, grid bool) *big.Rat {
	if !grid {
		return x
	}
	q := new(big.Rat).Quo(x, step)
	whole := new(big.Int).Div(q.Num(), q.Denom()) // the floor: denominators are positive
	if direction > 0 && !q.IsInt() {
		whole.Add(whole, big.NewInt(1))
	}
	return new(big.Rat).Mul(step, new(big.Rat).SetInt(whole))
}

// limitRat reads a limit of ordinary size. Others are not worth an example, and big numbers with
// big exponents are not worth their cost.
func limitRat(limit string) (*big.Rat, bool) {
	if limit == "" || len(limit) > 40 || !isJSONNumber(limit) {
		return nil, false
	}
	f, err := strconv.ParseFloat(limit, 64)
	if err != nil || math.Abs(f) > 1e30 || f != 0 && math.Abs(f) < 1e-12 {
		return nil, false
	}
	return new(big.Rat).SetString(limit)
}

// ratText writes a number that has a short decimal form.
func ratText(x *big.Rat) (string, bool) {
	if x.IsInt() {
		return x.Num().String(), true
	}
	text := strings.TrimRight(x.FloatString(12), "0")
	return strings.TrimSuffix(text, "."), true
}
