package golang

import (
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

// label says in a few words what a branch of a choice wants, for issues: its title or name, else
// the keys it requires, else its type, else its number.
func label(t *model.Type, i int) string {
	switch {
	case t.Title != "":
		return t.Title
	case t.Name != "":
		return t.Name
	}
	var keys []string
	for _, field := range t.Fields {
		if field.Required {
			keys = append(keys, field.Key)
		}
	}
	for _, c := range t.Constraints {
		if required, ok := c.(model.RequiredKeys); ok {
			keys = append(keys, required.Keys...)
		}
	}
	switch {
	case len(keys) > 0:
		return strings.Join(keys, "+")
	case len(t.Declared) > 0:
		return strings.Join(t.Declared, "|")
	}
	return "branch " + strconv.Itoa(i+1)
}
