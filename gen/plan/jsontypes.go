package plan

import (
	"slices"

	"github.com/toolgen/toolgen/gen/model"
)

// allowed returns the JSON types that a value may have; any other is a type issue. Without a type keyword, enum or
// const may imply the type; a wrong type is then their issue.
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

// declared returns the types of the type keyword.
func declared(t *model.Type) model.JSONTypes {
	var set model.JSONTypes
	for i, name := range model.TypeNames {
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
