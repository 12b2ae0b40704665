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
package expr
