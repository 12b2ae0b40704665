package golang

import (
	"strconv"

	"github.com/dave/jennifer/jen"
	"github.com/toolgen/toolgen/gen/model"
)

// called prints a call whose arguments are values.
func (p *rulePrinter) called(e *model.Expr) ruleValue {
	args := make([]ruleValue, len(e.Args))
	for i, arg := range e.Args {
		if e.Text == "join" && i == 0 || e.Args[i].Type.Kind != model.ListExpr {
			args[i] = p.value(arg)
		}
	}
	t := storedType(e.Type)
	if e.Type.Kind == model.ListExpr {
		t = e.Type
	}
	made := ruleValue{t: t}
	code := func(i int) *jen.Statement { return args[i].code() }
	codes := func() []jen.Code {
		list := make([]jen.Code, len(args))
		for i := range args {
			list[i] = code(i)
		}
		return list
	}
	first := e.Args[0].Type.Kind
	name := e.Text
	if rename := overloads[name]; rename != nil {
		if to, ok := rename[first]; ok {
			name = to
		}
	}
	switch name {
	case "substring", "replace", "split", "indexOf", "lastIndexOf":
		name += "/" + strconv.Itoa(len(args))
	case "since":
		if e.Args[1].Type.Kind == model.DurationExpr {
			name = "earlier"
		}
	case "longer":
		if e.Args[1].Type.Kind == model.TimestampExpr {
			name, args[0], args[1] = "later", args[1], args[0]
		}
	}
	switch name {
	case "same":
		return args[0]
	case "+", "-", "*", "/":
		if e.Args[0].Op == model.Literal && e.Args[1].Op == model.Literal {
			args[0] = p.store(args[0], "v") // constants of Go are exact, those of CEL are rounded
		}
		made.code = func() *jen.Statement {
			code := code(0).Op(name).Add(code(1))
			if first == model.DoubleExpr {
				return jen.Float64().Call(code) // never fused with another operation
			}
			return jen.Parens(code)
		}
		return made
	case "neg":
		if e.Args[0].Op == model.Literal {
			args[0] = p.store(args[0], "v") // the constant -0.0 of Go is 0.0
		}
		made.code = func() *jen.Statement { return jen.Parens(jen.Op("-").Add(code(0))) }
		return made
	case "concat":
		made.code = func() *jen.Statement { return joined(codes()) }
		return made
	case "matches":
		made.code = func() *jen.Statement { return jen.Id(p.pattern(e.Args[1])).Dot("Match").Call(code(0)) }
		return made
	case "find":
		made.code = func() *jen.Statement { return p.f.rt("RuleFind").Call(jen.Op("&").Id(p.pattern(e.Args[1])), code(0)) }
		return made
	case "findAll":
		n := jen.Lit(-1)
		if len(args) == 3 {
			n = code(2)
		}
		made.code = func() *jen.Statement {
			return p.f.rt("RuleFindAll").Call(jen.Op("&").Id(p.pattern(e.Args[1])), code(0), n.Clone())
		}
		return made
	case "join":
		list := p.canonical(args[0])
		separator := jen.Lit("")
		if len(args) == 2 {
			separator = code(1)
		}
		made.code = func() *jen.Statement { return p.f.rt("RuleJoin").Call(list.code(), separator.Clone()) }
		return made
	case "math.min", "math.max":
		return p.extremeOf(e, args, made)
	case "containsIP", "containsCIDR":
		inner := args[1]
		if e.Args[1].Type.Kind == model.StringExpr {
			inner = p.attempt(p.f.rt("ParseRule"+name[len("contains"):]).Call(inner.code()), nil)
		}
		made.code = func() *jen.Statement { return code(0).Dot(capital(name)).Call(inner.code()) }
		return made
	}
	how, known := ruleFuncs[name]
	if !known {
		p.f.fail("the function %s of a rule cannot be compiled", strconv.Quote(e.Text))
		how.make = func(*file, []jen.Code) *jen.Statement { return jen.Nil() }
	}
	if how.fails {
		return p.attempt(how.make(p.f, codes()), t)
	}
	made.code = func() *jen.Statement { return how.make(p.f, codes()) }
	return made
}

func joined(parts []jen.Code) *jen.Statement {
	if len(parts) == 0 {
		return jen.Lit("")
	}
	s := jen.Add(parts[0])
	for _, part := range parts[1:] {
		s.Op("+").Add(part)
	}
	return jen.Parens(s)
}

// pattern is the variable of a pattern, which is in the syntax of package regexp already.
func (p *rulePrinter) pattern(e *model.Expr) string {
	text, _ := e.Lit.(string)
	return p.f.patternVar(model.Pattern{Source: text, Expr: text})
}

// extremeOf prints math.least or math.greatest of values.
func (p *rulePrinter) extremeOf(e *model.Expr, args []ruleValue, made ruleValue) ruleValue {
	name := e.Text[len("math."):]
	for i := range args {
		args[i] = p.simple(args[i])
	}
	for i, arg := range e.Args {
		if arg.MaybeNaN() && len(args) > 1 {
			p.need(p.truth(func() *jen.Statement { return p.f.rt("RuleOrdered").Call(args[i].code(), args[i].code()) }))
		}
	}
	zeros := 0
	for _, arg := range e.Args {
		if f, ok := arg.Lit.(float64); arg.Type.Kind == model.DoubleExpr && (!ok || f == 0) {
			zeros++
		}
	}
	if zeros > 1 {
		return p.firstExtreme(name, args, made.t)
	}
	made.code = func() *jen.Statement {
		list := make([]jen.Code, len(args))
		for i := range args {
			list[i] = args[i].code()
		}
		if len(list) == 1 {
			return args[0].code()
		}
		return jen.Id(name).Call(list...)
	}
	return made
}

// firstExtreme prints math.least or math.greatest of doubles that may be zero: of equal ones CEL takes the
// first, where min and max of Go tell 0.0 and -0.0 apart.
func (p *rulePrinter) firstExtreme(name string, args []ruleValue, t *model.ExprType) ruleValue {
	best := ruleValue{code: id(p.fresh("v")), t: t}
	p.emit(jen.Var().Add(best.code()).Add(p.goType(t)).Op("=").Add(args[0].code()))
	op := map[string]string{"min": "<", "max": ">"}[name]
	for _, arg := range args[1:] {
		p.emit(jen.If(condition(p.ordered(op, arg, best))).Block(best.code().Op("=").Add(arg.code())))
	}
	return best
}

// overloads are the functions that differ by the type of their first argument.
var overloads = map[string]map[model.ExprKind]string{
	"+":               {model.IntExpr: "add", model.StringExpr: "+", model.TimestampExpr: "later", model.DurationExpr: "longer"},
	"-":               {model.IntExpr: "sub", model.TimestampExpr: "since", model.DurationExpr: "shorter"},
	"*":               {model.IntExpr: "mul"},
	"/":               {model.IntExpr: "div"},
	"neg":             {model.IntExpr: "negint"},
	"int":             {model.IntExpr: "same", model.DoubleExpr: "trunc", model.StringExpr: "parseint", model.TimestampExpr: "unix", model.DurationExpr: "nanos"},
	"double":          {model.DoubleExpr: "same", model.StringExpr: "parsefloat"},
	"string":          {model.StringExpr: "same", model.DoubleExpr: "formatfloat", model.BoolExpr: "formatbool", model.TimestampExpr: "formattime", model.DurationExpr: "formatduration", model.IPExpr: "text", model.CIDRExpr: "text"},
	"bool":            {model.BoolExpr: "same"},
	"timestamp":       {model.TimestampExpr: "same", model.IntExpr: "fromunix"},
	"duration":        {model.DurationExpr: "same"},
	"math.abs":        {model.IntExpr: "absint"},
	"math.sign":       {model.IntExpr: "signint"},
	"math.sqrt":       {model.IntExpr: "sqrtint"},
	"getHours":        {model.DurationExpr: "hours"},
	"getMinutes":      {model.DurationExpr: "minutes"},
	"getSeconds":      {model.DurationExpr: "seconds"},
	"getMilliseconds": {model.DurationExpr: "milliseconds"},
}
