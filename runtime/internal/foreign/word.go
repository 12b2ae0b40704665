package foreign

import (
	"slices"

	"github.com/toolgen/toolgen/runtime/internal/lazy"
	"github.com/toolgen/toolgen/runtime/internal/near"
)

// generic are the last words of names that do not tell what the value is of.
var generic = []string{"id", "ids", "key", "name", "number", "no", "code", "value", "text", "path"}

var identifier = lazy.Pattern(`[\pL\pN_]+`)

// isIdentifier reports whether a word is unlikely to be one of prose.
func isIdentifier(w string) bool { return len(near.Words(w)) > 1 }

// stem is a name without a last word that says nothing: "customer" of customer_id.
func stem(name []string) []string {
	if n := len(name); n > 1 && slices.Contains(generic, name[n-1]) {
		return name[:n-1]
	}
	return name
}

// Words are the words of a text or of an identifier, in small letters and in the singular.
func Words(text string) []string {
	list := near.Words(text)
	for i, w := range list {
		if w != "ids" { // which name no single thing
			list[i] = near.Singular(w)
		}
	}
	return list
}
