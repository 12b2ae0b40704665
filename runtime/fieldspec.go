package runtime

// FieldSpec is what a hint may say of one field of a tool's arguments. It is static data, written
// by the generator and by package dynamic.
//
// Path is dotted, with "[]" for the items of an array, "Lines[].Amount", and a key that is no
// identifier quoted, `filter["a.b"]`. An object's values under keys that the schema does not name
// have their row under "{}", as in "labels{}" or "labels{}.name"; generated tables have such rows where
// something there is sensitive or injected. The empty path is the whole of the arguments. Several rows of one path describe the variants of a union.
type FieldSpec struct {
	Path        string
	Variant     string // label of the union variant that the field belongs to, "" for none
	Type        string // JSON type name, or names joined by "|"; "" or "any" for any
	Format      string
	Pattern     string // ECMA-262, as the schema wrote it
	Title       string
	Description string
	Required    bool
	Nullable    bool
	Closed      bool     // an object that allows no unknown keys
	Enum        []string // the allowed values as JSON; a const is an enum of one value
	Default     string   // the default as JSON, "" for none
	Bounds      []BoundSpec

	// SameAs, where HasSameAs is set, is the path whose rows also describe everything below this
	// one: the type was met before, perhaps because it is recursive.
	SameAs    string
	HasSameAs bool

	// Sensitive fields never show a value.
	Sensitive bool
	// Injected fields are filled by the server; hints never mention them.
	Injected bool
	// Question is how a user is asked for the value, "" for a question made of the description.
	Question string
}

// BoundSpec is one keyword that bounds a number, a length or a count, such as
// {"exclusiveMinimum", "0"} or {"uniqueItems", "true"}; Limit is JSON.
type BoundSpec struct {
	Keyword string
	Limit   string
}

// bound returns the limit that keyword sets, "" where it sets none.
func (f *FieldSpec) bound(keyword string) string {
	for i := range f.Bounds {
		if f.Bounds[i].Keyword == keyword {
			return f.Bounds[i].Limit
		}
	}
	return ""
}
