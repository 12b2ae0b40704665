package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

// described is a type that describes a place in the arguments, for a variant of a union.
type described struct {
	t       *model.Type
	variant string
	info    model.FieldInfo // what the holder says of it
}

// hiding lists what is below a place that types describe, where something there is hidden. Other than
// a hint, what hides a value has to know every place: it counts which branch says so. Where nothing is
// hidden the rows are those that hints need.
func (b *fieldTableBuilder) hiding(types []described, path string, at *place) {
	if path == "" && at != nil && at.flags != 0 {
		b.rowAt(types, path, at)
	}
	if at == nil || !at.leads() {
		for _, d := range types {
			b.children(d.t, path, d.variant)
		}
		return
	}
	types = variants(types)
	key := describedKey(types, at)
	if before, ok := b.seenHidden[key]; ok {
		b.redirect(path, before)
		return
	}
	b.seenHidden[key] = path
	for _, key := range declaredKeys(types, at) {
		var fields []described
		for _, d := range types {
			if d.t.Kind != model.Struct {
				continue
			}
			if i := slices.IndexFunc(d.t.Fields, func(f *model.Field) bool { return f.Key == key }); i >= 0 {
				for _, f := range b.told(d.t, d.t.Fields[i]) {
					info := fieldInfo(f)
					info.Required = d.t.Fields[i].Required
					fields = append(fields, described{f.Type, d.variant, info})
				}
			}
		}
		b.step(fields, model.JoinKey(path, key), at.under(key))
	}
	var items, rest []described
	for _, d := range types {
		if d.t.Kind == model.Slice && d.t.Element() != nil {
			items = append(items, described{d.t.Element(), d.variant, itemInfo(d.t)})
		}
		if values := restOf(d.t); speaks(values) && (d.t.Kind == model.Struct || d.t.Kind == model.Map) {
			rest = append(rest, described{t: values, variant: d.variant})
		}
	}
	if len(items) > 0 || at.items != nil {
		b.step(items, path+"[]", at.items)
	}
	if len(rest) > 0 || at.rest != nil {
		b.step(rest, path+"{}", at.rest)
	}
	if len(types) == 1 && types[0].t.Kind == model.Slice && types[0].t.Name == "" {
		delete(b.seenHidden, key) // as children does it
	}
}

// step lists a place and what is below it.
func (b *fieldTableBuilder) step(types []described, path string, at *place) {
	b.rowAt(types, path, at)
	b.hiding(types, path, at)
}

// rowAt adds the rows of one place: one for each type that describes it, and one at least.
func (b *fieldTableBuilder) rowAt(types []described, path string, at *place) {
	from := len(b.rows)
	for _, d := range types {
		b.row(d.t, path, d.variant, d.info)
	}
	if len(types) == 0 {
		b.rows = append(b.rows, model.FieldInfo{Path: path})
	}
	// A variant may leave to the model what the server fills in another one: where the types tell which,
	// they have the say. What one of them hides is hidden in all.
	filled := at.is(isFilled) && !slices.ContainsFunc(b.rows[from:], func(row model.FieldInfo) bool { return row.Injected })
	for i := from; i < len(b.rows); i++ {
		b.rows[i].Sensitive = b.rows[i].Sensitive || at.is(hidesValue)
		b.rows[i].Injected = b.rows[i].Injected || filled
	}
}

// variants puts the variants of unions in their place.
func variants(types []described) (list []described) {
	open := map[*model.Type]bool{}
	var add func(d described)
	add = func(d described) {
		if d.t.Union == nil {
			list = append(list, d)
			return
		}
		if open[d.t] {
			return
		}
		open[d.t] = true
		for _, v := range d.t.Union.Variants {
			add(described{t: v.Type, variant: v.Label})
		}
		delete(open, d.t)
	}
	for _, d := range types {
		add(d)
	}
	return list
}

// describedKey identifies what describes a place: equal keys have the same rows below.
func describedKey(types []described, at *place) string {
	var key strings.Builder
	key.WriteString(at.id)
	for _, d := range types {
		fmt.Fprintf(&key, " %p %q", d.t, d.variant)
	}
	return key.String()
}

// declaredKeys lists the keys that need rows of their own: those of the structs, and those of other
// schemas that are not like the rest.
func declaredKeys(types []described, at *place) (keys []string) {
	for _, d := range types {
		if d.t.Kind != model.Struct {
			continue
		}
		for _, f := range d.t.Fields {
			if !slices.Contains(keys, f.Key) {
				keys = append(keys, f.Key)
			}
		}
	}
	for _, key := range at.keys {
		if at.below[key] != at.rest && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}
