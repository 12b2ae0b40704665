package golang

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"
)

// text prints foreign text as a string literal; no other function does.
//
// Text with quotes or backslashes becomes a raw string if that is safe, for readability; other text is quoted
// with non-printable characters escaped.
func text(s string) *jen.Statement {
	return jen.Op(literal(s))
}

func literal(s string) string {
	if strings.ContainsAny(s, `"\`) && rawSafe(s) {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}

// rawSafe is stricter than [strconv.CanBackquote], which allows bidi controls and other invisible characters.
func rawSafe(s string) bool {
	return strconv.CanBackquote(s) && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// texts prints string literals.
func texts(list []string) []jen.Code {
	codes := make([]jen.Code, len(list))
	for i, s := range list {
		codes[i] = text(s)
	}
	return codes
}

// stringSlice prints []string{…}, or nil if empty.
func stringSlice(list []string) *jen.Statement {
	if len(list) == 0 {
		return jen.Nil()
	}
	return jen.Index().String().Values(texts(list)...)
}
