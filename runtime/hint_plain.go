package runtime

import "strconv"

// showsAsIs reports whether a text has nothing but ASCII that shows as itself.
func showsAsIs(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f {
			return false
		}
	}
	return true
}

// plainJSON reports whether a text is within JSON what it is without. The same goes for the syntax
// of Go.
func plainJSON(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] >= 0x7f || s[i] == '"' || s[i] == '\\' {
			return false
		}
	}
	return true
}

// appendQuote is strconv.AppendQuote.
func appendQuote(b []byte, s string) []byte { return strconv.AppendQuote(b, s) }

// quote is strconv.Quote.
func quote(s string) string { return strconv.Quote(s) }
