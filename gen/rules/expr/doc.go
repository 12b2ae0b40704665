// Package expr implements the CEL expressions of rules. It parses a rule, checks it against the model type
// of the annotated node, proves that it reads no absent value, bounds its cost, and translates it to the
// expressions of package model, which are compiled to Go. The same rules can be evaluated by cel-go, which
// is used for schemas known only at run time.
//
// # Differences from CEL
//
// A null field counts as absent: has(x) is false, and x == null is equivalent to !has(x). Blank strings are
// absent as well in an object where blank counts as missing.
//
// sum of doubles adds decimals exactly and rounds once. string(x) of a double has no exponent unless it
// would be unreadable. An integer literal next to a double is a double. An unsigned integer is an int; a
// value beyond int64 is an error.
//
// An evaluation error (division by zero, overflow, index out of range) violates the rule, as in Kubernetes,
// with the rule's message; && and || absorb errors as specified by CEL.
//
// # Supported language
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
// Everything else is an error when the rule is compiled, never a rule that does not run: values without one
// static type (any, unions, foreign Go types), uint and bytes, type(), maps and objects that a rule
// builds, objects, maps and optionals compared as a whole, optionals that a variable or a list would
// hold, lists with null that a rule makes or puts in order, macros of two variables, computed patterns,
// time zones, oldSelf, quantities; and a rule whose cost or whose Go is out of proportion.
package expr
