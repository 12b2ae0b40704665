package runtime

import (
	"testing"

	"github.com/toolgen/toolgen/runtime/internal/testdiff"
)

func TestSpecSteps(t *testing.T) {
	t.Parallel()
	for path, want := range map[string][]string{
		"":                        nil,
		"a.b[].c":                 {"a", "b", itemsStep, "c"},
		"labels{}":                {"labels", restStep},
		"labels{}.name":           {"labels", restStep, "name"},
		"{}[].x":                  {restStep, itemsStep, "x"},
		"maps{}{}[]":              {"maps", restStep, restStep, itemsStep},
		`["a.b"]{}.c`:             {"a.b", restStep, "c"},
		`["a.b"].labels{}["x{}"]`: {"a.b", "labels", restStep, "x{}"},
		`["a.b"]{}{}[].pin`:       {"a.b", restStep, restStep, itemsStep, "pin"},
	} {
		if diff := testdiff.Diff(want, specSteps(path)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
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
	want := &FieldSpec{Path: "path", Type: "string", Required: true, Description: "A path.", Sensitive: true}
	if diff := testdiff.Diff(want, spec.row("path")); diff != "" {
		t.Errorf("row (-want +got):\n%s", diff)
	}
	if row := spec.row("tool"); row.Enum != nil {
		t.Errorf("the variants' constants differ, but the row says %v", row.Enum)
	}
}
