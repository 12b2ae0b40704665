package foreign

import (
	"slices"
	"strings"

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
		list[i] = singular(w)
	}
	return list
}

func singular(w string) string {
	switch {
	case w == "indices":
		return "index"
	case len(w) > 4 && strings.HasSuffix(w, "ies"):
		return w[:len(w)-3] + "y"
	case len(w) > 4 && (strings.HasSuffix(w, "sses") || strings.HasSuffix(w, "xes") || strings.HasSuffix(w, "ches") || strings.HasSuffix(w, "shes")):
		return w[:len(w)-2]
	case len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is"):
		return w[:len(w)-1]
	}
	return w
}

// sequence is where words stand one after the other in others, -1 for nowhere.
func sequence(words, part []string) int {
	for i := 0; i+len(part) <= len(words); i++ {
		if slices.Equal(words[i:i+len(part)], part) {
			return i
		}
	}
	return -1
}
