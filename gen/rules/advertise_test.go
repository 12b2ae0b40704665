package rules_test

import (
	"fmt"
	"testing"

	"github.com/toolgen/toolgen/internal/testdiff"
)

// The advertised schema contains the rules, but neither injected fields nor Go names.
func TestAdvertised(t *testing.T) {
	t.Parallel()
	const source = `[{"name":"pay","description":"Pays.","inputSchema":{"type":"object","properties":{` +
		`"To":{"type":"string"},"Card":{"type":"string"},"Iban":{"type":"string"},"Note":{"type":"string"},"Tenant":{"type":"string"}}%s}}]`
	const fields = `"To":{"type":"string"},"Card":{"type":"string"},"Iban":{"type":"string"},"Note":{"type":"string"}`
	for _, tt := range []struct{ name, more, rules, sentences, schema string }{
		{"required with the server's field", ``, `required: [To, Tenant], fields: {Tenant: {injected: true}}`,
			"\n- Required: To.", `,"required":["To"]`},
		{"nothing but the server's field", ``, `required: [Tenant], fields: {Tenant: {injected: true}}`, "", ``},
		{"needs the server's field, too", ``, `requires: {Card: [Note, Tenant]}, fields: {Tenant: {injected: true}}`,
			"\n- Card needs Note too.", `,"dependentRequired":{"Card":["Note"]}`},
		{"one of the schema's own choice", `,"anyOf":[{"required":["Tenant","To"]},{"required":["Card"]}]`, `fields: {Tenant: {injected: true}}`,
			"", `,"anyOf":[{"required":["To"]},{"required":["Card"]}]`},
		{"what the server's field needs", `,"dependentRequired":{"Tenant":["To"],"Card":["Tenant"]}`, `fields: {Tenant: {injected: true}}`,
			"", `,"required":["To"]`},
		{"a choice with the server's field", ``, `atLeastOneOf: [Note, Tenant], fields: {Tenant: {injected: true}}`,
			"", `,"anyOf":[{"required":["Note"]},{}]`},
		{"names of Go", ``, `fields: {To: {go-name: Payee}, Note: {go-type: note.Note, go-type-import: x.org/note}}`, "", ``},
		{"groups", ``, `exactlyOneOf: [Card, Iban], atMostOneOf: [To, Note], excludes: {Card: Note}`,
			"\n- Give exactly one of Card and Iban.\n- Give at most one of To and Note.\n- Card excludes Note.",
			`,"allOf":[{"not":{"required":["To","Note"]}},{"not":{"required":["Card","Note"]}}],"oneOf":[{"required":["Card"]},{"required":["Iban"]}]`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			properties := fields
			if tt.sentences != "" {
				tt.sentences = "\n\nRules:" + tt.sentences
			}
			if tt.name == "groups" || tt.name == "names of Go" {
				properties += `,"Tenant":{"type":"string"}`
			}
			pkg, diags := load(t, fmt.Sprintf(source, tt.more), "tools: {pay: {"+tt.rules+"}}")
			if len(diags) > 0 || len(pkg.Tools) == 0 {
				t.Fatal(diags)
			}
			if diff := testdiff.Diff("Pays."+tt.sentences, pkg.Tools[0].Description); diff != "" {
				t.Errorf("description (-want +got)\n%s", diff)
			}
			if diff := testdiff.Diff(`{"type":"object","properties":{`+properties+`}`+tt.schema+`}`, pkg.Tools[0].InputSchema); diff != "" {
				t.Errorf("schema (-want +got)\n%s", diff)
			}
		})
	}
}
