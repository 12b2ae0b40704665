package shape

import "github.com/toolgen/toolgen/gen/model"

// Reach visits every type that is part of the Go shape below t, each once, containers before
// what they hold.
func Reach(t *model.Type, visit func(*model.Type)) {
	seen := map[*model.Type]bool{}
	var walk func(t *model.Type)
	walk = func(t *model.Type) {
		if t == nil || seen[t] {
			return
		}
		seen[t] = true
		visit(t)
		for _, child := range staticChildren(t) {
			walk(child)
		}
	}
	walk(t)
}

// staticChildren lists the types that the Go shape of t mentions.
func staticChildren(t *model.Type) []*model.Type {
	var out []*model.Type
	switch t.Kind {
	case model.Struct:
		for _, f := range t.Fields {
			out = append(out, f.Type)
		}
		if t.KeepUnknown {
			out = append(out, t.Additional)
		}
	case model.Map:
		out = append(out, t.Additional)
	case model.Slice:
		if item := t.Element(); item != nil {
			out = append(out, item)
		}
	case model.Union:
		for _, v := range t.Union.Variants {
			out = append(out, v.Type)
		}
	}
	return out
}

// BreakLoops makes recursive shapes possible in Go: a struct that holds itself by value gets a
// pointer, and a list or map of itself a name.
func BreakLoops(root *model.Type, bases map[*model.Type]*model.Type) {
	Reach(root, func(t *model.Type) {
		switch t.Kind {
		case model.Struct:
			for _, f := range t.Fields {
				if byValue(f) && holdsByValue(f.Type, t, map[*model.Type]bool{}) {
					keepApart(f)
				}
			}
		}
	})
	partLarge(root, map[*model.Type]int{})
	Reach(root, func(t *model.Type) {
		if base := bases[t]; base != nil {
			partAlike(t, base)
		}
	})
}

// partAlike gives a struct and the same one without null the same pointers, so that one declaration does for
// both: a list whose next one may be null would have another type for all but its head.
func partAlike(t, base *model.Type) {
	if t.Kind != model.Struct || base.Kind != model.Struct || len(t.Fields) != len(base.Fields) {
		return
	}
	for i, f := range t.Fields {
		g := base.Fields[i]
		if f.Key == g.Key && f.Type == g.Type && f.Required == g.Required && byValue(f) != byValue(g) {
			keepApart(f)
			keepApart(g)
		}
	}
}

// byValue reports whether a field holds a struct as part of its own.
func byValue(f *model.Field) bool {
	return f.Type.Kind == model.Struct && f.Form != model.PointerForm && !f.Apart
}

// keepApart puts a pointer between a struct and what a field of it holds.
func keepApart(f *model.Field) {
	if f.Form == model.NullableForm {
		f.Apart = true
	} else {
		f.Form = model.PointerForm
	}
}

// holdsByValue reports whether a struct contains another one without a pointer between.
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

// mostWords is how large a struct may be, in machine words, that is part of another one.
const mostWords = 1024

// partLarge puts pointers between large structs and those that hold them, and returns the approximate size of t
// in words. A struct of two structs of two structs, and so on, has the size 2^n.
func partLarge(t *model.Type, sizes map[*model.Type]int) int {
	if size, ok := sizes[t]; ok {
		return size
	}
	sizes[t] = 1 // nothing holds itself any more, but by pointers
	size := 1
	if t.Kind == model.Struct {
		size = 1
		for _, f := range t.Fields {
			inner := partLarge(f.Type, sizes)
			if byValue(f) && inner > mostWords {
				keepApart(f)
			}
			if byValue(f) {
				size += inner
			}
			size += 2
		}
	} else {
		for _, child := range staticChildren(t) {
			partLarge(child, sizes)
		}
	}
	sizes[t] = size
	return size
}

// mostNested is how many lists and maps may stand within each other in one Go type: compilers infer
// the type arguments of the runtime's functions up to a depth of fifty.
const mostNested = 16

// DeepList reports whether a list or map holds so many others within each other that it gets a name.
func DeepList(t *model.Type) bool {
	depth := 0
	seen := map[*model.Type]bool{}
	for t != nil && !seen[t] && (t.Kind == model.Slice || t.Kind == model.Map) {
		seen[t] = true
		depth++
		if t.Kind == model.Slice {
			t = t.Element()
		} else {
			t = t.Additional
		}
	}
	return depth > 0 && depth%mostNested == 0
}

// NamelessLoop reports whether a list or map contains itself through lists and maps only.
func NamelessLoop(t *model.Type) bool {
	seen := map[*model.Type]bool{}
	for next := t; ; {
		switch {
		case next.Kind == model.Slice && next.Element() != nil:
			next = next.Element()
		case next.Kind == model.Map:
			next = next.Additional
		default:
			return false
		}
		if next == t {
			return true
		}
		if seen[next] {
			return false
		}
		seen[next] = true
	}
}
