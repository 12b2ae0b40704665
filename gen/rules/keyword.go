package rules

import (
	"maps"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// merging tells how an overlay's keyword is combined with the existing one, and when the result accepts more.
type merging uint8

const (
	replaces       merging = iota // the value replaces the old one, and is looser unless it is equal
	bounds                        // a number
	chooses                       // a list of allowed values
	describes                     // no constraint
	adds                          // members or items are added
	replacesSchema                // the value contains schemas
)

func mergingOf(word string) merging {
	keyword := tooldef.Keywords[word]
	switch {
	case slices.Contains([]string{"properties", "patternProperties", "dependentRequired", "dependentSchemas", "allOf"}, word):
		return adds
	case word == "type", word == "enum":
		return chooses
	case keyword.HoldsSchemas():
		return replacesSchema
	case strings.HasPrefix(word, "min"), strings.HasPrefix(word, "max"), strings.HasPrefix(word, "exclusive"), word == "multipleOf":
		return bounds
	case keyword.Effect == tooldef.Annotates && keyword.On == 0:
		return describes
	}
	return replaces
}

// places are JSON Schema keywords that are not allowed in an overlay, because they identify or reference schemas: an overlay
// constrains fields and does not restructure the schema.
var places = []string{"$ref", "$dynamicRef", "$recursiveRef", "$schema", "$id", "id", "$anchor", "$dynamicAnchor",
	"$recursiveAnchor", "$vocabulary", "$defs", "definitions"}

// isKeyword reports whether an overlay may set a keyword of JSON Schema as it is. Those of former drafts and of providers are
// left to the schema itself, and required is a word of its own.
func isKeyword(word string) bool {
	_, known := tooldef.Keywords[word]
	return known && !slices.Contains(places, word) && !slices.Contains([]string{
		"required", "dependencies", "additionalItems", "discriminator", "propertyOrdering", "markdownDescription", "enumDescriptions", "example", "strict", "externalDocs", "xml",
	}, word)
}

// keywords lists the keywords that an overlay may set.
func keywords() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(tooldef.Keywords)), func(word string) bool { return !isKeyword(word) })
}
