package lower

import (
	"fmt"
	"maps"
	"slices"

	"github.com/toolgen/toolgen/gen/lower/check"
	"github.com/toolgen/toolgen/gen/lower/gotype"
	"github.com/toolgen/toolgen/gen/lower/names"
	"github.com/toolgen/toolgen/gen/lower/schema"
	"github.com/toolgen/toolgen/gen/lower/shape"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// object collects the object keywords of a conjunction: declared properties, each with everything that applies
// to it, and the constraints on other keys.
func (l *lowerer) object(t *model.Type, flat schema.Conj, r role) {
	var keys []string
	places := map[string]*tooldef.Node{}
	hoisted := map[string]bool{}
	required := map[string]*tooldef.Node{}
	for _, s := range flat {
		for _, m := range s.Get("properties").Entries() {
			if places[m.Key] == nil {
				keys = append(keys, m.Key)
				places[m.Key] = m.Value
			}
		}
	}
	for _, s := range flat {
		for _, item := range s.Get("required").List() {
			if required[item.Text] == nil {
				required[item.Text] = item
			}
			if places[item.Text] == nil {
				keys = append(keys, item.Text)
				places[item.Text] = item
				hoisted[item.Text] = true
			}
		}
	}
	declared := map[string]bool{}
	for _, k := range keys {
		declared[k] = true
	}
	if r != asSchema && t.Accepts&^model.JSONNull == model.JSONObject {
		for _, k := range flat.BranchKeys(declared) {
			keys = append(keys, k)
			hoisted[k] = true
		}
	}
	below := flat.Keyed()
	missing := &check.Demands{Flat: flat, Keys: keys, Required: required}
	for _, k := range keys {
		f := l.field(below.Applicable(k), k, places[k], r)
		f.Required, f.Hoisted = required[k] != nil, hoisted[k]
		if f.Required && f.Hoisted && f.Type.Never && r != asSchema {
			l.Warn(required[k], "required", fmt.Sprintf("nothing can satisfy this schema: %q is required, no property, and no other key may be there", model.Cut(k, 60)), missing.Fix(k))
		} else if f.Required && f.Hoisted && r != asSchema && !missing.Declares(k) {
			l.Warn(required[k], "required", fmt.Sprintf("%q is required, and no property declares it", model.Cut(k, 60)), missing.Fix(k))
		}
		t.Fields = append(t.Fields, f)
	}
	l.refuseEqualNames(t)
	l.additional(t, flat, r)
	sizes(t, flat, "minProperties", "maxProperties")
}

// field lowers one key, to which the schemas of in apply. A key that only a branch mentions is hoisted: its
// type is what the object itself says about it, and the branch constrains it.
func (l *lowerer) field(in schema.Conj, key string, place *tooldef.Node, r role) *model.Field {
	f := &model.Field{Key: key}
	child := asValue
	if r == asSchema {
		child = asSchema
	}
	f.Type = l.lower(in, child)
	var asked names.FieldWish
	if len(in) > 0 {
		f.Pos, asked.Pointer = in[0].Node.Pos, in[0].Node.Pointer
		for _, s := range in {
			nameField(l.Findings, &asked, s.Node)
		}
	} else if place != nil {
		f.Pos, asked.Pointer = place.Pos, place.Pointer
	}
	l.wishes.Fields[f] = asked
	f.Deprecated = f.Type.Deprecated || slices.ContainsFunc(in, isDeprecated)
	f.Said = l.said(in)
	// A nullable union is its other branch, with that branch's description.
	if f.Doc == nil {
		f.Doc = f.Type.Doc
	}
	if f.Title == "" {
		f.Title = f.Type.Title
	}
	if f.Default == nil {
		f.Default, f.Unsound = f.Type.Default, f.Type.Unsound
	}
	if k := f.Type.Kind; f.Default != nil && f.Default.Kind == model.NumberValue && (k == model.Int || k == model.Float) &&
		f.Type.GoType == "" && !gotype.Holds(f.Type, f.Default.Text) {
		f.Unsound = true // the Go type cannot represent it
	}
	return f
}

// nameField uses the name of x-go-name for a field.
func nameField(out *tooldef.Findings, f *names.FieldWish, n *tooldef.Node) {
	x := n.Get("x-go-name")
	if !x.Is(tooldef.String) || f.Name != "" {
		return // reported with all other keywords
	}
	switch {
	case !names.ExportedIdentifier(x.Text):
		out.Fail(x, "x-go-name", fmt.Sprintf("%s is not an exported Go identifier", model.Cut(x.JSON(), 60)),
			"begin it with an upper-case letter and use letters and digits")
	case slices.Contains(names.ReservedMembers, x.Text):
		out.Fail(x, "x-go-name", fmt.Sprintf("%s is taken by a member of every generated struct", x.Text), "choose another name")
	default:
		f.Name, f.Namer = x.Text, x
	}
}

// refuseEqualNames reports fields of a struct with the same x-go-name. Hand-written code uses that name, so no
// number may be appended.
func (l *lowerer) refuseEqualNames(t *model.Type) {
	first := map[string]*model.Field{}
	for _, f := range t.Fields {
		asked := l.wishes.Fields[f]
		if asked.Name == "" {
			continue
		}
		if other := first[asked.Name]; other != nil {
			l.Fail(asked.Namer, "x-go-name", fmt.Sprintf("%s is the name of two fields of one struct, for the keys %q and %q",
				asked.Name, model.Cut(f.Key, 60), model.Cut(other.Key, 60)), "choose another name for one of them")
			continue
		}
		first[asked.Name] = f
	}
}

// additional sets the constraints on undeclared keys.
func (l *lowerer) additional(t *model.Type, flat schema.Conj, r role) {
	patterned := slices.ContainsFunc(flat, func(s schema.Source) bool {
		n := s.Get("patternProperties")
		return n != nil && len(n.Members) > 0 && schema.EveryKey(s) == nil
	}) || len(flat) > 1 && slices.ContainsFunc(flat, func(s schema.Source) bool { return schema.EveryKey(s) != nil })
	if patterned {
		child := asSchema
		typed := r != asSchema && t.Kind == model.Struct && schema.OnePattern(flat)
		if typed {
			child = asValue
		}
		for _, s := range flat {
			if set, ok := l.patternSet(s, child); ok {
				t.Patterns = append(t.Patterns, set)
				if typed && len(set.Patterns) == 1 && !set.Patterns[0].Type.Never {
					t.Additional = set.Patterns[0].Type
				}
			}
		}
		for _, left := range flat.Leftovers("unevaluatedProperties") {
			if set, ok := l.leftoverSet(left); ok {
				t.Patterns = append(t.Patterns, set)
			}
		}
		return
	}
	var in schema.Conj
	said := false
	for _, s := range flat {
		n := s.Get("additionalProperties")
		if of := schema.EveryKey(s); of != nil {
			n = of
		}
		if n == nil {
			continue
		}
		said = true
		if n.Kind == tooldef.Bool && !n.Bool {
			t.Closed = true
			return
		}
		in = append(in, s.Child(n))
	}
	for _, left := range flat.Leftovers("unevaluatedProperties") {
		said = true
		if left.Node.Kind == tooldef.Bool && !left.Node.Bool {
			t.Closed, t.ClosedBy = true, "unevaluatedProperties"
			return
		}
		in = append(in, left.Source.Child(left.Node))
	}
	if !said {
		t.Closed = l.opts.Closed && !l.tests && !l.collects && closable(t, flat, r)
		return
	}
	child := asValue
	if r == asSchema {
		child = asSchema
	}
	t.Additional = l.lower(in, child)
	if t.Additional.Never {
		t.ClosedBy = model.ClosedKeyword(t.Additional.NeverKeyword)
		t.Additional, t.Closed = nil, true
	}
}

// closable reports whether --closed may close an object: it declares properties, or is the arguments as a
// whole, and no keyword other than properties applies to other keys, including in its branches. A nested object
// without properties is a map and must stay open.
func closable(t *model.Type, flat schema.Conj, r role) bool {
	declares := r == asRoot
	seen := map[string]bool{}
	var open func(s schema.Source) bool // to keys that are not fields
	open = func(s schema.Source) bool {
		for _, b := range schema.One(s).Expand() {
			id := b.ID()
			if seen[id] {
				continue
			}
			seen[id] = true
			if b.Get("patternProperties") != nil || b.Get("additionalProperties") != nil || b.Get("unevaluatedProperties") != nil {
				return true
			}
			if slices.ContainsFunc(b.InPlace(), open) {
				return true
			}
		}
		return false
	}
	for _, s := range flat {
		declares = declares || s.Get("properties") != nil
		branches := s.InPlace()
		if s.Get("unevaluatedProperties") != nil ||
			len(branches) > 0 && (r == asSchema || t.Accepts&^model.JSONNull != model.JSONObject) || slices.ContainsFunc(branches, open) {
			return false
		}
	}
	return declares
}

// patternSet lowers patternProperties with its sibling additionalProperties.
func (l *lowerer) patternSet(s schema.Source, child role) (model.PatternSet, bool) {
	var set model.PatternSet
	for _, m := range schema.ByKey(s.Get("patternProperties")) {
		if p, ok := patternOf(l.Findings, m.Value, m.Key); ok {
			set.Patterns = append(set.Patterns, model.PatternProperty{Pattern: p, Type: l.lower(schema.Conj{s.Child(m.Value)}, child)})
		}
	}
	for _, m := range s.Get("properties").Entries() {
		set.Keys = append(set.Keys, m.Key)
	}
	if n := s.Get("additionalProperties"); n != nil {
		set.Additional = l.lower(schema.Conj{s.Child(n)}, asSchema)
	}
	return set, len(set.Patterns) > 0 || set.Additional != nil
}

// objectShape decides between struct and map when everything about the object is known.
func (l *lowerer) objectShape(t *model.Type, r role) {
	if t.Kind != model.Struct {
		return
	}
	if len(t.Fields) == 0 && r != asRoot && !t.Closed {
		t.Kind = model.Map
		if t.Additional == nil && r != asSchema {
			t.Additional = shape.Anything()
		}
		return
	}
	if r == asSchema {
		// A value that is only checked against the schema is not kept, and an additional schema that is not in
		// the source would count as having evaluated every key.
		return
	}
	l.later = append(l.later, func() {
		for _, f := range t.Fields {
			f.Form = formOf(f)
		}
		t.KeepUnknown = t.Additional != nil || len(t.Patterns) > 0 || !t.Closed && shape.SeesUnknown(t, map[*model.Type]bool{})
		if t.KeepUnknown {
			shape.KeepUnknown(t)
		}
	})
}

// formOf chooses the representation of absent, null and value.
func formOf(f *model.Field) model.Form {
	nilable := f.Type.Kind == model.Slice || f.Type.Kind == model.Map || f.Type.Kind == model.Any
	if _, basic := gotype.Basic[f.Type.GoType]; basic ||
		f.Type.Kind == model.Any && f.Type.GoType != "" && f.Type.GoType != "json.RawMessage" {
		nilable = false
	}
	null := f.Type.Accepts&model.JSONNull != 0
	switch {
	case !f.Required && null:
		return model.NullableForm
	case nilable:
		return model.ValueForm
	case !f.Required || null:
		return model.PointerForm
	default:
		return model.ValueForm
	}
}

// leftoverSet lowers an unevaluatedProperties next to patterns: like additionalProperties, it applies to keys
// that no property and no pattern covers.
func (l *lowerer) leftoverSet(left schema.Leftover) (set model.PatternSet, ok bool) {
	for _, pattern := range slices.Sorted(maps.Keys(left.Patterns)) {
		p, ok := patternOf(l.Findings, left.Patterns[pattern], pattern)
		if !ok {
			return set, false
		}
		set.Patterns = append(set.Patterns, model.PatternProperty{Pattern: p, Type: shape.Anything()})
	}
	set.Keys = slices.Sorted(maps.Keys(left.Keys))
	set.Additional = l.lower(schema.Conj{left.Source.Child(left.Node)}, asSchema)
	return set, true
}
