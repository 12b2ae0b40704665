package dynamic

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/internal/gentest"
	"github.com/toolgen/toolgen/internal/gentest/worker"
	"github.com/toolgen/toolgen/internal/testdiff"
	"github.com/toolgen/toolgen/runtime"
)

// TestHintsOfGeneratedCode checks that generated code gives the issues and hints of the cases in testdata/hints.
func TestHintsOfGeneratedCode(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds a program")
	}
	var packages []*model.Package
	var cases []*hintCase
	for _, file := range hintFiles(t) {
		_, list := hintCases(t, file)
		for _, c := range list {
			if c.plain() {
				packages = append(packages, &model.Package{Name: fmt.Sprintf("c%d", len(cases)), Tools: []*model.Tool{c.tool.model}})
				cases = append(cases, c)
			}
		}
	}
	for i, m := range mendCases {
		c := &hintCase{name: fmt.Sprintf("mend %d", i)}
		c.tool, c.call = m.make(t)
		packages = append(packages, &model.Package{Name: fmt.Sprintf("c%d", len(cases)), Tools: []*model.Tool{c.tool.model}})
		cases = append(cases, c)
	}
	program := gentest.Build(t, packages, gentest.Options{})
	for i, c := range cases {
		_, err := c.tool.Decode([]byte(c.call))
		var invalid *runtime.ValidationError
		if !errors.As(err, &invalid) {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got := program.Ask(worker.Question{Package: packages[i].Name, Tool: c.tool.Spec().Name, Args: c.call, Hint: true})
		if diff := testdiff.Diff(asText(t, invalid.Issues()), asText(t, got.Issues)); diff != "" {
			t.Errorf("%s: generated code has other issues (-interpreted +generated):\n%s", c.name, diff)
		}
		if diff := testdiff.Diff(asText(t, runtime.BuildHint(c.tool, err, runtime.WithCall([]byte(c.call)))), asText(t, got.Hint)); diff != "" {
			t.Errorf("%s: generated code has another hint (-interpreted +generated):\n%s", c.name, diff)
		}
	}
}

// plain reports whether a case consists of a call only, and is short enough for the worker, which reads lines.
func (c *hintCase) plain() bool {
	for part := range c.parts {
		if part == "error" || part == "found.json" || part == "before" || part == "options" {
			return false
		}
	}
	return len(c.call) < 1<<20
}

func asText(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
