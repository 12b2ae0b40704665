package golang

import (
	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
)

// within compiles a lower and an upper bound of the same thing into one call, nil where c and next are
// not such a pair or either needs a check of its own kind. One call for the two makes generated
// code shorter to read, to compile and to run.
func (f *file) within(c, next model.Constraint, static *model.Type, read expr, at *target) *jen.Statement {
	switch c := c.(type) {
	case model.Size:
		most, ok := next.(model.Size)
		if !ok {
			return nil
		}
		limits := []jen.Code{jen.Lit(c.Limit), jen.Lit(most.Limit)}
		switch {
		case static.Kind == model.String && c.Word == "minLength" && most.Word == "maxLength":
			return at.call("LengthWithin", append([]jen.Code{basic(static, read)}, limits...)...)
		case static.Kind == model.Slice && c.Word == "minItems" && most.Word == "maxItems":
			return at.call("ItemsWithin", append([]jen.Code{jen.Len(read())}, limits...)...)
		}
	case model.Bound:
		most, ok := next.(model.Bound)
		if !ok || c.Word != "minimum" || most.Word != "maximum" {
			return nil
		}
		switch {
		case static.Kind == model.Int && !static.BeyondInt64():
			least, ok1 := intLiteral(c.Limit)
			greatest, ok2 := intLiteral(most.Limit)
			if ok1 && ok2 {
				return at.call("WithinInt", f.wideInt(static, read), least, greatest)
			}
		case static.Kind == model.Float:
			least, ok1 := floatLimit(c.Limit)
			greatest, ok2 := floatLimit(most.Limit)
			if ok1 && ok2 {
				return at.call("Within", f.wide(static, read, at), least, greatest)
			}
		}
	}
	return nil
}
