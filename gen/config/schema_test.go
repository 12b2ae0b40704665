package config

import (
	"os"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/runtime"
)

// editorSchema is the JSON Schema with which editors validate toolgen.yaml.
func editorSchema(t *testing.T) runtime.Tool {
	t.Helper()
	data, err := os.ReadFile("../../schemas/toolgen.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	set, diags := dynamic.Load("toolgen.schema.json", data, dynamic.Options{})
	if len(diags) > 0 || len(set.Tools) != 1 {
		t.Fatal(diags)
	}
	return set.Tools[0]
}

func TestSchemaAgreesWithRead(t *testing.T) {
	t.Parallel()
	schema := editorSchema(t)
	for name, c := range map[string]struct {
		text  string
		valid bool
	}{
		"full": {"- sources: [a]\n  rules: [r]\n  out: o\n  package: p\n  type: T\n  envelope: mcp\n  ref: [u=v]\n" +
			"  python-types: true\n  closed: false\n  no-format-assertion: true\n  providers: [openai, bedrock-strict]\n  strict: false\n", true},
		"no provider":  {"- sources: [a]\n  providers: [nobody]\n", false},
		"one source":   {"- sources: a\n", true},
		"no list":      {"sources: [a]\n", false},
		"empty list":   {"[]\n", false},
		"no sources":   {"- out: o\n", false},
		"no source":    {"- sources: []\n", false},
		"empty text":   {"- sources: [\"\"]\n", false},
		"unknown key":  {"- sources: [a]\n  colour: blue\n", false},
		"wrong flag":   {"- sources: [a]\n  closed: 1\n", false},
		"no envelope":  {"- sources: [a]\n  envelope: letter\n", false},
		"wrong source": {"- sources: [1]\n", false},
		"no mapping":   {"- a\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, diags := Read("toolgen.yaml", []byte(c.text))
			if read := !diags.HasErrors(); read != c.valid {
				t.Errorf("Read: valid %v, want %v: %v", read, c.valid, diags)
			}
			node, diags := tooldef.ParseNode("toolgen.yaml", []byte(c.text))
			if node == nil {
				t.Fatal(diags)
			}
			if _, err := schema.Decode([]byte(node.JSON())); (err == nil) != c.valid {
				t.Errorf("schema: valid %v, want %v: %v", err == nil, c.valid, err)
			}
		})
	}
}

func TestExampleConfig(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../example/toolgen.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if targets, diags := Read("example/toolgen.yaml", data); len(diags) > 0 || len(targets) != strings.Count(string(data), "sources:") {
		t.Errorf("got %d targets, %v", len(targets), diags)
	}
}
