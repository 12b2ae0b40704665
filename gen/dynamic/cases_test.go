package dynamic

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/testdiff"
	"github.com/toolgen/toolgen/runtime"
)

// sharedCase is a small case from a public bug report.
type sharedCase struct {
	ID           string
	Schema       json.RawMessage
	ArgsRaw      string `json:"args_raw"`
	Expect       string
	Coerced      string
	ExpectIssues []caseIssue `json:"expect_issues"`
}

type caseIssue struct{ Field, Constraint string }

// TestSharedCases runs the cases strictly, and those about leniency again with all of it.
func TestSharedCases(t *testing.T) {
	file, err := os.Open(corpusDir(t, "cases", "cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c sharedCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		t.Run(c.ID, func(t *testing.T) { c.run(t) })
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

func (c sharedCase) run(t *testing.T) {
	set, diags := Load("case.json", c.Schema, Options{Envelope: tooldef.Schema, TypeName: "Case"})
	if c.Expect == "generate-error" {
		why, unavailable := set.Unavailable["Case"]
		if !unavailable || len(set.Tools) > 0 {
			t.Fatalf("the tool is available; diagnostics: %v", diags)
		}
		if got, want := why.Pointer, c.ExpectIssues[0].Field; got != want {
			t.Errorf("the fault is at %s, want %s: %v", got, want, why)
		}
		return
	}
	if len(set.Tools) != 1 {
		t.Fatalf("the tool is not available: %v", diags)
	}
	_, err := set.Tools[0].Decode([]byte(c.ArgsRaw))
	if c.Expect == "valid" {
		if err != nil {
			t.Errorf("refused: %v", err)
		}
		return
	}
	var invalid *runtime.ValidationError
	if !errors.As(err, &invalid) {
		t.Fatalf("the error %v has no issues", err)
	}
	c.compare(t, invalid.Issues())
	if c.Expect == "valid-with-coercion" {
		c.coerce(t, set.Tools[0])
	}
}

// compare requires every expected issue, in order, and no issue of another field. Further issues of a listed field are
// allowed.
func (c sharedCase) compare(t *testing.T, issues []runtime.ValidationIssue) {
	t.Helper()
	var got []caseIssue
	for _, issue := range issues {
		seen := caseIssue{runtime.Pointer(issue.Field), issue.Constraint}
		field := func(want caseIssue) bool { return want.Field == seen.Field }
		if !slices.Contains(c.ExpectIssues, seen) && slices.ContainsFunc(c.ExpectIssues, field) {
			continue
		}
		got = append(got, seen)
	}
	if diff := testdiff.Diff(c.ExpectIssues, got); diff != "" {
		t.Errorf("issues (-want +got):\n%s", diff)
	}
}

// coerce decodes the case with all leniency.
func (c sharedCase) coerce(t *testing.T, tool *Tool) {
	t.Helper()
	var receipts []runtime.Receipt
	got, err := tool.Decode([]byte(c.ArgsRaw), runtime.Lenient(), runtime.CollectReceipts(&receipts))
	if err != nil {
		t.Fatalf("rejected with Lenient: %v", err)
	}
	want := plainValue(c.Coerced)
	if diff := testdiff.Diff(want, got); diff != "" {
		t.Errorf("value (-want +got):\n%s", diff)
	}
	if len(receipts) == 0 {
		t.Error("there is no receipt")
	}
}
