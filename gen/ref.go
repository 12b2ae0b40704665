package gen

import (
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/gen/lower"
)

// ParseRef parses PREFIX=PATH: a URL prefix, and the file or folder with its documents. It splits at the last
// "=", since a URL may contain one.
func ParseRef(text string) (lower.Ref, error) {
	i := strings.LastIndexByte(text, '=')
	if i <= 0 || i == len(text)-1 {
		return lower.Ref{}, fmt.Errorf("the reference %q is not PREFIX=PATH", text)
	}
	return lower.Ref{Prefix: text[:i], Path: text[i+1:]}, nil
}
