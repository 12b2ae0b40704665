package golang

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/model"
)

func unionOf(name, keyword string, sel model.Select, property string, variants ...*model.Variant) *model.Type {
	t := &model.Type{Kind: model.Union, Name: name, Union: &model.UnionInfo{Keyword: keyword, Interface: name + "Variant", Select: sel, Property: property, Variants: variants}}
	for _, v := range variants {
		t.Accepts |= v.Type.Accepts
		v.Ctor = "New" + name + v.Type.Name
		if v.Label == "" {
			v.Label = v.Type.Name
		}
	}
	return t
}

func TestUnions(t *testing.T) {
	t.Parallel()
	runCases(t, []runCase{
		{
			name: "discriminator", tool: tool("file_op", "FileOpTool", fileOp()),
			calls: []call{
				{in: `{"tool":"write_file","path":"a","content":""}`},
				{in: `{"path":"a","tool":"delete_file"}`},
				{in: `{"tool":"write_file","path":""}`, issues: []string{"path minLength", "content required"}},
				{in: `{"tool":"chmod","path":"a"}`, issues: []string{" oneOf"}},
				{in: `{"path":"a"}`, issues: []string{" oneOf"}},
				{in: `"write_file"`, issues: []string{" oneOf"}},
			},
			code: []snippet{
				{body: `op := p.NewFileOpWriteFile(p.WriteFile{Tool: "write_file", Path: ""}); return op.Validate()`, issues: []string{"path minLength"}},
				{body: `op := p.NewFileOpDeleteFile(p.DeleteFile{Path: "a"}); return op.Validate()`},
				{body: `op := p.NewFileOpDeleteFile(p.DeleteFile{Path: "a", Tool: "write_file"}); return op.Validate()`, issues: []string{"content required"}},
				{body: `return (&p.FileOp{}).Validate()`, issues: []string{" oneOf"}},
				{body: `op := p.FileOp{Value: &p.DeleteFile{Tool: "x", Path: "p"}}; return op.Validate()`, issues: []string{" oneOf"}},
				{body: `op := p.FileOp{Value: (*p.DeleteFile)(nil)}; return op.Validate()`, issues: []string{" oneOf"}},
			},
		},
		{
			name: "texts that tell apart", tool: lowered(t, "Shape", `{"oneOf":[
				{"title":"Circle","type":"object","properties":{"kind":{"enum":["circle"]},"r":{"type":"number"}},"required":["kind","r"]},
				{"title":"Box","type":"object","properties":{"kind":{"enum":["box","square"]}},"required":["kind"]},
				{"title":"Odd","type":"object","properties":{"kind":{"const":"a \"quoted\" one\n*/"}},"required":["kind"]}]}`),
			calls: []call{{in: `{"kind":"circle","r":1}`}, {in: `{"kind":"square"}`}},
			code: []snippet{
				{body: `s := p.NewShapeCircle(p.ShapeCircle{R: 1}); return s.Validate()`},
				{body: `s := p.NewShapeBox(p.ShapeBox{}); return s.Validate()`, issues: []string{" oneOf"}},
				{body: `s := p.NewShapeOdd(p.ShapeOdd{}); return s.Validate()`},
			},
		},
		{
			name: "kinds", tool: tool("kinds", "Kinds", object("KindsArgs",
				may("when", unionOf("KindsWhen", "anyOf", model.SelectKind, "",
					&model.Variant{Type: named("KindsWhenText", str(size("minLength", 2))), Kinds: model.JSONString},
					&model.Variant{Type: named("KindsWhenNumber", integer(bound("minimum", "0"))), Kinds: model.JSONInteger},
					&model.Variant{Type: named("KindsWhenList", list(str(), size("minItems", 1))), Kinds: model.JSONArray},
				)))),
			calls: []call{
				{in: `{"when":"soon"}`}, {in: `{"when":3}`}, {in: `{"when":["a"]}`}, {in: `{}`},
				{in: `{"when":"s"}`, issues: []string{"when minLength"}},
				{in: `{"when":-1}`, issues: []string{"when minimum"}},
				{in: `{"when":[]}`, issues: []string{"when minItems"}},
				{in: `{"when":[1]}`, issues: []string{"when[0] type"}},
				{in: `{"when":true}`, issues: []string{"when anyOf"}},
			},
			code: []snippet{
				{body: `w := p.NewKindsWhenKindsWhenText("s"); return (&p.KindsArgs{When: &w}).Validate()`, issues: []string{"when minLength"}},
			},
		},
		{
			name: "try", tool: tool("send", "Send", object("SendArgs",
				need("to", unionOf("SendTo", "oneOf", model.SelectTry, "",
					&model.Variant{Type: object("SendToEmail", need("email", str(size("minLength", 3))), may("name", str())), Keys: []string{"email"}},
					&model.Variant{Type: object("SendToPhone", need("phone", str(size("minLength", 3)))), Keys: []string{"phone"}},
				)))),
			calls: []call{
				{in: `{"to":{"email":"a@b"}}`}, {in: `{"to":{"phone":"123"}}`},
				{in: `{"to":{"email":"a@b","phone":"123"}}`, issues: []string{"to oneOf"}},
				{in: `{"to":{"email":"a"}}`, issues: []string{"to oneOf", "to.email minLength"}},
				{in: `{"to":{}}`, issues: []string{"to oneOf", "to.email required"}},
				{in: `{"to":1}`, issues: []string{"to oneOf"}},
				{in: `{"to":{"email":}}`, issues: []string{" json"}},
			},
			code: []snippet{
				{body: `return (&p.SendArgs{To: p.NewSendToSendToEmail(p.SendToEmail{Email: "a"})}).Validate()`, issues: []string{"to.email minLength", "to oneOf"}},
			},
		},
		{
			name: "overlap", tool: tool("overlap", "OverlapTool", unionOf("Overlap", "oneOf", model.SelectTry, "",
				&model.Variant{Type: keeping(object("OverlapA", may("a", integer())))},
				&model.Variant{Type: keeping(object("OverlapB", may("b", str())))})),
			calls: []call{
				{in: `{"a":1,"b":2}`}, {in: `{"a":"x","b":"y"}`},
				{in: `{}`, issues: []string{" oneOf"}},
			},
			code: []snippet{
				{body: `u := p.NewOverlapOverlapA(p.OverlapA{A: ptr(int64(1))}); return u.Validate()`, issues: []string{" oneOf"}},
			},
		},
		{
			name: "anyOf try with more", tool: tool("more", "MoreTool", func() *model.Type {
				u := unionOf("More", "anyOf", model.SelectTry, "",
					&model.Variant{Type: object("MoreA", need("a", integer()))},
					&model.Variant{Type: object("MoreB", need("b", integer()))})
				return with(u, size("maxProperties", 2))
			}()),
			calls: []call{
				{in: `{"a":1,"b":2}`, out: `{"a":1}`},
				{in: `{"b":2}`},
				{in: `{"a":1,"b":2,"c":3}`, issues: []string{" maxProperties"}},
			},
		},
		{
			name: "recursive", tool: tool("tree", "TreeTool", treeUnion()),
			calls: []call{
				{in: `{"kids":[1,{"kids":[2,{"kids":[]}]}]}`},
				{in: `{"kids":[1,{"kids":["x",{"kids":[-1]}]}]}`, issues: []string{"kids[1].kids[0] oneOf", "kids[1].kids[1].kids[0] minimum"}},
			},
		},
	})
}

func fileOp() *model.Type {
	op := func(name, word string, more ...*model.Field) *model.Variant {
		fields := append([]*model.Field{need("tool", str(constOf(jsonString(word)))), need("path", str(size("minLength", 1)))}, more...)
		return &model.Variant{Type: object(name, fields...), Label: word, Value: []model.Value{jsonString(word)}}
	}
	return unionOf("FileOp", "oneOf", model.SelectProperty, "tool",
		op("WriteFile", "write_file", need("content", str())), op("DeleteFile", "delete_file"))
}

func treeUnion() *model.Type {
	node := object("TreeNode")
	u := unionOf("Tree", "oneOf", model.SelectKind, "",
		&model.Variant{Type: node, Kinds: model.JSONObject},
		&model.Variant{Type: named("TreeLeaf", integer(bound("minimum", "0"))), Kinds: model.JSONInteger})
	node.Fields = []*model.Field{need("kids", list(u))}
	return u
}

// keeping makes a struct keep unknown keys, as overlapping variants of a oneOf must: without them a decoded value could match
// another variant.
func keeping(t *model.Type) *model.Type {
	t.KeepUnknown = true
	return t
}

// The comment of a constructor uses the right article for each name.
func TestCommentOfAConstructor(t *testing.T) {
	t.Parallel()
	when := unionOf("AskWhen", "anyOf", model.SelectKind, "",
		&model.Variant{Type: named("AskWhenText", str()), Kinds: model.JSONString},
		&model.Variant{Type: named("NoDay", integer()), Kinds: model.JSONInteger})
	ask := tool("ask", "Ask", object("AskArgs", may("when", when)))
	files, err := Print(pkg("asks", ask))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"// NewAskWhenAskWhenText makes AskWhen from AskWhenText.\n",
		"// NewAskWhenNoDay makes AskWhen from NoDay.\n",
	} {
		if !strings.Contains(string(files[ask.File]), want) {
			t.Errorf("no %q in\n%s", want, files[ask.File])
		}
	}
}
