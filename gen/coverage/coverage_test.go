package coverage

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen"
	"github.com/toolgen/toolgen/internal/testdiff"
)

// of reports on the tools of a source.
func of(t *testing.T, source, rules string) Report {
	t.Helper()
	dir := t.TempDir()
	target := gen.Target{Sources: []string{filepath.Join(dir, "t.tools.json")}}
	if err := os.WriteFile(target.Sources[0], []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	if rules != "" {
		target.Rules = []string{filepath.Join(dir, "t.rules.yaml")}
		if err := os.WriteFile(target.Rules[0], []byte(rules), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pkg, diags := gen.Load(target)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return Of(pkg)
}

func TestGaps(t *testing.T) {
	t.Parallel()
	tool := func(name, annotations, schema string) string {
		return `[{"name":"` + name + `","annotations":{` + annotations + `},"inputSchema":` + schema + `}]`
	}
	const optional = `{"type":"object","properties":{"AccountId":{"type":"string"},"Note":{"type":"string"}}}`
	const note = `{"type":"object","properties":{"AccountId":{"type":"string"},"Note":{"type":"string"}},"required":["Note"]}`
	const id = `{"type":"object","properties":{"AccountId":{"type":"string"}},"required":["AccountId"]}`
	const write = `"readOnlyHint":false,"destructiveHint":false`
	for _, tt := range []struct {
		name, source, rules string
		want                []string // nil: not in the report
	}{
		{"reads", tool("get_account", "", optional), "", nil},
		{"declared to read", tool("add_numbers", `"readOnlyHint":true`, optional), "", nil},
		{"declared to read, and destroys", tool("delete_account", `"readOnlyHint":true`, id), "", []string{}},
		{"declared to read by a server, and requires nothing", tool("delete_account", `"readOnlyHint":true`, note), "", []string{"no-identifier"}},
		{"ruled to read, though it destroys", tool("delete_account", `"readOnlyHint":true`, note), "tools: {delete_account: {write: false}}", nil},
		{"accepted", tool("add_account", write, optional), "tools: {add_account: {unchecked: The server fills in the rest.}}", []string{}},
		{"accepted without a gap", tool("accounts.update", write, id), "tools: {accounts.update: {unchecked: For now.}}", []string{"nothing-accepted"}},
		{"ruled to read", tool("order_report", "", optional), "tools: {order_report: {write: false}}", nil},
		{"nothing required", tool("add_account", write, optional), "", []string{"no-required"}},
		{"known by its name", tool("add-account", "", id), "", []string{"undeclared"}},
		{"update of nothing", tool("accounts.update", write, note), "", []string{"no-identifier"}},
		{"update of something", tool("accounts.update", write, id), "", []string{}},
		{"delete by a product's number", tool("delete-item", write, `{"type":"object","properties":{"sku":{"type":"string"}},"required":["sku"]}`), "tools: {delete-item: {confirm: {tier: 2}}}", []string{}},
		{"named after the tool", tool("update_dispute", write, `{"type":"object","properties":{"dispute":{}},"required":["dispute"]}`), "", []string{}},
		{"one of two identifiers", tool("update_user", write, optional), "tools: {update_user: {exactlyOneOf: [AccountId, Note]}}", []string{}},
		{"delete without a question", tool("deleteAccount", `"readOnlyHint":false,"destructiveHint":true`, id), "tools: {deleteAccount: {confirm: {tier: 0}}}", []string{"no-confirmation"}},
		{"delete with approval", tool("deleteAccount", write, id), "tools: {deleteAccount: {confirm: {tier: 0}, approval: true}}", []string{}},
		{"hints ask", tool("deleteAccount", `"destructiveHint":true`, id), "", []string{}},
		{"no arguments", tool("restart", write, `{"type":"object","properties":{}}`), "", []string{}},
		{"what the server fills", tool("add_account", write, id), "tools: {add_account: {fields: {AccountId: {injected: true}}}}", []string{"no-required"}},
		{"every variant requires something", tool("add_account", write, `{"type":"object","oneOf":[{"properties":{"A":{"type":"string"}},"required":["A"]},{"properties":{"B":{"type":"string"}},"required":["B"]}]}`), "", []string{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := of(t, tt.source, tt.rules)
			var got []string
			for _, row := range r.Tools {
				got = []string{}
				for _, g := range row.Gaps {
					got = append(got, g.Kind)
				}
			}
			if diff := testdiff.Diff(tt.want, got); diff != "" {
				t.Errorf("gaps (-want +got)\n%s", diff)
			}
		})
	}
}

// TestAccepted shows what is accepted, and why.
func TestAccepted(t *testing.T) {
	t.Parallel()
	r := of(t, `[{"name":"add_account","inputSchema":{"type":"object","properties":{"A":{"type":"string"}}}}]`,
		"tools: {add_account: {unchecked: \"A test\\e[0m server.\"}}")
	if r.Gaps != 0 || len(r.Tools) != 1 || len(r.Tools[0].Accepted) != 2 {
		t.Fatalf("%+v", r)
	}
	text := r.Table()
	for _, want := range []string{"undeclared (accepted), no-required (accepted)", "accepted for add_account: A test", "0 of them with gaps, 1 with accepted gaps"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "\x1b") || r.GitHub() != "" {
		t.Errorf("%q, %q", text, r.GitHub())
	}
}

func TestGitHubEscapes(t *testing.T) {
	t.Parallel()
	r := Report{Tools: []Tool{{Name: "a\n::error::b", Source: "x,y:z.json", Line: 1, Column: 2, Gaps: []Gap{{"undeclared", "100%", "no"}}}}}
	got := r.GitHub()
	if strings.Count(got, "\n") != 1 || !strings.Contains(got, "file=x%2Cy%3Az.json,") || !strings.Contains(got, "100%25") {
		t.Errorf("workflow command %q", got)
	}
}
