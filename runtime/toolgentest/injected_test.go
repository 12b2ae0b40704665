package toolgentest

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/runtime"
)

const filledByServer = `[
{"name": "pay", "inputSchema": {"type": "object", "required": ["to", "amount", "tenant", "lines"], "properties": {
	"to": {"type": "string", "minLength": 2}, "amount": {"type": "number", "exclusiveMinimum": 0},
	"tenant": {"type": "string", "pattern": "^t-[0-9]+$", "x-toolgen": {"injected": true}},
	"lines": {"type": "array", "minItems": 1, "items": {"type": "object", "required": ["n", "key"], "properties": {
		"n": {"type": "integer"}, "key": {"type": "string", "x-toolgen": {"injected": true}}}}},
	"scopes": {"type": "array", "minItems": 1, "items": {"type": "string", "x-toolgen": {"injected": true}}}}}},
{"name": "ping", "inputSchema": {"type": "object", "required": ["session"], "properties": {"session": {"type": "string", "x-toolgen": {"injected": true}}}}}]`

// A sample is what a model writes: without what the server fills, and sound once that is filled.
func TestSamplesWithoutInjectedFields(t *testing.T) {
	t.Parallel()
	loaded, diags := dynamic.Load("tools.json", []byte(filledByServer), dynamic.Options{})
	if len(loaded.Unavailable) > 0 {
		t.Fatal(diags)
	}
	var tools []runtime.Tool
	for _, tool := range loaded.Tools {
		tools = append(tools, tool)
	}
	set := runtime.NewToolset(tools...).Injecting(func(_ context.Context, at runtime.Injection) (any, error) {
		if at.Field == "scopes[]" {
			return []string{"a"}, nil
		}
		return "t-1", nil
	})
	faked, fakes := Fake(set)
	spoiled := 0
	for _, tool := range tools {
		for seed := range uint64(40) {
			call, err := Sample(tool, seed)
			if err != nil {
				t.Fatal(err)
			}
			for _, key := range []string{"tenant", "key", "session"} {
				if strings.Contains(string(call.Args), `"`+key+`"`) {
					t.Errorf("%s has the key %s", call.Args, key)
				}
			}
			if out := faked.Call(t.Context(), runtime.ToolCall{ID: "1", Name: tool.Spec().Name, Arguments: string(call.Args)}); out.Error != nil {
				t.Errorf("%s: %v", call.Args, out.Error.Cause)
			}
			if _, err := NewCall(tool, call.Args); err != nil {
				t.Error(err)
			}
			bad, ok := Spoil(call, seed)
			if !ok {
				continue
			}
			spoiled++
			AssertRepairable(t, tool, bad)
		}
	}
	if spoiled < 20 {
		t.Errorf("%d calls were spoiled", spoiled)
	}
	for _, inv := range fakes.Calls() {
		var args map[string]json.RawMessage
		if err := json.Unmarshal(inv.Raw, &args); err != nil || inv.Call.Name == "pay" && string(args["tenant"]) != `"t-1"` {
			t.Errorf("a fake got %s", inv.Raw)
		}
	}
}
