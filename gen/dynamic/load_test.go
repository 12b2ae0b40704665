package dynamic

import (
	"context"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/rules"
	"github.com/toolgen/toolgen/internal/testdiff"
	"github.com/toolgen/toolgen/runtime"
)

// listResult is a server's answer to tools/list: the second tool's schema cannot be used.
const listResult = `{"jsonrpc":"2.0","id":1,"result":{"tools":[
 {"name":"send","title":"Send","description":"Sends a message.","annotations":{"readOnlyHint":false,"destructiveHint":true},
  "inputSchema":{"type":"object","properties":{
    "to":{"type":"string","format":"email","description":"Who gets it."},
    "copies":{"type":"integer","minimum":1,"default":1},
    "tags":{"type":"array","items":{"type":"string"},"maxItems":2}},"required":["to"]},
  "outputSchema":{"type":"object","properties":{"id":{"type":"string","minLength":30}},"required":["id"]}},
 {"name":"broken","inputSchema":{"type":"object","properties":{"x":{"$ref":"#/$defs/missing"}}}},
 {"name":"endless","inputSchema":{"type":"object","properties":{"x":{"$ref":"#/$defs/x"}},"$defs":{"x":{"anyOf":[{"type":"string"},{"$ref":"#/$defs/x"}]}}}},
 {"name":"ping","inputSchema":{"type":"object"}}
]}}`

func TestLoad(t *testing.T) {
	set, diags := Load("server", []byte(listResult), Options{})
	if diff := testdiff.Diff([]string{"send", "ping"}, set.Toolset().Names()); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	if !diags.HasErrors() || len(set.Unavailable) != 2 {
		t.Fatalf("unavailable: %v; diagnostics: %v", set.Unavailable, diags)
	}
	if why := set.Unavailable["broken"].String(); !strings.Contains(why, "/properties/x/$ref") || !strings.Contains(why, "points to nothing") {
		t.Errorf("broken: %s", why)
	}
	if why := set.Unavailable["endless"].String(); !strings.Contains(why, "endlessly") {
		t.Errorf("endless: %s", why)
	}
	out := set.Toolset().Call(t.Context(), runtime.ToolCall{ID: "1", Name: "broken", Arguments: "{}"})
	if text := out.RetryHint.Text(); !strings.Contains(text, `The tool "broken" is unavailable: "its schema cannot be used: `) || !strings.Contains(text, "points to nothing") {
		t.Errorf("a call of the broken tool: %s", text)
	}
	if _, ok := set.Lookup("broken"); ok {
		t.Error("the broken tool can be called")
	}
}

// TestLoadBrokenOutputs checks that a tool with an unusable output schema can be called.
func TestLoadBrokenOutputs(t *testing.T) {
	for _, output := range []string{
		`{"type":"object","properties":{"s":{"$ref":"#/$defs/Screen"}}}`, `{"type":"object","properties":{"s":{"pattern":"("}}}`,
		`{"type":"object","properties":{"s":{"type":"strng"}}}`, `5`, `{"$ref":"https://example.com/s.json"}`,
		`{"type":"object","properties":{"s":{"$ref":"#/$defs/s"}},"$defs":{"s":{"anyOf":[{"type":"string"},{"$ref":"#/$defs/s"}]}}}`,
	} {
		set, diags := Load("server", []byte(`{"tools":[{"name":"up","inputSchema":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},"outputSchema":`+output+`}]}`), Options{})
		tool, ok := set.Lookup("up")
		if !ok || diags.HasErrors() || len(diags) == 0 || !strings.Contains(diags[0].Problem, "runtime.RawJSON") || tool.Spec().OutputSchema != "" {
			t.Errorf("%s: %v, %v", output, set.Unavailable, diags)
			continue
		}
		if _, err := tool.Decode([]byte(`{}`)); err == nil {
			t.Errorf("%s: the arguments are not checked", output)
		}
		if _, err := tool.Decode([]byte(`{"a":"x"}`)); err != nil {
			t.Errorf("%s: %v", output, err)
		}
	}
}

// TestLoadRulesOfABrokenTool checks that rules for a tool with an unusable schema are not reported as faults.
func TestLoadRulesOfABrokenTool(t *testing.T) {
	const tools = `{"tools":[{"name":"ping","inputSchema":{"type":"object"}},
	 {"name":"bad","inputSchema":{"type":"object","properties":{"x":{"type":"strin"},"y":{"minLength":"one"}}}}]}`
	overlay, diags := rules.Read("rules.yaml", []byte("tools: {bad: {fields: {x: {minLength: 2}}}}"))
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	set, diags := Load("server", []byte(tools), Options{Rules: []*rules.Overlay{overlay}})
	if diff := testdiff.Diff([]string{"ping"}, set.Toolset().Names()); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	var pointers []string
	for _, d := range diags {
		pointers = append(pointers, d.Tool+d.Pointer)
	}
	want := []string{"bad/tools/1/inputSchema/properties/x/type", "bad/tools/1/inputSchema/properties/y/minLength"}
	if diff := testdiff.Diff(want, pointers); diff != "" {
		t.Errorf("diagnostics (-want +got):\n%s", diff)
	}
	if why := set.Unavailable["bad"].String(); !strings.Contains(why, "strin") {
		t.Errorf("bad: %s", why)
	}
}

func TestLoadGarbage(t *testing.T) {
	for _, text := range []string{"", "null", "[]", "{", `{"tools":[]}`, `{"tools":[{"name":"x","inputSchema":3}]}`, "\xff\xfe"} {
		set, diags := Load("server", []byte(text), Options{})
		if set == nil || len(set.Tools) > 0 || len(diags) == 0 {
			t.Errorf("%q: %v, %v", text, set, diags)
		}
	}
}

func TestSpec(t *testing.T) {
	set, _ := Load("server", []byte(listResult), Options{})
	spec := set.Tools[0].Spec()
	if spec.Name != "send" || spec.Title != "Send" || spec.Description != "Sends a message." ||
		spec.ReadOnly != runtime.False || spec.Destructive != runtime.True || spec.Idempotent != runtime.Unset {
		t.Errorf("%+v", spec)
	}
	if !strings.Contains(spec.InputSchema, `"format":"email"`) || !strings.Contains(spec.OutputSchema, `"minLength":30`) {
		t.Errorf("schemas: %s, %s", spec.InputSchema, spec.OutputSchema)
	}
}

func TestToolsetCall(t *testing.T) {
	set, _ := Load("server", []byte(listResult), Options{})
	var got any
	handled := runtime.HandleAny(set.Tools[0], func(_ context.Context, inv runtime.Invocation) (any, error) {
		got = inv.Args
		return map[string]any{"id": "short"}, nil
	})
	tools := runtime.NewToolset(handled)
	out := tools.Call(context.Background(), runtime.ToolCall{ID: "1", Name: "send", Arguments: `{"to":"a@example.com"}`})
	if out.Error != nil || string(out.Payload) != `{"id":"short"}` {
		t.Errorf("a value constraint of the output schema blocked a result: %+v", out)
	}
	if diff := testdiff.Diff(map[string]any{"to": "a@example.com"}, got); diff != "" {
		t.Errorf("arguments (-want +got):\n%s", diff)
	}
	got = nil
	out = tools.Call(context.Background(), runtime.ToolCall{ID: "2", Name: "send", Arguments: `{"copies":0}`})
	if got != nil || out.RetryHint == nil || !testdiff.Equal(out.RetryHint.MissingFields, []string{"to"}) {
		t.Errorf("the handler got %v; output %+v", got, out)
	}
}
