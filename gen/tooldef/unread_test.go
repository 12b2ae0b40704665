package tooldef

import (
	"testing"

	"github.com/toolgen/toolgen/internal/testdiff"
)

// Members of a tool that are not read are told where they were meant for one that is: without a word a
// slip would make a tool without arguments.
func TestMembersThatAreNotRead(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, text, tools, want string }{
		{"a slip of the schema", `[{"name":"a","paramaters":{"type":"object"}}]`, "a", `t.json:1:14: warning: /0/paramaters: tool "a": "paramaters" is not read, and the tool has no arguments then; did you mean "parameters"?` + "\n"},
		{"the case of the schema", `[{"name":"a","inputschema":{"type":"object"}}]`, "a", `t.json:1:14: warning: /0/inputschema: tool "a": "inputschema" is not read, and the tool has no arguments then; did you mean "inputSchema"?` + "\n"},
		{"in a function", `[{"type":"function","function":{"name":"a","paramters":{}}}]`, "a", `t.json:1:44: warning: /0/function/paramters: tool "a": "paramters" is not read, and the tool has no arguments then; did you mean "parameters"?` + "\n"},
		{"another name for the schema", `[{"name":"a","args":{"type":"object","properties":{}}}]`, "a", `t.json:1:14: warning: /0/args: tool "a": "args" is not read, and the tool has no arguments then; name it "parameters", if it is the schema of the arguments` + "\n"},
		{"beside a schema", `[{"name":"a","inputSchema":{"type":"object"},"outputschema":{},"annotation":{}}]`, "a", `t.json:1:46: warning: /0/outputschema: tool "a": "outputschema" is not read; did you mean "outputSchema"?` + "\n" +
			`t.json:1:64: warning: /0/annotation: tool "a": "annotation" is not read; did you mean "annotations"?` + "\n"},
		{"a hint", `[{"name":"a","inputSchema":{"type":"object"},"annotations":{"readonlyHint":true,"audience":["user"]}}]`, "a", `t.json:1:61: warning: /0/annotations/readonlyHint: tool "a": "readonlyHint" is not read; did you mean "readOnlyHint"?` + "\n"},
		{"of the schema", `[{"name":"a","x-go-name":"B","inputSchema":{"type":"object"},"x-toolgen":{}}]`, "a", `t.json:1:14: warning: /0/x-go-name: tool "a": "x-go-name" is not read here; write it into "inputSchema"` + "\n" +
			`t.json:1:62: warning: /0/x-toolgen: tool "a": "x-toolgen" is not read here; write it into "inputSchema"` + "\n"},
		{"what others read", `[{"name":"a","inputSchema":{"type":"object"},"_meta":{},"icons":[],"execution":{},"strict":true,"cache_control":{},"date":1,"args":{"type":"object"},"returns":{"type":"object"}}]`, "a", ""},
		{"no arguments", `[{"name":"a","description":"d","returns":{"type":"object"},"examples":[]}]`, "a", ""},
		{"not a tool", `{"name":"pkg","version":"1.0.0","description":"d","dependencies":{}}`, "", `t.json:1:1: this is not a tool definition: it is an object with the keys name, version, description, dependencies; toolgen reads these envelopes: mcp, openai-chat, openai-responses, function, anthropic, gemini, bedrock, schema` + "\n"},
		{"one tool with a slip", `{"name":"a","description":"d","paramaters":{"type":"object"}}`, "a", `t.json:1:31: warning: /paramaters: tool "a": "paramaters" is not read, and the tool has no arguments then; did you mean "parameters"?` + "\n"},
		{"one tool", `{"name":"a","description":"d","strict":true}`, "a", ""},
		{"a page", `{"result":{"tools":[{"name":"a","inputSchema":{"type":"object"}}],"nextCursor":"x"}}`, "a", `t.json:1:80: warning: /result/nextCursor: this is one page of a list that goes on; ask for the next with this cursor, and give all pages as sources` + "\n"},
		{"all pages", `{"tools":[{"name":"a","inputSchema":{"type":"object"}}],"nextCursor":"x"}` + "\n" + `{"tools":[{"name":"b","inputSchema":{"type":"object"}}],"nextCursor":""}`, "a b", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			tools, ds := Read("t.json", []byte(test.text), Options{})
			names := ""
			for i, tool := range tools {
				if i > 0 {
					names += " "
				}
				names += tool.Name
			}
			if diff := testdiff.Diff(test.tools+"\n"+test.want, names+"\n"+lines(ds)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
