package golang_test

import (
	"bytes"
	"go/format"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/golang"
	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/testdiff"
)

// TestNumbersAreSpelledAsGofmtDoes has numbers in every place that copies them from the schema.
func TestNumbersAreSpelledAsGofmtDoes(t *testing.T) {
	t.Parallel()
	files, err := golang.Print(lowerAll(t, `{"name":"numbers","inputSchema":{"type":"object","properties":{
		"a":{"type":"number","minimum":1E2,"maximum":1.5E+3,"multipleOf":5E-1,"default":2E2},
		"b":{"type":"number","enum":[1E2,2.5E0]},
		"c":{"type":"number","const":1E2},
		"d":{"type":"integer","minimum":1E2,"enum":[1E2,3E2],"default":1E2},
		"e":{"type":"array","items":{"type":"number"},"default":[1E2,-2E-2]},
		"f":{"enum":["x",1E2]}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	for name, source := range files {
		if again, err := format.Source(source); err != nil || !bytes.Equal(again, source) {
			t.Errorf("gofmt changes %s: %v\n%s", name, err, testdiff.Diff(string(source), string(again)))
		}
	}
}

func lowerAll(t *testing.T, tools ...string) *model.Package {
	t.Helper()
	defs, diags := tooldef.Read("tools.json", []byte(`{"tools":[`+strings.Join(tools, ",")+`]}`), tooldef.Options{})
	p, more := lower.Lower(defs, lower.Options{Package: "tools"})
	if diags.HasErrors() || more.HasErrors() || len(p.Tools) != len(tools) {
		t.Fatal(diags, more)
	}
	return p
}
