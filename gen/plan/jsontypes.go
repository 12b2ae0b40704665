package plan

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// typeNames are the names of the JSON types, in the order of their bits.
var typeNames = []string{"null", "boolean", "integer", "number", "string", "array", "object"}

// allowed are the JSON types whose absence is a type issue. Where there is no type keyword and enum or
// const implies the type, another type is an issue of theirs.
func allowed(t *model.Type) model.JSONTypes {
	switch {
	case t.Never:
		return model.JSONAll
	case len(t.Declared) > 0:
		return declared(t)
	case t.Implied != "":
		return model.JSONAll
	}
	return withIntegers(t.Accepts)
}

// declared is what the type keyword allows.
func declared(t *model.Type) model.JSONTypes {
	var set model.JSONTypes
	for i, name := range typeNames {
		if slices.Contains(t.Declared, name) {
			set |= 1 << i
		}
	}
	return withIntegers(set)
}

// withIntegers adds integers to numbers.
func withIntegers(set model.JSONTypes) model.JSONTypes {
	if set&model.JSONNumber != 0 {
		return set | model.JSONInteger
	}
	return set
}

// possible are the JSON types that values of a Go type have, 0 where there is no telling.
func possible(t *model.Type) model.JSONTypes {
	switch t.Kind {
	case model.Bool:
		return model.JSONBoolean
	case model.Int:
		return model.JSONInteger
	case model.Float, model.Number:
		if t.Accepts&model.JSONNumber == 0 {
			return model.JSONInteger
		}
		return model.JSONInteger | model.JSONNumber
	case model.String:
		return model.JSONString
	case model.Slice:
		return model.JSONArray
	case model.Map, model.Struct:
		return model.JSONObject
	}
	return 0
}
