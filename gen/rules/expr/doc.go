// Package expr is the CEL side of rules: it parses a rule, checks it against the model type of
// the annotated node, proves that it reads nothing that may be absent, bounds its cost, and turns
// it into the expressions of package model, which are compiled to Go. The same rules can be
// evaluated by cel-go, which is how schemas known only at run time have them.
//
// # Where rules depart from CEL
//
// A field that is null counts as absent: has(x) is false, and x == null is the same as !has(x).
// In an object where blank text counts as missing, it is absent too.
//
// The sum of a list of doubles adds decimals exactly and rounds once. string(x) of a double has no
// exponent while that stays readable. An integer literal beside a double is a double. An unsigned
// integer is an int; a value beyond int64 is an error.
//
// A rule that fails to be decided (a division by zero, an overflow, an index out of range) is
// broken, as in Kubernetes; && and || absorb errors as CEL says. Its message is that of the rule.
//
// # What rules may use
//
// Operators: + - * / % ! && || == != < <= > >= in ?: [] [?] . .? ; literals of int, double, string,
// bool and list. Macros: has all exists exists_one existsOne map filter cel.bind optMap optFlatMap.
// Optional values: optional.of optional.none orValue or hasValue value.
//
// Text: size contains startsWith endsWith matches find findAll charAt indexOf lastIndexOf lowerAscii
// upperAscii replace split substring trim join reverse format strings.quote. Patterns and formats are
// literals; a format has the verbs %s, %d and %f.
//
// Lists: size sum min max isSorted indexOf lastIndexOf + in == (of scalars). Numbers: math.abs
// math.sign math.ceil math.floor math.round math.trunc math.sqrt math.least math.greatest math.isNaN
// math.isInf math.isFinite math.bitAnd math.bitOr math.bitXor math.bitNot math.bitShiftLeft
// math.bitShiftRight. Conversions: int double string bool timestamp duration dyn.
//
// Time, in UTC: getFullYear getMonth getDate getDayOfMonth getDayOfWeek getDayOfYear getHours
// getMinutes getSeconds getMilliseconds, + and - with durations. Addresses: url isURL getScheme
// getHost getHostname getPort getEscapedPath; ip isIP ip.isCanonical family isUnspecified isLoopback
// isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast; cidr isCIDR containsIP containsCIDR ip
// masked prefixLength.
//
// All else is an error when the rule is compiled, never a rule that does not run: values without one
// static type (any, unions, foreign Go types), uint and bytes, type(), maps and objects that a rule
// builds, objects, maps and optionals compared as a whole, optionals that a variable or a list would
// hold, lists with null that a rule makes or puts in order, macros of two variables, computed patterns,
// time zones, oldSelf, quantities; and a rule whose cost or whose Go is out of proportion.
package expr
