package tooldef

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

// place is the context of a definition.
type place struct {
	listed bool     // in a list of tools, where a bare schema is a tool without a name
	many   bool     // in any list
	form   Envelope // envelope implied by the context
}

// list reads an array of tools, of requests, or of bare schemas.
func (r *reader) list(n *Node, in place) {
	in.many = true
	for _, item := range n.Items {
		if !item.Is(Object) {
			r.report(model.Error, item, "", "", "a tool has to be an object, this is "+item.Describe(), "remove it")
			continue
		}
		r.object(item, in)
	}
}

// object reads an object that contains tools, is a tool, or is a bare schema.
func (r *reader) object(n *Node, in place) {
	for _, key := range []string{"functionDeclarations", "function_declarations"} {
		if list := n.Get(key); list != nil {
			r.toolList(list, key, place{listed: true, form: Gemini})
			r.builtins(n)
			return
		}
	}
	switch {
	case n.Get("tools") != nil:
		r.toolList(n.Get("tools"), "tools", place{listed: true, form: in.form})
		r.page(n)
	case n.Get("functions").Is(Array):
		r.toolList(n.Get("functions"), "functions", place{listed: true, form: Function})
	case n.Get("toolSpec").Is(Object):
		r.tool(n, n.Get("toolSpec"), Bedrock)
	case n.Get("function").Is(Object):
		r.tool(n, n.Get("function"), OpenAIChat)
	case r.wrapped(n, in):
	case isBuiltin(n, in):
		r.skip(n, builtinName(n))
	case in.listed && len(n.Members) > 1 && allObjects(n):
		r.builtins(n)
	case looksLikeTool(n), in.listed, (in.many || r.opts.Envelope != "") && n.Get("name").Is(String) && !isSchema(n):
		r.tool(n, n, in.form)
	case isSchema(n):
		r.schema(n)
	default:
		r.unknown(n)
	}
}

// toolList reads the member that lists an object's tools.
func (r *reader) toolList(n *Node, key string, in place) {
	if !n.Is(Array) {
		fix := "write a list"
		if n.Is(Object) && allObjects(n) { // a mapping, as in overlays
			fix += "; if these are rules for tools, name the file as rules, not as a source"
		}
		r.report(model.Error, n, "", key, fmt.Sprintf("%q has to be an array of tools, this is %s", key, n.Describe()), fix)
		return
	}
	r.list(n, in)
}

// wrapped reads the content of a frame or recorded request, and reports whether there was one.
func (r *reader) wrapped(n *Node, in place) bool {
	if in.listed || isSchema(n) {
		return false
	}
	for _, key := range wrappers {
		if inner := n.Get(key); hasTools(inner, 0) {
			if key == "result" {
				in.form = MCP // a JSON-RPC frame
			}
			r.object(inner, in)
			return true
		}
	}
	return false
}

// builtins skips the provider's own tools next to function declarations.
func (r *reader) builtins(n *Node) {
	for i := range n.Members {
		if m := &n.Members[i]; m.Value.Is(Object) {
			r.skip(m.Value, m.Key)
		}
	}
}

// skip skips a tool without a JSON Schema: one of the provider's own, or one that takes free text.
func (r *reader) skip(n *Node, name string) {
	r.skipped++
	r.report(model.Warning, n, name, "", "there is no JSON Schema to generate from", "it is left out")
}

// builtinName returns a name for such a tool: its name, its type, or its only key.
func builtinName(n *Node) string {
	return cmp.Or(n.Get("name").Str(), n.Get("custom").Get("name").Str(), n.Get("type").Str(), n.Members[0].Key)
}

func hasSchema(n *Node) bool {
	return slices.ContainsFunc(inputKeys, func(key string) bool { return n.Get(key) != nil })
}

// allObjects reports whether all members of an object are objects but not schemas: {"googleSearch": {},
// "urlContext": {}}.
func allObjects(n *Node) bool {
	return !hasSchema(n) && !slices.ContainsFunc(n.Members, func(m Member) bool { return !m.Value.Is(Object) })
}

// isBuiltin reports whether an entry is one of the provider's own tools, {"type": "web_search"} or {"googleSearch": {}}, or
// takes free text: {"type": "custom", "name": …} or {"type": "custom", "custom": {"name": …}}.
func isBuiltin(n *Node, in place) bool {
	if kind := n.Get("type"); kind.IsText("custom") {
		return !hasSchema(n)
	} else if kind.Is(String) {
		return kind.Text != "function" && (in.listed || !isSchema(n)) && !isTypeName(strings.ToLower(kind.Text)) &&
			foreignTypes[kind.Text] == "" &&
			(!hasSchema(n) || n.Get("name") == nil)
	}
	return in.listed && n.Get("name") == nil && len(n.Members) == 1 && allObjects(n)
}

// schema records a bare schema.
func (r *reader) schema(n *Node) {
	t := &entry{Tool: Tool{
		Pos: n.Pos, Pointer: n.Pointer, Source: r.source, Document: r.number, Envelope: Schema, Input: n,
	}}
	if title := n.Get("title"); title.Is(String) {
		t.Title, t.Name = title.Text, strings.TrimSpace(title.Text)
	}
	t.nameless = t.Name == ""
	if description := n.Get("description"); description.Is(String) {
		t.Description = description.Text
	}
	r.tools = append(r.tools, t)
}

// tool reads a tool: whole is its entry, n the object with its name and schema.
func (r *reader) tool(whole, n *Node, form Envelope) {
	name := n.Get("name")
	switch {
	case name == nil || name.Is(Null):
		r.report(model.Error, whole, "", "name", "the tool has no name", `give it a "name"`)
		return
	case !name.Is(String):
		r.report(model.Error, name, "", "name", "the tool's name has to be a string, this is "+name.Describe(), "put it in quotes")
		return
	case strings.TrimSpace(name.Text) == "":
		r.report(model.Error, name, "", "name", "the tool's name is empty", "give it a name")
		return
	}
	t := &entry{Tool: Tool{
		Name: name.Text, Pos: whole.Pos, Pointer: whole.Pointer, Source: r.source, Document: r.number,
	}}
	r.tools = append(r.tools, t)
	input := r.input(t, n)
	t.Envelope = r.form(t, n, input, form)
	t.Input = r.inputSchema(t, n, input)
	t.Output = r.outputSchema(t, n)
	t.Description = r.textOf(t, n, "description")
	t.Title = r.textOf(t, n, "title")
	r.annotations(t, n.Get("annotations"))
	r.unread(t, n, input)
}

func (r *reader) failTool(t *entry, at *Node, keyword, problem, fix string) {
	t.failed = true
	r.report(model.Error, at, t.Name, keyword, problem, fix)
}

func (r *reader) warnTool(t *entry, at *Node, keyword, problem, fix string) {
	r.report(model.Warning, at, t.Name, keyword, problem, fix)
}

// textOf reads a text member; other values are ignored with a warning.
func (r *reader) textOf(t *entry, n *Node, key string) string {
	value := n.Get(key)
	if value == nil || value.Is(Null) {
		return ""
	}
	if !value.Is(String) {
		r.warnTool(t, value, key, fmt.Sprintf("%q has to be a string, this is %s", key, value.Describe()), "it is left out")
		return ""
	}
	return value.Text
}

// annotations reads the hints of MCP's ToolAnnotations.
func (r *reader) annotations(t *entry, n *Node) {
	if n == nil || n.Is(Null) {
		return
	}
	if !n.Is(Object) {
		r.warnTool(t, n, "annotations", `"annotations" has to be an object, this is `+n.Describe(), "they are left out")
		return
	}
	if t.Title == "" {
		t.Title = r.textOf(t, n, "title")
	}
	for key, hint := range map[string]**bool{
		"readOnlyHint":    &t.Annotations.ReadOnly,
		"destructiveHint": &t.Annotations.Destructive,
		"idempotentHint":  &t.Annotations.Idempotent,
		"openWorldHint":   &t.Annotations.OpenWorld,
	} {
		value := n.Get(key)
		switch {
		case value == nil || value.Is(Null):
		case value.Is(Bool):
			*hint = &value.Bool
		default:
			r.warnTool(t, value, key, fmt.Sprintf("%q has to be true or false, this is %s", key, value.Describe()), "it is left out")
		}
	}
}
