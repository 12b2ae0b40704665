package rules

import (
	"fmt"
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// knownOf lists the fields with known values under every path: the rule of a definition applies wherever the
// definition is used.
func (r *reader) knownOf(args *model.Type) []model.Known {
	var found []model.Known
	all, seen := []*model.Type{args}, map[*model.Type]bool{args: true}
	for i := 0; i < len(all); i++ {
		parts(all[i], "", func(in *model.Type, _ string) {
			if !seen[in] {
				seen[in] = true
				all = append(all, in)
			}
		})
	}
	holders := map[*model.Type]bool{} // types from which a field with known values is reachable
	for again := true; again; {
		again = false
		for _, t := range all {
			holds := len(t.Known) > 0
			parts(t, "", func(in *model.Type, _ string) { holds = holds || holders[in] })
			again = again || holds && !holders[t]
			holders[t] = holds
		}
	}
	var way []*model.Type
	refused := map[*model.Type]bool{}
	var walk func(t *model.Type, path string)
	walk = func(t *model.Type, path string) {
		if !holders[t] || len(found) > maxKnown {
			return
		}
		if slices.Contains(way, t) {
			if refused[t] {
				return
			}
			refused[t] = true
			r.report(model.Error, t.Pos, "", "known", fmt.Sprintf("known values are in a schema that contains itself, at %s", path), "say it of a field outside of it")
			return
		}
		way = append(way, t)
		for _, known := range t.Known {
			if known.Field == "" {
				known.Field = path
			}
			if !slices.Contains(found, known) { // the same field on another variant of a union
				found = append(found, known)
			}
		}
		parts(t, path, walk)
		way = way[:len(way)-1]
	}
	walk(args, "")
	if len(found) > maxKnown {
		r.report(model.Error, found[0].Pos, found[0].Pointer, "known", fmt.Sprintf("known values have more than %d places in the arguments", maxKnown), "say it of fewer fields")
	}
	return found
}

// parts is inside including tuple items. Rules cannot apply to those, so that their paths are rejected rather
// than silently skipped.
func parts(t *model.Type, path string, f func(t *model.Type, path string)) {
	inside(t, path, f)
	for i, item := range t.Prefix {
		if item != nil {
			f(item, fmt.Sprintf("%s[%d]", path, i))
		}
	}
}

// maxKnown bounds the paths with known values: recursive definitions may have exponentially many.
const maxKnown = 1000
