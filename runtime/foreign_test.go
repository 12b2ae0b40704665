package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	googleschema "github.com/google/jsonschema-go/jsonschema"
	santhosh "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	_ "github.com/toolgen/toolgen/runtime/internal/update" // declares -update
)

// orderTool is what the errors of other validators are about.
var orderTool = &brokenTool{spec: ToolSpec{Name: "create_payment", FullSchema: orderToolSchema, Fields: []FieldSpec{
	{Path: "", Type: "object", Closed: true},
	{Path: "AccountId", Type: "string", Required: true, Pattern: "^acc_[a-z0-9]+$", Description: "Bank account that receives the money."},
	{Path: "Amount", Type: "number", Required: true, Bounds: []BoundSpec{{"exclusiveMinimum", "0"}}},
	{Path: "Currency", Type: "string", Enum: []string{`"INR"`, `"USD"`, `"EUR"`}},
	{Path: "Date", Type: "string", Format: "date"},
	{Path: "Applications", Type: "array", Required: true, Bounds: []BoundSpec{{"minItems", "1"}}},
	{Path: "Applications[]", Type: "object"},
	{Path: "Applications[].InvoiceId", Type: "string", Required: true, Bounds: []BoundSpec{{"minLength", "3"}}},
	{Path: "Applications[].Amount", Type: "number", Required: true},
	{Path: "Memo", Type: "string", Bounds: []BoundSpec{{"maxLength", "10"}}},
	{Path: "target", Type: "object"},
	{Path: "target.card", Variant: "Card", Type: "string", Required: true},
	{Path: "target.iban", Variant: "Iban", Type: "string", Required: true},
	{Path: "op", Type: "object"},
	{Path: "op.kind", Variant: "write", Type: "string", Required: true, Enum: []string{`"write"`}},
	{Path: "op.text", Variant: "write", Type: "string", Required: true},
	{Path: "op.kind", Variant: "drop", Type: "string", Required: true, Enum: []string{`"drop"`}},
}}}

// orderToolSchema is the schema of the same tool.
const orderToolSchema = `{"type":"object","required":["AccountId","Amount","Applications"],"additionalProperties":false,"properties":{
"AccountId":{"type":"string","pattern":"^acc_[a-z0-9]+$","description":"Bank account that receives the money."},"Amount":{"type":"number","exclusiveMinimum":0},"Currency":{"type":"string","enum":["INR","USD","EUR"]},"Date":{"type":"string","format":"date"},
"Applications":{"type":"array","minItems":1,"items":{"type":"object","required":["InvoiceId","Amount"],"properties":{"InvoiceId":{"type":"string","minLength":3},"Amount":{"type":"number"}}}},"Memo":{"type":"string","maxLength":10},
"target":{"type":"object","oneOf":[{"title":"Card","required":["card"],"properties":{"card":{"type":"string"}}},{"title":"Iban","required":["iban"],"properties":{"iban":{"type":"string"}}}]},
"op":{"type":"object","oneOf":[{"required":["kind","text"],"properties":{"kind":{"type":"string","enum":["write"]},"text":{"type":"string"}}},{"required":["kind"],"properties":{"kind":{"type":"string","enum":["drop"]}}}]}}}`

const orderSchema = `{"type":"object","required":["AccountId","Amount","Applications"],"additionalProperties":false,"properties":{
"AccountId":{"type":"string","pattern":"^acc_[a-z0-9]+$"},"Amount":{"type":"number","exclusiveMinimum":0},"Currency":{"enum":["INR","USD","EUR"]},"Date":{"type":"string","format":"date"},
"Applications":{"type":"array","minItems":1,"items":{"type":"object","required":["InvoiceId","Amount"],"properties":{"InvoiceId":{"type":"string","minLength":3},"Amount":{"type":"number"}}}},"Memo":{"type":"string","maxLength":10},
"target":{"oneOf":[{"type":"object","required":["card"]},{"type":"object","required":["iban"]}]}}}`

// orderCalls are calls that the Go libraries refuse, each in its own words.
var orderCalls = map[string]string{
	"all":      `{"AccountId":"XX","Amount":-5,"Currency":"inr","Date":"tomorrow","Applications":[{"InvoiceId":"x","Amount":"1"},{"Amount":1}],"Memoo":"hi"}`,
	"required": `{"Amount":1,"Applications":[]}`,
	"length":   `{"AccountId":"acc_1","Amount":1,"Applications":[{"InvoiceId":"x","Amount":1}]}`,
	"type":     `{"AccountId":"acc_1","Amount":"1","Applications":[{"InvoiceId":"xxx","Amount":1}]}`,
	"extra":    `{"AccountId":"acc_1","Amount":1,"Applications":[{"InvoiceId":"xxx","Amount":1}],"Memoo":"hi"}`,
	"nested":   `{"AccountId":"acc_1","Amount":1,"Applications":[{"InvoiceId":"xxx","Amount":1},{"Amount":1}]}`,
	"minimum":  `{"AccountId":"acc_1","Amount":-1,"Applications":[{"InvoiceId":"xxx","Amount":1}]}`,
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

// TestForeignAction holds that a failure which only its own text tells of may be mended with other arguments,
// but not where the text says nothing, and where a second try could do twice what was done in part.
func TestForeignAction(t *testing.T) {
	t.Parallel()
	said := errors.New("no such city: Atlantis")
	spec := func(write, sensitive bool) Tool {
		return &brokenTool{spec: ToolSpec{Name: "find", Write: write, InputSchema: `{"type":"object","properties":{"city":{"type":"string"}}}`, Fields: []FieldSpec{{Path: "city", Type: "string", Sensitive: sensitive}}}}
	}
	const again, stop = " Send it again only if other arguments would help.", " Do not call it again with the same purpose."
	for name, tt := range map[string]struct {
		tool Tool
		err  error
		want Action
		text string
	}{
		"a tool that reads":         {spec(false, false), said, Correct, again},
		"a tool that writes":        {spec(true, false), said, Stop, stop},
		"its text is withheld":      {spec(false, true), said, Stop, stop},
		"an error that says no":     {spec(false, false), errors.New(internalMessage), Stop, stop},
		"an error that is not told": {spec(false, false), context.Canceled, Stop, stop},
	} {
		hint := BuildHint(tt.tool, tt.err)
		if text := hint.Text(); hint.Reason != Internal || hint.Action != tt.want || !strings.HasSuffix(text, tt.text) {
			t.Errorf("%s: %s, %s: %s", name, hint.Reason, hint.Action, text)
		}
	}
}

// TestGoLibraries holds that the errors of the Go libraries, as errors and as texts, are read the same
// way, and that every fault that they tell of is found.
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
	} {
		err := santhoshError(t, orderCalls[name])
		for form, err := range map[string]error{"error": fmt.Errorf("tool: %w", err), "text": errors.New("Error: " + err.Error())} {
			if diff := testdiff.Diff(want, foundIn(err, orderCalls[name])); diff != "" {
				t.Errorf("santhosh, %s, %s (-want +got):\n%s\n%v", name, form, diff, err)
			}
		}
	}
	// This library stops at the first fault, and which that is differs between runs.
	for name, want := range map[string]string{
		"required": "AccountId required", "length": "Applications[].InvoiceId minLength", "type": "Amount type", "extra": "Memoo additionalProperties",
		"nested": "Applications[].InvoiceId required", "minimum": "Amount exclusiveMinimum", "union": "target oneOf",
	} {
		err := googleError(t, orderCalls[name])
		got := foundIn(errors.New(err.Error()), orderCalls[name])
		if len(got) != 1 || got[0] != want && !(name == "required" && got[0] == "Applications minItems") {
			t.Errorf("google, %s: %v, want %s\n%v", name, got, want, err)
		}
	}
}

// foundIn lists the faults that are read out of a foreign error.
func foundIn(err error, call string) []string {
	issues, _ := foreignIssues(err, &orderTool.spec, []byte(call))
	var found []string
	for _, i := range issues {
		found = append(found, i.Field+" "+i.Constraint)
	}
	slices.Sort(found)
	return found
}
