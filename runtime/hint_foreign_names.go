package runtime

import (
	"strings"
	"unicode"
)

// foreignName finds what may be the name of a field in a text: something in quotes, or a word with
// the look of a path or an identifier.
var foreignName = lazily("\"([^\"]{1,96})\"|'([^']{1,96})'|`([^`]{1,96})`|" + `([\pL_$][\pL\pN_$\-]*(?:\[\d*\]|\.[\pL_$][\pL\pN_$\-]*)*)`)

// foreignPointer finds what may be a JSON Pointer.
var foreignPointer = lazily(`(?:^|[\s"'(;])((?:/[\pL\pN_$~\-]+)+)`)

// namedFields lists the fields of the schema that a text names, at most as many as a hint shows.
// A wrong guess is worse than none: bare words count only where they look like nothing else, or
// where the text begins with them.
func (b *hintBuilder) namedFields(text string) []string {
	var paths []string
	add := func(name string) {
		if len(paths) == maxConstraints || name == "" {
			return
		}
		steps := splitPath(strings.TrimPrefix(strings.TrimPrefix(name, "$."), "/"))
		n := b.spec.node(steps)
		if n == nil || len(steps) == 0 || n.row("") == nil {
			return
		}
		path := joinSteps(steps)
		for _, p := range paths {
			if p == path {
				return
			}
		}
		paths = append(paths, path)
	}
	for _, m := range foreignPointer().FindAllStringSubmatch(text, 16) {
		if _, steps, ok := b.resolve(pointerSteps(m[1])); ok {
			add(joinSteps(steps))
		}
	}
	for _, m := range foreignName().FindAllStringSubmatchIndex(text, 64) {
		for g := 2; g < len(m); g += 2 {
			if m[g] < 0 {
				continue
			}
			name := text[m[g]:m[g+1]]
			if g == 8 && m[0] > 0 && !looksLikeName(name) {
				continue
			}
			if g == 8 && m[0] == 0 && !looksLikeName(name) && !strings.HasPrefix(text[m[1]:], ":") {
				continue
			}
			add(name)
		}
	}
	return paths
}

// looksLikeName reports whether a bare word is unlikely to be a word of prose.
func looksLikeName(s string) bool {
	for i, r := range s {
		if r == '_' || r == '.' || r == '[' || i > 0 && unicode.IsUpper(r) {
			return true
		}
	}
	return false
}
