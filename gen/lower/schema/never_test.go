package schema

import "testing"

func TestHolder(t *testing.T) {
	for pointer, want := range map[string]string{
		"/properties/type":                       "properties",
		"/properties/a/items":                    "items",
		"/items/0":                               "prefixItems",
		"/properties/items/additionalProperties": "additionalProperties",
		"/anyOf/1":                               "anyOf",
		"":                                       "not",
		"/additionalItems":                       "items",
		"/dependencies/a":                        "dependentSchemas",
		"/allOf/0/properties/allOf":              "properties",
	} {
		if got := holderOf(pointer); got != want {
			t.Errorf("%s: %s, want %s", pointer, got, want)
		}
	}
}
