package tooldef

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/testdiff"
)

// summary renders what was read of each tool.
func summary(tools []*Tool) string {
	var b strings.Builder
	for _, t := range tools {
		fmt.Fprintf(&b, "%s %s %d%s", t.Envelope, t.Name, t.Document, t.Pointer)
		if t.Title != "" || t.Description != "" {
			fmt.Fprintf(&b, " %q %q", t.Title, t.Description)
		}
		fmt.Fprintf(&b, " %s", t.Input.JSON())
		if t.Output != nil {
			fmt.Fprintf(&b, " -> %s", t.Output.JSON())
		}
		for i, hint := range []*bool{t.Annotations.ReadOnly, t.Annotations.Destructive, t.Annotations.Idempotent, t.Annotations.OpenWorld} {
			if hint != nil {
				fmt.Fprintf(&b, " %s=%t", []string{"readOnly", "destructive", "idempotent", "openWorld"}[i], *hint)
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

const object = `{"type":"object"}`

func TestEnvelopes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, file, text string
		opts             Options
		want, diags      string
	}{
		{
			name:  "mcp in a JSON-RPC frame",
			text:  `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","title":"A","description":"d","inputSchema":` + object + `,"outputSchema":{"type":"object","required":["x"]},"annotations":{"title":"B","readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":null}}],"nextCursor":"x"}}`,
			want:  `mcp a 0/result/tools/0 "A" "d" {"type":"object"} -> {"type":"object","required":["x"]} readOnly=true destructive=false idempotent=true` + "\n",
			diags: `t.json:1:298: warning: /result/nextCursor: this is one page of a list that goes on; ask for the next with this cursor, and give all pages as sources` + "\n",
		},
		{
			name:  "mcp result, and its title in the annotations",
			text:  `{"tools":[{"name":"a","inputSchema":` + object + `,"annotations":{"title":"B","readOnlyHint":"yes"}}]}`,
			want:  `mcp a 0/tools/0 "B" "" {"type":"object"}` + "\n",
			diags: `t.json:1:97: warning: /tools/0/annotations/readOnlyHint: tool "a": "readOnlyHint" has to be true or false, this is a string; it is left out` + "\n",
		},
		{name: "mcp array", text: `[{"name":"a","inputSchema":` + object + `}]`, want: "mcp a 0/0 {\"type\":\"object\"}\n"},
		{name: "one mcp tool", text: `{"name":"a","inputSchema":` + object + `}`, want: "mcp a 0 {\"type\":\"object\"}\n"},
		{
			name:  "mcp tool without a schema",
			text:  `{"result":{"tools":[{"name":"a"}]}}`,
			want:  `mcp a 0/result/tools/0 {"type":"object","properties":{}}` + "\n",
			diags: `t.json:1:21: warning: /result/tools/0: tool "a": the tool has no "inputSchema" and is read as one without arguments; write its schema` + "\n",
		},
		{
			name: "openai chat",
			text: `[{"type":"function","function":{"name":"a","description":"d","strict":true,"parameters":` + object + `}},{"type":"function","function":{"name":"b"}}]`,
			want: `openai-chat a 0/0 "" "d" {"type":"object"}` + "\n" + `openai-chat b 0/1 {"type":"object","properties":{}}` + "\n",
		},
		{
			name: "openai responses, with a namespace and built-in tools",
			text: `{"model":"m","tools":[{"type":"web_search"},{"type":"namespace","name":"n","tools":[{"type":"function","name":"a","description":null,"parameters":` + object + `}]},{"type":"custom","name":"c","format":{"type":"text"}},{"type":"tool_search","execution":"client","parameters":` + object + `}]}`,
			want: "openai-responses a 0/tools/1/tools/0 {\"type\":\"object\"}\n",
			diags: `t.json:1:23: warning: /tools/0: tool "web_search": there is no JSON Schema to generate from; it is left out
t.json:1:168: warning: /tools/2: tool "c": there is no JSON Schema to generate from; it is left out
t.json:1:222: warning: /tools/3: tool "tool_search": there is no JSON Schema to generate from; it is left out
`,
		},
		{
			name: "tools without a schema, each at its place",
			text: `{"model":"m",
 "tools":[
  {"type":"web_search"},
  {"type":"function","function":{"name":"a","parameters":` + object + `}},
  {"type":"custom",
   "custom":{"name":"shell","description":"Runs it.","format":{"type":"text"}}}, {"type":"custom"},
  {"googleSearch":{}, "url_context":{}}
 ]}`,
			want: "openai-chat a 0/tools/1 {\"type\":\"object\"}\n",
			diags: `t.json:3:3: warning: /tools/0: tool "web_search": there is no JSON Schema to generate from; it is left out
t.json:5:3: warning: /tools/2: tool "shell": there is no JSON Schema to generate from; it is left out
t.json:6:82: warning: /tools/3: tool "custom": there is no JSON Schema to generate from; it is left out
t.json:7:19: warning: /tools/4/googleSearch: tool "googleSearch": there is no JSON Schema to generate from; it is left out
t.json:7:37: warning: /tools/4/url_context: tool "url_context": there is no JSON Schema to generate from; it is left out
`,
		},
		{
			name: "bare functions with a response, in JSONL",
			file: "t.jsonl",
			text: `{"name":"a","parameters":` + object + `,"response":{"type":"object"}}` + "\n" + `{"name":"b","parameters":` + object + `}`,
			want: "function a 0 {\"type\":\"object\"} -> {\"type\":\"object\"}\nfunction b 1 {\"type\":\"object\"}\n",
		},
		{name: "functions of an older request", text: `{"functions":[{"name":"a","parameters":` + object + `}]}`, want: "function a 0/functions/0 {\"type\":\"object\"}\n"},
		{
			name:  "anthropic",
			text:  `{"tools":[{"name":"a","description":"d","input_schema":` + object + `,"type":"custom"},{"type":"bash_20250124","name":"bash"}]}`,
			want:  `anthropic a 0/tools/0 "" "d" {"type":"object"}` + "\n",
			diags: `t.json:1:91: warning: /tools/1: tool "bash": there is no JSON Schema to generate from; it is left out` + "\n",
		},
		{
			name: "gemini",
			text: `{"tools":[{"functionDeclarations":[{"name":"a","parameters":{"type":"OBJECT","properties":{"x":{"type":"STRING"}}}},{"name":"b","parametersJsonSchema":` + object + `,"responseJsonSchema":{"type":"string"}}]},{"googleSearch":{}}]}`,
			want: `gemini a 0/tools/0/functionDeclarations/0 {"type":"object","properties":{"x":{"type":"string"}}}` + "\n" +
				`gemini b 0/tools/0/functionDeclarations/1 {"type":"object"} -> {"type":"string"}` + "\n",
			diags: `t.json:1:212: warning: /tools/1: tool "googleSearch": there is no JSON Schema to generate from; it is left out` + "\n",
		},
		{name: "gemini snake case", text: `{"function_declarations":[{"name":"a","parameters_json_schema":` + object + `}]}`, want: "gemini a 0/function_declarations/0 {\"type\":\"object\"}\n"},
		{name: "gemini without its list", text: `[{"name":"a","parameters":{"type":"OBJECT"}}]`, want: "gemini a 0/0 {\"type\":\"object\"}\n"},
		{
			name:  "bedrock",
			text:  `{"toolConfig":{"tools":[{"toolSpec":{"name":"a","description":"d","inputSchema":{"json":` + object + `}}},{"cachePoint":{"type":"default"}}]}}`,
			want:  `bedrock a 0/toolConfig/tools/0 "" "d" {"type":"object"}` + "\n",
			diags: `t.json:1:110: warning: /toolConfig/tools/1: tool "cachePoint": there is no JSON Schema to generate from; it is left out` + "\n",
		},
		{
			name: "recorded requests repeat their tools",
			file: "t.jsonl",
			text: `{"tools":[{"name":"a","input_schema":` + object + `}]}` + "\n" + `{"messages":[]}` + "\n" +
				`{"request":{"tools":[{"description":"","name":"a","input_schema":` + object + `},{"name":"b","input_schema":` + object + `}]}}`,
			want:  "anthropic a 0/tools/0 {\"type\":\"object\"}\nanthropic b 2/request/tools/1 {\"type\":\"object\"}\n",
			diags: "t.jsonl:2:1: warning: this document holds no tools: it is an object with the keys messages; toolgen reads these envelopes: mcp, openai-chat, openai-responses, function, anthropic, gemini, bedrock, schema\n",
		},
		{name: "bare schema named by the file", file: "dir/pay-ment.schema.json", text: `{"properties":{"a":true}}`, want: "schema pay-ment 0 {\"properties\":{\"a\":true}}\n"},
		{name: "bare schema named by its title", text: `{"title":"Pay","description":"d","type":"object"}`, want: `schema Pay 0 "Pay" "d" {"title":"Pay","description":"d","type":"object"}` + "\n"},
		{name: "bare schema named by the option", text: `{"title":"Pay","type":"string"}`, opts: Options{TypeName: "Foo"}, want: `schema Foo 0 "Pay" "" {"title":"Pay","type":"string"}` + "\n"},
		{name: "array of bare schemas", text: `[{"type":"object"},{"title":"T","type":"object"},{"type":"array"}]`, want: "schema t_1 0/0 {\"type\":\"object\"}\nschema T 0/1 \"T\" \"\" {\"title\":\"T\",\"type\":\"object\"}\nschema t_2 0/2 {\"type\":\"array\"}\n"},
		{name: "a schema that has a property called tools", text: `{"type":"object","properties":{"tools":{"type":"array"}}}`, want: "schema t 0 {\"type\":\"object\",\"properties\":{\"tools\":{\"type\":\"array\"}}}\n"},
		{
			name: "yaml stream",
			file: "t.yaml",
			text: "name: a\ninputSchema: {type: object}\n---\ntools:\n  - name: b\n    input_schema:\n      type: object\n",
			want: "mcp a 0 {\"type\":\"object\"}\nanthropic b 1/tools/0 {\"type\":\"object\"}\n",
		},
		{name: "forced", text: `[{"name":"a","parameters":{"type":"object"}}]`, opts: Options{Envelope: Gemini}, want: "gemini a 0/0 {\"type\":\"object\"}\n"},
		{
			name: "forced and wrong", text: `[{"name":"a","parameters":{"type":"object"}}]`, opts: Options{Envelope: MCP},
			diags: `t.json:1:27: /0/parameters: tool "a": a tool in the envelope mcp has its schema in "inputSchema", this one in "parameters"; leave --envelope out, or use --envelope function` + "\n",
		},
		{name: "forced schema", text: `{"name":"a","inputSchema":{}}`, opts: Options{Envelope: Schema}, want: "schema t 0 {\"name\":\"a\",\"inputSchema\":{}}\n"},
		{name: "no such envelope", text: `{}`, opts: Options{Envelope: "soap"}, diags: "t.json:1:1: there is no envelope \"soap\"; use one of mcp, openai-chat, openai-responses, function, anthropic, gemini, bedrock, schema\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if test.file == "" {
				test.file = "t.json"
			}
			tools, ds := Read(test.file, []byte(test.text), test.opts)
			if diff := testdiff.Diff(test.want, summary(tools)); diff != "" {
				t.Errorf("tools (-want +got):\n%s", diff)
			}
			if diff := testdiff.Diff(test.diags, lines(ds)); diff != "" {
				t.Errorf("diagnostics (-want +got):\n%s", diff)
			}
		})
	}
}

func TestReadErrors(t *testing.T) {
	t.Parallel()
	const known = "toolgen reads these envelopes: mcp, openai-chat, openai-responses, function, anthropic, gemini, bedrock, schema"
	for _, test := range []struct{ name, file, text, tools, diags string }{
		{"empty", "t.json", " ", "", "t.json:1:1: the file is empty; fill it, or leave it out\n"},
		{"unknown object", "t.json", `{"foo": 1, "bar": 2}`, "", "t.json:1:1: this is not a tool definition: it is an object with the keys foo, bar; " + known + "\n"},
		{"unknown scalar", "t.yaml", "hello\n", "", "t.yaml:1:1: this is not a tool definition: it is a string; " + known + "\n"},
		{"error response", "t.json", `{"jsonrpc":"2.0","id":1,"error":{"code":1}}`, "", "t.json:1:1: this is a JSON-RPC error response, without tools; " + known + "\n"},
		{"no tools", "t.json", "\n" + `{"tools": []}`, "", "t.json:2:1: there are no tools in this source; add a tool, or remove the source from the list; " + known + "\n"},
		{"only free text", "t.json", `{"tools":[{"type":"custom","name":"c"}]}`, "", `t.json:1:1: there are no tools in this source, only tools without a JSON Schema; add a tool, or remove the source from the list; ` + known + "\n" +
			`t.json:1:11: warning: /tools/0: tool "c": there is no JSON Schema to generate from; it is left out` + "\n"},
		{"only built-in tools", "t.json", `{"tools":[{"type":"web_search"}]}`, "", `t.json:1:1: there are no tools in this source, only tools without a JSON Schema; add a tool, or remove the source from the list; ` + known + "\n" +
			`t.json:1:11: warning: /tools/0: tool "web_search": there is no JSON Schema to generate from; it is left out` + "\n"},
		{"no list", "t.json", `{"tools": {"a": 1}}`, "", "t.json:1:11: /tools: \"tools\" has to be an array of tools, this is an object with the keys a; write a list\n"},
		{"rules", "t.yaml", "tools:\n  pay: {write: true}\n", "", "t.yaml:2:3: /tools: \"tools\" has to be an array of tools, this is an object with the keys pay; write a list; if these are rules for tools, name the file as rules, not as a source\n"},
		{
			"bad entries among good ones", "t.json",
			`{"tools":[7,{"inputSchema":{}},{"name":3,"inputSchema":{}},{"name":" ","inputSchema":{}},{"name":"b","inputSchema":7 },{"name":"ok","inputSchema":{"type":"object"}},{"description":"x"},{"type":"object","properties":{}}]}`,
			"ok",
			`t.json:1:11: /tools/0: a tool has to be an object, this is a number; remove it
t.json:1:13: /tools/1: the tool has no name; give it a "name"
t.json:1:40: /tools/2/name: the tool's name has to be a string, this is a number; put it in quotes
t.json:1:68: /tools/3/name: the tool's name is empty; give it a name
t.json:1:116: /tools/4/inputSchema: tool "b": "inputSchema" has to be a JSON Schema object, this is a number; write {"type": "object"} for a tool without arguments
t.json:1:166: /tools/6: the tool has no name; give it a "name"
t.json:1:186: /tools/7: the tool has no name; give it a "name"
`,
		},
		{
			"two tools of one name", "t.json",
			`[{"name":"a","inputSchema":{"type":"object"}},` + "\n" + `{"name":"b","inputSchema":{"type":"object"}},` + "\n" + `{"name":"a","description":"x","inputSchema":{"type":"object"}}]`,
			"b",
			`t.json:3:1: /2: tool "a": another tool has the same name and a different definition, at t.json:1:2; rename one of them, or generate them into different packages` + "\n",
		},
		{
			"a key twice", "t.json",
			`[{"name":"a","inputSchema":{"type":"object","type":"array"}},{"name":"b","inputSchema":{"type":"object"}}]`,
			"b",
			`t.json:1:45: /0/inputSchema/type: tool "a": the key "type" comes twice in one object (first in line 1); remove one of them` + "\n",
		},
		{
			"two schemas that differ", "t.json",
			`[{"name":"a","inputSchema":{"type":"object"},"parameters":{"type":"object","x":1}},{"name":"b","inputSchema":{"type":"object"},"parameters":{"type":"object"}}]`,
			"b",
			`t.json:1:59: /0/parameters: tool "a": "inputSchema" and "parameters" differ; keep the one that counts` + "\n",
		},
		{"schema from standard input", "-", `{"type": "object"}`, "", "-:1:1: the schema has no name; name it with --type or give it a title\n"},
		{"broken line", "t.jsonl", "{\"name\":\"a\",\"parameters\":{\"type\":\"object\"}}\n{\"name\":\n", "a", "t.jsonl:2:9: invalid JSON: the text ends within a value; complete the file\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			tools, ds := Read(test.file, []byte(test.text), Options{})
			var names []string
			for _, tool := range tools {
				names = append(names, tool.Name)
			}
			if got := strings.Join(names, " "); got != test.tools {
				t.Errorf("tools %q, want %q", got, test.tools)
			}
			if diff := testdiff.Diff(test.diags, lines(ds)); diff != "" {
				t.Errorf("diagnostics (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCollapseAcrossSources(t *testing.T) {
	t.Parallel()
	one, _ := Read("one.json", []byte(`[{"name":"a","inputSchema":{"type":"object","minProperties":1}},{"name":"b","inputSchema":{"type":"object"}}]`), Options{})
	two, _ := Read("two.json", []byte(`[{"name":"a","parameters":{"minProperties":1.0,"type":"object"}},{"name":"b","parameters":{"type":"object","maxProperties":1}}]`), Options{})
	tools, ds := Collapse(append(one, two...))
	if len(tools) != 1 || tools[0].Name != "a" || tools[0].Source != "one.json" {
		t.Errorf("tools: %s", summary(tools))
	}
	want := `two.json:1:66: /1: tool "b": another tool has the same name and a different definition, at one.json:1:65; rename one of them, or generate them into different packages` + "\n"
	if diff := testdiff.Diff(want, lines(ds)); diff != "" {
		t.Errorf("diagnostics (-want +got):\n%s", diff)
	}
}

func TestKeepConflicts(t *testing.T) {
	t.Parallel()
	text := `[{"name":"a","parameters":{"type":"object"}},{"name":"b","parameters":{"type":"object"}},{"name":"a","description":"2","parameters":{"type":"object"}},{"name":"b","parameters":{"type":"object"}}]`
	tools, ds := Read("t.json", []byte(text), Options{KeepConflicts: true})
	if len(ds) > 0 {
		t.Error(lines(ds))
	}
	names := ""
	for _, tool := range tools {
		names += tool.Name
	}
	if names != "aba" {
		t.Errorf("got the tools %s", names)
	}
}
