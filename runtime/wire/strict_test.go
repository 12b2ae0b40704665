package wire_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/wire"
)

// TestStrict offers tools in strict mode, calls them as a model would, and replays the calls.
func TestStrict(t *testing.T) {
	t.Parallel()
	set := runtime.NewToolset(
		named("files.find", `{"type":"object","properties":{"name":{"type":"string"},"limit":{"type":"integer","minimum":1},"tags":{"type":"object","additionalProperties":{"type":"string"}}},"required":["name"]}`),
		named("big", `{"type":"object","properties":{"list":{"enum":[`+strings.TrimSuffix(bigEnum(), ",")+`]}}}`))
	var offered wire.Offered
	tools, err := wire.OpenAIChatTools(set, wire.Strict(&offered))
	if err != nil || len(tools) != 2 || len(offered.Tools) != 2 {
		t.Fatal(tools, offered, err)
	}
	find, big := offered.Tools[0], offered.Tools[1]
	if !find.Strict || !tools[0].Function.Strict || find.NotStrict != "" || tools[0].Function.Name != find.As {
		t.Errorf("%+v", find)
	}
	if big.Strict || tools[1].Function.Strict || !strings.Contains(big.NotStrict, "enum values") {
		t.Errorf("%+v", big.NotStrict)
	}
	written := []runtime.ToolCall{{ID: "1", Name: find.As, Arguments: `{"name":"a","limit":null,"tags":[{"key":"x","value":"y"}]}`}, {ID: "2", Name: "other", Arguments: `{"a":null}`}}
	restored := offered.Restore(written)
	want := []runtime.ToolCall{{ID: "1", Name: "files.find", Arguments: `{"name":"a","tags":{"x":"y"}}`}, written[1]}
	if diff := testdiff.Diff(want, restored); diff != "" {
		t.Errorf("restored (-want +got):\n%s", diff)
	}
	again := offered.AsOffered(restored)
	again[0].Arguments = sorted(t, again[0].Arguments)
	written[0].Arguments = sorted(t, written[0].Arguments)
	if diff := testdiff.Diff(written, again); diff != "" {
		t.Errorf("as offered (-want +got):\n%s", diff)
	}
	// The restored call is exactly what the model meant: nothing was repaired.
	if out := set.Call(t.Context(), restored[0]); out.Error != nil || len(out.Receipts) > 0 {
		t.Errorf("%+v", out)
	}
}

func bigEnum() string {
	var b strings.Builder
	for i := range 1100 {
		fmt.Fprintf(&b, `"v%d",`, i)
	}
	return b.String()
}

func sorted(t *testing.T, text string) string {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return string(encode(t, v))
}

// TestStrictInARequest checks that request limits favour the tools that gain most, and that the others report
// the reason.
func TestStrictInARequest(t *testing.T) {
	t.Parallel()
	var tools []runtime.Tool
	for i := range 30 {
		tools = append(tools, named(fmt.Sprintf("plain%d", i), `{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`))
	}
	tools = append(tools,
		named("loose", `{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"},"d":{"type":"string"},"e":{"type":"string"},"f":{"type":"string"}}}`),
		named("rich", `{"type":"object","properties":{"a":{"enum":["x","y"]},"b":{"type":"array","items":{"type":"object","properties":{"n":{"type":"number"},"m":{"type":"number"}},"required":["n","m"]}},"c":{"type":"string"}},"required":["a","b"]}`))
	set := runtime.NewToolset(tools...)
	var offered wire.Offered
	request, err := wire.AnthropicTools(set, wire.Strict(&offered))
	if err != nil {
		t.Fatal(err)
	}
	strict := 0
	for i, o := range offered.Tools {
		if request[i].Strict != o.Strict || o.Strict != (o.NotStrict == "") {
			t.Errorf("%s: %v, %q", o.Name, o.Strict, o.NotStrict)
		}
		if o.Strict {
			strict++
		}
	}
	if strict != 20 {
		t.Errorf("%d tools are strict", strict)
	}
	if rich, loose := offered.Tools[31], offered.Tools[30]; !rich.Strict || loose.Strict {
		t.Errorf("rich: %q, loose: %q", rich.NotStrict, loose.NotStrict)
	}
	if last := offered.Tools[29].NotStrict; last != "a request can have at most 20 strict tools, and others gain more" {
		t.Error(last)
	}
	// Gemini has no strict mode.
	if _, err := wire.GeminiTools(runtime.NewToolset(tools[0]), wire.Strict(&offered)); err != nil || offered.Tools[0].Strict || offered.Tools[0].NotStrict == "" {
		t.Errorf("%+v, %v", offered.Tools, err)
	}
}

// TestKeysComeBack offers a tool with keys that Anthropic rejects.
func TestKeysComeBack(t *testing.T) {
	t.Parallel()
	set := runtime.NewToolset(named("list", `{"type":"object","properties":{"filter[name]":{"type":"string"}}}`))
	tools, err := wire.AnthropicTools(set)
	if err != nil || strings.Contains(string(tools[0].InputSchema), `"filter[name]":`) {
		t.Fatal(err, string(tools[0].InputSchema))
	}
	var schema struct{ Properties map[string]any }
	decode(t, tools[0].InputSchema, &schema)
	for key := range schema.Properties {
		calls := wire.Restore(set, []runtime.ToolCall{{Name: "list", Arguments: `{"` + key + `": "x"}`}})
		if calls[0].Arguments != `{"filter[name]":"x"}` {
			t.Error(calls)
		}
	}
}
