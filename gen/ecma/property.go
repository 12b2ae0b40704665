package ecma

import (
	"slices"
	"strings"
	"unicode"

	"github.com/dlclark/regexp2/v2"
)

// property is a Unicode property in a class.
type property struct {
	name    string // as written, which regexp2 accepts under the same rules
	negated bool
	re2     string // its name in package regexp, "" if there is no such table
}

// resolveProperty resolves the content of \p{…}. Names must be spelled exactly as in Unicode: ECMA-262 forbids
// loose matching, see https://tc39.es/ecma262/#sec-runtime-semantics-unicodematchproperty-p.
func resolveProperty(name string) (p property, ok bool) {
	p.name = name
	switch key, value, found := strings.Cut(name, "="); {
	case name == "Any", name == "ASCII":
		p.re2 = name
	case !found:
		p.re2 = category(name)
	case key == "General_Category", key == "gc":
		p.re2 = category(value)
	case key == "Script", key == "sc":
		if unicode.Scripts[value] != nil && !slices.Contains(newScripts, value) {
			p.re2 = value
		}
	}
	_, err := regexp2.Compile(`\p{`+name+`}`, regexp2.ECMAScript, regexp2.Unicode)
	return p, err == nil
}

// newScripts are the scripts that a supported Go release lacks: a pattern with one would fail at run time.
var newScripts = []string{"Beria_Erfe", "Garay", "Gurung_Khema", "Kirat_Rai", "Ol_Onal", "Sidetic", "Sunuwar", "Tai_Yo", "Todhri",
	"Tolong_Siki", "Tulu_Tigalari"}

// category returns the short name of a General_Category, "" if it is none.
func category(name string) string {
	if short := unicode.CategoryAliases[name]; short != "" {
		return short
	}
	if unicode.Categories[name] != nil {
		return name
	}
	return ""
}
