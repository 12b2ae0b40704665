package lower

import (
	"regexp"
	"time"

	"github.com/dlclark/regexp2/v2"

	"github.com/toolgen/toolgen/gen/ecma"
)

// matchTimeout bounds a backtracking match at generation.
const matchTimeout = 200 * time.Millisecond

// matches reports whether an ECMA-262 pattern matches a text somewhere. ok is false where that
// cannot be told; the pattern itself is reported where it stands.
func matches(pattern, s string) (match, ok bool) {
	tr, err := ecma.Translate(pattern)
	if err != nil {
		return false, false
	}
	if tr.Backtracking {
		re, err := regexp2.Compile(tr.Expr, regexp2.ECMAScript, regexp2.Unicode)
		if err != nil {
			return false, false
		}
		re.MatchTimeout = matchTimeout
		match, err = re.MatchString(s)
		return match, err == nil
	}
	re, err := regexp.Compile(tr.Expr)
	if err != nil {
		return false, false
	}
	return re.MatchString(s), true
}
