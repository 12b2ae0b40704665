package rulecode_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan/rulecode"
	"github.com/toolgen/toolgen/gen/rules/expr"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/testdiff"
	"github.com/toolgen/toolgen/internal/update"
)

const functionsSchema = `{"type":"object","required":["n","d","name","tags","lines"],"properties":{
	"n":{"type":"integer"},"m":{"type":"integer"},"d":{"type":"number"},"small":{"type":"integer","format":"int32"},
	"name":{"type":"string"},"alias":{"type":"string"},"note":{"type":["string","null"]},"flag":{"type":"boolean"},
	"tags":{"type":"array","maxItems":9,"items":{"type":"string"}},"codes":{"type":["array","null"],"maxItems":9,"items":{"type":"integer"}},
	"labels":{"type":"object","maxProperties":9,"additionalProperties":{"type":"string"}},
	"lines":{"type":"array","maxItems":9,"items":{"type":"object","properties":{"amount":{"type":"number"},"id":{"type":"string"}}}}}}`

// TestFunctions compares the functions of the rules in testdata/functions.txt, each of which follows its rule.
func TestFunctions(t *testing.T) {
	t.Parallel()
	const file = "testdata/functions.txt"
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for line := range strings.Lines(string(old)) {
		source, isRule := strings.CutPrefix(line, "# ")
		if isRule {
			fmt.Fprintf(&out, "# %s%s\n", source, body(t, strings.TrimSpace(source)))
		}
	}
	if *update.Expected {
		if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := testdiff.Diff(string(old), out.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// body is the body of the function of a rule.
func body(t *testing.T, source string) string {
	t.Helper()
	node, diags := tooldef.ParseNode("sample.json", []byte(functionsSchema))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	p, diags := lower.Lower([]*tooldef.Tool{{Name: "sample", Envelope: tooldef.Schema, Input: node}}, lower.Options{Package: "sample"})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	args := p.Tools[0].Args
	args.Rules = []model.Rule{{ID: "rule", Source: source}}
	if diags := expr.Compile(p); diags.HasErrors() {
		t.Fatal(diags)
	}
	rules, err := rulecode.Compile(args, names{})
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	return "\t" + strings.ReplaceAll(printed(t, rules[0].Holds), "\n", "\n\t") + "\n"
}
