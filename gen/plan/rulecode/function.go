package rulecode

import (
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

// function is the Go call for a CEL function.
type function struct {
	make   func(args []*Expr) *Expr
	fails  bool   // returns a value and whether there is one
	rounds bool   // floating-point arithmetic
	parse  string // parses the second argument from text
}

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
	return function{}, false
}

var kindNames = map[model.ExprKind]string{
	model.BoolExpr: "bool", model.IntExpr: "int", model.DoubleExpr: "double", model.StringExpr: "string",
	model.TimestampExpr: "time", model.DurationExpr: "duration", model.IPExpr: "ip", model.CIDRExpr: "cidr",
}

// calls is a Go function; fails is one that may have no value. more are additional constant arguments.
func calls(name string, more ...any) function {
	return function{make: func(args []*Expr) *Expr {
		for _, v := range more {
			args = append(args, lit(v))
		}
		return call(name, args...)
	}}
}

func fails(name string, more ...any) function {
	f := calls(name, more...)
	f.fails = true
	return f
}

// on is a method of the first argument.
func on(name string) function {
	return function{make: func(args []*Expr) *Expr { return method(args[0], name, args[1:]...) }}
}

// within is a method whose argument is an address, possibly as text.
func within(name, parse string) function {
	f := on(name)
	f.parse = parse
	return f
}

// utc is a method of a timestamp in UTC.
func utc(name string) function {
	return function{make: func(args []*Expr) *Expr { return method(method(args[0], "UTC"), name) }}
}

// fromZero converts a count from 1 to a count from 0.
func fromZero(f function) function {
	return function{make: func(args []*Expr) *Expr { return binary(f.make(args), "-", lit(1)) }}
}

// number converts a result to CEL's int.
func number(f function) function {
	return function{make: func(args []*Expr) *Expr { return convert("int64", f.make(args)) }}
}

// to is a conversion.
func to(name string) function {
	return function{make: func(args []*Expr) *Expr { return convert(name, args[0]) }}
}

// operator is a binary or unary Go operator.
func operator(op string) function {
	return function{make: func(args []*Expr) *Expr {
		if len(args) == 1 {
			return unary(op, args[0])
		}
		return binary(args[0], op, args[1])
	}}
}

// rounded is an operator on doubles that Go must not fuse with another operation.
func rounded(op string) function {
	return function{rounds: true, make: func(args []*Expr) *Expr { return convert("float64", binary(args[0], op, args[1])) }}
}

// swapped exchanges the two arguments.
func swapped(f function) function {
	return function{fails: f.fails, make: func(args []*Expr) *Expr { return f.make([]*Expr{args[1], args[0]}) }}
}

// count converts the last argument to Go's int.
func count(f function) function {
	return function{make: func(args []*Expr) *Expr {
		last := len(args) - 1
		return f.make(append(args[:last:last], convert("int", args[last])))
	}}
}

var (
	negated = function{rounds: true, make: operator("-").make}

	same = function{make: func(args []*Expr) *Expr { return args[0] }}
	text = function{make: func(args []*Expr) *Expr { return joined(args...) }}
)

// pattern passes the compiled pattern of the second argument by address.
func pattern(name string, more ...any) function {
	return function{make: func(args []*Expr) *Expr {
		args[0], args[1] = unary("&", compiled(args[1])), args[0]
		return calls(name, more...).make(args)
	}}
}

func compiled(e *Expr) *Expr { return &Expr{Op: Pattern, Text: e.Lit.(string)} }

var functions = map[string]function{
	"+(double)": rounded("+"), "-(double)": rounded("-"), "*(double)": rounded("*"), "/(double)": rounded("/"), "neg(double)": negated,
	"+(int)": fails("gencode.RuleAdd"), "-(int)": fails("gencode.RuleSub"), "*(int)": fails("gencode.RuleMul"), "/(int)": fails("gencode.RuleDiv"),
	"%": fails("gencode.RuleMod"), "neg(int)": fails("gencode.RuleNeg"),
	"+(string)": text, "concat": text,
	"+(time)": fails("gencode.RuleLater"), "+(duration,time)": swapped(fails("gencode.RuleLater")), "+(duration)": fails("gencode.RuleLonger"),
	"-(time)": fails("gencode.RuleSince"), "-(time,duration)": fails("gencode.RuleEarlier"), "-(duration)": fails("gencode.RuleShorter"),

	"int(int)": same, "int(double)": fails("gencode.RuleTrunc"), "int(string)": fails("gencode.RuleInt"), "int(time)": on("Unix"), "int(duration)": to("int64"),
	"double(double)": same, "double(string)": fails("gencode.RuleFloat"), "double": to("float64"),
	"bool(bool)": same, "bool": fails("gencode.RuleBool"),
	"string(string)": same, "string(int)": calls("strconv.FormatInt", 10), "string(double)": calls("gencode.RuleFormat"),
	"string(bool)": calls("strconv.FormatBool"), "string(time)": calls("gencode.RuleTimeText"), "string(duration)": calls("gencode.RuleDurationText"),
	"string": on("String"), "fixed": calls("gencode.RuleFixed"),
	"timestamp(time)": same, "timestamp(int)": fails("gencode.RuleUnix"), "timestamp": fails("gencode.RuleTime"),
	"duration(duration)": same, "duration": fails("gencode.RuleDuration"),

	"size": calls("gencode.RuleRunes"), "contains": calls("strings.Contains"), "startsWith": calls("strings.HasPrefix"), "endsWith": calls("strings.HasSuffix"),
	"charAt": fails("gencode.RuleCharAt"), "lowerAscii": calls("gencode.RuleLower"), "upperAscii": calls("gencode.RuleUpper"),
	"trim": calls("strings.TrimSpace"), "reverse": calls("gencode.RuleReverse"), "strings.quote": calls("gencode.RuleQuote"),
	"indexOf/2": calls("gencode.RuleIndexOf"), "indexOf/3": fails("gencode.RuleIndexOfFrom"),
	"lastIndexOf/2": calls("gencode.RuleLastIndexOf"), "lastIndexOf/3": fails("gencode.RuleLastIndexOfFrom"),
	"substring/2": fails("gencode.RuleSubstring"), "substring/3": fails("gencode.RuleSubstringTo"),
	"replace/3": calls("strings.ReplaceAll"), "replace/4": count(calls("strings.Replace")),
	"split/2": calls("strings.Split"), "split/3": count(calls("strings.SplitN")),
	"join/1": calls("gencode.RuleJoin", ""), "join/2": calls("gencode.RuleJoin"),
	"matches": {make: func(args []*Expr) *Expr { return method(compiled(args[1]), "Match", args[0]) }},
	"find":    pattern("gencode.RuleFind"), "findAll/2": pattern("gencode.RuleFindAll", -1), "findAll/3": pattern("gencode.RuleFindAll"),

	"math.ceil": calls("math.Ceil"), "math.floor": calls("math.Floor"), "math.round": calls("math.Round"), "math.trunc": calls("math.Trunc"),
	"math.abs": calls("math.Abs"), "math.abs(int)": fails("gencode.RuleAbs"), "math.sign": calls("gencode.RuleSignFloat"), "math.sign(int)": calls("gencode.RuleSign"),
	"math.sqrt":      calls("math.Sqrt"),
	"math.sqrt(int)": {make: func(args []*Expr) *Expr { return call("math.Sqrt", convert("float64", args[0])) }},
	"math.isNaN":     calls("math.IsNaN"), "math.isInf": calls("math.IsInf", 0), "math.isFinite": calls("gencode.RuleFinite"),
	"math.bitAnd": operator("&"), "math.bitOr": operator("|"), "math.bitXor": operator("^"), "math.bitNot": operator("^"),
	"math.bitShiftLeft": fails("gencode.RuleShift", true), "math.bitShiftRight": fails("gencode.RuleShift", false),

	"url": fails("gencode.ParseRuleURL"), "isURL": calls("gencode.IsRuleURL"),
	"getScheme": on("Scheme"), "getHost": on("Host"), "getHostname": on("Hostname"), "getPort": on("Port"), "getEscapedPath": on("EscapedPath"),
	"ip": fails("gencode.ParseRuleIP"), "isIP": calls("gencode.IsRuleIP"), "ip.isCanonical": fails("gencode.RuleIPCanonical"),
	"family": on("Family"), "isUnspecified": on("IsUnspecified"), "isLoopback": on("IsLoopback"),
	"isLinkLocalMulticast": on("IsLinkLocalMulticast"), "isLinkLocalUnicast": on("IsLinkLocalUnicast"), "isGlobalUnicast": on("IsGlobalUnicast"),
	"cidr": fails("gencode.ParseRuleCIDR"), "isCIDR": calls("gencode.IsRuleCIDR"), "cidr.ip": on("IP"), "masked": on("Masked"), "prefixLength": on("PrefixLength"),
	"containsIP": within("ContainsIP", "gencode.ParseRuleIP"), "containsCIDR": within("ContainsCIDR", "gencode.ParseRuleCIDR"),

	"getFullYear": number(utc("Year")), "getMonth": number(fromZero(utc("Month"))), "getDate": number(utc("Day")),
	"getDayOfMonth": number(fromZero(utc("Day"))), "getDayOfWeek": number(utc("Weekday")), "getDayOfYear": number(fromZero(utc("YearDay"))),
	"getHours": number(utc("Hour")), "getMinutes": number(utc("Minute")), "getSeconds": number(utc("Second")),
	"getMilliseconds":    number(calls("gencode.RuleMillisecond")),
	"getHours(duration)": number(on("Hours")), "getMinutes(duration)": number(on("Minutes")), "getSeconds(duration)": number(on("Seconds")),
	"getMilliseconds(duration)": number(on("Milliseconds")),
}
