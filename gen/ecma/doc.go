// Package ecma reads the regular expressions of JSON Schema, which are ECMA-262, and makes of
// them what a Go program can run.
//
// [Translate] gives an expression for package regexp wherever that engine can express the
// pattern, and otherwise one for github.com/dlclark/regexp2/v2, which package
// runtime/backtrack wraps with a time limit. [Linear] goes further for patterns that a plain
// loop decides: it gives a [Program] of a few steps, from which a printer makes straight Go.
//
//	t, err := ecma.Translate(`^\d{4}-\p{Letter}+$`)  // t.Expr is ^[0-9]{4}-\p{L}+$
//	p, ok := ecma.Linear(`^acc_[a-z0-9]+$`)          // text "acc_", then a run, then the end
//
// Patterns have the meaning of the flag u, as JSON Schema advises: they see code points, \d and
// \w are ASCII, \s is the white space of Unicode, and $ is the end of the text only.
//
// # Where we are more lenient than the flag u
//
// Schemas in use are written for many engines. What Annex B of ECMA-262 allows and nobody
// misreads is allowed here: { } and ] as themselves where they cannot be syntax, an escape of
// any character that is no letter, digit or syntax of its own (\- \_ \@ \"), a hyphen beside a
// class escape as in [\w-.], and a quantifier after a look-ahead.
//
// Two things that no ECMA-262 engine reads, but that mean the same in every engine that has
// them, are read and named in [Translation.Notes]: an inline flag such as (?i) and a group
// named as (?P<n>…). An unknown escape of a letter (\Z, \a, \h) and {,5} stay errors, because
// engines disagree about them.
package ecma
