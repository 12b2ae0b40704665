package dynamic

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/testdiff"
	"github.com/toolgen/toolgen/runtime"
)

// TestVariantThatSaysMost checks that of several matching variants the one with the fewest undeclared keys is chosen, and
// that receipts name each dropped key.
func TestVariantThatSaysMost(t *testing.T) {
	t.Parallel()
	const (
		options = `{"anyOf":[{"type":"object","properties":{"a":{"type":"integer"}}},{"type":"object","properties":{"b":{"enum":["x","y"]}}},{"type":"object","properties":{"b":{},"c":{}}}]}`
		within  = `{"anyOf":[{"type":"object","properties":{"o":{"type":"object","properties":{"a":{}}}}},{"type":"object","properties":{"o":{"type":"object","properties":{"b":{}}}}}]}`
	)
	for _, tt := range []struct {
		schema, args, want string
		ignored            []string
	}{
		{options, `{"b":"x"}`, `{"b":"x"}`, nil},
		{options, `{"b":"x","c":1}`, `{"b":"x","c":1}`, nil},
		{options, `{"b":"bad"}`, `{"b":"bad"}`, nil},
		{options, `{"a":1,"b":"x"}`, `{"a":1}`, []string{"b"}},
		{options, `{"a":"bad","z":1}`, `{}`, []string{"a", "z"}},
		{within, `{"o":{"b":1}}`, `{"o":{"b":1}}`, nil},
		{within, `{"o":{"b":1,"z":1}}`, `{"o":{"b":1}}`, []string{"o.z"}},
	} {
		checkCase(t, tt.schema, tt.args, tt.want, tt.ignored)
	}
}

func checkCase(t *testing.T, schema, args, want string, ignored []string) {
	t.Helper()
	set, diags := Load("case.json", []byte(schema), Options{Envelope: tooldef.Schema, TypeName: "Case"})
	if len(set.Tools) != 1 {
		t.Fatal(diags)
	}
	checkTool(t, set.Tools[0], args, want, ignored)
}

func checkTool(t *testing.T, tool *Tool, args, want string, ignored []string) {
	t.Helper()
	var receipts []runtime.Receipt
	v, err := tool.Decode([]byte(args), runtime.CollectReceipts(&receipts))
	if err != nil {
		t.Errorf("%s: %v", args, err)
		return
	}
	var got []string
	for _, r := range receipts {
		if r.Kind == runtime.ReceiptIgnored {
			got = append(got, r.Field)
		}
	}
	slices.Sort(got)
	if diff := testdiff.Diff(ignored, got); diff != "" {
		t.Errorf("%s: receipts (-want +got):\n%s", args, diff)
	}
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var a, b any
	if json.Unmarshal(text, &a) != nil || json.Unmarshal([]byte(want), &b) != nil || !testdiff.Equal(a, b) {
		t.Errorf("%s reads as %s, want %s", args, text, want)
	}
}

// TestReportedChoices runs calls from bug reports.
func TestReportedChoices(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		file, args string
		ignored    []string
	}{
		{"clappia-add_chart.json", "clappia-call.json", []string{"request.direction", "request.is_stacked"}},
	} {
		dir := corpusDir(t, "cases", "reports", "29-anyof-first-fit-drops-declared-keys")
		text, err := os.ReadFile(dir + "/" + tt.file)
		if err != nil {
			t.Fatal(err)
		}
		args, err := os.ReadFile(dir + "/" + tt.args)
		if err != nil {
			t.Fatal(err)
		}
		set, diags := Load(tt.file, text, Options{})
		if len(set.Tools) != 1 {
			t.Fatal(diags)
		}
		checkTool(t, set.Tools[0], string(args), `{"app_id":"A1","chart_index":0,"chart_title":"Sales","request":{"dimensions":[],"aggregation_dimensions":[]}}`, tt.ignored)
	}
}
