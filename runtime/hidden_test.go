package runtime

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/toolgen/toolgen/runtime/internal/testdiff"
)

// vaultSpec has a sensitive field below a map, a sensitive map and a sensitive object.
var vaultSpec = &ToolSpec{Name: "vault", FullSchema: `{"type":"object","properties":{"pin":{"type":"string","x-toolgen":{"sensitive":true}},"n":{"type":"integer"},"m":{"type":"object","additionalProperties":{"type":"object","properties":{"s":{"type":"string","x-toolgen":{"sensitive":true}}}}},"odd":{"type":"object","properties":{"a b":{"type":"object","properties":{"m":{"type":"object","additionalProperties":{"type":"string","x-toolgen":{"sensitive":true}}}}}}},"card":{"type":"object","x-toolgen":{"sensitive":true},"properties":{"no":{"type":"string"},"sub":{"type":"object"}}},"{}":{"type":"string"},"[]":{"type":"string","x-toolgen":{"sensitive":true}}}}`}

// vault rejects every call with issues like those of another decoder.
func vault(issues ...ValidationIssue) Tool {
	return NewTool[any, json.RawMessage](vaultSpec, func([]byte, ...DecodeOption) (*any, error) {
		return nil, NewValidationError(issues, 0)
	}, nil)
}

func TestHideSensitive(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name      string
		have, all ValidationIssue
	}{
		{"below a map", ValidationIssue{Field: "m.q.s", Constraint: "pattern", Expected: "x", Got: "S"}, ValidationIssue{Field: "m.q.s", Constraint: "pattern", Expected: "x"}},
		{"beside it", ValidationIssue{Field: "m.q.t", Constraint: "pattern", Got: "t"}, ValidationIssue{Field: "m.q.t", Constraint: "pattern", Got: "t"}},
		{"below an odd key", ValidationIssue{Field: `odd["a b"].m.q`, Constraint: "pattern", Got: "S"}, ValidationIssue{Field: `odd["a b"].m.q`, Constraint: "pattern"}},
		{"a declared key of a sensitive object", ValidationIssue{Field: "card.no", Constraint: "required"}, ValidationIssue{Field: "card.no", Constraint: "required"}},
		{"another key", ValidationIssue{Field: "card.S", Constraint: "additionalProperties", Expected: "no", Got: "S"}, ValidationIssue{Field: `card["•••"]`, Constraint: "additionalProperties"}},
		{"and below it", ValidationIssue{Field: "card.sub.S[2].no", Constraint: "type", Expected: "integer", Got: "string"}, ValidationIssue{Field: `card.sub["•••"][2]["•••"]`, Constraint: "type", Expected: "integer"}},
		{"twice given", ValidationIssue{Field: "card.S", Constraint: "duplicateKey"}, ValidationIssue{Field: `card["•••"]`, Constraint: "duplicateKey"}},
		{"in a rule", ValidationIssue{Field: "n", Constraint: "rule", Fields: []string{"n", "card.S"}}, ValidationIssue{Field: "n", Constraint: "rule", Fields: []string{"n", `card["•••"]`}}},
		{"text in the place of an object", ValidationIssue{Field: "m", Constraint: "enum", Got: `{"q":{"s":"S"}}`}, ValidationIssue{Field: "m", Constraint: "enum"}},
		{"another spelling", ValidationIssue{Field: "PIN", Constraint: "minLength", Got: "S"}, ValidationIssue{Field: "PIN", Constraint: "minLength"}},
		{"a key that looks like a step", ValidationIssue{Field: `["{}"]`, Constraint: "pattern", Got: "t"}, ValidationIssue{Field: `["{}"]`, Constraint: "pattern", Got: "t"}},
		{"and another", ValidationIssue{Field: `["[]"]`, Constraint: "pattern", Got: "S"}, ValidationIssue{Field: `["[]"]`, Constraint: "pattern"}},
		{"any item", ValidationIssue{Field: "[3]", Constraint: "pattern", Got: "t"}, ValidationIssue{Field: "[3]", Constraint: "pattern", Got: "t"}},
	} {
		_, err := vault(tt.have).Decode(nil)
		if diff := testdiff.Diff([]ValidationIssue{tt.all}, err.(*ValidationError).Issues()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		// Errors of any origin disclose no more.
		hint := BuildHint(vault(), fmt.Errorf("wrapped: %w", NewValidationError([]ValidationIssue{tt.have}, 0)))
		if want := BuildHint(vault(), fmt.Errorf("wrapped: %w", NewValidationError([]ValidationIssue{tt.all}, 0))); hint.Text() != want.Text() {
			t.Errorf("%s: the hint says %q, want %q", tt.name, hint.Text(), want.Text())
		}
	}
}

func TestHideReceipts(t *testing.T) {
	t.Parallel()
	receipts := []Receipt{{Field: "card.S", Kind: ReceiptIgnored, From: "S"}, {Field: "m.q.s", Kind: ReceiptScalar, From: 1, To: "1"}, {Field: "n", Kind: ReceiptScalar, From: "1", To: 1}}
	vaultSpec.hideReceipts(receipts)
	want := []Receipt{{Field: `card["•••"]`, Kind: ReceiptIgnored}, {Field: "m.q.s", Kind: ReceiptScalar}, {Field: "n", Kind: ReceiptScalar, From: "1", To: 1}}
	if diff := testdiff.Diff(want, receipts); diff != "" {
		t.Error(diff)
	}
}

func TestRedactUnfit(t *testing.T) {
	t.Parallel()
	open := &ToolSpec{Name: "open", FullSchema: `{"type":"object","properties":{"a":{"type":"string"}}}`}
	for _, tt := range []struct {
		name string
		spec *ToolSpec
		args string
		want string
	}{
		{"of a known shape", vaultSpec, `{"n":5,"pin":"S","m":{"q":{"s":"S","t":"t"}},"card":{"S":1}}`, `{"card":"•••","m":{"q":{"s":"•••","t":"•••"}},"n":5,"pin":"•••"}`},
		{"another spelling", vaultSpec, `{"n":5,"PIN":{"S":"S"},"p-i-n":"S"}`, `{"PIN":"•••","n":5,"p-i-n":"•••"}`},
		{"an unknown key", vaultSpec, `{"n":5,"pin_code":"S","x":null}`, `{"n":5,"pin_code":"•••","x":null}`},
		{"wrapped", vaultSpec, `{"args":{"n":5,"pin":"S","card":{"S":"S"},"S":{"n":1}}}`, `{"args":{"card":"•••","n":"•••","pin":"•••","•••":"•••"}}`},
		{"listed", vaultSpec, `[{"n":5,"pin":"S"}]`, `[{"n":"•••","pin":"•••"}]`},
		{"as text", vaultSpec, `"{\"pin\":\"S\"}"`, `"•••"`},
		{"text in the place of an object", vaultSpec, `{"m":"{\"q\":{\"s\":\"S\"}}","n":"many"}`, `{"m":"•••","n":"many"}`},
		{"no JSON", vaultSpec, `{"pin":"S"`, `"•••"`},
		{"no tool", nil, `{"a":"S","b":[1,true,null,{"c":"S"}]}`, `{"a":"•••","b":["•••","•••",null,{"c":"•••"}]}`},
		{"no tool and no JSON", nil, `{"a":`, `"•••"`},
		{"nothing sensitive", open, `{"b":"t"}`, `{"b":"t"}`},
	} {
		if got := string(tt.spec.RedactUnfit([]byte(tt.args))); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}
