package golden

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/rules"
	"github.com/toolgen/toolgen/internal/gentest/worker"
	"github.com/toolgen/toolgen/internal/testdiff"
	"github.com/toolgen/toolgen/internal/txtar"
	"github.com/toolgen/toolgen/runtime"
)

func isRules(name string) bool { return strings.HasSuffix(name, ".rules.yaml") }

// readRules reads the overlays of a case.
func readRules(archive *txtar.Archive) (overlays []*rules.Overlay, diags model.Diagnostics) {
	for _, f := range archive.Files {
		if isRules(f.Name) {
			o, ds := rules.Read(f.Name, f.Data)
			overlays, diags = append(overlays, o), append(diags, ds...)
		}
	}
	return overlays, diags
}

// interpret compares the interpreter with the verdicts of generated code, for cases with rules.
func (g *golden) interpret(t *testing.T, ask func(worker.Question) worker.Verdict) {
	t.Helper()
	if !slices.ContainsFunc(g.archive.Files, func(f txtar.File) bool { return isRules(f.Name) }) {
		return // covered by the differential tests
	}
	tools := dynamic.Toolset(g.model)
	for _, f := range g.archive.Files {
		name, isCall := strings.CutSuffix(f.Name, ".call")
		if !isCall {
			continue
		}
		toolName, args, _ := strings.Cut(string(f.Data), "\n")
		args = strings.TrimSuffix(args, "\n")
		tool, ok := tools.Lookup(toolName)
		if !ok {
			continue
		}
		_, err := tool.Decode([]byte(args))
		var got []runtime.ValidationIssue
		var invalid *runtime.ValidationError
		if errors.As(err, &invalid) {
			got = invalid.Issues()
		}
		want := ask(worker.Question{Tool: toolName, Args: args}).Issues
		if diff := testdiff.Diff(texts(want), texts(got)); diff != "" {
			t.Errorf("call %s: the interpreter disagrees (-generated +interpreted)\n%s", name, diff)
		}
	}
}

func texts(issues []runtime.ValidationIssue) []string {
	var list []string
	for _, i := range issues {
		list = append(list, i.String()+" "+strings.Join(i.Fields, ","))
	}
	return list
}
