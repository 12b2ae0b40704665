package ledger

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// maxCents bounds an amount, so that sums of very many amounts stay within 64 bits.
const maxCents = 10_000_000_000_000

// number is the exact value of a JSON number. What is no number, or is written with more digits or
// a larger exponent than any amount of money, is zero.
func number(raw json.RawMessage) *big.Rat {
	text, zero := string(raw), new(big.Rat)
	if text == "" || text[0] != '-' && (text[0] < '0' || text[0] > '9') || len(text) > 100 {
		return zero
	}
	if _, exponent, ok := strings.Cut(strings.ToLower(text), "e"); ok {
		if n, err := strconv.Atoi(exponent); err != nil || n < -40 || n > 40 {
			return zero
		}
	}
	if value, ok := new(big.Rat).SetString(text); ok {
		return value
	}
	return zero
}

// cents is an amount in whole cents, halves rounded away from zero. An amount beyond maxCents is
// zero.
func cents(amount *big.Rat) int64 {
	n := new(big.Int).Abs(amount.Num())
	n.Mul(n, big.NewInt(200)).Add(n, amount.Denom())
	n.Quo(n, new(big.Int).Lsh(amount.Denom(), 1))
	if n.Cmp(big.NewInt(maxCents)) > 0 {
		return 0
	}
	if amount.Sign() < 0 {
		n.Neg(n)
	}
	return n.Int64()
}

// money is an amount of cents as a JSON number.
func money(cents int64) json.Number {
	sign := ""
	if cents < 0 {
		sign, cents = "-", -cents
	}
	return json.Number(fmt.Sprintf("%s%d.%02d", sign, cents/100, cents%100))
}
