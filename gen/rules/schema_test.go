package rules

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"

	"github.com/toolgen/toolgen/internal/testdiff"
)

const schemaFile = "../../schemas/rules.schema.json"

// The schema, from which editors complete, has exactly the words that the reader accepts.
func TestSchemaHasTheWords(t *testing.T) {
	t.Parallel()
	var s struct {
		Defs map[string]struct {
			Properties map[string]any
		} `json:"$defs"`
	}
	data, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &s); err != nil {
		t.Fatal(err)
	}
	notOfTools := []string{"sensitive", "injected"}
	for def, want := range map[string][]string{
		"tool":  slices.DeleteFunc(ofTool.words(), func(w string) bool { return slices.Contains(notOfTools, w) }),
		"field": ofField.words(),
		"rule":  slices.Clone(ruleWords),
	} {
		var got []string
		for word := range s.Defs[def].Properties {
			got = append(got, word)
		}
		slices.Sort(got)
		slices.Sort(want)
		if diff := testdiff.Diff(want, got); diff != "" {
			t.Errorf("words of %s (-reader +schema)\n%s", def, diff)
		}
	}
}

func TestSchemaTakesTheExample(t *testing.T) {
	t.Parallel()
	schema, err := jsonschema.NewCompiler().Compile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../../schemas/*.rules.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no rules files", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var v any
		if err := yaml.Unmarshal(data, &v); err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(v); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}
