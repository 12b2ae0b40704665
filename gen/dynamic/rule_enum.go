package dynamic

import (
	"strconv"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// enumRule is enum, or const.
type enumRule struct {
	isConst bool
	values  []string // all of them, as JSON
	strings []string // those that are strings
	ints    []int64  // those that are integers
	null    bool     // one is null
}

func newEnum(k model.Enum) enumRule {
	e := enumRule{isConst: k.Word == "const" && len(k.Values) == 1}
	for _, v := range k.Values {
		e.values = append(e.values, v.JSON)
		if v.Kind == model.StringValue {
			e.strings = append(e.strings, v.Text)
		}
		e.null = e.null || v.Kind == model.NullValue
		if n, err := strconv.ParseInt(v.Text, 10, 64); v.Kind == model.NumberValue && err == nil {
			e.ints = append(e.ints, n)
		}
	}
	return e
}

func (e enumRule) hold(_ *run, c *gencode.Checker, v any) {
	if e.isConst {
		c.ConstAny(v, e.values[0])
	} else {
		c.EnumAny(v, e.values...)
	}
}

// holdTyped is hold for a value in the Go type that generated code has for it, beside the value as Any
// gives it.
func (e enumRule) holdTyped(c *gencode.Checker, typed, plain any) {
	switch v := typed.(type) {
	case string:
		switch {
		case !e.isConst && e.null:
			c.EnumStringOrNull(v, e.strings...)
			return
		case !e.isConst:
			c.EnumString(v, e.strings...)
			return
		case len(e.strings) == 1:
			c.ConstString(v, e.strings[0])
			return
		}
	case int64:
		switch {
		case !e.isConst && e.null && len(e.ints) == len(e.values)-1:
			c.EnumIntOrNull(v, e.ints...)
			return
		case !e.isConst && len(e.ints) == len(e.values):
			c.EnumInt(v, e.ints...)
			return
		case e.isConst && len(e.ints) == 1:
			c.ConstInt(v, e.ints[0])
			return
		}
	}
	e.hold(nil, c, plain)
}
