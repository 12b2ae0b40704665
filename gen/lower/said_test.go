package lower

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/internal/testdiff"
)

// Annotations next to a reference apply to that place only, not to other references to the same schema; and annotations of
// one schema without a type do not apply to another.
func TestSaidOfOnePlace(t *testing.T) {
	t.Parallel()
	tool, diags := lowerSchema(t, `{"type":"object","properties":{
		"own":{"$ref":"#/$defs/D","title":"Own","description":"own words","default":"own"},
		"plain":{"$ref":"#/$defs/D"},
		"merged":{"allOf":[{"$ref":"#/$defs/D"}],"description":"merged words"},
		"null":{"anyOf":[{"$ref":"#/$defs/D","title":"Branch"},{"type":"null"}]},
		"any":{"title":"Any","description":"any words","default":1},
		"other":{},
		"list":{"type":"array","items":{"$ref":"#/$defs/D","title":"Item","description":"item words"}},
		"silent":{"$ref":"#/$defs/S"},
		"spoken":{"$ref":"#/$defs/S","description":"spoken words"},
		"quiet":{"$ref":"#/$defs/S"}
	},"$defs":{"D":{"type":"string","title":"Def","description":"def words","default":"def"},"S":{"type":"object","properties":{"x":{"type":"string"}}}}}`)
	if tool == nil {
		t.Fatal(diags)
	}
	var got []string
	for _, row := range tool.Args.Fields {
		text := ""
		if row.Default != nil {
			text = row.Default.JSON
		}
		got = append(got, fmt.Sprintf("%s: %s, %s, %s", row.Key, row.Title, strings.Join(row.Doc, " "), text))
	}
	want := []string{
		`own: Own, own words, "own"`,
		`plain: Def, def words, "def"`,
		`merged: Def, merged words, "def"`,
		`null: Branch, def words, "def"`,
		`any: Any, any words, 1`,
		`other: , , `,
		`list: , , `,
		`silent: , , `,
		`spoken: , spoken words, `,
		`quiet: , , `,
	}
	if diff := testdiff.Diff(want, got); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
}

// Branches of a union are labelled by their own titles, not by the title of the enclosing schema or of an otherwise equal
// branch.
func TestTitlesOfBranches(t *testing.T) {
	t.Parallel()
	tool, diags := lowerSchema(t, `{"title":"Whole","oneOf":[{"type":"object","properties":{"a":{}},"required":["a"]},{"title":"Second","type":"object","properties":{"b":{}},"required":["b"]}],"properties":{},
		"anyOf":[{"title":"First branch"},{"title":"Second branch"},{"$ref":"#/$defs/D","title":"Third branch"},{"$ref":"#/$defs/D"}],"$defs":{"D":{"title":"Shared","minProperties":1}}}`)
	if tool == nil {
		t.Fatal(diags)
	}
	got := map[string][]string{}
	for _, c := range tool.Args.Constraints {
		if choice, ok := c.(model.Choice); ok {
			got[choice.Word] = model.Labels(choice.Branches, choice.Titles)
		}
	}
	want := map[string][]string{"oneOf": {"object with a", "Second"}, "anyOf": {"First branch", "Second branch", "Third branch", "Shared"}}
	if diff := testdiff.Diff(want, got); diff != "" {
		t.Errorf("labels (-want +got):\n%s", diff)
	}
}
