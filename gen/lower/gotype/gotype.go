package gotype

import (
	"fmt"
	"go/token"
	"maps"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/lower/schema"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/near"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// standardPackages are standard library packages whose types occur in JSON.
var standardPackages = map[string]string{
	"json": "encoding/json", "time": "time", "netip": "net/netip", "net": "net", "url": "net/url", "big": "math/big", "mail": "net/mail",
}

// Basic maps predeclared Go types to the JSON types that they represent.
var Basic = map[string]model.JSONTypes{
	"string": model.JSONString, "bool": model.JSONBoolean,
	"int": tooldef.Numeric, "int8": tooldef.Numeric, "int16": tooldef.Numeric, "int32": tooldef.Numeric, "int64": tooldef.Numeric,
	"uint": tooldef.Numeric, "uint8": tooldef.Numeric, "uint16": tooldef.Numeric, "uint32": tooldef.Numeric, "uint64": tooldef.Numeric,
	"float32": tooldef.Numeric, "float64": tooldef.Numeric, "json.Number": tooldef.Numeric,
	"time.Time": model.JSONString, "time.Duration": tooldef.Numeric, "time.Month": tooldef.Numeric, "time.Weekday": tooldef.Numeric,
	"netip.Addr": model.JSONString, "netip.AddrPort": model.JSONString, "netip.Prefix": model.JSONString, "net.IP": model.JSONString,
	"url.URL": model.JSONObject, "mail.Address": model.JSONObject,
	"big.Int": tooldef.Numeric, "big.Float": model.JSONString, "big.Rat": model.JSONString,
}

// Check rejects a Go type that cannot represent any value of the schema.
func Check(out *tooldef.Findings, t *model.Type, flat schema.Conj) {
	held, known := Basic[t.GoType]
	if pkg, _, qualified := strings.Cut(t.GoType, "."); !known || qualified && t.GoImport != standardPackages[pkg] {
		return
	}
	place := flat.First("x-go-type")
	switch {
	case place == nil:
	case t.Accepts&held == 0:
		fix := "correct x-go-type or type"
		if t.GoType == "url.URL" || t.GoType == "time.Duration" {
			fix = "leave the field a " + strings.Join(t.Declared, " or ") + ", or name a type of your own that unmarshals it"
		}
		out.Fail(place, "x-go-type", fmt.Sprintf("a Go %s holds no value of the type %s", t.GoType, strings.Join(t.Declared, " or ")), fix)
	case t.GoType == "time.Time":
		checkTime(out, place, flat)
	}
}

// checkTime rejects time.Time for text that is not an RFC 3339 date-time, the only format that it unmarshals.
func checkTime(out *tooldef.Findings, place *tooldef.Node, flat schema.Conj) {
	said := false
	for _, s := range flat {
		n := s.Get("format")
		if !n.Is(tooldef.String) {
			continue
		}
		if said = true; n.Text != "date-time" && slices.Contains(tooldef.KnownFormats, n.Text) {
			out.Fail(place, "x-go-type", fmt.Sprintf("a Go time.Time reads a date-time only, and no text of the format %s is one", n.Text),
				"leave the field a string, or name a type of your own that unmarshals it")
			return
		}
	}
	if !said {
		out.Warn(place, "x-go-type", "a Go time.Time reads a date-time only, and the schema does not say that the text is one",
			`add "format": "date-time"`)
	}
}

// Own rejects x-go-type on a variant of a union and on arguments or a result as a whole: these have generated
// methods. json.Number is a kind of its own.
func Own(out *tooldef.Findings, t *model.Type, flat schema.Conj, root bool) {
	if t.GoType == "" || t.GoType == "json.Number" {
		return
	}
	t.GoType, t.GoImport = "", ""
	s := flat[slices.IndexFunc(flat, Named)]
	what, fix := "variants of a union have", "remove it, or leave only one schema beside null"
	if root {
		what, fix = "arguments and results as a whole have", "remove it, or put it on a property"
	}
	out.Warn(s.Get("x-go-type"), "x-go-type", "it has no effect here: "+what+" a Go type of their own", fix)
}

// Named reports whether a schema has x-go-type.
func Named(s schema.Source) bool {
	v := s.Get("x-go-type")
	return v.Is(tooldef.String)
}

// Of reads x-go-type with the import path from x-go-type-import, which is optional for the standard library.
func Of(out *tooldef.Findings, n, v *tooldef.Node) (name, path string) {
	text := strings.TrimPrefix(v.Text, "*")
	pkg, ident, qualified := strings.Cut(text, ".")
	if !qualified {
		pkg, ident = "", text
	}
	if !token.IsIdentifier(ident) || qualified && !token.IsIdentifier(pkg) {
		out.Fail(v, "x-go-type", fmt.Sprintf("%q is not a Go type", model.Cut(v.Text, 60)), splitGoType(text))
		return "", ""
	}
	imp := n.Get("x-go-type-import")
	if inner := imp.Get("path"); inner != nil {
		imp = inner
	}
	switch {
	case imp.Is(tooldef.String):
		if path = imp.Text; !isImportPath(path) {
			out.Fail(imp, "x-go-type-import", fmt.Sprintf("%q is not the path of a package", model.Cut(path, 60)),
				"write it as in an import, such as example.com/money")
			return "", ""
		}
		if !qualified {
			out.Fail(v, "x-go-type", fmt.Sprintf("%s is to be a type of another package, and lacks the package's name",
				model.Cut(v.Text, 60)), "write package.Name, or leave x-go-type-import out where the type is of the generated package")
			return "", ""
		}
	case qualified:
		const fix = "name its import path with x-go-type-import"
		if path = standardPackages[pkg]; path == "" {
			out.Fail(v, "x-go-type", fmt.Sprintf("the package of %s is not known", model.Cut(v.Text, 60)), fix)
			return "", ""
		}
		if guess := near.Name(text, known()); guess != "" && !strings.EqualFold(guess, text) {
			out.Fail(v, "x-go-type", fmt.Sprintf("the type %s is not known", model.Cut(v.Text, 60)),
				"did you mean "+guess+"? Otherwise "+fix)
			return "", ""
		}
	}
	if path != "" && !token.IsExported(ident) {
		out.Fail(v, "x-go-type", pkg+"."+model.Cut(ident, 60)+" is not exported, and no other package can name it",
			"name a type that begins with an upper-case letter")
		return "", ""
	}
	return text, path
}

// known lists the types of the standard library that are common in JSON.
func known() []string {
	return append(slices.Sorted(maps.Keys(Basic)), "json.RawMessage")
}

// splitGoType suggests a spelling for an invalid x-go-type. A type with a full package path needs both
// keywords.
func splitGoType(text string) string {
	slash, dot := strings.LastIndex(text, "/"), strings.LastIndex(text, ".")
	if slash < 0 || dot < slash || !isImportPath(text[:dot]) || !token.IsIdentifier(text[slash+1:dot]) || !token.IsIdentifier(text[dot+1:]) {
		return "write Name or package.Name"
	}
	return fmt.Sprintf(`write "x-go-type": %q, and "x-go-type-import": %q`, model.Cut(text[slash+1:], 60), model.Cut(text[:dot], 60))
}

// isImportPath reports whether generated code may import a path: elements of letters, digits and -._~+, without
// "..". "C" is excluded.
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
