package schema

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// jsonTypes are the JSON types accepted by the type keywords, enum and const of a conjunction.
type jsonTypes struct {
	Accepts  model.JSONTypes
	Declared []string // names from the type keywords; nil without one
	Implied  string   // enum or const, if it excludes more than type
}

// Types intersects the type keywords and the values of enum and const.
func (flat Conj) Types() (t jsonTypes) {
	t.Accepts = model.JSONAll
	for _, s := range flat {
		set, declared := TypeSet(s.Get("type"))
		if declared != nil {
			if s.OrNull {
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
			if s.OrNull {
				set |= model.JSONNull
			}
			if set&model.JSONInteger != 0 && t.Declared != nil {
				// With type number, 1.5 has the right type and only violates the enum.
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
	// A value of a declared type that is not in enum violates enum, not type.
	t.Implied = implied
	return t
}

// TypeSet parses a type keyword; names is nil without one.
func TypeSet(n *tooldef.Node) (set model.JSONTypes, names []string) {
	if n == nil {
		return 0, nil
	}
	list := []*tooldef.Node{n}
	if n.Kind == tooldef.Array {
		list = n.Items
		names = []string{}
	}
	for _, item := range list {
		set |= tooldef.TypeByName[item.Text]
		names = append(names, item.Text)
	}
	return set, names
}

// OnlyTypes returns the types of a schema that has no other constraint, else 0.
func (s Source) OnlyTypes() model.JSONTypes {
	for _, m := range s.Node.Members {
		if Says(m.Key) && m.Key != "type" {
			return 0
		}
	}
	set, declared := TypeSet(s.Get("type"))
	if declared == nil {
		return 0
	}
	return set
}

// intersectNames intersects type names; integer is included in number.
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

// valueTypes returns the JSON types of the values of enum or const.
func valueTypes(s Source, word string) (set model.JSONTypes, ok bool) {
	n := s.Get(word)
	if n == nil {
		return 0, false
	}
	list := []*tooldef.Node{n}
	if word == "enum" {
		list = n.Items
	}
	for _, item := range list {
		set |= NodeType(item)
	}
	return set, true
}

// NodeType returns the JSON type of a value.
func NodeType(n *tooldef.Node) model.JSONTypes {
	switch n.Kind {
	case tooldef.Bool:
		return model.JSONBoolean
	case tooldef.Number:
		if IsWhole(n.Text) {
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

// KindOf returns the Go kind for JSON types without null.
func KindOf(set model.JSONTypes) model.Kind {
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
