package gen_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen"
)

// TestAllRuleFaults checks that faults in the form of rules, in their tools and fields, and in their expressions are reported in
// one run, and that no tool is usable then.
func TestAllRuleFaults(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	source := write("tools.json", `[{"name":"pay","inputSchema":{"type":"object","properties":{"To":{"type":"string"},"Amount":{"type":"number"}},"required":["To"]}},
{"name":"ping","inputSchema":{"type":"object"}}]`)
	own := write("own.yaml", `
tools:
  pay:
    requird: [Amount]
    fields: {Tu: {minLength: 1}}
    rules: [{rule: self.To > 3}, {rule: 'self.To != ""', fieldPath: Too}]
`)
	other := write("other.yaml", "tools: {payy: {write: true}}")
	faults := []string{`unknown key "requird"`, `no field "Tu"`, `no field "Too"`, "> does not accept (string, int)"}
	for _, c := range []struct {
		rules, want []string
		tools       int
	}{
		{[]string{own}, faults, 1},
		{[]string{own, other}, append(faults, `no source has a tool "payy"`), 0},
		{[]string{own, filepath.Join(dir, "none.yaml")}, append(faults, "no such file"), 0},
	} {
		pkg, diags := gen.Load(gen.Target{Sources: []string{source}, Rules: c.rules})
		var lines []string
		for _, d := range diags {
			lines = append(lines, d.String())
		}
		for _, want := range c.want {
			if !strings.Contains(strings.Join(lines, "\n"), want) {
				t.Errorf("no fault %q in\n%s", want, strings.Join(lines, "\n"))
			}
		}
		if len(diags) != len(c.want) || len(pkg.Tools) != c.tools {
			t.Errorf("%d tools, and the faults\n%s", len(pkg.Tools), strings.Join(lines, "\n"))
		}
	}
}
