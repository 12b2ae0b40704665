package expr_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/rules"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// merged builds a model from a source with an overlay, which may be empty.
func merged(t testing.TB, name, file, source, overlay string) *model.Package {
	t.Helper()
	tools, diags := tooldef.Read(file, []byte(source), tooldef.Options{})
	var overlays []*rules.Overlay
	if overlay != "" {
		o, more := rules.Read(name+".rules.yaml", []byte(overlay))
		overlays, diags = append(overlays, o), append(diags, more...)
	}
	applied, more := rules.Apply(tools, overlays)
	diags = append(diags, more...)
	p, more := lower.Lower(applied.Tools, lower.Options{Package: name})
	diags = append(append(diags, more...), applied.Finish(p)...)
	if diags.HasErrors() || len(p.Tools) == 0 {
		t.Fatalf("%s: %v", name, diags)
	}
	return p
}

const order = `[{"name":"order","inputSchema":{"type":"object","properties":{
	"Id":{"type":"string"},"Name":{"type":["string","null"]},"Card":{"type":"string"},"Iban":{"type":"string"},"Cash":{"type":"boolean"},
	"Net":{"type":"number"},"Gross":{"type":"number"},"Level":{"type":"integer"},"Reason":{"type":"string"},"odd key":{"type":"string"},
	"Tags":{"type":"array","items":{"type":"string"}},"Labels":{"type":"object","additionalProperties":{"type":"string"}},
	"Lines":{"type":"array","items":{"type":"object","properties":{"Debit":{"type":"number"},"Credit":{"type":"number"},"Text":{"type":"string"}}}}}}}]`

const orderRules = `
tools:
  order:
    required: [Id, Lines]
    exactlyOneOf: [Card, Iban, Cash]
    atLeastOneOf: [[Net, Gross], [Reason, "odd key", Tags]]
    atMostOneOf: [Level, Labels]
    requires: {Gross: [Reason, Level]}
    excludes: {Cash: [Net], Iban: Name}
    fields:
      Id: {minLength: 2, pattern: "^[a-z]"}
      Net: {exclusiveMinimum: 0, multipleOf: 0.1}
      Level: {minimum: 1, maximum: 3}
      Card: {enum: [a, b, ab, ""]}
      Tags: {uniqueItems: true, minItems: 2}
      "Tags[]": {maxLength: 2}
      Labels: {maxProperties: 2}
      Lines: {minItems: 1, maxItems: 2}
      "Lines[]": {exactlyOneOf: [Debit, Credit], requires: {Text: Debit}}
    rules:
      - {id: small, rule: "!has(self.Net) || self.Net < 2.0", message: Small.}
      - {id: named, rule: "!has(self.Reason) || has(self.Name)"}
`

// Generated code with overlays of every word agrees with the interpreter, with and without blank-as-missing.
func TestOverlaysAgree(t *testing.T) {
	t.Parallel()
	plain := merged(t, "order", "order.json", order, orderRules)
	blank := merged(t, "blank", "order.json", order, strings.Replace(orderRules, "required:", "blankIsMissing: true\n    required:", 1))
	differential(t, []*model.Package{plain, blank}, nightly(2_000, 20_000))
}

// The Kubernetes resource definitions of the corpus, rules unchanged, agree with cel-go.
func TestResourceDefinitionsAgreeWithCEL(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../../../shared/corpus/tools/crds/*.json")
	if err != nil || len(files) == 0 {
		t.Skip("the corpus is not there")
	}
	var packages []*model.Package
	count := 0
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(source), "x-kubernetes-validations") {
			continue
		}
		name, _, _ := strings.Cut(filepath.Base(file), "__")
		p := merged(t, strings.NewReplacer(".", "", "-", "").Replace(name), file, string(source), "")
		for i := range p.Tools[0].Rules {
			p.Tools[0].Rules[i].Pointer = "any" // random resources rarely violate some of them
		}
		count += len(p.Tools[0].Rules)
		packages = append(packages, p)
	}
	if len(packages) < 3 || count < 15 {
		t.Fatalf("only %d definitions with %d rules", len(packages), count)
	}
	differential(t, packages, nightly(600, 10_000))
}
