package expr

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
	"github.com/toolgen/toolgen/gen/model"
)

// typeCall sets the type of a call and rejects what cannot be compiled.
func (c *converter) typeCall(e ast.Expr, made *model.Expr, args []ast.Expr) {
	first, last := made.Args[0].Type, made.Args[len(made.Args)-1].Type
	made.Type = c.resultOf(e, first)
	switch made.Text {
	case "sum", "min", "max", "isSorted", "join":
		if first.Item().Nullable {
			c.refuse(e, "remove null with filter(x, x != null)", "the items may be null, which %s does not accept", made.Text)
			return
		}
	}
	switch made.Text {
	case "==", "!=":
		c.comparable(e, first, last)
	case "in":
		if last.Kind == model.MapExpr {
			made.Op, made.Text = model.HasKey, ""
			slices.Reverse(made.Args)
		} else if last.Item().Kind != model.AnyExpr {
			c.comparable(e, first, last.Item())
		}
	case "indexOf", "lastIndexOf":
		if first.Kind == model.ListExpr {
			c.comparable(e, first.Item(), last)
		}
	case "<", "<=", ">", ">=":
		if first.Kind == model.BoolExpr {
			c.refuse(e, "use && and ||", "bools have no order in rules")
		}
	case "+":
		if first.Kind == model.ListExpr {
			if made.Type = c.either(e, first, last); made.Type.Model != nil {
				made.Type = listOf(computed(made.Type.Item()))
			}
		}
	case "math.@min", "math.@max":
		c.extreme(e, made)
	case "sum", "min", "max":
		made.Type = computed(first.Item())
	case "isSorted":
		c.typed(e, first)
	case "orValue":
		c.orValue(e, made)
	case "or":
		made.Op, made.Type = model.OrOptional, c.either(e, first, last)
	case "hasValue":
		made.Op = model.HasValue
	case "value":
		made.Op, made.Type = model.TakeValue, first.Item()
	case "matches", "find", "findAll":
		c.pattern(args[1], made.Args[1])
	case "size":
		if first.Kind == model.ObjectExpr {
			c.refuse(e, "test its fields with has()", "an object has no size")
		}
	case "ip":
		if first.Kind == model.CIDRExpr {
			made.Text = "cidr.ip"
		}
	case "duration":
		if first.Kind == model.IntExpr {
			c.refuse(e, `write duration("1h")`, "a duration is made from text")
		}
	default:
		if strings.HasPrefix(made.Text, "get") && len(args) > 1 {
			c.refuse(e, "times are in UTC without one", "a time zone is not supported")
		}
	}
	if made.Type == nil {
		made.Type = noType
		c.refuse(e, "see the list of functions of rules", "the function %s is not supported", strconv.Quote(made.Text))
	}
}

// comparable rejects the comparison of values that have no == in rules.
func (c *converter) comparable(e ast.Expr, a, b *model.ExprType) {
	if problem := incomparable(a, b); problem != "" {
		c.refuse(e, "compare fields of them, with exists() for the items of a list", "%s cannot be compared as a whole", problem)
	}
}

// scalarKinds are the kinds of scalars by their name in cel-go.
var scalarKinds = map[string]model.ExprKind{
	"bool": model.BoolExpr, "int": model.IntExpr, "double": model.DoubleExpr, "string": model.StringExpr,
	"google.protobuf.Timestamp": model.TimestampExpr, "google.protobuf.Duration": model.DurationExpr,
	"rules.URL": model.URLExpr, "net.IP": model.IPExpr, "net.CIDR": model.CIDRExpr,
}

// resultOf returns the type of a call as checked by cel-go, nil for one that rules do not support. A call on
// dyn(x) has the type of x.
func (c *converter) resultOf(e ast.Expr, first *model.ExprType) *model.ExprType {
	t := c.tree.GetType(e.ID())
	switch t.Kind() {
	case types.DynKind:
		return computed(first)
	case types.ListKind:
		return stringList
	}
	kind, ok := scalarKinds[t.TypeName()]
	if !ok {
		return nil
	}
	return &model.ExprType{Kind: kind}
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
		c.refuse(e, "give the field one type in the schema", "the value may have any type, which rules cannot read")
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

// formatVerbs are the verbs of format(), and a % that starts none.
var formatVerbs = regexp.MustCompile(`%(?:%|s|d|(?:\.([0-9]+))?f)?`)

// format converts format() with a literal layout to a concatenation.
func (c *converter) format(e ast.Expr, args []ast.Expr) *model.Expr {
	if args[0].Kind() != ast.LiteralKind || args[1].Kind() != ast.ListKind {
		return c.refuse(e, `write '…%s…'.format([x, y])`, "format needs a literal and a list of values")
	}
	layout := literalText(args[0])
	var values []*model.Expr
	for _, arg := range args[1].AsList().Elements() {
		values = append(values, c.value(arg))
	}
	made := c.node(e, model.Call, stringType)
	made.Text = "concat"
	text := ""
	flush := func() {
		if text != "" {
			made.Args = append(made.Args, literal(text, stringType))
		}
		text = ""
	}
	end, used, sound := 0, 0, true
	for _, m := range formatVerbs.FindAllStringSubmatchIndex(layout, -1) {
		verb := layout[m[0]:m[1]]
		text += layout[end:m[0]]
		if end = m[1]; verb == "%%" {
			text += "%"
			continue
		}
		precision := int64(6)
		if m[2] >= 0 {
			precision, _ = strconv.ParseInt(layout[m[2]:m[3]], 10, 64)
		}
		if used++; used > len(values) || precision > 20 || !takes(verb, values[used-1].Type.Kind) {
			sound = false
			break
		}
		flush()
		made.Args = append(made.Args, formatted(values[used-1], verb, precision))
	}
	if text += layout[end:]; text != "" || len(made.Args) == 0 {
		made.Args = append(made.Args, literal(text, stringType))
	}
	if !sound || used != len(values) {
		return c.refuse(e, "use %s for text, %d for an int and %.2f for a double, one verb for each value",
			"the format %s does not fit its values", strconv.Quote(layout))
	}
	return made
}

// takes reports whether a verb formats values of a kind.
func takes(verb string, kind model.ExprKind) bool {
	switch verb[len(verb)-1] {
	case 's':
		return kind == model.StringExpr || kind == model.IntExpr || kind == model.BoolExpr
	case 'd':
		return kind == model.IntExpr
	}
	return kind == model.DoubleExpr && len(verb) > 1
}

// formatted converts a value for a verb of format().
func formatted(v *model.Expr, verb string, precision int64) *model.Expr {
	if v.Type.Kind == model.StringExpr {
		return v
	}
	made := &model.Expr{Op: model.Call, Text: "string", Type: stringType, Args: []*model.Expr{v}, Offset: v.Offset}
	if strings.HasSuffix(verb, "f") {
		made.Text, made.Args = "fixed", append(made.Args, literal(precision, intType))
	}
	return made
}

func literal(v any, t *model.ExprType) *model.Expr {
	return &model.Expr{Op: model.Literal, Type: t, Lit: v}
}
