package ecma

import (
	"regexp"

	"github.com/dlclark/regexp2/v2"
)

// Translation is a pattern as a Go program can run it.
type Translation struct {
	// Expr is for package regexp or, with Backtracking, for regexp2 under the options
	// ECMAScript and Unicode. Either way it is to be searched for, not matched as a whole.
	Expr         string
	Backtracking bool
	// Notes name what was read although ECMA-262 has no such syntax. They deserve a warning.
	Notes []*Error
}

// Translate makes of a pattern of ECMA-262 what an engine for Go can run. The error, always an
// *[Error], is for patterns that none can.
func Translate(source string) (Translation, error) {
	p, err := parse(source)
	if err != nil {
		return Translation{}, err
	}
	t := Translation{Notes: p.notes}
	var ok bool
	if t.Expr, ok = printRE2(p.root); ok {
		// The printer knows the engine's syntax; its limits of size are the engine's own.
		if _, err := regexp.Compile(t.Expr); err == nil {
			return t, nil
		}
	}
	t.Backtracking = true
	t.Expr = printBacktracking(p.root)
	if _, err := regexp2.Compile(t.Expr, regexp2.ECMAScript, regexp2.Unicode); err != nil {
		return Translation{}, &Error{Message: "no engine for Go can run this pattern: " + err.Error()}
	}
	return t, nil
}
