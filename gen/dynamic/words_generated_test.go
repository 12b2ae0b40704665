package dynamic

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/internal/gentest"
	"github.com/toolgen/toolgen/internal/gentest/worker"
	"github.com/toolgen/toolgen/runtime"
)

// TestWordsOfGeneratedCode holds generated code to the same issues and the same hint in each of the cases
// whose texts TestWords shows, and in those that TestMends mends.
func TestWordsOfGeneratedCode(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds a program")
	}
	var packages []*model.Package
	cases := slices.Clone(wordCases)
	for _, m := range mendCases {
		cases = append(cases, wordCase{"", m.schema, m.call})
	}
	for i, w := range cases {
		tool, _ := w.make(t)
		packages = append(packages, &model.Package{Name: fmt.Sprintf("w%d", i), Tools: []*model.Tool{tool.model}})
	}
	program := gentest.Build(t, packages, gentest.Options{})
	for i, w := range cases {
		if w.constraint == "size" {
			continue // the program reads shorter lines
		}
		tool, args := w.make(t)
		_, err := tool.Decode(args)
		var invalid *runtime.ValidationError
		if !errors.As(err, &invalid) {
			t.Errorf("%s: %v", args, err)
			continue
		}
		got := program.Ask(worker.Question{Package: packages[i].Name, Tool: tool.Spec().Name, Args: string(args)})
		if diff := cmp.Diff(asText(t, invalid.Issues()), asText(t, got.Issues)); diff != "" {
			t.Errorf("%s %s %s: generated code has other issues (-interpreted +generated):\n%s", w.constraint, w.schema, args, diff)
		}
		if diff := cmp.Diff(asText(t, runtime.BuildHint(tool, err, runtime.WithCall(args))), asText(t, got.Hint)); diff != "" {
			t.Errorf("%s %s %s: generated code has another hint (-interpreted +generated):\n%s", w.constraint, w.schema, args, diff)
		}
	}
}

func asText(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
