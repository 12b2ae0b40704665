package preflight

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/internal/testtools/booktools"
	"github.com/toolgen/toolgen/runtime/toolgentest"
)

// A model that copies the placeholders of an example has not corrected its call.
func TestPlaceholdersAreNoValues(t *testing.T) {
	tools, fakes := toolgentest.Fake(booktools.Tools.Only("send_invoice", "create_payment", "get_all_invoices"))
	confirm := ConfirmerFunc(func(context.Context, Question) (Answer, error) { return Answer{Value: Confirm}, nil })
	g, err := New(tools, WithConfirmer(confirm))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = g.Close() }()
	turn := Turn{Thread: "t", Query: "pay"}
	call := func(id, args string) runtime.ToolOutput {
		return g.Call(t.Context(), turn, runtime.ToolCall{ID: id, Name: "create_payment", Arguments: args})
	}
	copied := `{"AccountId":"<?AccountId: a string>","Amount":5,"Applications":[{"InvoiceId":"INV-1","Amount":5}]}`
	first := call("1", `{"Amount":5,"Applications":[{"InvoiceId":"INV-1","Amount":5}]}`)
	var example struct {
		AccountID string `json:"AccountId"`
	}
	if first.RetryHint == nil || json.Unmarshal(first.RetryHint.ExampleInput, &example) != nil ||
		!strings.HasPrefix(example.AccountID, "<?AccountId: ") {
		t.Fatalf("the hint is %+v", first.RetryHint)
	}
	out := call("2", copied)
	if out.Error == nil || !errors.Is(out.Error, runtime.ErrInvalidArguments) {
		t.Fatalf("the copied placeholder gives %s, %v", out.Payload, out.Error)
	}
	if diff := testdiff.Diff([]string{"AccountId"}, out.RetryHint.Ask); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	var given *CorrectionError
	if out = call("3", copied); !errors.As(out.Error, &given) || given.Question == "" {
		t.Errorf("the third attempt gives %v", out.Error)
	}
	if n := len(fakes.Calls()); n != 0 {
		t.Fatalf("%d calls ran", n)
	}
	if out = call("4", `{"AccountId":"ACC-1","Amount":5,"Applications":[{"InvoiceId":"INV-1","Amount":5}]}`); out.Error != nil {
		t.Errorf("a real value gives %v", out.Error)
	}
	if out = call("5", copied); out.Error == nil || !errors.Is(out.Error, runtime.ErrInvalidArguments) {
		t.Errorf("after a real value, the copied one gives %s", out.Payload)
	}
	g.EndTurn(turn)
	turn.Query = "It is the usual account." // the model still has the hint in its context
	if out = call("6", copied); out.Error == nil || !errors.Is(out.Error, runtime.ErrInvalidArguments) {
		t.Errorf("in the answer to the question, the copied value gives %s", out.Payload)
	}
	turn.Thread = "another"
	if out = call("7", copied); out.Error == nil || !errors.Is(out.Error, runtime.ErrInvalidArguments) {
		t.Errorf("without a hint, the placeholder gives %s", out.Payload)
	}
}

func TestJoinedIssues(t *testing.T) {
	err := errors.Join(runtime.Invalid("a", "required", nil, ""), runtime.Invalid("b", "required", nil, ""))
	if got := faultyFields(issuesOf(&runtime.ToolError{Cause: err})); !testdiff.Equal(got, []string{"a", "b"}) {
		t.Errorf("the fields are %q", got)
	}
}
