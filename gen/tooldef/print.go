package tooldef

import (
	"bytes"
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// JSON returns compact JSON with members in source order and numbers as written.
func (n *Node) JSON() string {
	var b bytes.Buffer
	n.print(&b, false)
	return b.String()
}

// CanonicalJSON returns equal text for equal values: sorted members, and one spelling per number (1, 1.0 and
// 1e0 are equal).
func (n *Node) CanonicalJSON() string {
	var b bytes.Buffer
	n.print(&b, true)
	return b.String()
}

func (n *Node) print(b *bytes.Buffer, canonical bool) {
	if n == nil {
		b.WriteString("null")
		return
	}
	switch n.Kind {
	case Null:
		b.WriteString("null")
	case Bool:
		b.WriteString(strconv.FormatBool(n.Bool))
	case Number:
		if canonical {
			b.WriteString(canonicalNumber(n.Text))
		} else {
			b.WriteString(n.Text)
		}
	case String:
		printString(b, n.Text)
	case Array:
		b.WriteByte('[')
		for i, item := range n.Items {
			if i > 0 {
				b.WriteByte(',')
			}
			item.print(b, canonical)
		}
		b.WriteByte(']')
	case Object:
		members := n.Members
		if canonical {
			members = slices.Clone(members)
			slices.SortStableFunc(members, func(x, y Member) int { return strings.Compare(x.Key, y.Key) })
		}
		b.WriteByte('{')
		for i := range members {
			if i > 0 {
				b.WriteByte(',')
			}
			printString(b, members[i].Key)
			b.WriteByte(':')
			members[i].Value.print(b, canonical)
		}
		b.WriteByte('}')
	}
}

// printString writes a JSON string. U+2028 and U+2029 are escaped, so that the text stays on one line everywhere.
func printString(b *bytes.Buffer, s string) {
	out := json.NewEncoder(b)
	out.SetEscapeHTML(false)
	_ = out.Encode(s)
	b.Truncate(b.Len() - 1) // the line break that Encode adds
}

// canonicalNumber returns the canonical spelling of a number: the usual one if it is short, otherwise an
// integer without trailing zeros times a power of ten. It works on the text, so 7e9999999 is as cheap as 7.
func canonicalNumber(text string) string {
	mantissa, exponent := text, ""
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa, exponent = text[:i], text[i+1:]
	}
	mantissa, negative := strings.CutPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	if digits == "" {
		return "0"
	}
	trimmed := strings.TrimRight(digits, "0")
	if len(exponent) > 100 {
		return text // absurd; equal only to its own text
	}
	power := new(big.Int)
	power.SetString(strings.TrimPrefix(exponent, "+"), 10)
	power.Add(power, big.NewInt(int64(len(digits)-len(trimmed)-len(fraction))))
	sign := ""
	if negative {
		sign = "-"
	}
	if power.IsInt64() {
		if usual := usualNumber(trimmed, power.Int64()); usual != "" {
			return sign + usual
		}
	}
	return sign + trimmed + "e" + power.String()
}

// maxUsualNumber is the maximum length of a number without an exponent.
const maxUsualNumber = 21

// usualNumber writes digits × 10^power without an exponent, "" if too long.
func usualNumber(digits string, power int64) string {
	if power < -maxUsualNumber || power > maxUsualNumber {
		return ""
	}
	point := len(digits) + int(power) // digits before the decimal point
	usual := ""
	switch {
	case len(digits) > maxUsualNumber:
		return ""
	case power >= 0:
		usual = digits + strings.Repeat("0", int(power))
	case point > 0:
		usual = digits[:point] + "." + digits[point:]
	default:
		usual = "0." + strings.Repeat("0", -point) + digits
	}
	if len(usual) > maxUsualNumber {
		return ""
	}
	return usual
}
