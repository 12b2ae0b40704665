package rulecode

import (
	"go/ast"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/toolgen/toolgen/gen/model"
)

// function generates a CEL function: Go code of its arguments. If [model.Expr.CallFails], the code returns a value
// and whether there is one.
type function func(c *compiler, args []ast.Expr) ast.Expr

// functionOf looks up the function of a call by the types and number of its arguments, as far as overloads
// differ in them.
func functionOf(e *model.Expr) (function, bool) {
	kinds := make([]string, len(e.Args))
	for i, arg := range e.Args {
		kinds[i] = kindNames[arg.Type.Kind]
	}
	for _, key := range []string{
		e.Text + "(" + strings.Join(kinds, ",") + ")", e.Text + "(" + kinds[0] + ")", e.Text + "/" + strconv.Itoa(len(kinds)), e.Text,
	} {
		if f, ok := functions[key]; ok {
			return f, true
		}
	}
	return nil, false
}

var kindNames = map[model.ExprKind]string{
	model.BoolExpr: "bool", model.IntExpr: "int", model.DoubleExpr: "double", model.StringExpr: "string",
	model.TimestampExpr: "time", model.DurationExpr: "duration", model.IPExpr: "ip", model.CIDRExpr: "cidr",
}

// calls is a Go function. more are additional constant arguments.
func calls(name string, more ...any) function {
	return func(_ *compiler, args []ast.Expr) ast.Expr { return call(name, append(args, literals(more)...)...) }
}

func literals(values []any) []ast.Expr {
	list := make([]ast.Expr, len(values))
	for i, v := range values {
		list[i] = lit(v)
	}
	return list
}

// on is a method of the first argument. more are additional constant arguments.
func on(name string, more ...any) function {
	return func(_ *compiler, args []ast.Expr) ast.Expr {
		return method(args[0], name, append(args[1:], literals(more)...)...)
	}
}

// utc is a method of a timestamp in UTC.
func utc(name string) function {
	return func(_ *compiler, args []ast.Expr) ast.Expr { return method(method(args[0], "UTC"), name) }
}

// fromZero converts a count from 1 to a count from 0.
func fromZero(f function) function {
	return func(c *compiler, args []ast.Expr) ast.Expr { return binary(f(c, args), "-", lit(1)) }
}

// number converts a result to CEL's int.
func number(f function) function {
	return func(c *compiler, args []ast.Expr) ast.Expr { return converted("int64", f(c, args)) }
}

// to is a conversion.
func to(name string) function {
	return func(_ *compiler, args []ast.Expr) ast.Expr { return converted(name, args[0]) }
}

// operator is a binary or unary Go operator.
func operator(op string) function {
	return func(_ *compiler, args []ast.Expr) ast.Expr {
		if len(args) == 1 {
			return unary(op, args[0])
		}
		return binary(args[0], op, args[1])
	}
}

// rounded is an operator on doubles. Go must neither fuse it with another operation, nor compute it exactly
// because its operands are constants, for which -0.0 is 0.0.
func rounded(op string) function {
	return func(c *compiler, args []ast.Expr) ast.Expr {
		if !slices.ContainsFunc(args, func(arg ast.Expr) bool { return !isConstant(arg) }) {
			args[0] = c.store(value{code: args[0], t: &model.ExprType{Kind: model.DoubleExpr}}, "v").code
		}
		if len(args) == 1 {
			return unary(op, args[0])
		}
		return converted("float64", binary(args[0], op, args[1]))
	}
}

// reversed passes the two arguments in reverse order.
func reversed(f function) function {
	return func(c *compiler, args []ast.Expr) ast.Expr { return f(c, []ast.Expr{args[1], args[0]}) }
}

// with converts an argument.
func with(n int, by, f function) function {
	return func(c *compiler, args []ast.Expr) ast.Expr {
		args[n] = by(c, args[n:n+1])
		return f(c, args)
	}
}

// parsed parses a text.
func parsed(parse string) function {
	return func(c *compiler, args []ast.Expr) ast.Expr { return c.attempt(call(parse, args[0])) }
}

func same(_ *compiler, args []ast.Expr) ast.Expr { return args[0] }
func text(_ *compiler, args []ast.Expr) ast.Expr { return joined(args...) }

// pattern calls a function of a compiled pattern, which is passed by address.
func pattern(name string, more ...any) function {
	return func(c *compiler, args []ast.Expr) ast.Expr {
		args[0], args[1] = unary("&", args[1]), args[0]
		return calls(name, more...)(c, args)
	}
}

var functions = map[string]function{
	"+(double)": rounded("+"), "-(double)": rounded("-"), "*(double)": rounded("*"), "/(double)": rounded("/"),
	"neg(double)": rounded("-"),
	"+(int)":      calls("gencode.RuleAdd"), "-(int)": calls("gencode.RuleSub"), "*(int)": calls("gencode.RuleMul"),
	"/(int)": calls("gencode.RuleDiv"),
	"%":      calls("gencode.RuleMod"), "neg(int)": calls("gencode.RuleNeg"),
	"+(string)": text, "concat": text,
	"+(time)": calls("gencode.RuleLater"), "+(duration,time)": reversed(calls("gencode.RuleLater")),
	"+(duration)": calls("gencode.RuleLonger"),
	"-(time)":     calls("gencode.RuleSince"), "-(time,duration)": calls("gencode.RuleEarlier"),
	"-(duration)": calls("gencode.RuleShorter"),

	"int(int)": same, "int(double)": calls("gencode.RuleTrunc"), "int(string)": calls("gencode.RuleInt"),
	"int(time)": on("Unix"), "int(duration)": to("int64"),
	"double(double)": same, "double(string)": calls("gencode.RuleFloat"), "double": to("float64"),
	"bool(bool)": same, "bool": calls("gencode.RuleBool"),
	"string(string)": same, "string(int)": calls("strconv.FormatInt", 10), "string(double)": calls("gencode.RuleFormat"),
	"string(bool)": calls("strconv.FormatBool"), "string(time)": on("Format", time.RFC3339Nano),
	"string(duration)": calls("gencode.RuleDurationText"),
	"string":           on("String"), "fixed": calls("gencode.RuleFixed"),
	"timestamp(time)": same, "timestamp(int)": calls("gencode.RuleUnix"), "timestamp": calls("gencode.RuleTime"),
	"duration(duration)": same, "duration": calls("gencode.RuleDuration"),

	"size": calls("gencode.RuleRunes"), "contains": calls("strings.Contains"),
	"startsWith": calls("strings.HasPrefix"), "endsWith": calls("strings.HasSuffix"),
	"charAt": calls("gencode.RuleCharAt"), "lowerAscii": calls("gencode.RuleLower"),
	"upperAscii": calls("gencode.RuleUpper"),
	"trim":       calls("strings.TrimSpace"), "reverse": calls("gencode.RuleReverse"),
	"strings.quote": calls("gencode.RuleQuote"),
	"indexOf/2":     calls("gencode.RuleIndexOf"), "indexOf/3": calls("gencode.RuleIndexOfFrom"),
	"lastIndexOf/2": calls("gencode.RuleLastIndexOf"), "lastIndexOf/3": calls("gencode.RuleLastIndexOfFrom"),
	"substring/2": calls("gencode.RuleSubstring"), "substring/3": calls("gencode.RuleSubstringTo"),
	"replace/3": calls("strings.ReplaceAll"), "replace/4": with(3, to("int"), calls("strings.Replace")),
	"split/2": calls("strings.Split"), "split/3": with(2, to("int"), calls("strings.SplitN")),
	"join/1": calls("strings.Join", ""), "join/2": calls("strings.Join"),
	"matches": reversed(on("Match")),
	"find":    pattern("gencode.RuleFind"), "findAll/2": pattern("gencode.RuleFindAll", -1),
	"findAll/3": pattern("gencode.RuleFindAll"),

	"math.ceil": calls("math.Ceil"), "math.floor": calls("math.Floor"), "math.round": calls("math.Round"),
	"math.trunc": calls("math.Trunc"),
	"math.abs":   calls("math.Abs"), "math.abs(int)": calls("gencode.RuleAbs"),
	"math.sign": calls("gencode.RuleSignFloat"), "math.sign(int)": calls("gencode.RuleSign"),
	"math.sqrt": calls("math.Sqrt"), "math.sqrt(int)": with(0, to("float64"), calls("math.Sqrt")),
	"math.isNaN": calls("math.IsNaN"), "math.isInf": calls("math.IsInf", 0), "math.isFinite": calls("gencode.RuleFinite"),
	"math.bitAnd": operator("&"), "math.bitOr": operator("|"), "math.bitXor": operator("^"), "math.bitNot": operator("^"),
	"math.bitShiftLeft": calls("gencode.RuleShift", true), "math.bitShiftRight": calls("gencode.RuleShift", false),

	"url": calls("gencode.ParseRuleURL"), "isURL": calls("gencode.IsRuleURL"),
	"getScheme": on("Scheme"), "getHost": on("Host"), "getHostname": on("Hostname"), "getPort": on("Port"),
	"getEscapedPath": on("EscapedPath"),
	"ip":             calls("gencode.ParseRuleIP"), "isIP": calls("gencode.IsRuleIP"),
	"ip.isCanonical": calls("gencode.RuleIPCanonical"),
	"family":         on("Family"), "isUnspecified": on("IsUnspecified"), "isLoopback": on("IsLoopback"),
	"isLinkLocalMulticast": on("IsLinkLocalMulticast"), "isLinkLocalUnicast": on("IsLinkLocalUnicast"),
	"isGlobalUnicast": on("IsGlobalUnicast"),
	"cidr":            calls("gencode.ParseRuleCIDR"), "isCIDR": calls("gencode.IsRuleCIDR"), "cidr.ip": on("IP"),
	"masked": on("Masked"), "prefixLength": on("PrefixLength"),
	"containsIP": on("ContainsIP"), "containsIP(cidr,string)": with(1, parsed("gencode.ParseRuleIP"), on("ContainsIP")),
	"containsCIDR":              on("ContainsCIDR"),
	"containsCIDR(cidr,string)": with(1, parsed("gencode.ParseRuleCIDR"), on("ContainsCIDR")),

	"getFullYear": number(utc("Year")), "getMonth": number(fromZero(utc("Month"))), "getDate": number(utc("Day")),
	"getDayOfMonth": number(fromZero(utc("Day"))), "getDayOfWeek": number(utc("Weekday")),
	"getDayOfYear": number(fromZero(utc("YearDay"))),
	"getHours":     number(utc("Hour")), "getMinutes": number(utc("Minute")), "getSeconds": number(utc("Second")),
	"getMilliseconds":    number(calls("gencode.RuleMillisecond")),
	"getHours(duration)": number(on("Hours")), "getMinutes(duration)": number(on("Minutes")),
	"getSeconds(duration)":      number(on("Seconds")),
	"getMilliseconds(duration)": number(on("Milliseconds")),
}
