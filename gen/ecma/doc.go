// Package ecma parses the ECMA-262 regular expressions of JSON Schema and translates them for Go.
//
// [Translate] returns an expression for package regexp where that engine can express the pattern, and
// otherwise one for github.com/dlclark/regexp2/v2, which package runtime/backtrack wraps with a time limit.
// [Linear] compiles patterns without groups, such as rows of texts and character classes, to a [Program] of a few
// steps, which a printer turns into straight-line Go.
//
//	t, err := ecma.Translate(`^\d{4}-\p{Letter}+$`)  // t.Expr is ^[0-9]{4}-\p{L}+$
//	p, ok := ecma.Linear(`^acc_[a-z0-9]+$`)          // text "acc_", then a run, then the end
//
// Patterns are interpreted with the flag u, as recommended by JSON Schema: they match code points, \d and
// \w are ASCII, \s is Unicode white space, and $ matches only at the end of the text.
//
// # Extensions of the flag u
//
// Real schemas are written for many engines. Unambiguous parts of Annex B of ECMA-262 are accepted: { } and
// ] as literals where they cannot be syntax, an escape of any character that is not a letter, a digit or
// syntax of its own (\- \_ \@ \"), a hyphen next to a class escape as in [\w-.], and a quantifier after a
// lookahead.
//
// Two extensions that no ECMA-262 engine supports, but that mean the same in all engines that do, are
// accepted and listed in [Translation.Notes]: an inline flag such as (?i), and a named group written
// (?P<n>…). An unknown escape of a letter (\Z, \a, \h) and {,5} are errors, because engines disagree about
// them.
package ecma
