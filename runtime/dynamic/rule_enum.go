package dynamic

import (
	"strconv"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime"
)

func newEnum(e model.Enum) enumRule {
	r := enumRule{isConst: e.Word == "const" && len(e.Values) == 1}
	for _, v := range e.Values {
		r.values = append(r.values, v.JSON)
		if v.Kind == model.StringValue {
			r.strings = append(r.strings, v.Text)
		}
		if n, err := strconv.ParseInt(v.Text, 10, 64); v.Kind == model.NumberValue && err == nil {
			r.ints = append(r.ints, n)
		}
	}
	return r
}

// enumRule is enum, or const.
type enumRule struct {
	isConst bool
	values  []string // all of them, as JSON
	strings []string // those that are strings
	ints    []int64  // those that are integers
}

func (r enumRule) hold(c *runtime.Checker, v any) {
	if r.isConst {
		c.ConstAny(v, r.values[0])
	} else {
		c.EnumAny(v, r.values...)
	}
}

// holdTyped is hold for a value in the Go type that generated code has for it.
func (r enumRule) holdTyped(c *runtime.Checker, v any) {
	switch v := v.(type) {
	case string:
		switch {
		case !r.isConst:
			c.EnumString(v, r.strings...)
			return
		case len(r.strings) == 1:
			c.ConstString(v, r.strings[0])
			return
		}
	case int64:
		switch {
		case !r.isConst && len(r.ints) == len(r.values):
			c.EnumInt(v, r.ints...)
			return
		case r.isConst && len(r.ints) == 1:
			c.ConstInt(v, r.ints[0])
			return
		}
	}
	r.hold(c, v)
}
