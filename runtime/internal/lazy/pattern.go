// Package lazy defers initialization to first use, so that importing the runtime costs nothing.
package lazy

import (
	"regexp"
	"sync"
)

// Pattern returns a function that compiles the pattern on its first call.
func Pattern(source string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(source) })
}
