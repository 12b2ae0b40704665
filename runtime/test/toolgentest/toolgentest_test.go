package toolgentest_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolgentest"
)

// load returns the tools of a definition.
func load(t *testing.T, definition string, opts dynamic.Options) (tools []runtime.Tool) {
	t.Helper()
	loaded, diags := dynamic.Load("tools.json", []byte(definition), opts)
	if len(loaded.Unavailable) > 0 || len(loaded.Tools) == 0 {
		t.Fatal(diags)
	}
	for _, tool := range loaded.Tools {
		tools = append(tools, tool)
	}
	return tools
}

// schema are the options for a single schema.
var schema = dynamic.Options{Envelope: tooldef.Schema, TypeName: "T"}

// repairSpoiled samples and spoils calls, checks that the hints can be followed, and returns how often each kind of
// fault was planted.
func repairSpoiled(t *testing.T, tools []runtime.Tool, seeds uint64) map[toolgentest.Kind]int {
	t.Helper()
	kinds := map[toolgentest.Kind]int{}
	for _, tool := range tools {
		for seed := range seeds {
			call, err := toolgentest.Sample(tool, seed)
			if err != nil {
				t.Error(err)
				break
			}
			if bad, ok := toolgentest.Spoil(call, seed); ok {
				toolgentest.AssertRepairable(t, tool, bad)
				for _, f := range bad.Planted {
					kinds[f.Kind]++
				}
			}
		}
	}
	return kinds
}

// TestSpoilEveryKind uses tools with unions, sets, patterns, and closed objects.
func TestSpoilEveryKind(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("testdata", "school.json"))
	if err != nil {
		t.Fatal(err)
	}
	kinds := repairSpoiled(t, load(t, string(text), dynamic.Options{}), 150)
	for _, kind := range []toolgentest.Kind{
		toolgentest.DropRequired, toolgentest.Null, toolgentest.WrongType, toolgentest.NearEnum, toolgentest.FarEnum, toolgentest.OutOfBounds,
		toolgentest.BadLength, toolgentest.BadPattern, toolgentest.BadFormat, toolgentest.MisspeltKey, toolgentest.ExtraKey,
		toolgentest.TooFewItems, toolgentest.TooManyItems, toolgentest.DuplicateItem, toolgentest.WrongBranch, toolgentest.DoubleEncoding,
		toolgentest.BrokenSyntax,
	} {
		if kinds[kind] == 0 {
			t.Errorf("no fault of the kind %q was planted", kind)
		}
	}
}

// TestSpoilKnowsRules checks that rules are respected: if blank means missing, null is no fault in an optional
// field, and a missing value in a required one.
func TestSpoilKnowsRules(t *testing.T) {
	t.Parallel()
	kinds := repairSpoiled(t, load(t, `{"name":"note","inputSchema":{"type":"object","required":["text"],
		"properties":{"text":{"type":"string"},"memo":{"type":"string"}},"x-toolgen":{"blankIsMissing":true}}}`, dynamic.Options{}), 300)
	if kinds[toolgentest.DropRequired] == 0 || kinds[toolgentest.WrongType] == 0 || kinds[toolgentest.Null] > 0 {
		t.Errorf("planted %v", kinds)
	}
}

// TestSamplesOfConditions checks that samples satisfy schemas that require a matching item or restrict keys.
func TestSamplesOfConditions(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{"type":"array","items":{"type":"string"},"contains":{"const":"main"}}`,
		`{"type":"array","items":{"type":"integer"},"contains":{"minimum":500},"minContains":2,"maxItems":3}`,
		`{"type":"array","items":{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"]},"contains":{"properties":{"primary":{"const":true}},"required":["primary"]}}`,
		`{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}],"contains":{"const":"main"}}`,
		`{"type":"array","items":{"enum":["main","side"]},"contains":{"const":"main"},"minContains":1,"maxContains":1,"minItems":3}`,
		`{"type":"array","items":{"enum":["main","side"]},"contains":{"const":"main"},"uniqueItems":true,"minItems":2}`,
		`{"type":"object","propertyNames":{"pattern":"^[a-z]{2}_[0-9]+$"},"additionalProperties":{"type":"integer"},"minProperties":2}`,
		`{"type":"object","propertyNames":{"enum":["red","green"]},"additionalProperties":{"type":"integer"},"minProperties":2}`,
		`{"type":"object","propertyNames":{"minLength":9},"minProperties":1}`,
		`{"type":"object","patternProperties":{"^x-[a-z]+$":{"type":"integer"}},"additionalProperties":false,"minProperties":1}`,
	} {
		tool := load(t, `{"type":"object","properties":{"v":`+text+`},"required":["v"]}`, schema)[0]
		for seed := range uint64(20) {
			if _, err := toolgentest.Sample(tool, seed); err != nil {
				t.Errorf("%s, seed %d: %v", text, seed, err)
				break
			}
		}
	}
}

// TestStandIn checks that values come from the test, or else from the schema, and that both are counted.
func TestStandIn(t *testing.T) {
	t.Parallel()
	tool := load(t, `{"type":"object","properties":{"n":{"type":"integer","minimum":7,"maximum":7},"lines":{"type":"array","items":{"anyOf":[{"type":"object","properties":{"at":{"type":"string","format":"date"}}},{"type":"string"}]}},"map":{"type":"object","additionalProperties":{"const":true}}}}`, schema)[0]
	s := toolgentest.StandIn{Tool: tool, Answers: map[string]json.RawMessage{"lines[0].at": json.RawMessage(`"2026-01-02"`)}}
	for field, want := range map[string]string{"lines[0].at": `"2026-01-02"`, "n": "7", "map.x": "true"} {
		if v, ok := s.Ask(field); !ok || string(v) != want {
			t.Errorf("%s: %s, %t", field, v, ok)
		}
	}
	if v, ok := s.Ask("lines[1].at"); !ok || len(v) != len(`"2026-01-02"`) {
		t.Errorf("a generated date is %s, %t", v, ok)
	}
	if _, ok := s.Ask("nothing"); ok {
		t.Error("an unknown field has a value")
	}
	if len(s.Given) != 1 || len(s.Made) != 3 {
		t.Errorf("given %v, made %v", s.Given, s.Made)
	}
	if _, ok := (&toolgentest.StandIn{}).Ask("n"); ok {
		t.Error("there is a value without a tool")
	}
}

const filledByServer = `[
{"name": "pay", "inputSchema": {"type": "object", "required": ["to", "amount", "tenant", "lines"], "properties": {
	"to": {"type": "string", "minLength": 2}, "amount": {"type": "number", "exclusiveMinimum": 0},
	"tenant": {"type": "string", "pattern": "^t-[0-9]+$", "x-toolgen": {"injected": true}},
	"lines": {"type": "array", "minItems": 1, "items": {"type": "object", "required": ["n", "key"], "properties": {
		"n": {"type": "integer"}, "key": {"type": "string", "x-toolgen": {"injected": true}}}}},
	"scopes": {"type": "array", "minItems": 1, "items": {"type": "string", "x-toolgen": {"injected": true}}}}}},
{"name": "ping", "inputSchema": {"type": "object", "required": ["session"], "properties": {"session": {"type": "string", "x-toolgen": {"injected": true}}}}}]`

// TestSamplesWithoutInjectedFields checks that a sample omits injected fields, as a model does, and is valid once they
// are added.
func TestSamplesWithoutInjectedFields(t *testing.T) {
	t.Parallel()
	tools := load(t, filledByServer, dynamic.Options{})
	set := runtime.NewToolset(tools...).Injecting(func(_ context.Context, at runtime.Injection) (any, error) {
		if at.Field == "scopes[]" {
			return []string{"a"}, nil
		}
		return "t-1", nil
	})
	faked, fakes := toolgentest.Fake(set)
	spoiled := 0
	for _, tool := range tools {
		for seed := range uint64(40) {
			call, err := toolgentest.Sample(tool, seed)
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
			if _, err := toolgentest.NewCall(tool, call.Args); err != nil {
				t.Error(err)
			}
			bad, ok := toolgentest.Spoil(call, seed)
			if !ok {
				continue
			}
			spoiled++
			toolgentest.AssertRepairable(t, tool, bad)
		}
	}
	if spoiled < 20 {
		t.Errorf("%d calls were spoiled", spoiled)
	}
	for _, inv := range fakes.Calls() {
		var args map[string]json.RawMessage
		if err := json.Unmarshal(inv.Raw, &args); err != nil || inv.Call.Name == "pay" && string(args["tenant"]) != `"t-1"` {
			t.Errorf("the fake got %s", inv.Raw)
		}
	}
}
