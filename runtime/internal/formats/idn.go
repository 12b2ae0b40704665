package formats

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// isIDNHostname checks an internationalized host name, RFC 5890, section 2.3.2.3.
//
// The rules of RFC 5892 are applied as far as the tables of the standard library allow: compatibility
// characters are rejected by block, and the Bidi rule of RFC 5893 and normalization are not checked.
func isIDNHostname(s string) bool {
	length := 0
	for label := range strings.SplitSeq(idnDots.Replace(s), ".") {
		n, ok := idnLabelLength(label)
		if !ok {
			return false
		}
		length += n + 1
	}
	return length-1 <= 253
}

// idnDots maps the label separators of RFC 3490, section 3.1, to dots.
var idnDots = strings.NewReplacer("\u3002", ".", "\uff0e", ".", "\uff61", ".")

// idnLabelLength returns the length of a label in its DNS form, if the label is valid.
func idnLabelLength(label string) (n int, ok bool) {
	if isASCII(label) {
		return len(label), isHostLabel(label) && (hasPunycodePrefix(label) || !hasReservedHyphens(label))
	}
	if len(label) > longestULabel || !isULabel(label) {
		return 0, false
	}
	n = len("xn--") + punycodeLength(label)
	return n, n <= 63
}

// longestULabel is the maximum length of a Unicode label in bytes: each character takes at least one of the 63
// of its Punycode form. It bounds the context rules, which scan the whole label per character.
const longestULabel = (63 - len("xn--")) * utf8.UTFMax

func hasReservedHyphens(label string) bool { return len(label) > 3 && label[2:4] == "--" }

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// isULabel checks a label in Unicode, RFC 5891, section 4.2.3.
func isULabel(label string) bool {
	runes := []rune(label)
	if len(runes) == 0 || runes[0] == '-' || runes[len(runes)-1] == '-' {
		return false
	}
	if len(runes) > 3 && runes[2] == '-' && runes[3] == '-' {
		return false
	}
	if unicode.Is(unicode.M, runes[0]) {
		return false
	}
	for i, r := range runes {
		if valid, context := idnContext(runes, i, r); context && !valid || !context && !isPValid(r) {
			return false
		}
	}
	return true
}

// isPValid is the derived property PVALID, RFC 5892, section 3.
func isPValid(r rune) bool {
	switch r {
	case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007:
		return true
	case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031, 0x3032, 0x3033, 0x3034, 0x3035, 0x303B:
		return false
	}
	switch {
	case r < 0x80:
		return r == '-' || isAlphanumeric(byte(r))
	case unicode.ToLower(r) != r, unicode.Is(compatibility, r):
		return false
	}
	return unicode.In(r, unicode.Ll, unicode.Lo, unicode.Lm, unicode.Mn, unicode.Mc, unicode.Nd)
}

// compatibility are blocks of compatibility letters.
var compatibility = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x00AA, Hi: 0x00AA, Stride: 1}, {Lo: 0x00BA, Hi: 0x00BA, Stride: 1},
		{Lo: 0x0132, Hi: 0x0133, Stride: 1}, {Lo: 0x013F, Hi: 0x0140, Stride: 1},
		{Lo: 0x0149, Hi: 0x0149, Stride: 1}, {Lo: 0x017F, Hi: 0x017F, Stride: 1},
		{Lo: 0x01C4, Hi: 0x01CC, Stride: 1}, {Lo: 0x01F1, Hi: 0x01F3, Stride: 1},
		{Lo: 0x02B0, Hi: 0x02B8, Stride: 1}, {Lo: 0x02E0, Hi: 0x02E4, Stride: 1},
		{Lo: 0x1100, Hi: 0x11FF, Stride: 1}, {Lo: 0x1D2C, Hi: 0x1D6A, Stride: 1},
		{Lo: 0x1D9B, Hi: 0x1DBF, Stride: 1}, {Lo: 0x2071, Hi: 0x2071, Stride: 1},
		{Lo: 0x207F, Hi: 0x207F, Stride: 1}, {Lo: 0x2090, Hi: 0x209C, Stride: 1},
		{Lo: 0x2100, Hi: 0x214D, Stride: 1}, {Lo: 0x3131, Hi: 0x318E, Stride: 1},
		{Lo: 0xA960, Hi: 0xA97C, Stride: 1}, {Lo: 0xD7B0, Hi: 0xD7FB, Stride: 1},
		{Lo: 0xF900, Hi: 0xFAFF, Stride: 1}, {Lo: 0xFB00, Hi: 0xFDFF, Stride: 1},
		{Lo: 0xFE00, Hi: 0xFE0F, Stride: 1}, {Lo: 0xFE70, Hi: 0xFEFF, Stride: 1},
		{Lo: 0xFF00, Hi: 0xFFEF, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x1D400, Hi: 0x1D7FF, Stride: 1}, {Lo: 0x1EE00, Hi: 0x1EEFF, Stride: 1},
		{Lo: 0x2F800, Hi: 0x2FA1F, Stride: 1}, {Lo: 0xE0100, Hi: 0xE01EF, Stride: 1},
	},
	LatinOffset: 2,
}

// idnContext applies the contextual rules of RFC 5892, appendix A.
func idnContext(label []rune, i int, r rune) (valid, applies bool) {
	at := func(j int) rune {
		if j < 0 || j >= len(label) {
			return -1
		}
		return label[j]
	}
	anyOf := func(test func(rune) bool) bool {
		for _, other := range label {
			if test(other) {
				return true
			}
		}
		return false
	}
	switch {
	case r == 0xB7: // middle dot
		return at(i-1) == 'l' && at(i+1) == 'l', true
	case r == 0x375: // keraia
		return unicode.Is(unicode.Greek, at(i+1)), true
	case r == 0x5F3 || r == 0x5F4: // geresh, gershayim
		return unicode.Is(unicode.Hebrew, at(i-1)), true
	case r == 0x30FB: // katakana middle dot
		return anyOf(func(o rune) bool {
			return o != r && unicode.In(o, unicode.Hiragana, unicode.Katakana, unicode.Han)
		}), true
	case 0x660 <= r && r <= 0x669: // Arabic-Indic digits
		return !anyOf(func(o rune) bool { return 0x6F0 <= o && o <= 0x6F9 }), true
	case 0x6F0 <= r && r <= 0x6F9: // extended Arabic-Indic digits
		return !anyOf(func(o rune) bool { return 0x660 <= o && o <= 0x669 }), true
	case r == 0x200D: // zero width joiner
		return isVirama(at(i - 1)), true
	case r == 0x200C: // zero width non-joiner
		return isVirama(at(i-1)) || breaksJoin(label, i), true
	}
	return false, false
}

// isVirama reports whether r has the combining class Virama.
func isVirama(r rune) bool {
	return strings.ContainsRune("\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0eba"+
		"\u0f84\u1039\u103a\u1714\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\u2d7f\ua806\ua8c4\ua953\ua9c0\uaaf6\uabed", r)
}

// breaksJoin reports whether a non-joiner is between two letters of a cursive script that would otherwise join.
func breaksJoin(label []rune, i int) bool {
	before, after := i-1, i+1
	for before >= 0 && unicode.Is(unicode.Mn, label[before]) {
		before--
	}
	for after < len(label) && unicode.Is(unicode.Mn, label[after]) {
		after++
	}
	const joinsBackOnly = "\u0622\u0623\u0624\u0625\u0627\u0629\u062f\u0630\u0631\u0632\u0648\u0671\u0688\u0691\u0698\u06c0\u06d2\u06d3\u06d5"
	cursive := func(r rune) bool {
		return unicode.IsLetter(r) && r != 0x621 &&
			unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Nko, unicode.Phags_Pa, unicode.Mandaic)
	}
	return before >= 0 && after < len(label) && cursive(label[before]) && cursive(label[after]) &&
		!strings.ContainsRune(joinsBackOnly, label[before])
}
