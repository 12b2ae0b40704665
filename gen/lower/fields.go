package lower

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

// fieldTable lists what a hint may say of each field of the arguments, in schema order, and whatever
// hides something. A struct that was listed before is referred to and not listed again, so the table
// stays finite.
func fieldTable(root *model.Type, hidden *place) []model.FieldInfo {
	b := fieldTableBuilder{seen: map[*model.Type]string{}, seenHidden: map[string]string{}, branches: map[*model.Type]map[string][]*model.Field{}}
	b.hiding([]described{{t: root}}, "", hidden)
	return b.rows
}

type fieldTableBuilder struct {
	rows       []model.FieldInfo
	seen       map[*model.Type]string
	seenHidden map[string]string                         // the paths of places, by what describes them
	branches   map[*model.Type]map[string][]*model.Field // what branches of a type say of its fields, by key
}

// children lists what is below a value at a path.
func (b *fieldTableBuilder) children(t *model.Type, path, variant string) {
	if at, ok := b.seen[t]; ok {
		b.redirect(path, at)
		return
	}
	switch t.Kind {
	case model.Struct:
		b.seen[t] = path
		for _, f := range t.Fields {
			b.field(t, f, path, variant)
		}
		b.rest(t, path, variant)
	case model.Map:
		b.rest(t, path, variant)
	case model.Union:
		b.seen[t] = path
		for _, v := range t.Union.Variants {
			b.children(v.Type, path, v.Label)
		}
	case model.Slice:
		if item := t.Element(); item != nil {
			b.seen[t] = path
			b.row(item, path+"[]", variant, itemInfo(t))
			b.children(item, path+"[]", variant)
			if t.Name == "" {
				delete(b.seen, t) // lists are spelt out each time; only a list of itself is cut
			}
		}
	}
}

// itemInfo is what the schema of the items of a list says where it stands.
func itemInfo(t *model.Type) model.FieldInfo {
	if len(t.Prefix) > 0 {
		return model.FieldInfo{} // which is not of all items
	}
	return saidInfo(t.ItemsSay)
}

// rest lists the values under keys that an object does not name, where something is said of them.
func (b *fieldTableBuilder) rest(t *model.Type, path, variant string) {
	if values := restOf(t); speaks(values) {
		b.seen[t] = path
		b.row(values, path+"{}", variant, model.FieldInfo{})
		b.children(values, path+"{}", variant)
	}
}

// restOf is the type of values under keys that an object does not name: that of all of them, or that of
// the keys that fit its one pattern. nil where nothing is said, or different things are.
func restOf(t *model.Type) *model.Type {
	var only *model.Type
	for _, set := range t.Patterns {
		for _, p := range set.Patterns {
			if only != nil && only != p.Type || speaks(set.Additional) {
				return t.Additional
			}
			only = p.Type
		}
	}
	if only == nil || speaks(t.Additional) {
		return t.Additional
	}
	return only
}

// speaks reports whether a type says what values may be.
func speaks(t *model.Type) bool {
	return t != nil && !t.Never && (t.Kind != model.Any || t.Accepts != model.JSONAll || len(t.Constraints) > 0 || t.Sensitive || t.Injected)
}

// redirect notes that a path is described by rows that are already there.
func (b *fieldTableBuilder) redirect(path, at string) {
	for i := range b.rows {
		if b.rows[i].Path == path {
			b.rows[i].SameAs, b.rows[i].HasSameAs = at, true
			return
		}
	}
}

func (b *fieldTableBuilder) field(holder *model.Type, f *model.Field, path, variant string) {
	at := model.JoinKey(path, f.Key)
	told := b.told(holder, f)
	for _, one := range told {
		info := fieldInfo(one)
		info.Required = f.Required
		b.row(one.Type, at, variant, info)
	}
	if len(told) == 1 {
		b.children(told[0].Type, at, variant)
	}
}

// mostTold is how many branches may tell of one field.
const mostTold = 8

// told is a field as its struct has it or, where that says nothing of its value, as branches of the
// struct's constraints tell: one of them holds where the field is at fault, and more than what all of
// them agree on is said of none.
func (b *fieldTableBuilder) told(holder *model.Type, f *model.Field) []*model.Field {
	if !f.Hoisted || speaks(f.Type) {
		return []*model.Field{f}
	}
	index, known := b.branches[holder]
	if !known {
		index = branchFields(holder)
		b.branches[holder] = index
	}
	if fields := index[f.Key]; len(fields) > 0 && len(fields) <= mostTold {
		return fields
	}
	return []*model.Field{f}
}

// branchFields lists what the branches of a type's constraints say of the fields that they declare: of
// each key, the fields of different types.
func branchFields(t *model.Type) map[string][]*model.Field {
	index := map[string][]*model.Field{}
	seen := map[*model.Type]bool{}
	var within func(t *model.Type)
	branch := func(t *model.Type) {
		if t == nil || seen[t] {
			return
		}
		seen[t] = true
		for _, f := range t.Fields {
			same := func(other *model.Field) bool { return other.Type == f.Type }
			if all := index[f.Key]; len(all) <= mostTold && speaks(f.Type) && !slices.ContainsFunc(all, same) {
				index[f.Key] = append(all, f)
			}
		}
		within(t)
	}
	within = func(t *model.Type) {
		for _, c := range t.Constraints {
			switch c := c.(type) {
			case model.Choice:
				for _, b := range c.Branches {
					branch(b)
				}
			case model.Conditional:
				branch(c.Then)
				branch(c.Else)
			case model.DependentSchema:
				branch(c.Type)
			}
		}
	}
	within(t)
	return index
}

// fieldInfo is what a struct says of a field.
func fieldInfo(f *model.Field) model.FieldInfo {
	info := saidInfo(f.Said)
	info.Required = f.Required
	return info
}

func saidInfo(s model.Said) model.FieldInfo {
	return model.FieldInfo{Description: strings.Join(s.Doc, "\n"), Title: s.Title, Default: s.Default}
}

// row adds one field; what the caller set of info goes before what the type says.
func (b *fieldTableBuilder) row(t *model.Type, path, variant string, info model.FieldInfo) {
	info.Path, info.Variant = path, variant
	info.Type, info.Nullable = typeNames(t), t.Accepts&model.JSONNull != 0
	info.Closed = t.Closed
	info.Sensitive, info.Injected, info.Question = t.Sensitive, t.Injected, t.Question
	if info.Description == "" {
		info.Description = strings.Join(t.Doc, "\n")
	}
	if info.Title == "" {
		info.Title = t.Title
	}
	if info.Default == nil {
		info.Default = t.Default
	}
	for _, c := range t.Constraints {
		switch c := c.(type) {
		case model.Format:
			info.Format = c.Name
		case model.Pattern:
			info.Pattern = c.Source
		case model.Enum:
			info.Enum = c.Values
		case model.Bound, model.Size, model.Unique:
			info.Bounds = append(info.Bounds, c)
		}
	}
	b.rows = append(b.rows, info)
}

// typeNames renders the accepted JSON types joined by "|", without null where there are others.
func typeNames(t *model.Type) string {
	if t.Accepts == model.JSONNull {
		return "null"
	}
	var names []string
	for _, n := range []string{"boolean", "integer", "number", "string", "array", "object"} {
		set := typeByName[n]
		if n == "number" {
			set = model.JSONNumber
		}
		if n == "integer" && t.Accepts&model.JSONNumber != 0 {
			continue
		}
		if t.Accepts&set != 0 {
			names = append(names, n)
		}
	}
	if len(names) == 6-1 {
		return "any"
	}
	return strings.Join(names, "|")
}
