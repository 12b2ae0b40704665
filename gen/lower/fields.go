package lower

import (
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

// fieldTable lists what a hint may say of each field of the arguments, in schema order, and whatever
// hides something. A struct that was listed before is referred to and not listed again, so the table
// stays finite.
func fieldTable(root *model.Type, hidden *place) []model.FieldInfo {
	b := fieldTableBuilder{seen: map[*model.Type]string{}, seenHidden: map[string]string{}, samples: map[*model.Type]string{}, steps: maxToolSteps}
	b.hiding([]described{{t: root}}, "", hidden)
	return b.rows
}

type fieldTableBuilder struct {
	rows       []model.FieldInfo
	seen       map[*model.Type]string
	seenHidden map[string]string // the paths of places, by what describes them
	samples    map[*model.Type]string
	steps      int // what looking for samples may still take
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
			b.field(f, path, variant)
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
		if t.Items != nil {
			b.seen[t] = path
			b.row(t.Items, path+"[]", variant, saidInfo(t.ItemsSay))
			b.children(t.Items, path+"[]", variant)
			if t.Name == "" {
				delete(b.seen, t) // lists are spelt out each time; only a list of itself is cut
			}
		}
	}
}

// rest lists the values under keys that an object does not name, where something is said of them.
func (b *fieldTableBuilder) rest(t *model.Type, path, variant string) {
	if speaks(t.Additional) {
		b.seen[t] = path
		b.row(t.Additional, path+"{}", variant, model.FieldInfo{})
		b.children(t.Additional, path+"{}", variant)
	}
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

func (b *fieldTableBuilder) field(f *model.Field, path, variant string) {
	at := model.JoinKey(path, f.Key)
	b.row(f.Type, at, variant, fieldInfo(f))
	b.children(f.Type, at, variant)
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
	info.Sample = b.sample(t)
	b.rows = append(b.rows, info)
}

// sample is sampleOf, once for each type.
func (b *fieldTableBuilder) sample(t *model.Type) string {
	text, known := b.samples[t]
	if !known {
		text = sampleOf(t, &b.steps)
		b.samples[t] = text
	}
	return text
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
