package runtime

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var treeSpec = ToolSpec{
	Name: "tree",
	Fields: []FieldSpec{
		{Path: "label", Type: "string", Required: true, Title: "Label", Format: "date"},
		{Path: "parent", Type: "object", HasSameAs: true, SameAs: ""},
		{Path: "children", Type: "array", Description: "Nodes below this one."},
		{Path: "children[]", Type: "object", HasSameAs: true, SameAs: ""},
		{Path: `filter["a.b"]`, Type: "string", Enum: []string{`"x"`, `"y"`, `1`}, Description: "An odd key."},
		{Path: "labels{}", Type: "string", Description: "Any label."},
		{Path: "secret", Type: "string", Required: true, Injected: true},
		{Path: "loop", Type: "object", HasSameAs: true, SameAs: "pool"},
		{Path: "pool", Type: "object", HasSameAs: true, SameAs: "loop"},
	},
}

func TestFieldLookup(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		path, description, format string
		required                  []string
		enum                      []json.RawMessage
	}{
		{path: "", required: []string{"label"}},
		{path: "label", description: "Label", format: "date"},
		{path: "children", description: "Nodes below this one."},
		{path: "children[0]", required: []string{"label"}},
		{path: "children[7].label", description: "Label", format: "date"},
		{path: "children[7].children[0].parent.parent", required: []string{"label"}},
		{path: "children[7].children[0].parent.label", description: "Label", format: "date"},
		{path: `filter["a.b"]`, description: "An odd key.", enum: []json.RawMessage{json.RawMessage(`"x"`), json.RawMessage(`"y"`), json.RawMessage(`1`)}},
		{path: "labels.whatever", description: "Any label."},
		{path: "nothing.here[3]"},
		{path: "loop.loop.loop"},
	} {
		if got := treeSpec.propertyDescription(tt.path); got != tt.description {
			t.Errorf("propertyDescription(%q) = %q, want %q", tt.path, got, tt.description)
		}
		if got := treeSpec.formatFor(tt.path); got != tt.format {
			t.Errorf("formatFor(%q) = %q, want %q", tt.path, got, tt.format)
		}
		if diff := cmp.Diff(tt.required, treeSpec.requiredPropertyKeys(tt.path)); diff != "" {
			t.Errorf("requiredPropertyKeys(%q) (-want +got):\n%s", tt.path, diff)
		}
		if diff := cmp.Diff(tt.enum, treeSpec.allowedEnumValues(tt.path), cmpEmpty); diff != "" {
			t.Errorf("allowedEnumValues(%q) (-want +got):\n%s", tt.path, diff)
		}
	}
}

func TestSpecSteps(t *testing.T) {
	t.Parallel()
	for path, want := range map[string][]string{
		"":                        nil,
		"a.b[].c":                 {"a", "b", "[]", "c"},
		"labels{}":                {"labels", "{}"},
		"labels{}.name":           {"labels", "{}", "name"},
		"{}[].x":                  {"{}", "[]", "x"},
		"maps{}{}[]":              {"maps", "{}", "{}", "[]"},
		`["a.b"]{}.c`:             {"a.b", "{}", "c"},
		`["a.b"].labels{}["x{}"]`: {"a.b", "labels", "{}", "x{}"},
		`["a.b"]{}{}[].pin`:       {"a.b", "{}", "{}", "[]", "pin"},
	} {
		if diff := cmp.Diff(want, specSteps(path)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
}

// cmpEmpty takes a nil and an empty list as equal.
var cmpEmpty = cmp.FilterValues(func(a, b []json.RawMessage) bool { return len(a) == 0 && len(b) == 0 }, cmp.Ignore())

func TestCanonicalKey(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		path, key, want string
		ok              bool
	}{
		{"", "Label", "label", true},
		{"", "lable", "label", true},
		{"children[0]", "Children", "children", true},
		{"", "secret", "", false}, // injected: nobody may learn of it
		{"", "zzz", "", false},
		{"nowhere", "label", "", false},
	} {
		got, ok := treeSpec.canonicalKey(tt.path, tt.key)
		if got != tt.want || ok != tt.ok {
			t.Errorf("canonicalKey(%q, %q) = %q, %v, want %q, %v", tt.path, tt.key, got, ok, tt.want, tt.ok)
		}
	}
}

// TestVariantRows holds that a field is described by what its variants agree on.
func TestVariantRows(t *testing.T) {
	t.Parallel()
	spec := ToolSpec{Fields: []FieldSpec{
		{Path: "tool", Variant: "write", Type: "string", Required: true, Enum: []string{`"write"`}},
		{Path: "path", Variant: "write", Type: "string", Required: true, Description: "A path."},
		{Path: "content", Variant: "write", Type: "string", Required: true},
		{Path: "tool", Variant: "delete", Type: "string", Required: true, Enum: []string{`"delete"`}},
		{Path: "path", Variant: "delete", Type: "string", Required: true, Description: "A path.", Sensitive: true},
	}}
	if diff := cmp.Diff([]string{"tool", "path"}, spec.requiredPropertyKeys("")); diff != "" {
		t.Errorf("required (-want +got):\n%s", diff)
	}
	want := &FieldSpec{Path: "path", Type: "string", Required: true, Description: "A path.", Sensitive: true}
	if diff := cmp.Diff(want, spec.row("path")); diff != "" {
		t.Errorf("row (-want +got):\n%s", diff)
	}
	if row := spec.row("tool"); row.Enum != nil {
		t.Errorf("the variants' constants differ, but the row says %v", row.Enum)
	}
}
