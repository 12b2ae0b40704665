package runtime_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testtools/booktools"
)

// service answers calls with the results queued for their tool, and counts the calls.
type service struct {
	results map[string][]string
	entered map[string]int
}

func newService() *service { return &service{map[string][]string{}, map[string]int{}} }

func (s *service) handle(t runtime.Tool) runtime.Tool {
	return runtime.HandleAny(t, func(_ context.Context, inv runtime.Invocation) (any, error) {
		name := inv.Call.Name
		s.entered[name]++
		if len(s.results[name]) == 0 {
			return json.RawMessage(`{}`), nil
		}
		next := s.results[name][0]
		s.results[name] = s.results[name][1:]
		return json.RawMessage(next), nil
	})
}

// looseTool is a tool that accepts any object, with rules about known values.
type looseTool struct{ spec *runtime.ToolSpec }

func (t looseTool) Spec() *runtime.ToolSpec { return t.spec }

func (t looseTool) Decode(args []byte, _ ...runtime.DecodeOption) (v any, err error) {
	return v, json.Unmarshal(args, &v)
}

func pays(invoices ...string) runtime.ToolCall {
	var parts []string
	for _, id := range invoices {
		parts = append(parts, fmt.Sprintf(`{"InvoiceId":%q,"Amount":10}`, id))
	}
	return runtime.ToolCall{Name: "create_payment", Arguments: fmt.Sprintf(
		`{"AccountId":"ACC-090","Amount":%d,"Applications":[%s]}`, 10*len(parts), strings.Join(parts, ","))}
}

var list = runtime.ToolCall{Name: "get_all_invoices", Arguments: `{}`}

func bookSet(s *service) *runtime.Toolset {
	return runtime.NewToolset(s.handle(booktools.GetAllInvoices), s.handle(booktools.CreateInvoice), s.handle(booktools.CreatePayment))
}

// TestKnownValues has a model pay an invented invoice, and others that it has seen.
func TestKnownValues(t *testing.T) {
	t.Parallel()
	s := newService()
	s.results["get_all_invoices"] = []string{
		`{"invoices":[{"InvoiceId":"INV-1"},{"InvoiceId":"INV-2"}],"page":1}`, `{"invoices":[{"InvoiceId":"INV-3"}],"page":2}`}
	s.results["create_invoice"] = []string{`{"InvoiceId":"INV-9"}`}
	set := bookSet(s)
	ctx := runtime.WithKnown(t.Context(), &runtime.Known{})

	out := set.Call(ctx, pays("INV-1", "INV-3"))
	if out.Error == nil || out.Error.Kind != runtime.FailureValidation || s.entered["create_payment"] > 0 {
		t.Fatalf("an invented invoice was paid: %+v", out)
	}
	hint := out.RetryHint
	if hint.Action != runtime.CallFirst || len(hint.Remedies) != 1 || hint.Remedies[0].Call != "get_all_invoices" ||
		!slices.Equal(hint.Ask, []string{"Applications[0].InvoiceId", "Applications[1].InvoiceId"}) || strings.Contains(string(hint.CorrectedInput), "INV-") {
		t.Errorf("%+v", hint)
	}
	set.Call(ctx, list)
	out = set.Call(ctx, pays("INV-1", "INV-3"))
	if out.Error == nil || !slices.Equal(out.RetryHint.Ask, []string{"Applications[1].InvoiceId"}) {
		t.Errorf("page 2 was not seen yet: %+v", out.RetryHint)
	}
	set.Call(ctx, list)
	if out := set.Call(ctx, pays("INV-1", "INV-3", "INV-2")); out.Error != nil {
		t.Errorf("page 1 and page 2 were seen: %v", out.Error)
	}
	if out := set.Call(ctx, pays("INV-9")); out.Error == nil {
		t.Error("nothing has created the invoice")
	}
	created := runtime.ToolCall{Name: "create_invoice", Arguments: `{"ContactId":"C-1","Lines":[{"Description":"x","Quantity":1,"UnitAmount":1,"AccountCode":"200"}]}`}
	if out := set.Call(ctx, created); out.Error == nil || out.RetryHint.Remedies[0].Call != "get_contacts" {
		t.Errorf("the contact is unknown: %+v", out.Error)
	}
	if out := set.Call(t.Context(), created); out.Error != nil { // no rule requires known values
		t.Errorf("no rule requires known values: %+v", out.Error)
	}
	if out := set.Call(ctx, pays("INV-9")); out.Error == nil {
		t.Error("a result counts without a memory in its context")
	}
	if out := set.Call(runtime.WithKnown(t.Context(), &runtime.Known{}), pays("INV-1")); out.Error == nil {
		t.Error("values known in one conversation count in another")
	}
}

// TestKnownByProgram adds values that the program knows.
func TestKnownByProgram(t *testing.T) {
	t.Parallel()
	s := newService()
	set := bookSet(s)
	known := &runtime.Known{}
	ctx := runtime.WithKnown(t.Context(), known)
	known.AddText("Record that Northwind has paid INV-7, please.")
	known.Add("INV-8", "INV-9 A")
	if out := set.Call(ctx, pays("INV-7", "INV-8", "INV-9 A")); out.Error != nil {
		t.Error(out.Error)
	}
	if out := set.Call(ctx, pays("INV")); out.Error == nil {
		t.Error("a part of a word is known")
	}
	saved, err := known.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	later := &runtime.Known{}
	if err := later.UnmarshalBinary(saved); err != nil {
		t.Fatal(err)
	}
	if out := set.Call(runtime.WithKnown(t.Context(), later), pays("INV-7")); out.Error != nil {
		t.Error(out.Error)
	}
	if err := (&runtime.Known{Secret: []byte("another")}).UnmarshalBinary(saved); err == nil {
		t.Error("saved values can be loaded with another secret")
	}
}

// TestKnownParts checks that results of a part of the set count for the whole, and that a converted invocation is not checked again,
// like an approved one.
func TestKnownParts(t *testing.T) {
	t.Parallel()
	s := newService()
	s.results["get_all_invoices"] = []string{`"{\"invoices\":[{\"InvoiceId\":\"INV-1\"}]}"`} // text, as from servers without structured results
	set := bookSet(s)
	ctx := runtime.WithKnown(t.Context(), &runtime.Known{})
	set.Only("get_all_invoices").Strict().Call(ctx, list)
	if out := set.Call(ctx, pays("INV-1")); out.Error != nil {
		t.Error(out.Error)
	}
	if _, failure := set.Revalidate(ctx, runtime.Invocation{Call: pays("INV-2")}); failure == nil {
		t.Error("a call is not checked")
	}
	made, failures := set.ConvertCalls([]runtime.ToolCall{pays("INV-2")})
	if len(failures) > 0 {
		t.Fatal(failures)
	}
	if again, failure := set.Revalidate(ctx, made[0]); failure != nil || set.Run(ctx, again).Error != nil {
		t.Error("an approved call is checked again")
	}
	if _, failure := set.Restore(pays("INV-2")); failure != nil {
		t.Error(failure.Error)
	}
}

// TestKnownKinds covers sensitive values, numbers, other keys and injected values.
func TestKnownKinds(t *testing.T) {
	t.Parallel()
	use := &runtime.ToolSpec{
		Name: "use", InputSchema: `{"type":"object","properties":{"card":{"type":"string"},"account":{"type":"string"},
			"by":{"type":"object","properties":{"note":{"type":"string"}},"additionalProperties":{"type":"string"}}}}`,
		FullSchema: `{"type":"object","properties":{"card":{"type":"string","x-toolgen":{"sensitive":true}},"account":{"type":"string"},"tenant":{"type":"string","x-toolgen":{"injected":true}},
			"by":{"type":"object","properties":{"note":{"type":"string"}},"additionalProperties":{"type":"string"}}}}`,
		Known: []runtime.KnownSpec{
			{Field: "card", From: "find", At: "cards[].number"}, {Field: "account", From: "find", At: "accounts[].id"},
			{Field: "by{}", From: "find", At: "ids{}"}, {Field: "tenant", From: "find", At: "tenant"}},
	}
	s := newService()
	s.results["find"] = []string{`{"cards":[{"number":"4929-1"}],"accounts":[{"id":42}],"ids":{"x":"id-1"}}`}
	set := runtime.NewToolset(s.handle(looseTool{use}), s.handle(looseTool{&runtime.ToolSpec{Name: "find"}})).
		Injecting(func(context.Context, runtime.Injection) (any, error) { return "t1", nil })
	ctx := runtime.WithKnown(t.Context(), &runtime.Known{})
	out := set.Call(ctx, runtime.ToolCall{Name: "use", Arguments: `{"card":"4929-1","account":"","tenant":"t9"}`})
	if out.Error == nil {
		t.Fatal("the card is unknown")
	}
	shown, err := json.Marshal(out)
	if err != nil || strings.Contains(string(shown)+out.RetryHint.Text()+fmt.Sprint(out.Error.Cause), "4929") || strings.Contains(string(shown), "tenant") {
		t.Errorf("%s %v", shown, err)
	}
	set.Call(ctx, runtime.ToolCall{Name: "find", Arguments: `{}`})
	if out := set.Call(ctx, runtime.ToolCall{Name: "use", Arguments: `{"card":"4929-1","account":"42","by":{"note":"anything","a":"id-1","b":""}}`}); out.Error != nil {
		t.Error(out.Error)
	}
	out = set.Call(ctx, runtime.ToolCall{Name: "use", Arguments: `{"account":"43","by":{"note":"x","b":"id-2"}}`})
	if out.Error == nil || !slices.Equal(out.RetryHint.Ask, []string{"account", "by.b"}) {
		t.Errorf("%+v", out.RetryHint)
	}
}

// TestKnownBound drops only the source that has too many values.
func TestKnownBound(t *testing.T) {
	t.Parallel()
	s := newService()
	for i := range 30 {
		s.results["get_all_invoices"] = append(s.results["get_all_invoices"], fmt.Sprintf(`{"invoices":[{"InvoiceId":"INV-%d"}]}`, i))
	}
	set := bookSet(s)
	ctx := runtime.WithKnown(t.Context(), &runtime.Known{MaxValues: 10})
	for range 10 {
		set.Call(ctx, list)
	}
	set.Call(ctx, pays("INV-77"))
	if s.entered["create_payment"] > 0 {
		t.Fatal("a value is accepted although nothing was dropped")
	}
	set.Call(ctx, list)
	if out := set.Call(ctx, pays("INV-77")); out.Error != nil {
		t.Errorf("a value is rejected although it may have been dropped: %v", out.Error)
	}
}
