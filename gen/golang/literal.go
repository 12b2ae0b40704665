package golang

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"
)

// text makes a string literal of foreign text. It is the only function that does.
//
// Text with quotes or backslashes becomes a raw string where that is safe, since patterns and
// JSON read better so; otherwise it is quoted, with everything escaped that does not print.
func text(s string) *jen.Statement {
	return jen.Op(literal(s))
}

func literal(s string) string {
	if strings.ContainsAny(s, `"\`) && rawSafe(s) {
		return "`" + s + "`"
	}
	return strconv.Quote(s)
}

// rawSafe is stricter than [strconv.CanBackquote], which lets bidirectional controls and other
// characters through that a reader cannot see.
func rawSafe(s string) bool {
	return strconv.CanBackquote(s) && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

// texts is a list of string literals.
func texts(list []string) []jen.Code {
	codes := make([]jen.Code, len(list))
	for i, s := range list {
		codes[i] = text(s)
	}
	return codes
}

// stringSlice is []string{…}, or nil for an empty list.
func stringSlice(list []string) *jen.Statement {
	if len(list) == 0 {
		return jen.Nil()
	}
	return jen.Index().String().Values(texts(list)...)
}

// intSlice is []int{…}.
func intSlice(list []int) *jen.Statement {
	codes := make([]jen.Code, len(list))
	for i, n := range list {
		codes[i] = jen.Lit(n)
	}
	return jen.Index().Int().Values(codes...)
}
