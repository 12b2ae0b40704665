package rules_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/rules"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// load lowers the tools of a source with overlays, each given as the text of a file.
func load(t *testing.T, source string, overlays ...string) (*model.Package, model.Diagnostics) {
	t.Helper()
	tools, diags := tooldef.Read("tools.json", []byte(source), tooldef.Options{})
	if diags.HasErrors() {
		t.Fatalf("the source is at fault: %v", diags)
	}
	before := make([]string, len(tools))
	for i, tool := range tools {
		before[i] = tool.Input.JSON()
	}
	var all []*rules.Overlay
	diags = nil
	for _, text := range overlays {
		o, ds := rules.Read("rules.yaml", []byte(text))
		all, diags = append(all, o), append(diags, ds...)
	}
	applied, ds := rules.Apply(tools, all)
	diags = append(diags, ds...)
	pkg, ds := lower.Lower(applied.Tools, lower.Options{Package: "p"})
	diags = append(diags, ds...)
	diags = append(diags, applied.Finish(pkg)...)
	for i, tool := range tools {
		if tool.Input.JSON() != before[i] {
			t.Errorf("tool %s: the tree of the source was changed to %s", tool.Name, tool.Input.JSON())
		}
	}
	return pkg, diags
}

func TestBooks(t *testing.T) {
	t.Parallel()
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join("..", "..", "schemas", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	pkg, diags := load(t, read("books.tools.json"), read("books.rules.yaml"))
	for _, d := range diags {
		t.Errorf("diagnostic %s", d)
	}
	tools := map[string]*model.Tool{}
	for _, tool := range pkg.Tools {
		tools[tool.Name] = tool
		if !tool.WriteKnown {
			t.Errorf("tool %s: nobody says whether it writes", tool.Name)
		}
	}
	for name, tier := range map[string]int{
		"get_contacts": 0, "create_payment": 1, "update_bill": 2, "send_invoice": 2, "void_invoice": 3, "delete_contact": 3, "approve_bill": 3,
	} {
		if got := tools[name].Confirm.Tier; got != tier {
			t.Errorf("%s: tier %d, want %d", name, got, tier)
		}
	}
	for name, phrase := range map[string]string{"void_invoice": "VOID", "delete_contact": "DELETE", "approve_bill": "APPROVE"} {
		if got := tools[name].Confirm.Phrase; got != phrase || tools[name].Approval == nil {
			t.Errorf("%s: phrase %q, want %q and an approval", name, got, phrase)
		}
	}
	payment := tools["create_payment"]
	if len(payment.Rules) != 1 || payment.Rules[0].ID != "applied-in-full" || payment.Rules[0].FieldPath != "Applications" {
		t.Errorf("rules of create_payment: %+v", payment.Rules)
	}
	want := model.Remedy{Field: "Applications", Call: "get_all_invoices", Fills: "Applications[].InvoiceId", From: "$.invoices[*].InvoiceId"}
	if got := payment.Remedies[0]; got.Field != want.Field || got.Call != want.Call || got.Fills != want.Fills || got.From != want.From {
		t.Errorf("remedy %+v, want %+v", got, want)
	}
	t.Log(payment.Description)
	t.Log(payment.InputSchema)
	t.Log(tools["create_journal_entry"].InputSchema)
}

// TestTiersOfAnnotations checks MCP annotations against the verb in the tool's name.
func TestTiersOfAnnotations(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, annotations, rules string
		tier                     int
		write                    bool
		warnings                 int
	}{
		{"add_note", `{"readOnlyHint":true}`, "", 0, false, 0},
		{"add_note", `{"readOnlyHint":false,"destructiveHint":false}`, "", 1, true, 0},
		{"add_note", `{"readOnlyHint":false}`, "", 2, true, 0},
		{"add_note", `{"destructiveHint":true,"idempotentHint":false}`, "", 3, true, 0},
		{"add_note", `{}`, "", 0, false, 0},
		{"jira.remove_issue", `{"readOnlyHint":true}`, "", 2, true, 0},
		{"jira.remove_issue", `{"readOnlyHint":true,"destructiveHint":false}`, "", 2, true, 0},
		{"jira.remove_issue", `{"readOnlyHint":false,"destructiveHint":false}`, "", 2, true, 0},
		{"jira.remove_issue", `{"readOnlyHint":false,"destructiveHint":false}`, "tools: {jira.remove_issue: {confirm: {tier: 1}}}", 1, true, 0},
		{"jira.remove_issue", `{"readOnlyHint":true}`, "tools: {jira.remove_issue: {write: false}}", 0, false, 0},
		{"jira.remove_issue", `{"readOnlyHint":false}`, "tools: {jira.remove_issue: {write: false}}", 0, false, 1},
		{"add_note", `{"readOnlyHint":true}`, "tools: {add_note: {write: true}}", 2, true, 1},
	} {
		source := `[{"name":"` + tt.name + `","annotations":` + tt.annotations + `,"inputSchema":{"type":"object"}}]`
		var overlays []string
		if tt.rules != "" {
			overlays = []string{tt.rules}
		}
		pkg, diags := load(t, source, overlays...)
		if len(pkg.Tools) != 1 || pkg.Tools[0].Confirm.Tier != tt.tier || pkg.Tools[0].Write != tt.write || len(diags) != tt.warnings {
			t.Errorf("%s %s %s: %+v, %v", tt.name, tt.annotations, tt.rules, pkg.Tools[0].Confirm, diags)
		}
	}
}

// A tool with a confirmation is a write, even if declared otherwise, so that the gate sees it.
func TestAskedAboutIsAWrite(t *testing.T) {
	t.Parallel()
	const source = `[{"type":"function","function":{"name":"wipe","parameters":{"type":"object","properties":{}}}}]`
	for overlay, want := range map[string]bool{
		"tools: {wipe: {confirm: {tier: 1}}}":               true,
		"tools: {wipe: {approval: true}}":                   true,
		"tools: {wipe: {confirm: {tier: 0}}}":               false,
		"tools: {wipe: {write: false, confirm: {tier: 1}}}": false,
	} {
		pkg, diags := load(t, source, overlay)
		if diags.HasErrors() {
			t.Errorf("%s: %v", overlay, diags)
			continue
		}
		if got := pkg.Tools[0].Write; got != want {
			t.Errorf("%s: write is %t", overlay, got)
		}
	}
}
