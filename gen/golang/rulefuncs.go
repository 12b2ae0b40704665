package golang

import "github.com/dave/jennifer/jen"

// ruleFunc is how a function of CEL is called in Go.
type ruleFunc struct {
	make  func(f *file, args []jen.Code) *jen.Statement
	fails bool // it gives a value and whether there is one
}

// inRuntime calls a function of the runtime.
func inRuntime(name string) ruleFunc {
	return ruleFunc{make: func(f *file, args []jen.Code) *jen.Statement { return f.rt(name).Call(args...) }}
}

// tryRuntime calls a function of the runtime that may have no value.
func tryRuntime(name string) ruleFunc {
	made := inRuntime(name)
	made.fails = true
	return made
}

func inPackage(path, name string) ruleFunc {
	return ruleFunc{make: func(_ *file, args []jen.Code) *jen.Statement { return jen.Qual(path, name).Call(args...) }}
}

// onFirst calls a method of the first argument.
func onFirst(name string) ruleFunc {
	return ruleFunc{make: func(_ *file, args []jen.Code) *jen.Statement {
		return jen.Add(args[0]).Dot(name).Call(args[1:]...)
	}}
}

// number converts what a function gives to the int of CEL.
func number(of ruleFunc, less int) ruleFunc {
	return ruleFunc{make: func(f *file, args []jen.Code) *jen.Statement {
		code := of.make(f, args)
		if less != 0 {
			code.Op("-").Lit(less)
		}
		return jen.Int64().Call(code)
	}}
}

// inUTC calls a method of a timestamp in UTC.
func inUTC(name string) ruleFunc {
	return ruleFunc{make: func(_ *file, args []jen.Code) *jen.Statement {
		return jen.Add(args[0]).Dot("UTC").Call().Dot(name).Call()
	}}
}

// operator is a Go operator between two arguments.
func operator(op string) ruleFunc {
	return ruleFunc{make: func(_ *file, args []jen.Code) *jen.Statement {
		return jen.Parens(jen.Add(args[0]).Op(op).Add(args[1]))
	}}
}

// withLast adds a constant argument.
func withLast(of ruleFunc, last func() jen.Code) ruleFunc {
	return ruleFunc{fails: of.fails, make: func(f *file, args []jen.Code) *jen.Statement {
		return of.make(f, append(args, last()))
	}}
}

func literalBool(v bool) func() jen.Code { return func() jen.Code { return jen.Lit(v) } }

var ruleFuncs = map[string]ruleFunc{
	"add": tryRuntime("RuleAdd"), "sub": tryRuntime("RuleSub"), "mul": tryRuntime("RuleMul"),
	"div": tryRuntime("RuleDiv"), "%": tryRuntime("RuleMod"), "negint": tryRuntime("RuleNeg"),

	"trunc": tryRuntime("RuleTrunc"), "parseint": tryRuntime("RuleInt"), "parsefloat": tryRuntime("RuleFloat"),
	"unix": onFirst("Unix"), "nanos": {make: func(_ *file, args []jen.Code) *jen.Statement { return jen.Int64().Call(args...) }},
	"double": {make: func(_ *file, args []jen.Code) *jen.Statement { return jen.Float64().Call(args...) }},
	"bool":   tryRuntime("RuleBool"),
	"string": {make: func(_ *file, args []jen.Code) *jen.Statement {
		return jen.Qual("strconv", "FormatInt").Call(args[0], jen.Lit(10))
	}},
	"formatfloat": inRuntime("RuleFormat"), "fixed": inRuntime("RuleFixed"), "formatbool": inPackage("strconv", "FormatBool"),
	"formattime": inRuntime("RuleTimeText"), "formatduration": inRuntime("RuleDurationText"), "text": onFirst("String"),

	"timestamp": tryRuntime("RuleTime"), "fromunix": tryRuntime("RuleUnix"), "duration": tryRuntime("RuleDuration"),

	"size":          inRuntime("RuleRunes"),
	"contains":      inPackage("strings", "Contains"),
	"startsWith":    inPackage("strings", "HasPrefix"),
	"endsWith":      inPackage("strings", "HasSuffix"),
	"charAt":        tryRuntime("RuleCharAt"),
	"lowerAscii":    inRuntime("RuleLower"),
	"upperAscii":    inRuntime("RuleUpper"),
	"trim":          inPackage("strings", "TrimSpace"),
	"reverse":       inRuntime("RuleReverse"),
	"strings.quote": inRuntime("RuleQuote"),

	"math.ceil": inPackage("math", "Ceil"), "math.floor": inPackage("math", "Floor"), "math.round": inPackage("math", "Round"),
	"math.trunc": inPackage("math", "Trunc"), "math.abs": inPackage("math", "Abs"), "math.sqrt": inPackage("math", "Sqrt"),
	"sqrtint": {make: func(_ *file, args []jen.Code) *jen.Statement {
		return jen.Qual("math", "Sqrt").Call(jen.Float64().Call(args...))
	}},
	"absint":    tryRuntime("RuleAbs"),
	"math.sign": inRuntime("RuleSignFloat"), "signint": inRuntime("RuleSign"),
	"math.isNaN": inPackage("math", "IsNaN"),
	"math.isInf": {make: func(_ *file, args []jen.Code) *jen.Statement {
		return jen.Qual("math", "IsInf").Call(args[0], jen.Lit(0))
	}},
	"math.isFinite": inRuntime("RuleFinite"),
	"math.bitAnd":   operator("&"), "math.bitOr": operator("|"), "math.bitXor": operator("^"),
	"math.bitNot":       {make: func(_ *file, args []jen.Code) *jen.Statement { return jen.Parens(jen.Op("^").Add(args[0])) }},
	"math.bitShiftLeft": withLast(tryRuntime("RuleShift"), literalBool(true)), "math.bitShiftRight": withLast(tryRuntime("RuleShift"), literalBool(false)),

	"url": tryRuntime("ParseRuleURL"), "isURL": inRuntime("IsRuleURL"),
	"getScheme": onFirst("Scheme"), "getHost": onFirst("Host"), "getHostname": onFirst("Hostname"), "getPort": onFirst("Port"), "getEscapedPath": onFirst("EscapedPath"),
	"ip": tryRuntime("ParseRuleIP"), "isIP": inRuntime("IsRuleIP"), "ip.isCanonical": tryRuntime("RuleIPCanonical"),
	"family": onFirst("Family"), "isUnspecified": onFirst("IsUnspecified"), "isLoopback": onFirst("IsLoopback"),
	"isLinkLocalMulticast": onFirst("IsLinkLocalMulticast"), "isLinkLocalUnicast": onFirst("IsLinkLocalUnicast"), "isGlobalUnicast": onFirst("IsGlobalUnicast"),
	"cidr": tryRuntime("ParseRuleCIDR"), "isCIDR": inRuntime("IsRuleCIDR"), "cidr.ip": onFirst("IP"), "masked": onFirst("Masked"), "prefixLength": onFirst("PrefixLength"),

	"getFullYear": number(inUTC("Year"), 0), "getMonth": number(inUTC("Month"), 1), "getDate": number(inUTC("Day"), 0),
	"getDayOfMonth": number(inUTC("Day"), 1), "getDayOfWeek": number(inUTC("Weekday"), 0), "getDayOfYear": number(inUTC("YearDay"), 1),
	"getHours": number(inUTC("Hour"), 0), "getMinutes": number(inUTC("Minute"), 0), "getSeconds": number(inUTC("Second"), 0),
	"getMilliseconds": number(inRuntime("RuleMillisecond"), 0),
	"hours":           number(onFirst("Hours"), 0), "minutes": number(onFirst("Minutes"), 0), "seconds": number(onFirst("Seconds"), 0), "milliseconds": number(onFirst("Milliseconds"), 0),

	// Functions of one name that differ by the number of their arguments.
	"indexOf/2": inRuntime("RuleIndexOf"), "indexOf/3": tryRuntime("RuleIndexOfFrom"),
	"lastIndexOf/2": inRuntime("RuleLastIndexOf"), "lastIndexOf/3": tryRuntime("RuleLastIndexOfFrom"),
	"substring/2": tryRuntime("RuleSubstring"), "substring/3": tryRuntime("RuleSubstringTo"),
	"replace/3": inPackage("strings", "ReplaceAll"), "replace/4": replaceSome,
	"split/2": inPackage("strings", "Split"), "split/3": splitSome,

	"since": tryRuntime("RuleSince"), "later": tryRuntime("RuleLater"), "earlier": tryRuntime("RuleEarlier"),
	"longer": tryRuntime("RuleLonger"), "shorter": tryRuntime("RuleShorter"),
}

var replaceSome = ruleFunc{make: func(_ *file, args []jen.Code) *jen.Statement {
	return jen.Qual("strings", "Replace").Call(args[0], args[1], args[2], jen.Int().Call(args[3]))
}}

var splitSome = ruleFunc{make: func(_ *file, args []jen.Code) *jen.Statement {
	return jen.Qual("strings", "SplitN").Call(args[0], args[1], jen.Int().Call(args[2]))
}}
