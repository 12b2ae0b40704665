// Package foreign_test turns errors of other validators into hints.
package foreign_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	googleschema "github.com/google/jsonschema-go/jsonschema"
	santhosh "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	_ "github.com/toolgen/toolgen/runtime/internal/update" // declares -update
)

// order is the tool of the calls.
type order struct{}

func (order) Spec() *runtime.ToolSpec {
	return &runtime.ToolSpec{Name: "create_payment", FullSchema: orderToolSchema}
}

func (order) Decode([]byte, ...runtime.DecodeOption) (any, error) {
	return nil, errors.New("another validator decides")
}

const orderToolSchema = `{"type":"object","required":["AccountId","Amount","Applications"],"additionalProperties":false,"properties":{
"AccountId":{"type":"string","pattern":"^acc_[a-z0-9]+$","description":"Bank account that receives the money."},"Amount":{"type":"number","exclusiveMinimum":0},"Currency":{"type":"string","enum":["INR","USD","EUR"]},"Date":{"type":"string","format":"date"},
"Applications":{"type":"array","minItems":1,"items":{"type":"object","required":["InvoiceId","Amount"],"properties":{"InvoiceId":{"type":"string","minLength":3},"Amount":{"type":"number"}}}},"Memo":{"type":"string","maxLength":10},
"target":{"type":"object","oneOf":[{"title":"Card","required":["card"],"properties":{"card":{"type":"string"}}},{"title":"Iban","required":["iban"],"properties":{"iban":{"type":"string"}}}]},
"op":{"type":"object","oneOf":[{"required":["kind","text"],"properties":{"kind":{"type":"string","enum":["write"]},"text":{"type":"string"}}},{"required":["kind"],"properties":{"kind":{"type":"string","enum":["drop"]}}}]}}}`

const orderSchema = `{"type":"object","required":["AccountId","Amount","Applications"],"additionalProperties":false,"properties":{
"AccountId":{"type":"string","pattern":"^acc_[a-z0-9]+$"},"Amount":{"type":"number","exclusiveMinimum":0},"Currency":{"enum":["INR","USD","EUR"]},"Date":{"type":"string","format":"date"},
"Applications":{"type":"array","minItems":1,"items":{"type":"object","required":["InvoiceId","Amount"],"properties":{"InvoiceId":{"type":"string","minLength":3},"Amount":{"type":"number"}}}},"Memo":{"type":"string","maxLength":10},
"target":{"oneOf":[{"type":"object","required":["card"]},{"type":"object","required":["iban"]}]}}}`

// orderCalls are calls that the Go libraries reject, each with its own message.
var orderCalls = map[string]string{
	"all":      `{"AccountId":"XX","Amount":-5,"Currency":"inr","Date":"tomorrow","Applications":[{"InvoiceId":"x","Amount":"1"},{"Amount":1}],"Memoo":"hi"}`,
	"required": `{"Amount":1,"Applications":[]}`,
	"length":   `{"AccountId":"acc_1","Amount":1,"Applications":[{"InvoiceId":"x","Amount":1}]}`,
	"type":     `{"AccountId":"acc_1","Amount":"1","Applications":[{"InvoiceId":"xxx","Amount":1}]}`,
	"extra":    `{"AccountId":"acc_1","Amount":1,"Applications":[{"InvoiceId":"xxx","Amount":1}],"Memoo":"hi"}`,
	"nested":   `{"AccountId":"acc_1","Amount":1,"Applications":[{"InvoiceId":"xxx","Amount":1},{"Amount":1}]}`,
	"minimum":  `{"AccountId":"acc_1","Amount":-1,"Applications":[{"InvoiceId":"xxx","Amount":1}]}`,
	"words":    `{"AccountId":"XX","Amount":1,"Currency":"inr","Date":"tomorrow","Applications":[{"InvoiceId":"xxx","Amount":1}]}`,
	"union":    `{"AccountId":"acc_1","Amount":1,"Applications":[{"InvoiceId":"xxx","Amount":1}],"target":{}}`,
}

func santhoshError(t *testing.T, call string) error {
	t.Helper()
	c := santhosh.NewCompiler()
	c.AssertFormat()
	doc, err := santhosh.UnmarshalJSON(strings.NewReader(orderSchema))
	if err == nil {
		err = c.AddResource("order.json", doc)
	}
	if err != nil {
		t.Fatal(err)
	}
	v, err := santhosh.UnmarshalJSON(strings.NewReader(call))
	if err != nil {
		t.Fatal(err)
	}
	return c.MustCompile("order.json").Validate(v)
}

func googleError(t *testing.T, call string) error {
	t.Helper()
	var schema googleschema.Schema
	if err := json.Unmarshal([]byte(orderSchema), &schema); err != nil {
		t.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal([]byte(call), &v); err != nil {
		t.Fatal(err)
	}
	return fmt.Errorf("validating \"arguments\": %w", resolved.Validate(v))
}

// TestGoLibraries checks that errors of the Go libraries give the same faults as error values and as text, and
// that no fault is missed.
func TestGoLibraries(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][]string{
		"all":      {"AccountId pattern", "Amount exclusiveMinimum", "Applications[0].Amount type", "Applications[0].InvoiceId minLength", "Applications[1].InvoiceId required", "Currency enum", "Date format", "Memoo additionalProperties"},
		"required": {"AccountId required", "Applications minItems"},
		"length":   {"Applications[0].InvoiceId minLength"},
		"type":     {"Amount type"},
		"extra":    {"Memoo additionalProperties"},
		"nested":   {"Applications[1].InvoiceId required"},
		"minimum":  {"Amount exclusiveMinimum"},
		"union":    {"target oneOf"},
		"words":    {"AccountId pattern", "Currency enum", "Date format"},
	} {
		err := santhoshError(t, orderCalls[name])
		for form, err := range map[string]error{"error": fmt.Errorf("tool: %w", err), "text": errors.New("Error: " + err.Error())} {
			found := foundIn(err)
			if name == "all" { // a hint lists five of them
				if len(found) != 5 || slices.ContainsFunc(found, func(fault string) bool { return !slices.Contains(want, fault) }) {
					t.Errorf("santhosh, %s: %q\n%v", form, found, err)
				}
				continue
			}
			if diff := testdiff.Diff(want, found); diff != "" {
				t.Errorf("santhosh, %s, %s (-want +got):\n%s\n%v", name, form, diff, err)
			}
		}
	}
	// This library stops at an arbitrary first fault.
	for name, want := range map[string]string{
		"required": "AccountId required", "length": "Applications[].InvoiceId minLength", "type": "Amount type", "extra": "Memoo additionalProperties",
		"nested": "Applications[].InvoiceId required", "minimum": "Amount exclusiveMinimum", "union": "target oneOf",
	} {
		err := googleError(t, orderCalls[name])
		got := foundIn(errors.New(err.Error()))
		if len(got) != 1 || got[0] != want && !(name == "required" && got[0] == "Applications minItems") {
			t.Errorf("google, %s: %v, want %s\n%v", name, got, want, err)
		}
	}
}

// foundIn returns the faults that a hint shows for a foreign error.
func foundIn(err error) (found []string) {
	hint := runtime.BuildHint(order{}, err, runtime.WithBudget(1<<14))
	for _, field := range hint.MissingFields {
		found = append(found, field+" required")
	}
	for _, field := range hint.UnknownFields {
		found = append(found, field+" additionalProperties")
	}
	for _, c := range hint.Constraints {
		found = append(found, c.Field+" "+c.Constraint)
	}
	slices.Sort(found)
	return slices.Compact(found)
}
