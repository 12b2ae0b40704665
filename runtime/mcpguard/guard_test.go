package mcpguard_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/mcpguard"
)

// guarded are calls with the expected answer, and whether they reach the server.
var guarded = []struct {
	name, tool, args string
	kind             runtime.FailureKind
	payload          string   // of a successful answer
	text             []string // parts of the hint
	reaches          bool
}{
	{name: "sound", tool: "forecast", args: `{ "city" : "Ulm", "days": 1e0 }`, payload: `"Rain"`, reaches: true},
	{name: "missing", tool: "forecast", args: `{"days":1}`, kind: runtime.FailureValidation, text: []string{"city"}},
	{name: "type and bound", tool: "forecast", args: `{"city":"Ulm","days":11}`, kind: runtime.FailureValidation, text: []string{"days", "10"}},
	{name: "unknown key", tool: "forecast", args: `{"city":"Ulm","day":1}`, kind: runtime.FailureValidation, text: []string{"day", "days"}},
	{name: "copied placeholder", tool: "forecast", args: `{"city":"<?City: a string>","days":1}`, kind: runtime.FailureValidation, text: []string{"city"}},
	{name: "no JSON", tool: "forecast", args: `Ulm`, kind: runtime.FailureParse},
	{name: "cut off", tool: "forecast", args: `{"city":"U`, kind: runtime.FailureParse},
	{name: "unknown tool", tool: "forecasts", args: `{}`, kind: runtime.FailureToolNotFound, text: []string{`did you mean "forecast"`}},
	{name: "schema that cannot be used", tool: "broken", args: `{}`, kind: runtime.FailureInternal, text: []string{`The tool "broken" is unavailable`, "schema cannot be used"}},
	{name: "exact result", tool: "as_json", args: `{"city":"Ulm"}`, payload: `{"big":9007199254740993,"a":1}`, reaches: true},
	{name: "structured and text", tool: "both", args: `{"city":"Ulm"}`, payload: `{"z":9007199254740993,"a":[1.50]}`, reaches: true},
	{name: "structured and another text", tool: "structured", args: `{"city":"Ulm"}`, payload: `{"a":1}`, reaches: true},
	{name: "text that is a number", tool: "number_text", args: `{"city":"Ulm"}`, payload: `"42"`, reaches: true},
	{name: "image", tool: "image", args: `{"city":"Ulm"}`, payload: `{"content":[{"type":"image","mimeType":"image/png","data":"eA=="}]}`, reaches: true},
	{name: "error as text", tool: "refuses", args: `{"city":"Ulm"}`, kind: runtime.FailureHandler, text: []string{"city", "unknown place"}, reaches: true},
	{name: "error without text", tool: "silent", args: `{"city":"Ulm"}`, kind: runtime.FailureHandler, text: []string{"without a reason"}, reaches: true},
	{name: "rounded enum", tool: "exact", args: `{"id":9007199254740993}`, payload: `"ok"`, reaches: true},
	{name: "bound beside a rounded enum", tool: "exact", args: `{"n":6}`, kind: runtime.FailureValidation, text: []string{"n"}},
	{name: "typed tool", tool: "get_contacts", args: `{"Search":"Ada"}`, payload: `{}`, reaches: true},
	{name: "typed tool, invalid", tool: "get_contacts", args: `{"Kind":"PARTNER"}`, kind: runtime.FailureValidation, text: []string{"CUSTOMER"}},
	{name: "refused by the backend", tool: "delete_contact", args: `{"ContactId":"con_9"}`, kind: runtime.FailureValidation, text: []string{"ContactId", "con_1", "con_2"}, reaches: true},
	{name: "handler fails", tool: "send_invoice", args: `{"InvoiceId":"inv_1","email":"a@example.com"}`, kind: runtime.FailureHandler, text: []string{"the mail server is down"}, reaches: true},
	{name: "malformed result", tool: "void_invoice", args: `{"InvoiceId":"inv_1","Reason":"twice"}`, payload: `["not", "an object"]`, text: []string{"does not have the documented form"}, reaches: true},
}

func TestGuardOverHTTP(t *testing.T) {
	t.Parallel()
	var reached log
	guard, _ := connect(t, overHTTP(t, newServer(&reached)))
	for _, tt := range guarded {
		out := guard.Call(t.Context(), runtime.ToolCall{ID: "c1", Name: tt.tool, Arguments: tt.args})
		answered(t, tt.name, out, tt.kind, tt.payload, tt.text)
		seen := reached.take()
		if tt.reaches != (len(seen) == 1) {
			t.Errorf("%s: the server got %q", tt.name, seen)
		}
		// Only white space may differ from the model's bytes.
		if want := tt.tool + " " + string(compact(tt.args)); tt.reaches && len(seen) == 1 && seen[0] != want {
			t.Errorf("%s: the server got %q, want %q", tt.name, seen[0], want)
		}
	}
}

func TestGuardOverStdio(t *testing.T) {
	t.Parallel()
	guard, _ := connect(t, overStdio(t))
	for _, tt := range guarded {
		out := guard.Call(t.Context(), runtime.ToolCall{ID: "c1", Name: tt.tool, Arguments: tt.args})
		answered(t, tt.name, out, tt.kind, tt.payload, tt.text)
	}
}

func answered(t *testing.T, name string, out runtime.ToolOutput, kind runtime.FailureKind, payload string, text []string) {
	t.Helper()
	if out.CallID != "c1" {
		t.Errorf("%s: the answer is to %q", name, out.CallID)
	}
	switch {
	case kind == "" && out.Error != nil:
		t.Errorf("%s: %v (%v)", name, out.Error, out.Error.Cause)
	case kind == "" && string(out.Payload) != payload:
		t.Errorf("%s: payload %s, want %s", name, out.Payload, payload)
	case kind != "" && (out.Error == nil || out.Error.Kind != kind):
		t.Errorf("%s: error %+v, want kind %s", name, out.Error, kind)
	case kind != "" && out.RetryHint == nil:
		t.Errorf("%s: no hint", name)
	}
	for _, part := range text {
		if !strings.Contains(out.RetryHint.Text(), part) {
			t.Errorf("%s: the hint lacks %q: %s", name, part, out.RetryHint.Text())
		}
	}
}

func compact(s string) []byte {
	raw, err := json.Marshal(json.RawMessage(s))
	if err != nil {
		return []byte(s)
	}
	return raw
}

// TestGuardWithGeneratedTools validates against a generated package, whatever the server lists.
func TestGuardWithGeneratedTools(t *testing.T) {
	t.Parallel()
	var reached, local log
	guard, _ := connect(t, overHTTP(t, newServer(&reached)), mcpguard.WithTools(bookSet(&local).Only("get_contacts", "delete_contact")))
	for _, tt := range guarded {
		switch tt.tool {
		case "get_contacts", "delete_contact":
			out := guard.Call(t.Context(), runtime.ToolCall{ID: "c1", Name: tt.tool, Arguments: tt.args})
			answered(t, tt.name, out, tt.kind, tt.payload, tt.text)
		default:
			out := guard.Call(t.Context(), runtime.ToolCall{ID: "c1", Name: tt.tool, Arguments: tt.args})
			answered(t, tt.name, out, runtime.FailureToolNotFound, "", []string{"get_contacts"})
		}
	}
	if seen := local.take(); seen != nil {
		t.Errorf("handlers on the client's side ran: %q", seen)
	}
	set, err := guard.Toolset(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := testdiff.Diff([]string{"get_contacts", "delete_contact"}, set.Names()); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
}

// TestCallTool uses the guard in place of the session's method.
func TestCallTool(t *testing.T) {
	t.Parallel()
	var reached log
	guard, _ := connect(t, overHTTP(t, newServer(&reached)))
	for _, tt := range []struct {
		name, tool string
		args       any
		isError    bool
		text       []string
		reaches    bool
	}{
		{"sound", "forecast", map[string]any{"city": "Ulm"}, false, []string{"Rain"}, true},
		{"own bytes", "forecast", json.RawMessage(`{"city":"Ulm"}`), false, []string{"Rain"}, true},
		{"invalid", "forecast", map[string]any{"city": "U"}, true, []string{"city"}, false},
		{"none", "forecast", nil, true, []string{"city"}, false},
		{"no JSON", "forecast", json.RawMessage(`{"city":`), true, []string{"JSON"}, false},
		{"unknown tool", "forecas", nil, true, []string{`did you mean "forecast"`}, false},
		{"error as text", "refuses", map[string]any{"city": "Ulm"}, true, []string{"Invalid value for 'city': unknown place\nrefuses failed", "city"}, true},
		{"error that says nothing of fields", "silent", map[string]any{"city": "Ulm"}, true, nil, true},
		{"hint of the server", "delete_contact", map[string]any{"ContactId": "x"}, true, []string{"con_1"}, true},
	} {
		result, err := guard.CallTool(t.Context(), &mcp.CallToolParams{Name: tt.tool, Arguments: tt.args})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if result.IsError != tt.isError {
			t.Errorf("%s: error %t: %q", tt.name, result.IsError, textOf(result))
		}
		for _, part := range tt.text {
			if !strings.Contains(textOf(result), part) {
				t.Errorf("%s: %q lacks %q", tt.name, textOf(result), part)
			}
		}
		if n := strings.Count(textOf(result), "was not called"); n > 1 {
			t.Errorf("%s: the hint is there %d times", tt.name, n)
		}
		if seen := reached.take(); (len(seen) == 1) != tt.reaches {
			t.Errorf("%s: the server got %q", tt.name, seen)
		}
	}
	if _, err := guard.CallTool(t.Context(), &mcp.CallToolParams{Name: "forecast", Arguments: func() {}}); err == nil {
		t.Error("arguments that cannot be marshalled are taken")
	}
}

func TestReport(t *testing.T) {
	t.Parallel()
	guard, _ := connect(t, overHTTP(t, newServer(&log{})))
	report, err := guard.Report(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := testdiff.Diff([]string{"exact"}, report.Loosened); diff != "" {
		t.Errorf("loosened (-want +got):\n%s", diff)
	}
	if len(report.Unavailable) != 1 || report.Unavailable["broken"] == nil || !strings.Contains(report.Unavailable["broken"].Error(), "none") {
		t.Errorf("unavailable: %v", report.Unavailable)
	}
	set, err := guard.Toolset(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := set.Lookup("broken"); ok {
		t.Error("a tool that cannot be called is in the set")
	}
}
