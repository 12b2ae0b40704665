package preflight

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// claimTool is what a tool is called in replies.
type claimTool struct {
	name    string
	verbs   []verb
	objects []object
}

// newClaimTool reads a tool's name and title: "create_payment", "Record a payment".
func newClaimTool(spec *runtime.ToolSpec) claimTool {
	t := claimTool{name: spec.Name}
	for _, text := range []string{spec.Name, spec.Title} {
		list := words(cut(text, maxLabel))
		if len(list) == 0 {
			continue
		}
		t.addVerb(list[0])
		list = slices.DeleteFunc(list[1:], func(w string) bool { return articles[w] || prepositions[w] })
		if n := len(list); n > 0 {
			o := object{noun: list[n-1]}
			if n > 1 {
				o.of = list[n-2]
			}
			t.addObject(o)
		}
	}
	return t
}

// addVerb adds the verbs of the first word of a name.
func (t *claimTool) addVerb(base string) {
	known := false
	for _, f := range families {
		if slices.ContainsFunc(f.verbs, func(v verb) bool { return v.base == base }) {
			known = true
			t.verbs = append(t.verbs, f.verbs...)
		}
	}
	if !known {
		t.verbs = append(t.verbs, conjugate(base)...)
	}
}

// object is what a tool is about: "payment", or "entry" of "journal".
type object struct {
	noun string
	of   string // the word before it, "" for none
}

// addObject adds an object in singular and plural.
func (t *claimTool) addObject(o object) {
	other := o
	switch {
	case strings.HasSuffix(o.noun, "s"):
		other.noun = strings.TrimSuffix(o.noun, "s")
	case strings.HasSuffix(o.noun, "y"):
		other.noun = strings.TrimSuffix(o.noun, "y") + "ies"
	default:
		other.noun += "s"
	}
	for _, form := range []object{o, other} {
		if !slices.Contains(t.objects, form) {
			t.objects = append(t.objects, form)
		}
	}
}
