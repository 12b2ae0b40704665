package expr

import (
	"strconv"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
	"github.com/toolgen/toolgen/gen/model"
)

// typeCall sets the type of a call and rejects what cannot be compiled.
func (c *converter) typeCall(e ast.Expr, made *model.Expr, args []ast.Expr) {
	kinds := make([]model.ExprKind, len(made.Args))
	for i, arg := range made.Args {
		kinds[i] = arg.Type.Kind
	}
	first := made.Args[0].Type
	made.Type = c.resultOf(e, first)
	switch made.Text {
	case "sum", "min", "max", "isSorted", "join":
		if first.Item().Nullable {
			c.refuse(e, "drop null with filter(x, x != null)", "the items may be null, which %s does not take", made.Text)
			return
		}
	}
	switch made.Text {
	case "+":
		if first.Kind == model.ListExpr {
			if made.Type = c.either(e, first, made.Args[1].Type); made.Type.Model != nil {
				made.Type = listOf(computed(made.Type.Item()))
			}
		}
	case "math.@min", "math.@max":
		c.extreme(e, made)
	case "sum", "min", "max":
		made.Type = computed(first.Item())
	case "orValue":
		c.orValue(e, made)
	case "or":
		made.Op = model.OrOptional
		made.Type = c.either(e, first, made.Args[1].Type)
	case "hasValue":
		made.Op = model.HasValue
	case "value":
		made.Op, made.Type = model.TakeValue, first.Item()
	default:
		c.scalar(e, made, args, kinds)
	}
	if made.Type == nil {
		made.Type = noType
		c.refuse(e, "see the list of functions of rules", "the function %s is not supported", strconv.Quote(made.Text))
	}
}

// resultOf returns the type of a call as checked by cel-go, nil for one that rules do not support. A call on
// dyn(x) has the type of x.
func (c *converter) resultOf(e ast.Expr, first *model.ExprType) *model.ExprType {
	switch t := c.tree.GetType(e.ID()); t.Kind() {
	case types.DynKind:
		return computed(first)
	case types.ListKind:
		return stringList
	case types.BoolKind:
		return boolType
	case types.IntKind:
		return intType
	case types.DoubleKind:
		return doubleType
	case types.StringKind:
		return stringType
	case types.TimestampKind:
		return &model.ExprType{Kind: model.TimestampExpr}
	case types.DurationKind:
		return &model.ExprType{Kind: model.DurationExpr}
	default:
		kind, ok := map[string]model.ExprKind{"rules.URL": model.URLExpr, "net.IP": model.IPExpr, "net.CIDR": model.CIDRExpr}[t.TypeName()]
		if !ok {
			return nil
		}
		return &model.ExprType{Kind: kind}
	}
}

// extreme sets the type of math.least and math.greatest, which take a list literal or values.
func (c *converter) extreme(e ast.Expr, made *model.Expr) {
	made.Text = strings.Replace(made.Text, "@", "", 1)
	if first := made.Args[0]; first.Type.Kind == model.ListExpr {
		if first.Op != model.List {
			made.Text, made.Type = strings.TrimPrefix(made.Text, "math."), computed(first.Type.Item())
			return
		}
		made.Args = first.Args
	}
	made.Type = computed(made.Args[0].Type)
	for _, arg := range made.Args {
		if arg.Type.Kind != made.Type.Kind {
			c.refuse(e, "convert them with double()", "the numbers are of different types")
		}
	}
}

func (c *converter) orValue(e ast.Expr, made *model.Expr) {
	made.Op = model.OrValue
	value, otherwise := made.Args[0].Type.Item(), made.Args[1].Type
	switch {
	case value == noType: // optional.none()
		made.Type = computed(otherwise)
		c.typed(e, otherwise)
	case value.Kind == model.AnyExpr:
		made.Type = noType
		c.refuse(e, "give the field one type in the schema", "the value may be of any type, which rules cannot look into")
	case value.Kind == model.MapExpr:
		c.refuse(e, "guard the map with has()", "a default for a map is not supported")
	default:
		made.Type = c.either(e, value, otherwise)
	}
}

// either returns the common type of two alternatives.
func (c *converter) either(e ast.Expr, a, b *model.ExprType) *model.ExprType {
	t, problem := merge(a, b)
	if problem != "" {
		c.refuse(e, "use values of one type", "the values %s", problem)
	}
	c.typed(e, t)
	return t
}

// scalar rejects uses of a function that cannot be compiled.
func (c *converter) scalar(e ast.Expr, made *model.Expr, args []ast.Expr, kinds []model.ExprKind) {
	switch made.Text {
	case "<", "<=", ">", ">=":
		if kinds[0] == model.BoolExpr {
			c.refuse(e, "use && and ||", "bools have no order in rules")
		}
	case "matches", "find", "findAll":
		c.pattern(args[1], made.Args[1])
	case "size":
		if kinds[0] == model.ObjectExpr {
			c.refuse(e, "ask for its fields with has()", "an object has no size")
		}
	case "isSorted":
		c.typed(e, made.Args[0].Type)
	case "indexOf", "lastIndexOf":
		if kinds[0] == model.ListExpr {
			if problem := incomparable(made.Args[0].Type.Item(), made.Args[1].Type); problem != "" {
				c.refuse(e, "use exists() and compare fields", "%s cannot be compared as a whole", problem)
			}
		}
	case "ip":
		if kinds[0] == model.CIDRExpr {
			made.Text = "cidr.ip"
		}
	case "timestamp", "duration":
		if kinds[0] == model.IntExpr && made.Text == "duration" {
			c.refuse(e, `write duration("1h")`, "a duration is made from text")
		}
	case "getFullYear", "getMonth", "getDate", "getDayOfMonth", "getDayOfWeek", "getDayOfYear", "getHours", "getMinutes", "getSeconds", "getMilliseconds":
		if len(kinds) > 1 {
			c.refuse(e, "times are in UTC without one", "a time zone is not supported")
		}
	}
}

// format converts format() with a literal layout to a concatenation.
func (c *converter) format(e ast.Expr, args []ast.Expr) *model.Expr {
	made := c.node(e, model.Call, stringType)
	made.Text = "concat"
	layout := literalText(args[0])
	if args[0].Kind() != ast.LiteralKind || args[1].Kind() != ast.ListKind {
		return c.refuse(e, `write '…%s…'.format([x, y])`, "format needs a literal and a list of values")
	}
	var values []*model.Expr
	for _, arg := range args[1].AsList().Elements() {
		values = append(values, c.value(arg))
	}
	parts, ok := splitFormat(layout)
	n := 0
	for _, part := range parts {
		if part.verb == 0 {
			made.Args = append(made.Args, &model.Expr{Op: model.Literal, Type: stringType, Lit: part.text})
			continue
		}
		if n == len(values) {
			ok = false
			break
		}
		kind := values[n].Type.Kind
		switch part.verb {
		case 's':
			ok = ok && (kind == model.StringExpr || kind == model.IntExpr || kind == model.BoolExpr)
		case 'd':
			ok = ok && kind == model.IntExpr
		case 'f':
			ok = ok && kind == model.DoubleExpr
		}
		made.Args = append(made.Args, formatted(values[n], part))
		n++
	}
	if !ok || n != len(values) {
		return c.refuse(e, "use %s for text, %d for an int and %.2f for a double, one verb for each value", "the format %s does not fit its values", strconv.Quote(layout))
	}
	if len(made.Args) == 0 {
		made.Args = []*model.Expr{{Op: model.Literal, Type: stringType, Lit: ""}}
	}
	return made
}

// formatted converts a value for a verb of format().
func formatted(v *model.Expr, part formatPart) *model.Expr {
	if v.Type.Kind == model.StringExpr {
		return v
	}
	made := &model.Expr{Op: model.Call, Text: "string", Type: stringType, Args: []*model.Expr{v}, Offset: v.Offset}
	if part.verb == 'f' {
		made.Text = "fixed"
		made.Args = append(made.Args, &model.Expr{Op: model.Literal, Type: intType, Lit: int64(part.precision)})
	}
	return made
}
