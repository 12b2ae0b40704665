package runtime

import (
	"regexp"
	"sync"
)

// lazily is a pattern for the texts of other programs, compiled when the first text is held against it:
// most programs never meet one, and none should pay for them all when it starts.
func lazily(source string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(source) })
}
