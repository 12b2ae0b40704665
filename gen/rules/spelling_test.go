package rules_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/gen/rules/expr"
	"github.com/toolgen/toolgen/internal/testdiff"
	"github.com/toolgen/toolgen/runtime"
)

// Equivalent rules in an overlay, inline, and in Kubernetes' syntax have the same effect.
func TestSpellings(t *testing.T) {
	t.Parallel()
	source := func(root, net, lines string) string {
		return `[{"name":"pay","description":"Pays.","inputSchema":{"type":"object","properties":{"To":{"type":"string"},"Card":{"type":"string"},"Iban":{"type":"string"},` +
			`"Net":{"type":"number"` + net + `},"Lines":{"type":"array","items":{"type":"object","properties":{"Debit":{"type":"number"},"Credit":{"type":"number"}}` + lines + `}}}` + root + `}}]`
	}
	const (
		rule  = `{"id":"small","rule":"!has(self.Net) || self.Net < 5.0","message":"Small ones only.","fieldPath":"Net"}`
		words = `"write":true,"blankIsMissing":true,"required":["To"],"closed":true,"confirm":{"tier":3},"approval":true,"exactlyOneOf":["Card","Iban"]`
		item  = `"atLeastOneOf":["Debit","Credit"],"excludes":{"Debit":["Credit"]}`
	)
	spellings := map[string][2]string{
		"overlay": {source("", `,"exclusiveMinimum":0`, ""), `{"tools":{"pay":{` + words + `,"rules":[` + rule + `],"fields":{"Net":{"question":"How much?"},"Lines[]":{` + item + `}}}}}`},
		"inline":  {source(`,"x-toolgen":{`+words+`,"rules":[`+rule+`]}`, `,"exclusiveMinimum":0,"x-toolgen":{"question":"How much?"}`, `,"x-toolgen":{`+item+`}`), ""},
		"kubernetes": {source(`,"x-toolgen":{`+words+`},"x-kubernetes-validations":[`+strings.Replace(rule, `"Net"}`, `".Net"}`, 1)+`]`,
			`,"exclusiveMinimum":0,"x-toolgen":{"question":"How much?"}`, `,"x-toolgen":{`+item+`}`), ""},
	}
	calls := []string{
		`{}`, `{"To":"a","Card":"b"}`, `{"To":" ","Card":"","Iban":"i","Net":0}`, `{"To":"a","Card":"b","Iban":"c","Net":7,"more":1}`,
		`{"To":"a","Iban":"c","Net":4,"Lines":[{"Debit":1},{},{"Debit":1,"Credit":2}]}`,
	}
	var first []string
	for _, name := range []string{"overlay", "inline", "kubernetes"} {
		var overlays []string
		if spellings[name][1] != "" {
			overlays = append(overlays, spellings[name][1])
		}
		pkg, diags := load(t, spellings[name][0], overlays...)
		if len(diags) > 0 || len(pkg.Tools) != 1 {
			t.Fatalf("%s: %v", name, diags)
		}
		if diags := expr.Compile(pkg); len(diags) > 0 {
			t.Fatalf("%s: %v", name, diags)
		}
		tool := pkg.Tools[0]
		if !tool.Write || tool.Confirm.Tier != 3 || tool.Confirm.Phrase != "PAY" || tool.Approval == nil {
			t.Errorf("%s: write %t, confirm %+v, approval %v", name, tool.Write, tool.Confirm, tool.Approval)
		}
		lines := strings.Split(tool.Description, "\n")
		slices.Sort(lines) // the order of reports differs between spellings
		said := append(lines, tool.InputSchema)
		interpreted := dynamic.NewTool(tool)
		for _, call := range calls {
			_, err := interpreted.Decode([]byte(call))
			said = append(said, call)
			var invalid *runtime.ValidationError
			if errors.As(err, &invalid) {
				for _, i := range invalid.Issues() {
					said = append(said, fmt.Sprintf("%s %s %s %s", i.Field, i.Constraint, i.Rule, i.Message))
				}
				said = append(said, runtime.BuildHint(interpreted, err).Text())
			}
		}
		if first == nil {
			first = said
		}
		if diff := testdiff.Diff(first, said); diff != "" {
			t.Errorf("%s does not say what the overlay says (-overlay +%s)\n%s", name, name, diff)
		}
	}
	if text := strings.Join(first, "\n"); strings.Count(text, "rule small Small ones only.") != 1 || !strings.Contains(text, "To required") {
		t.Errorf("the calls test little:\n%s", text)
	}
}
