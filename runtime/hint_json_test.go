package runtime

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"github.com/toolgen/toolgen/runtime/internal/testdiff"
)

// TestJSONNames fixes the names and the order of all members for programs, and checks that all but the required ones are omitted if
// they are empty.
func TestJSONNames(t *testing.T) {
	t.Parallel()
	n := 3
	for _, tt := range []struct {
		name string
		full any
		want string
		zero string
	}{
		{"hint", RetryHint{Reason: InvalidArguments, Action: Correct, Tool: "t", Message: "m", MissingFields: []string{"a"},
			Constraints: []FieldConstraint{{Field: "f"}}, UnknownFields: []string{"u"}, Rules: []RuleHint{{ID: "r", Message: "m", Fields: []string{"f"}}},
			Remedies:           []Remedy{{Field: "f", Call: "c", Fills: "g", From: "$.x", Text: "x"}},
			ClarifyingQuestion: "q", ExampleInput: json.RawMessage(`{"a":1}`), Repeated: []string{"a"}, Omitted: 2,
			Changes: []Change{{Kind: "rename", Field: "f", From: "g", To: "h", Certain: true}, {Kind: "close"}}, CorrectedInput: json.RawMessage(`{}`),
			Ask: []string{"a"}, Unplaced: []string{"u"}, Since: "s"},
			`{"reason":"invalid_arguments","action":"correct","tool":"t","message":"m","missing_fields":["a"],` +
				`"constraints":[{"field":"f"}],"unknown_fields":["u"],"rules":[{"id":"r","message":"m","fields":["f"]}],` +
				`"remedies":[{"field":"f","call":"c","fills":"g","from":"$.x","text":"x"}],` +
				`"clarifying_question":"q","example_input":{"a":1},"repeated":["a"],"omitted":2,` +
				`"changes":[{"kind":"rename","field":"f","from":"g","to":"h","certain":true},{"kind":"close"}],"corrected_input":{},"ask":["a"],"unplaced":["u"],"since":"s"}`,
			`{"reason":"","action":"","tool":"","message":""}`},
		{"constraint", FieldConstraint{Field: "f", Constraint: "enum", Type: "string", AllowedValues: []json.RawMessage{[]byte(`"a"`)}, Pattern: "p",
			Min: "1", Max: "2", ExclusiveMin: "3", ExclusiveMax: "4", MultipleOf: "5", MinLength: &n, MaxLength: &n, MinItems: &n, MaxItems: &n,
			Unique: true, Format: "date", Const: json.RawMessage(`1`), Got: "g", Suggest: "s"},
			`{"field":"f","constraint":"enum","type":"string","allowed_values":["a"],"pattern":"p","min":1,"max":2,"exclusive_min":3,"exclusive_max":4,` +
				`"multiple_of":5,"min_length":3,"max_length":3,"min_items":3,"max_items":3,"unique":true,"format":"date","const":1,"got":"g","suggest":"s"}`,
			`{"field":""}`},
		{"issue", ValidationIssue{Field: "f", Constraint: "c", Expected: 1, Got: 2, Rule: "r", Message: "m", Fields: []string{"f"}},
			`{"field":"f","constraint":"c","expected":1,"got":2,"rule":"r","message":"m","fields":["f"]}`, `{"field":"","constraint":""}`},
		{"receipt", Receipt{Field: "f", Kind: ReceiptScalar, From: "1", To: 1}, `{"field":"f","kind":"coerce_scalar","from":"1","to":1}`, `{"field":"","kind":""}`},
		{"output", ToolOutput{CallID: "1", Payload: json.RawMessage(`1`), Error: &ToolError{Kind: FailureHandler, Message: "m"}, RetryHint: &RetryHint{}, Receipts: []Receipt{{}}},
			`{"call_id":"1","payload":1,"error":{"kind":"handler","reason":"handler_failed","message":"m"},` +
				`"retry_hint":{"reason":"","action":"","tool":"","message":""},"receipts":[{"field":"","kind":""}]}`, `{"call_id":""}`},
		{"call", ToolCall{ID: "1", Name: "n", Arguments: "{}", StopReason: "stop"}, `{"id":"1","name":"n","arguments":"{}","stop_reason":"stop"}`, `{"id":"","name":"","arguments":""}`},
	} {
		zero := reflect.Zero(reflect.TypeOf(tt.full)).Interface()
		for form, pair := range map[string][2]any{"full": {tt.full, tt.want}, "empty": {zero, tt.zero}} {
			got, err := json.Marshal(pair[0])
			if err != nil {
				t.Fatal(err)
			}
			if diff := testdiff.Diff(pair[1], string(got)); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", tt.name, form, diff)
			}
		}
		back := reflect.New(reflect.TypeOf(tt.full))
		if err := json.Unmarshal([]byte(tt.want), back.Interface()); err != nil {
			t.Errorf("%s cannot be decoded: %v", tt.name, err)
		}
	}
}

// TestWords fixes the sets of words that programs compare with.
func TestWords(t *testing.T) {
	t.Parallel()
	got := []any{
		InvalidArguments, MalformedResponse, InvalidJSON, Truncated, ToolNotFound, Internal,
		Correct, CallFirst, AskUser, Shrink, Stop,
	}
	want := []any{
		Reason("invalid_arguments"), Reason("malformed_response"), Reason("invalid_json"), Reason("truncated"), Reason("tool_not_found"), Reason("internal"),
		Action("correct"), Action("call_first"), Action("ask_user"), Action("shrink"), Action("stop"),
	}
	if diff := testdiff.Diff(want, got); diff != "" {
		t.Errorf("words (-want +got):\n%s", diff)
	}
	for kind, reason := range map[FailureKind]string{
		"parse": "parse_failed", "validation": "validation_failed", "tool_not_found": "tool_not_found", "handler": "handler_failed", "internal": "internal_error",
	} {
		raw, err := json.Marshal(ToolError{Kind: kind, Message: "m", Cause: errors.New("secret")})
		if want := `{"kind":"` + string(kind) + `","reason":"` + reason + `","message":"m"}`; err != nil || string(raw) != want {
			t.Errorf("%s: %s, %v", kind, raw, err)
		}
	}
}
