package lower

import (
	"fmt"
	"go/token"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// standardPackages are the packages of the standard library whose types stand in JSON.
var standardPackages = map[string]string{
	"json": "encoding/json", "time": "time", "netip": "net/netip", "net": "net", "url": "net/url", "big": "math/big", "mail": "net/mail",
}

// basicTypes are the JSON types that Go's own types can hold.
var basicTypes = map[string]model.JSONTypes{
	"string": model.JSONString, "bool": model.JSONBoolean, "time.Time": model.JSONString, "netip.Addr": model.JSONString,
	"int": numeric, "int8": numeric, "int16": numeric, "int32": numeric, "int64": numeric,
	"uint": numeric, "uint8": numeric, "uint16": numeric, "uint32": numeric, "uint64": numeric,
	"float32": numeric, "float64": numeric, "json.Number": numeric,
}

// checkGoType refuses a Go type that can hold no value of the schema.
func (l *lowerer) checkGoType(t *model.Type, flat conj) {
	held, known := basicTypes[t.GoType]
	if !known || t.Accepts&held != 0 {
		return
	}
	for _, s := range flat {
		if v := s.get("x-go-type"); v != nil {
			l.fail(v, "x-go-type", fmt.Sprintf("a Go %s holds no value of the type %s", t.GoType, strings.Join(t.Declared, " or ")), "correct x-go-type or type")
			return
		}
	}
}

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
	imp := n.Get("x-go-type-import")
	if inner := imp.Get("path"); inner != nil {
		imp = inner
	}
	switch {
	case imp != nil && imp.Kind == tooldef.String:
		if path = imp.Text; !isImportPath(path) {
			l.fail(imp, "x-go-type-import", fmt.Sprintf("%q is not the path of a package", cut(path, 60)), "write it as in an import, such as example.com/money")
			return "", ""
		}
		if !qualified {
			l.fail(v, "x-go-type", fmt.Sprintf("%s is to be a type of another package, and lacks the package's name", cut(v.Text, 60)), "write package.Name, or leave x-go-type-import out where the type is of the generated package")
			return "", ""
		}
	case qualified:
		if path = standardPackages[pkg]; path == "" {
			l.fail(v, "x-go-type", fmt.Sprintf("the package of %s is not known", cut(v.Text, 60)), "name its import path with x-go-type-import")
			return "", ""
		}
	}
	return text, path
}

// isImportPath reports whether a text is a path that generated code may import: elements of letters,
// digits and -._~+, none of which leads elsewhere. "C" would be code for another compiler.
func isImportPath(path string) bool {
	for element := range strings.SplitSeq(path, "/") {
		if strings.Trim(element, ".") == "" || strings.ContainsFunc(element, func(r rune) bool {
			return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("-._~+", r)
		}) {
			return false
		}
	}
	return path != "C" && path != "unsafe"
}
