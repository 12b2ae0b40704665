package ecma

import (
	"regexp"

	"github.com/dlclark/regexp2/v2"
)

// Translation is a pattern translated for a Go engine.
type Translation struct {
	// Expr is an expression for package regexp or, with Backtracking, for regexp2 with the options ECMAScript
	// and Unicode. It is unanchored: use it to search.
	Expr         string
	Backtracking bool
	// Notes list accepted syntax that is not in ECMA-262, for warnings.
	Notes []*Error
}

// Translate translates an ECMA-262 pattern for a Go engine. The error, always an *[Error], is for patterns that
// no engine can run.
func Translate(source string) (Translation, error) {
	p, err := parse(source)
	if err != nil {
		return Translation{}, err
	}
	t := Translation{Notes: p.notes}
	var ok bool
	if t.Expr, ok = printRE2(p.root); ok {
		// The printer guarantees valid syntax; size limits are checked by the engine itself.
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
