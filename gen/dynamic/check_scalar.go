package dynamic

import (
	"encoding/json"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// numberOf returns a number, in its Go type if it was decoded into one.
func numberOf(v any) (number, bool) {
	if n, ok := v.(number); ok {
		return n, true
	}
	text, ok := v.(json.Number)
	return number{text: text, kind: model.Number}, ok
}

// size checks the length of a string, or the number of items or members.
func size(of plan.Size) check {
	return func(c *gencode.Checker, v any) {
		switch v := v.(type) {
		case string:
			c.Length(of.Word, v, of.Limit)
		case []any:
			c.Size(of.Word, len(v), of.Limit)
		case map[string]any:
			c.Size(of.Word, len(v), of.Limit)
		}
	}
}

// enum checks enum or const. Numbers without a Go type are compared by their source text.
func enum(of plan.Enum) check {
	whole := func(c *gencode.Checker, v any) {
		if of.Const {
			c.ConstAny(plain(v), of.Values[0])
		} else {
			c.EnumAny(plain(v), of.Values...)
		}
	}
	switch of.Form {
	case plan.EnumText, plan.EnumList:
		return onText(func(c *gencode.Checker, s string) {
			switch {
			case of.Const:
				c.ConstString(s, of.Values[0])
			case of.Null:
				c.EnumStringOrNull(s, of.Values...)
			default:
				c.EnumString(s, of.Values...)
			}
		})
	case plan.EnumNumber:
		word := "enum"
		if of.Const {
			word = "const"
		}
		return func(c *gencode.Checker, v any) {
			n, ok := numberOf(v)
			switch {
			case !ok:
			case n.kind == model.Number:
				whole(c, v)
			default:
				c.EnumNumber(word, n.value(), of.Values...)
			}
		}
	}
	return whole
}
