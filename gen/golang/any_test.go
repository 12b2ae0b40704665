package golang

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/model"
)

// keys is a schema that only requires keys.
func keysOf(keys ...string) *model.Type {
	t := anything()
	for _, key := range keys {
		t.Fields = append(t.Fields, &model.Field{Key: key, Required: true, Type: anything()})
	}
	return t
}

// props is a schema with properties, but without a type.
func props(t *model.Type, fields ...*model.Field) *model.Type {
	t.Fields = append(t.Fields, fields...)
	return t
}

func TestTogether(t *testing.T) {
	t.Parallel()
	action := enumOf("ArchiveAction", "archive", "delete")
	isDelete := props(keysOf(), need("action", anything(constOf(jsonString("delete")))))
	runCases(t, []runCase{
		{
			name: "conditional", tool: tool("archive", "Archive", with(object("ArchiveArgs",
				need("action", action), may("reason", str()), may("count", integer())),
				model.Conditional{If: isDelete, Then: keysOf("reason"), Else: props(anything(), may("count", integer(bound("maximum", "3"))))})),
			calls: []call{
				{in: `{"action":"delete","reason":"x","count":9}`}, {in: `{"action":"archive","count":3}`},
				{in: `{"action":"delete"}`, issues: []string{"reason required"}},
				{in: `{"action":"archive","count":4}`, issues: []string{"count maximum"}},
				{in: `{"action":"burn","count":4}`, issues: []string{"action enum"}},
			},
			code: []snippet{{body: `return (&p.ArchiveArgs{Action: "delete"}).Validate()`, issues: []string{"reason required"}}},
		},
		{
			name: "keys", tool: tool("keys", "Keys", with(object("KeysArgs",
				may("a", str()), may("b", list(str())), may("c", nullable(str())), may("d", str())),
				model.DependentRequired{Key: "a", Keys: []string{"b"}},
				model.Choice{Word: "anyOf", Branches: []*model.Type{keysOf("a"), keysOf("c")}},
				model.Choice{Word: "oneOf", Branches: []*model.Type{keysOf("b"), keysOf("d")}},
				model.Not{Type: keysOf("c", "d")})),
			calls: []call{
				{in: `{"a":"x","b":[]}`}, {in: `{"c":null,"b":["x"]}`},
				{in: `{"a":"x"}`, issues: []string{"b required", " oneOf"}},
				{in: `{"b":[]}`, issues: []string{" anyOf"}},
				{in: `{"c":"x","b":[],"d":"y"}`, issues: []string{" oneOf", " not"}},
				{in: `{"a":1}`, issues: []string{"a type", "b required", " oneOf"}},
			},
			code: []snippet{{body: `return (&p.KeysArgs{C: runtime.NullOf[string](), D: ptr("")}).Validate()`, issues: []string{" not"}}},
		},
		{
			name: "hard", tool: tool("hard", "Hard", with(object("HardArgs",
				may("kind", str()), may("n", num()), may("tags", list(str()))),
				model.Choice{Word: "oneOf", Branches: []*model.Type{
					props(keysOf("n"), may("kind", anything(constOf(jsonString("number"))))),
					props(keysOf("tags"), may("kind", anything(constOf(jsonString("list")))))}},
				model.DependentSchema{Key: "x", Type: keysOf("kind")},
				model.PropertyNames{Type: str(size("maxLength", 4))})),
			calls: []call{
				{in: `{"kind":"number","n":1}`}, {in: `{"tags":["a"]}`},
				{in: `{"kind":"list","n":1}`, issues: []string{" oneOf", "tags required"}}, // the constant decides which variant was meant
				{in: `{"kind":"number","tags":["a"]}`, issues: []string{" oneOf", "n required"}},
				{in: `{"n":1,"tags":[]}`, issues: []string{" oneOf"}},
				{in: `{"n":1,"x":1}`, issues: []string{"kind required"}},
				{in: `{"n":1,"kind":"number","longer":1}`, issues: []string{"longer propertyNames"}},
			},
			code: []snippet{{body: `return (&p.HardArgs{Tags: []string{}, N: ptr(1.5)}).Validate()`, issues: []string{" oneOf"}}},
		},
	})
}

func TestAnyCompiler(t *testing.T) {
	t.Parallel()
	node := anything()
	node.Accepts, node.Declared = model.JSONObject, []string{"object"}
	node.Fields = []*model.Field{
		{Key: "label", Required: true, Type: str(size("minLength", 1))},
		{Key: "next", Type: node},
		{Key: "banned", Type: &model.Type{Never: true}},
	}
	patterned := object("PatternsArgs", may("known", str()))
	patterned.KeepUnknown = true
	patterned.Patterns = []model.PatternSet{{
		Patterns:   []model.PatternProperty{{Pattern: pattern("^n_"), Type: integer(bound("minimum", "0"))}, {Pattern: pattern("^s_"), Type: str()}},
		Keys:       []string{"known"},
		Additional: &model.Type{Never: true},
	}}
	stringOrList := &model.Type{Kind: model.Any, Accepts: model.JSONString | model.JSONArray, Declared: []string{"string", "array"},
		Items: integer(), Constraints: []model.Constraint{size("minLength", 2), size("maxItems", 2), model.Unique{}}}
	runCases(t, []runCase{
		{
			name: "recursive", tool: tool("node", "Node", object("NodeArgs", need("root", node), may("either", stringOrList))),
			calls: []call{
				{in: `{"root":{"label":"a","next":{"label":"b"}},"either":[1,2]}`}, {in: `{"root":{"label":"a"},"either":"ab"}`},
				{in: `{"root":{"next":{"label":"","banned":1}},"either":[1,1,"x"]}`, issues: []string{
					"root.label required", "root.next.label minLength", "root.next.banned properties", "either[2] type", "either maxItems", "either uniqueItems"}},
				{in: `{"root":1,"either":"a"}`, issues: []string{"root type", "either minLength"}},
				{in: `{"root":{"label":"a"},"either":1}`, issues: []string{"either type"}},
			},
			code: []snippet{{body: `return (&p.NodeArgs{Root: map[string]any{"label": 1}, Either: []int{1, 2, 3}}).Validate()`, issues: []string{"root.label type", "either maxItems"}}},
		},
		{
			name: "patterns", tool: tool("patterns", "Patterns", patterned),
			calls: []call{
				{in: `{"known":"x","n_1":1,"s_1":"a"}`},
				{in: `{"n_1":-1,"s_1":2,"other":1}`, issues: []string{"n_1 minimum", "s_1 type", "other additionalProperties"}},
			},
		},
		{
			name: "fields", tool: tool("fields", "Fields", object("FieldsArgs",
				may("a", anything(model.Not{Type: str()})),
				may("b", anything(model.Choice{Word: "oneOf", Branches: []*model.Type{str(size("minLength", 3)), integer(bound("minimum", "2")), num()}})),
				may("c", list(integer(), model.Contains{Type: integer(bound("minimum", "5")), HasMax: true, Max: 1})),
				may("d", list(anything(), model.Contains{Type: str(), HasMin: true, Min: 2})),
				may("e", str(model.Not{Type: anything(pattern("^x"))}, model.Conditional{If: anything(pattern("^a")), Then: anything(size("minLength", 3))})),
				may("f", nullable(str(enumValues("on", "off")))),
				may("g", list(str(), enumValues("disk"))),
				may("h", &model.Type{Kind: model.Any, Never: true}),
				may("j", &model.Type{Kind: model.Any, Accepts: model.JSONNull, Declared: []string{"null"}}),
				may("k", str(model.Pattern{Source: `^(?!no)`, Expr: `^(?!no)`, Engine: model.Backtracking})),
			)),
			calls: []call{
				{in: `{"a":1,"b":"abc","c":[1,5],"d":["x",1,"y"],"e":"abc","f":"on","k":"yes"}`},
				{in: `{"a":"s","b":"ab","c":[1],"d":["x"],"e":"x","g":["disk"],"h":1,"k":"nope"}`, issues: []string{
					"a not", "b oneOf", "b minLength", "c contains", "d minContains", "e not", "g enum", "h properties", "k pattern"}},
				{in: `{"b":3,"c":[5,6],"e":"ab","f":null,"j":1}`, issues: []string{"b oneOf", "c maxContains", "e minLength", "f enum", "j type"}},
			},
			code: []snippet{{body: `return (&p.FieldsArgs{A: "s", C: []int64{1}, E: ptr("x"), F: runtime.NullOf[string](), G: []string{}}).Validate()`,
				issues: []string{"a not", "c contains", "e not", "f enum", "g enum"}}},
		},
	})
}

// TestDeepRecursion nests recursive schemas within anyOf as deeply as the decoder allows: a level must not double the
// work.
func TestDeepRecursion(t *testing.T) {
	t.Parallel()
	node := anything()
	branch := func(key string) *model.Type {
		return props(keysOf(key), &model.Field{Key: "next", Type: node})
	}
	node.Constraints = []model.Constraint{model.Choice{Word: "anyOf", Branches: []*model.Type{branch("a"), branch("b"), branch("c")}}}
	deep := func(leaf string) string {
		return `{"node":` + strings.Repeat(`{"b":1,"next":`, 55) + leaf + strings.Repeat("}", 56)
	}
	tree := object("TreeB", need("b", integer()))
	u := unionOf("DeepUnion", "oneOf", model.SelectTry, "",
		&model.Variant{Type: object("TreeA", need("a", integer())), Keys: []string{"a"}},
		&model.Variant{Type: tree, Keys: []string{"b"}})
	for _, v := range u.Union.Variants {
		v.Type.Fields = append(v.Type.Fields, may("next", u))
	}
	runCases(t, []runCase{
		{name: "any", tool: tool("deep", "Deep", object("DeepArgs", need("node", node))), calls: []call{
			{in: deep(`{"a":1}`)},
			{in: deep(`{"x":1}`), issues: choiceAtEachLevel("node", "anyOf", 56)},
		}},
		{name: "union", tool: tool("deep_union", "DeepUnionTool", object("DeepUnionArgs", need("node", u))), calls: []call{
			{in: deep(`{"a":1}`)},
		}},
	})
}

// choiceAtEachLevel is the result of an invalid leaf in nested unions.
func choiceAtEachLevel(root, word string, levels int) []string {
	var issues []string
	for i := range levels {
		issues = append(issues, root+strings.Repeat(".next", i)+" "+word)
	}
	return issues
}
