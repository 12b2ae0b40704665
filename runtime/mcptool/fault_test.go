package mcptool

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/example/books/booktools"
	"github.com/toolgen/toolgen/example/coder/codertools"
	"github.com/toolgen/toolgen/runtime"
)

// TestHintsSurviveTheWire makes hints of calls, sends them as a server does, and makes them anew
// as a guard does that has the same schema. What the model is told of the faults is the same.
func TestHintsSurviveTheWire(t *testing.T) {
	t.Parallel()
	for args, tool := range map[string]runtime.Tool{
		`{}`: codertools.FileEdit,
		`{"file_path":"","old_text":7,"new_txt":"x"}`: codertools.FileEdit,
		`{"todos":[{"content":"","status":"done","priority":"high"},{"content":"x","status":"pending","priorty":"low"}]}`: codertools.TodoWrite,
		`{"Amount":"5","Applications":[{"InvoiceId":7}],"Date":"tomorrow"}`:                                               booktools.CreatePayment,
	} {
		_, err := tool.Decode([]byte(args))
		sent := runtime.BuildHint(tool, err, runtime.WithCall([]byte(args)))
		raw, merr := json.Marshal(Result(tool.Spec(), runtime.ToolOutput{RetryHint: sent, Error: &runtime.ToolError{Kind: runtime.FailureValidation}}))
		if err == nil || merr != nil {
			t.Fatal(err, merr)
		}
		var result mcp.CallToolResult
		if err := json.Unmarshal(raw, &result); err != nil {
			t.Fatal(err)
		}
		got := runtime.BuildHint(tool, serverFault(&result), runtime.WithCall([]byte(args)))
		if diff := cmp.Diff(sent.MissingFields, got.MissingFields); diff != "" {
			t.Errorf("%s: missing (-want +got):\n%s", args, diff)
		}
		if diff := cmp.Diff(sent.UnknownFields, got.UnknownFields); diff != "" {
			t.Errorf("%s: unknown (-want +got):\n%s", args, diff)
		}
		faults := func(h *runtime.RetryHint) (list []string) {
			for _, c := range h.Constraints {
				list = append(list, c.Field+" "+c.Constraint)
			}
			return list
		}
		if diff := cmp.Diff(faults(sent), faults(got)); diff != "" {
			t.Errorf("%s: constraints (-want +got):\n%s", args, diff)
		}
	}
}

func TestExpected(t *testing.T) {
	t.Parallel()
	n := 3
	c := runtime.FieldConstraint{
		Type: "string|null", AllowedValues: []json.RawMessage{[]byte(`"a"`), []byte(`"…"`)}, Const: []byte("1"), Pattern: "p", Format: "date",
		Min: "1", Max: "2", ExclusiveMin: "3", ExclusiveMax: "4", MultipleOf: "5", MinLength: &n, MaxLength: &n, MinItems: &n, MaxItems: &n,
	}
	for keyword, want := range map[string]string{
		"type": `["string","null"]`, "enum": `["a"]`, "const": `1`, "pattern": `"p"`, "format": `"date"`, "minimum": `1`, "maximum": `2`,
		"exclusiveMinimum": `3`, "exclusiveMaximum": `4`, "multipleOf": `5`, "minLength": `3`, "maxLength": `3`, "minItems": `3`, "maxItems": `3`,
		"required": `null`,
	} {
		c.Constraint = keyword
		if got, _ := json.Marshal(expected(&c)); string(got) != want {
			t.Errorf("%s: %s, want %s", keyword, got, want)
		}
		empty := runtime.FieldConstraint{Constraint: keyword}
		if got := expected(&empty); got != nil {
			t.Errorf("%s: %v of nothing", keyword, got)
		}
	}
}
