package runtime

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/internal/testdiff"
)

func TestAnnotated(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, call, want string }{
		{
			"each fault at its place",
			`{"AccountId":"acc_12","Amount":-5,"Currency":"USD","Applications":[{"InvoiceId":"inv_1","Amount":1},{"InvoiceId":"x","Amount":2,"Note":"n"}],"Memo":"m","memo":1}`, "{\n  …\n  \"Amount\": -5 // must be greater than 0 and at most 10000; got -5.\n  …\n  \"Applications\": [\n    …\n    {\n      \"InvoiceId\": \"x\" // must have at least 3 characters; got \"x\".\n      …\n    }\n  ]\n  …\n  \"memo\": … // leave it out; it is another spelling of Memo, which the call also has.\n}"},
		{
			"missing fields at the end of their object",
			`{"AccountId":"acc_12","Amount":1,"Applications":[{}]}`, "{\n  …\n  \"Applications\": [\n    {\n      // InvoiceId: missing; must be a string of at least 3 characters.\n      // Amount: missing; must be a number greater than 0.\n    }\n  ]\n}"},
		{
			"sensitive values are masked",
			`{"AccountId":"acc_12","Amount":1,"Applications":[{"InvoiceId":"inv_1","Amount":1}],"Token":"hunter2"}`, "{\n  …\n  \"Token\": … // must be a string of at least 30 characters; got a value that is not shown.\n}"},
		{"the whole", `["x"]`, "[ // must be an object.\n  …\n  // AccountId: missing; must be a string of at least 6 characters that matches ^acc_[a-z0-9]+$.\n  // Amount: missing; must be a number greater than 0 and at most 10000.\n  // Applications: missing; must be an array of 1 to 3 objects.\n]"},
		{"text instead of an object may hold anything", `"{\"Token\":\"hunter2\"}"`, "… // write the JSON itself, not a string that holds it.\n// Token: must be a string of at least 30 characters; got a value that is not shown.\n// AccountId: missing; must be a string of at least 6 characters that matches ^acc_[a-z0-9]+$.\n// Amount: missing; must be a number greater than 0 and at most 10000.\n// Applications: missing; must be an array of 1 to 3 objects."},
		{"and so may an item", `{"AccountId":"acc_12","Amount":1,"Applications":["{\"Token\":\"hunter2\"}"]}`, "{\n  …\n  \"Applications\": [\n    … // write the JSON itself, not a string that holds it.\n    // Token: move it to the top level.\n    // InvoiceId: missing; must be a string of at least 3 characters.\n    // Amount: missing; must be a number greater than 0.\n  ]\n  // Token: must be a string of at least 30 characters; got a value that is not shown.\n}"},
		{"no JSON", `{"AccountId" 1}`, "// The arguments are not valid JSON: at byte 13 there should be a colon, not '1'."},
	} {
		_, err := payTool.Decode([]byte(tt.call))
		h := BuildHint(payTool, err, WithCall([]byte(tt.call)))
		if diff := testdiff.Diff(tt.want, h.Annotated([]byte(tt.call))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		var again RetryHint
		raw, _ := json.Marshal(h)
		if err := json.Unmarshal(raw, &again); err != nil || again.Annotated([]byte(tt.call)) != h.Annotated([]byte(tt.call)) {
			t.Errorf("%s: the text differs after a round trip through JSON", tt.name)
		}
	}
	if (*RetryHint)(nil).Annotated(nil) != "" {
		t.Error("a nil hint has a text")
	}
}

// TestAnnotatedBudget checks that the size depends on what is shown and not on the call.
func TestAnnotatedBudget(t *testing.T) {
	t.Parallel()
	var items []string
	for range 1000 {
		items = append(items, `{"InvoiceId":"x\u001b[31m","Amount":-1,"Note":"`+strings.Repeat("n", 200)+`"}`)
	}
	call := `{"AccountId":"` + strings.Repeat("q", 5000) + `","Amount":-1,"Applications":[` + strings.Join(items, ",") + `],"` + strings.Repeat("k", 3000) + `":1}`
	_, err := payTool.Decode([]byte(call))
	for _, budget := range []int{192, 400, 1024} {
		text := BuildHint(payTool, err, WithCall([]byte(call))).Annotated([]byte(call), WithBudget(budget))
		if len(text) > budget || !utf8.ValidString(text) || strings.ContainsRune(text, '\x1b') || text == "" {
			t.Errorf("budget %d: %d bytes:\n%s", budget, len(text), text)
		}
	}
}
