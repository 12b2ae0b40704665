package shape

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// Reach visits every type in the Go shape of t once, containers before their contents.
func Reach(t *model.Type, visit func(*model.Type)) {
	seen := map[*model.Type]bool{}
	var walk func(t *model.Type)
	walk = func(t *model.Type) {
		if t == nil || seen[t] {
			return
		}
		seen[t] = true
		visit(t)
		for _, child := range t.GoParts() {
			walk(child)
		}
	}
	walk(t)
}

// BreakLoops makes recursive shapes valid in Go: a struct that contains itself gets a pointer, a recursive list
// or map a name.
func BreakLoops(root *model.Type, bases map[*model.Type]*model.Type) {
	Reach(root, func(t *model.Type) {
		switch t.Kind {
		case model.Struct:
			for _, f := range t.Fields {
				if byValue(f) && holdsByValue(f.Type, t, map[*model.Type]bool{}) {
					insertPointer(f)
				}
			}
		}
	})
	splitLarge(root, map[*model.Type]int{})
	Reach(root, func(t *model.Type) {
		if base := bases[t]; base != nil {
			alignPointers(t, base)
		}
	})
}

// alignPointers gives a struct and its nullable variant the same pointers, so that they share one declaration;
// otherwise a linked list would have a separate type for its head.
func alignPointers(t, base *model.Type) {
	if t.Kind != model.Struct || base.Kind != model.Struct || len(t.Fields) != len(base.Fields) {
		return
	}
	for i, f := range t.Fields {
		g := base.Fields[i]
		if f.Key == g.Key && f.Type == g.Type && f.Required == g.Required && byValue(f) != byValue(g) {
			insertPointer(f)
			insertPointer(g)
		}
	}
}

// byValue reports whether a field embeds a struct by value.
func byValue(f *model.Field) bool {
	return f.Type.Kind == model.Struct && f.Form != model.PointerForm && !f.Apart
}

// insertPointer inserts a pointer between a struct and the value of a field.
func insertPointer(f *model.Field) {
	if f.Form == model.NullableForm {
		f.Apart = true
	} else {
		f.Form = model.PointerForm
	}
}

// holdsByValue reports whether a struct contains another one without a pointer in between.
func holdsByValue(t, target *model.Type, seen map[*model.Type]bool) bool {
	if t == target {
		return true
	}
	if seen[t] {
		return false
	}
	seen[t] = true
	for _, f := range t.Fields {
		if byValue(f) && holdsByValue(f.Type, target, seen) {
			return true
		}
	}
	return false
}

// mostWords is the maximum size of an embedded struct, in machine words.
const mostWords = 1024

// splitLarge inserts pointers before large embedded structs, and returns the approximate size of t in words.
// Structs that contain two structs each would grow as 2^n.
func splitLarge(t *model.Type, sizes map[*model.Type]int) int {
	if size, ok := sizes[t]; ok {
		return size
	}
	sizes[t] = 1 // cycles go through pointers by now
	size := 1
	if t.Kind == model.Struct {
		size = 1
		for _, f := range t.Fields {
			inner := splitLarge(f.Type, sizes)
			if byValue(f) && inner > mostWords {
				insertPointer(f)
			}
			if byValue(f) {
				size += inner
			}
			size += 2
		}
	} else {
		for _, child := range t.GoParts() {
			splitLarge(child, sizes)
		}
	}
	sizes[t] = size
	return size
}

// mostNested is the maximum nesting of lists and maps in a Go type: compilers infer type arguments of runtime
// functions up to depth fifty.
const mostNested = 16

// DeepList reports whether a list or map is nested so deeply that it gets a name.
func DeepList(t *model.Type) bool {
	nested, _ := contents(t)
	return len(nested) > 0 && len(nested)%mostNested == 0
}

// NamelessLoop reports whether a list or map contains itself through lists and maps only.
func NamelessLoop(t *model.Type) bool {
	nested, end := contents(t)
	return len(nested) > 0 && t == end
}

// contents follows a list or map into its contents, to what is neither or was there before.
func contents(t *model.Type) (nested []*model.Type, end *model.Type) {
	for t != nil && (t.Kind == model.Slice || t.Kind == model.Map) && !slices.Contains(nested, t) {
		nested = append(nested, t)
		if t.Kind == model.Slice {
			t = t.Element()
		} else {
			t = t.Additional
		}
	}
	return nested, t
}
