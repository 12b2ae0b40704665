package names

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/gen/lower/docs"
	"github.com/toolgen/toolgen/gen/lower/goname"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// pathName derives a Go name from a schema's position: the name of a definition, or the path of a property.
func (w *Wishes) pathName(pointer string) string {
	return w.pathNameBy(pointer, func(key string, _ []string) string { return goname.Of(key) })
}

// namedPath is pathName with the x-go-names of the fields on the path.
func (w *Wishes) namedPath(pointer string) string {
	root := w.Root
	return w.pathNameBy(pointer, func(key string, path []string) string {
		if x := Given(root.At(strings.Join(path, "/"))); ExportedIdentifier(x) {
			return x
		}
		return goname.Of(key)
	})
}

// pathNameBy derives a name from a path; name returns the word for a key.
func (w *Wishes) pathNameBy(pointer string, name func(key string, path []string) string) string {
	root := w.Root.Pointer
	tokens := strings.Split(strings.TrimPrefix(pointer, root), "/")
	first := 1
	if w.Home != "" && strings.HasPrefix(pointer+"/", w.Home+"/") {
		first += strings.Count(strings.TrimPrefix(w.Home, root), "/")
	}
	var parts []string
	for i := first; i < len(tokens); i++ {
		token := tooldef.UnescapePointer(tokens[i])
		named := func() string {
			if i+1 < len(tokens) {
				i++
				return name(tooldef.UnescapePointer(tokens[i]), tokens[:i+1])
			}
			return ""
		}
		switch token {
		case "$defs", "definitions":
			parts = []string{named()}
		case "properties":
			parts = append(parts, named())
		case "items", "additionalItems", "unevaluatedItems":
			parts = lastSingular(parts)
			if i+1 < len(tokens) && docs.IsIndex(tokens[i+1]) {
				parts = append(parts, tokens[i+1])
				i++
			}
		case "prefixItems":
			parts = append(lastSingular(parts), tokens[min(i+1, len(tokens)-1)])
			i++
		case "additionalProperties", "unevaluatedProperties":
			parts = append(parts, "Value")
		case "patternProperties", "dependentSchemas", "dependencies":
			if token == "patternProperties" && i+1 < len(tokens) && w.alone(tokens, i) {
				parts = append(parts, "Value")
				i++
				continue
			}
			parts = append(parts, named())
		case "anyOf", "oneOf":
			if word, ok := w.branchWord(root, tokens, i); ok {
				parts = append(parts, word)
			} else if len(parts) == 0 || !w.besideNull(tokens, i) && !w.alone(tokens, i) {
				parts = append(parts, "Option"+optionNumber(tokens, i))
			}
			i++
		case "allOf":
			i++
		default:
			parts = append(parts, goname.Of(token))
		}
	}
	return strings.Join(parts, "")
}

// branchWord returns the word for the variant at a token. For nested unions that are merged, the innermost has
// it.
func (w *Wishes) branchWord(root string, tokens []string, i int) (word string, ok bool) {
	at := func(i int) string { return root + strings.Join(tokens[:min(i+2, len(tokens))], "/") }
	if word, ok = w.Branches[at(i)]; ok {
		return word, true
	}
	for j := i + 2; j+1 < len(tokens) && tokens[j] == "anyOf"; j += 2 {
		if _, ok := w.Branches[at(j)]; ok {
			return "", true
		}
	}
	return "", false
}

// besideNull reports whether the union at a token has only one branch besides null, which then is not a variant.
func (w *Wishes) besideNull(tokens []string, i int) bool {
	branches := w.Root.At(strings.Join(tokens[:i+1], "/"))
	if branches == nil || len(branches.Items) != 2 {
		return false
	}
	return slices.ContainsFunc(branches.Items, func(n *tooldef.Node) bool {
		kind := n.Get("type")
		return kind.IsText("null")
	})
}

// alone reports whether the schema below a token has no siblings: a branch that is not a variant, or the only
// pattern.
func (w *Wishes) alone(tokens []string, i int) bool {
	holder := w.Root.At(strings.Join(tokens[:i+1], "/"))
	return holder != nil && len(holder.Items)+len(holder.Members) == 1
}

func lastSingular(parts []string) []string {
	if len(parts) == 0 {
		return []string{"Item"}
	}
	parts[len(parts)-1] = goname.Singular(parts[len(parts)-1])
	return parts
}

// optionNumber returns the index of a branch, starting at 1.
func optionNumber(tokens []string, i int) string {
	if i+1 < len(tokens) {
		if n, err := strconv.Atoi(tokens[i+1]); err == nil {
			return strconv.Itoa(n + 1)
		}
	}
	return ""
}
