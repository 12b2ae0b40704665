package repair

import (
	"math/big"
	"strings"
)

// isJSONNumber reports whether a text is a number of JSON.
func isJSONNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	whole := digits(s)
	if whole == 0 || whole > 1 && s[0] == '0' {
		return false
	}
	s = s[whole:]
	if strings.HasPrefix(s, ".") {
		n := digits(s[1:])
		if n == 0 {
			return false
		}
		s = s[1+n:]
	}
	if s != "" && (s[0] == 'e' || s[0] == 'E') {
		s = s[1:]
		if s != "" && (s[0] == '+' || s[0] == '-') {
			s = s[1:]
		}
		n := digits(s)
		return n > 0 && n == len(s)
	}
	return s == ""
}

// digits counts the leading digits.
func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// exact gives the number exactly, nil where it is none or too large to compute with.
func exact(s string) *big.Rat {
	if !isJSONNumber(s) || len(s) > 400 {
		return nil
	}
	if e := strings.IndexAny(s, "eE"); e >= 0 && len(strings.TrimLeft(s[e+1:], "+-0")) > 3 {
		return nil
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return nil
	}
	return r
}

func sameNumber(a, b string) bool {
	x, y := exact(a), exact(b)
	return x != nil && y != nil && x.Cmp(y) == 0
}

func isInteger(s string) bool {
	r := exact(s)
	return r != nil && r.IsInt()
}

// numberOf reads the number that a text spells. It is plain where the text is a JSON number with
// blanks around it at most, or a sign or a point that JSON wants otherwise; else it has thousands
// marks that leave one reading: two marks of different kinds, or one kind twice.
func numberOf(text string) (number string, plain, ok bool) {
	t := strings.TrimSpace(text)
	if len(t) > 40 {
		return "", false, false
	}
	if n, ok := readNumber(t); ok {
		return n, true, true
	}
	if strings.Trim(t, "+-0123456789.,_' \u00a0") != "" {
		return "", false, false
	}
	comma, point := strings.Count(t, ","), strings.Count(t, ".")
	switch {
	case comma > 0 && point == 1 && strings.LastIndex(t, ",") < strings.Index(t, "."):
		return grouped(t, ",", ".")
	case point > 0 && comma == 1 && strings.LastIndex(t, ".") < strings.Index(t, ","):
		return grouped(t, ".", ",")
	case comma > 1 && point == 0:
		return grouped(t, ",", ".")
	case point > 1 && comma == 0:
		return grouped(t, ".", ",")
	}
	return "", false, false
}

// grouped reads a number with a thousands mark and a decimal mark.
func grouped(t, mark, decimal string) (string, bool, bool) {
	sign := ""
	if strings.HasPrefix(t, "-") || strings.HasPrefix(t, "+") {
		sign, t = strings.TrimPrefix(t[:1], "+"), t[1:]
	}
	whole, fraction, _ := strings.Cut(t, decimal)
	parts := strings.Split(whole, mark)
	for i, part := range parts {
		if n := digits(part); n != len(part) || n == 0 || n > 3 || i > 0 && n != 3 {
			return "", false, false
		}
	}
	number := strings.TrimLeft(strings.Join(parts, ""), "0")
	if number == "" {
		number = "0"
	}
	if fraction = strings.TrimRight(fraction, "0"); fraction != "" {
		if digits(fraction) != len(fraction) {
			return "", false, false
		}
		number += "." + fraction
	}
	return sign + number, false, true
}
