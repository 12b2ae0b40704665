package formats

import (
	"math"
	"strings"
	"unicode/utf8"
)

// Parameters of Punycode, RFC 3492, section 5.
const (
	punyBase        = 36
	punyTMin        = 1
	punyTMax        = 26
	punySkew        = 38
	punyDamp        = 700
	punyInitialBias = 72
	punyInitialN    = 128
)

func hasPunycodePrefix(label string) bool {
	return len(label) >= 4 && strings.EqualFold(label[:4], "xn--")
}

// isPunycodeLabel checks that a label with the prefix xn-- decodes to a valid label that requires it.
func isPunycodeLabel(label string) bool {
	decoded, ok := decodePunycode(strings.ToLower(label[4:]))
	return ok && !isASCII(decoded) && isULabel(decoded)
}

// decodePunycode implements the decoding procedure of RFC 3492, section 6.2, for lower case.
func decodePunycode(s string) (string, bool) {
	var out []rune
	if at := strings.LastIndexByte(s, '-'); at > 0 {
		out, s = []rune(s[:at]), s[at+1:]
	}
	n, i, bias := punyInitialN, 0, punyInitialBias
	for s != "" {
		start, weight := i, 1
		for k := punyBase; ; k += punyBase {
			if s == "" {
				return "", false
			}
			digit := int(s[0] - 'a')
			if decimalDigit(s[0]) {
				digit = int(s[0]-'0') + 26
			} else if s[0] < 'a' || s[0] > 'z' {
				return "", false
			}
			s = s[1:]
			if digit > (math.MaxInt32-i)/weight {
				return "", false
			}
			i += digit * weight
			t := punyThreshold(k, bias)
			if digit < t {
				break
			}
			weight *= punyBase - t
			if weight > math.MaxInt32 {
				return "", false
			}
		}
		size := len(out) + 1
		bias = punyAdapt(i-start, size, start == 0)
		n += i / size
		i %= size
		if n > utf8.MaxRune || !utf8.ValidRune(rune(n)) {
			return "", false
		}
		out = append(out, 0)
		copy(out[i+1:], out[i:])
		out[i] = rune(n)
		i++
	}
	return string(out), true
}

// punycodeLength returns the length of the label encoded as in RFC 3492, section 6.3.
func punycodeLength(label string) int {
	runes := []rune(label)
	length, handled := 0, 0
	for _, r := range runes {
		if r < punyInitialN {
			length++
			handled++
		}
	}
	basic := handled
	if basic > 0 {
		length++
	}
	n, delta, bias := rune(punyInitialN), 0, punyInitialBias
	for handled < len(runes) {
		next := rune(utf8.MaxRune)
		for _, r := range runes {
			if r >= n && r < next {
				next = r
			}
		}
		delta += int(next-n) * (handled + 1)
		n = next
		for _, r := range runes {
			if r < n {
				delta++
			}
			if r != n {
				continue
			}
			q := delta
			for k := punyBase; ; k += punyBase {
				t := punyThreshold(k, bias)
				length++
				if q < t {
					break
				}
				q = (q - t) / (punyBase - t)
			}
			bias = punyAdapt(delta, handled+1, handled == basic)
			delta = 0
			handled++
			if length > 63 {
				return length // too long already; continuing would take quadratic time
			}
		}
		delta++
		n++
	}
	return length
}

func punyThreshold(k, bias int) int { return min(max(k-bias, punyTMin), punyTMax) }

func punyAdapt(delta, size int, first bool) int {
	if first {
		delta /= punyDamp
	} else {
		delta /= 2
	}
	delta += delta / size
	k := 0
	for delta > (punyBase-punyTMin)*punyTMax/2 {
		delta /= punyBase - punyTMin
		k += punyBase
	}
	return k + (punyBase-punyTMin+1)*delta/(delta+punySkew)
}
