package lower

import (
	"fmt"
	"go/token"
	"strings"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// goType reads x-go-type, with the import path of x-go-type-import. The standard library's
// packages need no import path.
func (l *lowerer) goType(n, v *tooldef.Node) (name, path string) {
	text := strings.TrimPrefix(v.Text, "*")
	pkg, ident, qualified := strings.Cut(text, ".")
	if !qualified {
		pkg, ident = "", text
	}
	if !token.IsIdentifier(ident) || qualified && !token.IsIdentifier(pkg) {
		l.fail(v, "x-go-type", fmt.Sprintf("%q is not a Go type", cut(v.Text, 60)), "write Name or package.Name")
		return "", ""
	}
	switch imp := n.Get("x-go-type-import"); {
	case imp != nil && imp.Kind == tooldef.String:
		path = imp.Text
	case imp.Get("path") != nil:
		path = imp.Get("path").Text
	case qualified:
		path = map[string]string{"json": "encoding/json", "netip": "net/netip", "url": "net/url", "big": "math/big"}[pkg]
		if path == "" {
			path = pkg
		}
	}
	return text, path
}
