package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// role says what a type is lowered for, which changes its shape and not its constraints.
type role uint8

const (
	asValue   role = iota // the static type of a Go value
	asRoot                // the static type of a whole document
	asSchema              // only held against values of another static type
	asVariant             // one branch of a union: it needs a name
)

// lower turns a conjunction of schemas into a type. Equal conjunctions give the same type, which
// is what ends recursion.
func (l *lowerer) lower(in conj, r role) *model.Type { return l.lowerAt(in, r, "") }

// lowerAt is lower for a place that has types of its own, which only equal conjunctions there share.
func (l *lowerer) lowerAt(in conj, r role, place string) *model.Type {
	if l.size.over() {
		return anything() // whatever comes of it, it is thrown away
	}
	flat := l.expand(in)
	if l.never(flat) {
		l.size.add(in)
		// Each false schema is a type of its own, since an issue names the keyword that holds it.
		t := &model.Type{}
		l.describe(t, in, in)
		l.fillNever(t, l.blamed(in))
		return t
	}
	if branch, ok := l.orNull(flat, r); ok {
		// Wherever it may be null: else each place would have a type of its own.
		return l.lowerAt(conj{branch}, r, place)
	}
	key := place + flat.id(l)
	if r == asVariant && len(flat) > 0 {
		key = "variant " + key
	}
	if r != asSchema {
		if t, ok := l.memo[key]; ok {
			return t
		}
	} else {
		// A schema that is only held against values shares the typed form where there is one.
		key = "schema " + key
		if l.collects {
			key = "scope " + key
		}
		if l.tests && l.opts.Closed {
			key = "test " + key
		}
		if t, ok := l.memo[key]; ok {
			return t
		}
	}
	t := &model.Type{}
	l.memo[key], l.made[t] = t, flat
	l.size.add(flat)
	l.describe(t, in, flat)
	if r == asVariant || r == asRoot {
		l.ownGoType(t, flat, r)
	}
	l.fill(t, flat, r)
	return t
}

// orNull is the one schema of a choice between it and null that has nothing beside it, and that refers to
// a schema which other places share.
func (l *lowerer) orNull(flat conj, r role) (branch source, ok bool) {
	if r == asSchema || len(flat) != 1 || flat[0].orNull {
		return source{}, false
	}
	rest, branch, ok := l.nullableChoice(nil, flat)
	if !ok || len(l.expand(rest)) > 0 || len(l.targets(branch)) == 0 && hasOwnKeywords(branch) {
		return source{}, false
	}
	branch.orNull = true
	return branch, true
}

// describe sets what does not limit values: place, documentation, default, Go names. Equal
// conjunctions share their type, so that it says what they say, and not what leads to them.
func (l *lowerer) describe(t *model.Type, in, flat conj) {
	if len(in) > 0 {
		t.Pos, t.Pointer = in[0].node.Pos, in[0].node.Pointer
	}
	l.addSaidOf(t, flat)
	for _, s := range flat {
		if v := s.get("x-go-type"); t.GoType == "" && v != nil && v.Kind == tooldef.String {
			t.GoType, t.GoImport = l.goType(s.node, v)
		}
	}
	// What refers to a shared definition does not speak for it.
	t.Deprecated = slices.ContainsFunc(flat, isDeprecated)
	if len(flat) > 0 {
		t.Pos, t.Pointer = flat[0].node.Pos, flat[0].node.Pointer
	}
}

// said is what schemas say of the one place that they stand at; what they say themselves goes before
// what they refer to.
func (l *lowerer) said(in conj) model.Said {
	var out model.Said
	l.addSaid(&out, in)
	all := l.reach(in)
	l.addSaid(&out, all)
	if branch, ok := l.orNull(withKeywords(all), asValue); ok {
		l.addSaid(&out, conj{branch})
	}
	return out
}

// addSaidOf adds to a type what is not said of it yet.
func (l *lowerer) addSaidOf(t *model.Type, in conj) {
	said := model.Said{Doc: t.Doc, Title: t.Title, Default: t.Default, Unsound: t.Unsound}
	l.addSaid(&said, in)
	t.Doc, t.Title, t.Default, t.Unsound = said.Doc, said.Title, said.Default, said.Unsound
}

// addSaid adds what is not said yet. What stands beside a choice that was taken apart is said of the
// choice, and not of the branches that it was put into.
func (l *lowerer) addSaid(out *model.Said, in conj) {
	for _, s := range in {
		if s.omit == "anyOf" || s.omit == "oneOf" {
			continue
		}
		if out.Doc == nil {
			out.Doc = docOf(s.node)
		}
		if v := s.get("title"); out.Title == "" && v != nil && v.Kind == tooldef.String {
			out.Title = v.Text
		}
		if v := s.get("default"); out.Default == nil && v != nil {
			value := valueOf(v)
			out.Default, out.Unsound = &value, !l.soundDefault(s)
		}
	}
}

func isDeprecated(s source) bool {
	v := s.get("deprecated")
	return v != nil && v.Kind == tooldef.Bool && v.Bool
}

// docOf reads a description as lines of text.
func docOf(n *tooldef.Node) []string {
	v := n.Get("description")
	if v == nil || v.Kind != tooldef.String || strings.TrimSpace(v.Text) == "" {
		return nil
	}
	return strings.Split(strings.TrimSpace(v.Text), "\n")
}

// fill decides the shape and gathers the constraints.
func (l *lowerer) fill(t *model.Type, flat conj, r role) {
	if l.never(flat) {
		l.fillNever(t, l.blamed(flat))
		return
	}
	l.types(t, flat)
	if t.Accepts == 0 {
		l.warn(flat[0].node, "type", "no value can satisfy this schema: its types and values exclude each other", "correct type, enum, const or allOf")
		word := t.Implied
		if word == "" {
			word = "type"
		}
		l.fillNever(t, word)
		return
	}
	if rest, branch, ok := l.nullableChoice(t, flat); ok && r != asSchema && l.unwrap(t, flat) {
		branch.orNull = true
		l.refill(t, append(slices.Clone(rest), branch), r)
		return
	}
	if rest, branch, ok := l.onlyPossible(flat); ok && r != asSchema && l.unwrap(t, flat) {
		l.refill(t, append(rest, branch), r)
		return
	}
	if r != asSchema && l.union(t, flat) {
		l.marks(t, flat)
		return
	}
	l.shape(t, flat, r)
}

// refill fills a type anew, from a conjunction in which a branch, the last one, took the place of its choice.
func (l *lowerer) refill(t *model.Type, in conj, r role) {
	flat := l.expand(in)
	*t = model.Type{Doc: t.Doc, Title: t.Title, Deprecated: t.Deprecated, Default: t.Default, Unsound: t.Unsound, Pos: t.Pos, Pointer: t.Pointer, GoType: t.GoType, GoImport: t.GoImport}
	for _, s := range flat {
		l.checkKeywords(s)
	}
	l.addSaidOf(t, in[len(in)-1:])
	l.describe(t, flat, flat)
	l.fill(t, flat, r)
}

// unwrap reports whether a choice between a schema and null is taken apart for the first time: a
// schema that is such a choice of itself would come back for ever.
func (l *lowerer) unwrap(t *model.Type, flat conj) bool {
	key := fmt.Sprintf("%p %s", t, flat.id(l))
	first := !l.unwrapped[key]
	l.unwrapped[key] = true
	return first
}

// shape fills everything but unions: kind by the accepted types, then constraints.
func (l *lowerer) shape(t *model.Type, flat conj, r role) {
	t.Kind = kindOf(t.Accepts &^ model.JSONNull)
	if t.GoType == "json.Number" && (t.Kind == model.Float || t.Kind == model.Int) {
		t.Kind, t.GoType, t.GoImport = model.Number, "", ""
	}
	if t.Accepts&(model.JSONObject) != 0 {
		l.object(t, flat, r)
	}
	if t.Accepts&model.JSONArray != 0 {
		l.array(t, flat, r)
	}
	l.scalars(t, flat, r)
	l.values(t, flat)
	l.applicators(t, flat)
	if lostByGoType(t) {
		t.Kind = model.Number // the Go type would have another number than the one that is allowed
	}
	l.annotations(t, flat, r)
	if t.Accepts&model.JSONObject != 0 {
		l.objectShape(t, r)
	}
	l.contradictions(t, flat)
	l.checkGoType(t, flat)
	l.wantName(t, flat)
}

// kindOf is the Go kind for a set of JSON types without null.
func kindOf(set model.JSONTypes) model.Kind {
	switch set {
	case model.JSONBoolean:
		return model.Bool
	case model.JSONInteger:
		return model.Int
	case model.JSONInteger | model.JSONNumber:
		return model.Float
	case model.JSONString:
		return model.String
	case model.JSONArray:
		return model.Slice
	case model.JSONObject:
		return model.Struct
	default:
		return model.Any
	}
}

// types intersects the type keywords and the values of enum and const.
func (l *lowerer) types(t *model.Type, flat conj) {
	t.Accepts = model.JSONAll
	for _, s := range flat {
		set, declared := typeSet(s.get("type"))
		if declared != nil {
			if s.orNull {
				set |= model.JSONNull
				if !slices.Contains(declared, "null") {
					declared = append(declared, "null")
				}
			}
			t.Accepts &= set
			t.Declared = intersectNames(t.Declared, declared)
		}
	}
	byType, implied := t.Accepts, ""
	for _, s := range flat {
		for _, word := range []string{"enum", "const"} {
			set, ok := valueTypes(s, word)
			if !ok {
				continue
			}
			if s.orNull {
				set |= model.JSONNull
			}
			if set&model.JSONInteger != 0 && t.Declared != nil {
				// Where the schema says number, 1.5 has the right type and breaks the enum only.
				set |= byType & model.JSONNumber
			}
			if implied == "" && t.Accepts&^set != 0 {
				implied = word
			}
			t.Accepts &= set
		}
	}
	if t.Accepts&(model.JSONInteger|model.JSONNumber) == model.JSONNumber {
		t.Accepts |= model.JSONInteger
	}
	// A value of a declared type that no member of enum has breaks enum, not type.
	t.Implied = implied
}

// typeSet reads a type keyword; names is nil where there is none.
func typeSet(n *tooldef.Node) (set model.JSONTypes, names []string) {
	if n == nil {
		return 0, nil
	}
	list := []*tooldef.Node{n}
	if n.Kind == tooldef.Array {
		list = n.Items
		names = []string{}
	}
	for _, item := range list {
		set |= typeByName[item.Text]
		names = append(names, item.Text)
	}
	return set, names
}

var typeByName = map[string]model.JSONTypes{
	"null": model.JSONNull, "boolean": model.JSONBoolean, "integer": model.JSONInteger,
	"number": model.JSONInteger | model.JSONNumber, "string": model.JSONString,
	"array": model.JSONArray, "object": model.JSONObject,
}

// intersectNames keeps the type names that two lists share; integer is part of number.
func intersectNames(a, b []string) []string {
	if a == nil {
		return slices.Clone(b)
	}
	out := []string{}
	for _, name := range a {
		switch {
		case slices.Contains(b, name):
			out = append(out, name)
		case name == "integer" && slices.Contains(b, "number"):
			out = append(out, name)
		case name == "number" && slices.Contains(b, "integer"):
			out = append(out, "integer")
		}
	}
	return out
}

// valueTypes gives the JSON types of the members of enum, or of const.
func valueTypes(s source, word string) (set model.JSONTypes, ok bool) {
	n := s.get(word)
	if n == nil || word == "const" && s.draft < 6 {
		return 0, false
	}
	list := []*tooldef.Node{n}
	if word == "enum" {
		list = n.Items
	}
	for _, item := range list {
		set |= nodeType(item)
	}
	return set, true
}

func nodeType(n *tooldef.Node) model.JSONTypes {
	switch n.Kind {
	case tooldef.Bool:
		return model.JSONBoolean
	case tooldef.Number:
		if isWhole(n.Text) {
			return model.JSONInteger
		}
		return model.JSONNumber
	case tooldef.String:
		return model.JSONString
	case tooldef.Array:
		return model.JSONArray
	case tooldef.Object:
		return model.JSONObject
	default:
		return model.JSONNull
	}
}
