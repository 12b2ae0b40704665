// Package lazy makes what a program may never need when it is first needed, so that importing the runtime
// costs nothing.
package lazy

import (
	"regexp"
	"sync"
)

// Pattern compiles a pattern when it is first asked for.
func Pattern(source string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(source) })
}
