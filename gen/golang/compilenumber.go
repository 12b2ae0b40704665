package golang

import (
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
)

// bound compiles a bound of a number: with native comparisons where the limit is exact in the Go
// type, else on the decimal text of the limit.
func (f *file) bound(c model.Bound, static *model.Type, read expr, at *target) *jen.Statement {
	switch static.Kind {
	case model.Int:
		return f.intBound(c, static, read, at)
	case model.Float:
		return f.floatBound(c, static, read, at)
	case model.Number:
		return at.call("CompareNumber", text(c.Word), numberText(static, read), text(c.Limit))
	}
	return nil
}

func numberText(static *model.Type, read expr) *jen.Statement {
	if static.Name == "" {
		return read()
	}
	return jen.Qual("encoding/json", "Number").Call(read())
}

func (f *file) intBound(c model.Bound, static *model.Type, read expr, at *target) *jen.Statement {
	if static.BeyondInt64() {
		return at.call("CompareUint", text(c.Word), convert("uint64", static, read, static.Name != ""), text(c.Limit))
	}
	value := f.wideInt(static, read)
	if limit, ok := intLiteral(c.Limit); ok && (c.Word != "multipleOf" || c.Limit != "0") {
		return at.call(capital(c.Word)+"Int", value, limit)
	}
	return at.call("CompareInt", text(c.Word), value, text(c.Limit))
}

func (f *file) floatBound(c model.Bound, static *model.Type, read expr, at *target) *jen.Statement {
	value := f.wide(static, read, at)
	if c.Word == "multipleOf" {
		return at.call("MultipleOf", value, text(c.Limit))
	}
	if limit, ok := floatLimit(c.Limit); ok {
		return at.call(capital(c.Word), value, limit)
	}
	return at.call("CompareFloat", text(c.Word), value, text(c.Limit))
}

// floatLimit is a limit that float64 values may be compared with as they are: it is the shortest
// decimal of its float64. Rounding keeps the order of decimals, so that a comparison of two
// float64 is that of their shortest decimals. (For 0.01, that takes a hundredth of the time of a
// comparison of decimals.)
func floatLimit(number string) (*jen.Statement, bool) {
	limit := exact(number)
	if limit == nil {
		return nil, false
	}
	nearest, _ := limit.Float64()
	shortest := exact(strconv.FormatFloat(nearest, 'g', -1, 64))
	if shortest == nil || shortest.Cmp(limit) != 0 {
		return nil, false
	}
	return numeral(strings.TrimSuffix(number, ".0")), true
}

func convert(to string, static *model.Type, read expr, needed bool) *jen.Statement {
	if !needed {
		return read()
	}
	return jen.Id(to).Call(read())
}

// wideInt is a signed integer, or a short unsigned one, as an int64.
func (f *file) wideInt(static *model.Type, read expr) *jen.Statement {
	return convert("int64", static, read, static.Name != "" || static.Narrow())
}

// wide is a float of any size as a float64 with the same digits.
func (f *file) wide(static *model.Type, read expr, at *target) *jen.Statement {
	switch {
	case static.Bits == 32 && at.recv == "c":
		return at.call("Single", convert("float32", static, read, static.Name != ""))
	case static.Bits == 32: // what was read is finite
		return f.rt("Widen").Call(read())
	}
	return convert("float64", static, read, static.Name != "")
}
