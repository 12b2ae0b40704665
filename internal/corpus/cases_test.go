package corpus

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/gentest"
	"github.com/toolgen/toolgen/internal/gentest/worker"
	"github.com/toolgen/toolgen/runtime"
)

// small is a small case from a public bug report.
type small struct {
	ID           string          `json:"id"`
	Kind         string          `json:"kind"`
	Schema       json.RawMessage `json:"schema"`
	Args         string          `json:"args_raw"`
	Expect       string          `json:"expect"`
	ExpectIssues []struct {
		Field      string `json:"field"`
		Constraint string `json:"constraint"`
	} `json:"expect_issues"`
	Coerced string `json:"coerced"` // JSON text
}

// Each small case behaves as it says.
func TestCases(t *testing.T) {
	t.Parallel()
	shared := gentest.Shared()
	if shared == "" {
		t.Skip("no cases beside the module")
	}
	data, err := os.ReadFile(filepath.Join(shared, "cases", "cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []small
	var packages []*model.Package
	tools := map[string]string{}
	refused := map[string]model.Diagnostics{}
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		var c small
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
		read, diags := tooldef.Read("case.json", c.Schema, tooldef.Options{Envelope: tooldef.Schema})
		p, ds := lower.Lower(read, lower.Options{Package: c.ID})
		refused[c.ID] = errorsOf(append(diags, ds...))
		if len(p.Tools) == 1 {
			packages = append(packages, p)
			tools[c.ID] = p.Tools[0].Name
		}
	}
	program := gentest.Build(t, packages, gentest.Options{Vet: true})
	for _, c := range cases {
		t.Run(c.ID+"-"+c.Kind, func(t *testing.T) {
			if c.Expect == "generate-error" {
				wantRefusal(t, c, refused[c.ID])
				return
			}
			if len(refused[c.ID]) > 0 {
				t.Fatalf("not generated: %v", refused[c.ID])
			}
			got := program.Ask(worker.Question{Package: c.ID, Tool: tools[c.ID], Args: c.Args})
			wantStrict(t, c, got)
			if c.Expect == "valid-with-coercion" {
				wantCoerced(t, c, program.Ask(worker.Question{Package: c.ID, Tool: tools[c.ID], Args: c.Args, Lenient: true}))
			}
		})
	}
}

// wantRefusal checks for a diagnostic at the case's position.
func wantRefusal(t *testing.T, c small, diags model.Diagnostics) {
	t.Helper()
	for _, want := range c.ExpectIssues {
		if !slices.ContainsFunc(diags, func(d model.Diagnostic) bool { return d.Pointer == want.Field }) {
			t.Errorf("no diagnostic at %s; there are %v", want.Field, diags)
		}
	}
}

// wantStrict checks the result of strict decoding, with exactly the issues of the case.
func wantStrict(t *testing.T, c small, got worker.Verdict) {
	t.Helper()
	if got.Failure != "" {
		t.Fatal(got.Failure)
	}
	var want, have []string
	for _, i := range c.ExpectIssues {
		want = append(want, i.Field+" "+i.Constraint)
	}
	for _, i := range got.Issues {
		have = append(have, runtime.Pointer(i.Field)+" "+i.Constraint)
	}
	slices.Sort(want)
	slices.Sort(have)
	if fmt.Sprint(want) != fmt.Sprint(have) {
		t.Errorf("issues %v, want %v", have, want)
	}
	if valid := c.Expect == "valid"; got.Valid != valid {
		t.Errorf("valid is %v, want %v", got.Valid, valid)
	}
	if len(got.Validate) > 0 {
		t.Errorf("Validate rejects the decoded value: %v", got.Validate)
	}
}

// wantCoerced checks the result of lenient decoding and its receipt.
func wantCoerced(t *testing.T, c small, got worker.Verdict) {
	t.Helper()
	if !got.Valid {
		t.Fatalf("refused under leniency: %v %s", got.Issues, got.Failure)
	}
	var want, have any
	if json.Unmarshal([]byte(c.Coerced), &want) != nil || json.Unmarshal([]byte(got.Value), &have) != nil || !reflect.DeepEqual(want, have) {
		t.Errorf("became %s, want %s", got.Value, c.Coerced)
	}
	if len(got.Receipts) == 0 {
		t.Error("changed without a receipt")
	}
}
