package golang

import (
	"testing"

	"github.com/toolgen/toolgen/gen/model"
)

// TestRoots covers the possible roots of a bare schema.
func TestRoots(t *testing.T) {
	t.Parallel()
	enum := enumOf("Level", "low", "high")
	tree := named("Forest", list(nil))
	tree.Items = tree
	never := &model.Type{Kind: model.Any, Name: "Nothing", Never: true}
	implied := named("Implied", str(enumValues("a", "b")))
	implied.Declared, implied.Implied = nil, "enum"
	mixed := with(&model.Type{Kind: model.Any, Name: "Mixed", Accepts: model.JSONString | model.JSONInteger | model.JSONNull},
		model.Enum{Word: "enum", Values: []model.Value{jsonString("a"), jsonNum("1.0"), {Kind: model.NullValue, Text: "null", JSON: "null"}}})
	mixed.Implied = "enum"
	rootOf := func(name string, args *model.Type) *model.Tool { return tool(name, args.Name+"Tool", args) }
	runCases(t, []runCase{
		{name: "string", tool: rootOf("string", named("Word", str(size("minLength", 2), pattern("^a")))),
			calls: []call{{in: `"ab"`}, {in: `"b"`, issues: []string{" minLength", " pattern"}}, {in: `1`, issues: []string{" type"}}},
			code:  []snippet{{body: `w := p.Word("b"); return w.Validate()`, issues: []string{" minLength", " pattern"}}}},
		{name: "enum", tool: rootOf("enum", enum), calls: []call{{in: `"low"`}, {in: `"x"`, issues: []string{" enum"}}}},
		{name: "number", tool: rootOf("number", named("Price", num(bound("multipleOf", "0.01"), bound("maximum", "9007199254740993")))),
			calls: []call{{in: `19.99`}, {in: `0.005`, issues: []string{" multipleOf"}}, {in: `9007199254740994`, issues: []string{" maximum"}}, {in: `9007199254740993`}}},
		{name: "integer", tool: rootOf("integer", named("Count", integer(bound("minimum", "1.5"), bound("maximum", "9223372036854775807")))),
			calls: []call{{in: `2`}, {in: `3e2`, out: `300`}, {in: `1`, issues: []string{" minimum"}}, {in: `9223372036854775808`, issues: []string{" maximum"}}, {in: `1.5`, issues: []string{" type"}}}},
		{name: "boolean", tool: rootOf("boolean", named("Flag", boolean(constOf(model.Value{Kind: model.BoolValue, Text: "true", JSON: "true"})))),
			calls: []call{{in: `true`}, {in: `false`, issues: []string{" const"}}}},
		{name: "list", tool: rootOf("list", named("Names", list(str(size("minLength", 1)), size("minItems", 1), model.Unique{}))),
			calls: []call{{in: `["a","b"]`}, {in: `["","a","a"]`, issues: []string{"[0] minLength"}}, {in: `["a","a"]`, issues: []string{" uniqueItems"}}, {in: `[]`, issues: []string{" minItems"}}},
			code:  []snippet{{body: `var n p.Names; return n.Validate()`, issues: []string{" required"}}}},
		{name: "map", tool: rootOf("map", named("Scores", mapOf(integer(bound("minimum", "0")), size("maxProperties", 2), model.PropertyNames{Type: str(size("minLength", 2))}))),
			calls: []call{{in: `{"aa":1}`}, {in: `{"a":-1,"bb":2,"cc":3}`, issues: []string{"a minimum", " maxProperties", "a propertyNames"}}, {in: `{"a":1}`, issues: []string{"a propertyNames"}}}},
		{name: "any", tool: rootOf("any", named("Thing", anything())), calls: []call{{in: `{"a":[1,null]}`}, {in: `null`}, {in: `1.50`}}},
		{name: "mixed", tool: rootOf("mixed", mixed), calls: []call{{in: `"a"`}, {in: `1`}, {in: `null`}, {in: `2`, issues: []string{" enum"}}, {in: `[]`, issues: []string{" enum"}}}},
		{name: "never", tool: rootOf("never", never), calls: []call{{in: `1`, issues: []string{" not"}}}},
		{name: "implied", tool: rootOf("implied", implied), calls: []call{{in: `"a"`}, {in: `"c"`, issues: []string{" enum"}}, {in: `1`, issues: []string{" enum"}}}},
		{name: "recursive list", tool: rootOf("forest", tree), calls: []call{{in: `[[],[[]]]`}, {in: `[[1]]`, issues: []string{"[0][0] type"}}}},
		{name: "prefix", tool: rootOf("pair", named("Pair", func() *model.Type {
			t := list(boolean())
			t.Prefix = []*model.Type{str(), integer(bound("minimum", "1"))}
			return t
		}())), calls: []call{{in: `["a",1,true]`}, {in: `["a"]`}, {in: `[1,0,2]`, issues: []string{"[0] type", "[1] minimum", "[2] type"}}},
			code: []snippet{{body: `v := p.Pair{"a", 0, true}; return v.Validate()`, issues: []string{"[1] minimum"}}}},
	})
}

func TestForeignTypes(t *testing.T) {
	t.Parallel()
	when := str(model.Format{Name: "date-time"})
	when.GoType, when.GoImport = "time.Time", "time"
	runCases(t, []runCase{{
		name: "time", tool: tool("at", "At", object("AtArgs", need("at", when), may("until", when), may("days", list(when)), may("maybe", nullable(copyOf(when))))),
		calls: []call{
			{in: `{"at":"2025-01-31T10:00:00Z","until":"2025-02-01T10:00:00Z"}`},
			{in: `{"at":"2025-01-31T10:00:00Z","days":["2025-01-31T10:00:00Z"],"maybe":null}`},
			{in: `{"at":"2025-01-31T10:00:00Z","days":["noon"],"maybe":"never"}`, issues: []string{"days[0] format", "maybe format"}},
			{in: `{"at":"noon"}`, issues: []string{"at format"}},
			{in: `{"at":1}`, issues: []string{"at type"}},
		},
	}})
}

func copyOf(t *model.Type) *model.Type {
	made := *t
	return &made
}
