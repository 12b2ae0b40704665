package runtime

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// matchEnum takes the string s, which has just been read, for that one of the values which is
// spelled differently. It does not change the Go value, which it does not know: the text is read
// again with the value in the place of the string.
func (d *Decoder) matchEnum(s string, values []string) bool {
	if d.quiet || !d.may(matchEnums) {
		return false
	}
	want, ok := sameWords(s, values)
	if !ok {
		return false
	}
	start := d.stringBehind(s)
	if start < 0 {
		return false
	}
	if n := len(d.patches) - 1; n >= 0 && d.patches[n].at == start && !d.patches[n].wrapped {
		return d.patches[n].value == want // another enumeration of the same value
	}
	want = strings.Clone(want)
	d.patch(patch{at: start, stop: d.pos, value: want, matched: true})
	d.note(ReceiptEnum, stringGot(s), want)
	return true
}

// stringBehind is the offset of the string that ends at the position, -1 if that is not s. Checks
// also come when more than one string was read.
func (d *Decoder) stringBehind(s string) int {
	stop := d.pos
	if stop < 2 || d.src[stop-1] != '"' {
		return -1
	}
	start := openingQuote(d.src, stop-1)
	if start < 0 {
		return -1
	}
	saved := d.snapshot()
	defer d.rewind(saved)
	d.pos = start
	if text, ok := d.rawText(); !ok || string(text) != s || d.pos != stop {
		return -1
	}
	return start
}

// sameWords finds the only value that has the words of s.
func sameWords(s string, values []string) (value string, ok bool) {
	have := foldWords(s)
	for _, v := range values {
		if foldWords(v) != have {
			continue
		}
		if ok && v != value {
			return "", false
		}
		value, ok = v, true
	}
	return value, ok
}

// foldWords is a text that two strings share if they differ only in case and in how their words are
// separated. Separators count between letters or digits only, and between two digits there has to
// be one in both: "-1d" is not "1d", and "1-0" is not "10".
func foldWords(s string) string {
	var b strings.Builder
	last := rune(-1) // letter or digit before, -1 for anything else
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if isSeparator(r) && last >= 0 {
			end := i
			for end < len(s) && isSeparator(rune(s[end])) {
				end++
			}
			next, _ := utf8.DecodeRuneInString(s[end:])
			if end < len(s) && isWordRune(next) {
				if unicode.IsDigit(last) && unicode.IsDigit(next) {
					b.WriteByte('_')
				}
				i = end
				continue
			}
		}
		b.WriteRune(unicode.ToLower(r))
		if last = -1; isWordRune(r) {
			last = r
		}
		i += size
	}
	return b.String()
}

func isSeparator(r rune) bool { return r == ' ' || r == '-' || r == '_' }

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
