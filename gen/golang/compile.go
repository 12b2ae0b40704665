package golang

import (
	"strings"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
)

// of returns the decisions for a type.
func (f *valuePrinter) of(t *model.Type) *plan.Type { return f.plan.Type(t, f.shape) }

// own prints the checks of t on a Go value of the right shape.
func (f *valuePrinter) own(t *model.Type, read expr, at *target) []jen.Code {
	own := f.of(t).Own
	counts, code := f.checks(own.Counts, t, read, at), f.checks(own.Checks, t, read, at)
	if t.Kind == model.Slice || t.Kind == model.Map {
		// Check the rest even if a count is wrong.
		if len(counts) > 0 && len(code) > 0 {
			at.marked = true
			counts = append(one(jen.Id("sound").Op(":=").Add(at.call("SoundSince", jen.Id("mark")))), counts...)
			code = one(jen.If(jen.Id("sound")).Block(code...))
		} else {
			code = at.ifSound(code)
		}
	}
	return append(append(counts, code...), f.ruleCalls(t, at, read, nil)...)
}

// whole returns the value as any.
func (f *valuePrinter) whole(t *model.Type, read expr, at *target) expr {
	switch {
	case t.Kind == model.Any || t.Never:
		return read
	case t.Kind == model.Slice && f.items(t) == plan.AnyType, t.Kind == model.Map && f.values(t) == plan.AnyType:
		if t.Name == "" {
			return read
		}
		return func() *jen.Statement { return f.plainType(t).Parens(read()) }
	}
	return at.whole
}

func one(s *jen.Statement) []jen.Code {
	if s == nil {
		return nil
	}
	return []jen.Code{s}
}

// basic converts a value of a named type to its underlying type.
func basic(static *model.Type, read expr) *jen.Statement {
	if static.Name == "" {
		return read()
	}
	switch static.Kind {
	case model.String:
		return jen.String().Call(read())
	case model.Bool:
		return jen.Bool().Call(read())
	}
	return read()
}

// capital returns the name of the runtime's check for a keyword.
func capital(word string) string {
	r, n := utf8.DecodeRuneInString(word)
	return strings.ToUpper(string(r)) + word[n:]
}
