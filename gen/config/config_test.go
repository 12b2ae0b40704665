package config

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/toolgen/toolgen/gen"
	"github.com/toolgen/toolgen/gen/export"
	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/testdiff"
)

func TestRead(t *testing.T) {
	t.Parallel()
	targets, diags := Read("conf/toolgen.yaml", []byte(`# two packages
- sources: [schemas/a.json, /abs/b.yaml]
  out: a
  package: atools
  type: Op
  envelope: mcp
  ref: [https://example.com/x=y/=vendor/x]
  python-types: true
  closed: true
  no-format-assertion: true
  strict: true
- sources: c.json
`))
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	want := []gen.Target{
		{
			Sources: []string{"conf/schemas/a.json", "/abs/b.yaml"}, Out: "conf/a", Package: "atools", Type: "Op",
			Envelope: "mcp", Refs: []lower.Ref{{Prefix: "https://example.com/x=y/", Path: "conf/vendor/x"}},
			PythonTypes: true, Closed: true, NoFormatAssertion: true, Strict: true,
		},
		{Sources: []string{"conf/c.json"}, Out: "conf"},
	}
	for i := range targets {
		targets[i].Place = want[min(i, len(want)-1)].Place
	}
	if diff := testdiff.Diff(want, targets); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestFaults(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"empty":         {"", "t.yaml:1:1: the file is empty; fill it, or leave it out"},
		"comments":      {"# nothing yet\n", "t.yaml:1:1: the file is empty; fill it, or leave it out"},
		"no list":       {"sources: [a]\n", `t.yaml:1:1: the file is not a list; begin each package with "- ", as in - sources: [tools.json]`},
		"unknown key":   {"- sources: [a]\n  pakage: x\n", `t.yaml:2:3: /0/pakage: unknown key "pakage"; did you mean package?`},
		"strange key":   {"- sources: [a]\n  colour: x\n", `t.yaml:2:3: /0/colour: unknown key "colour"; the keys are sources, rules, out, package, type, envelope, ref, python-types, closed, no-format-assertion, providers, strict`},
		"camel key":     {"- sources: [a]\n  pythonTypes: true\n", `t.yaml:2:3: /0/pythonTypes: unknown key "pythonTypes"; did you mean python-types?`},
		"no sources":    {"- out: a\n", "t.yaml:1:3: /0: the entry has no sources; add sources: [tools.json]"},
		"wrong bool":    {"- sources: [a]\n  closed: \"yes\"\n", "t.yaml:2:11: /0/closed: expected true or false; write one of them, without quotes"},
		"wrong list":    {"- sources: [a, 1]\n", "t.yaml:1:16: /0/sources/1: expected a non-empty string; put it in quotes, or drop it"},
		"no mapping":    {"- a\n", "t.yaml:1:3: /0: the entry is not a mapping; give it keys, as in - sources: [tools.json]"},
		"no envelope":   {"- sources: [a]\n  envelope: letter\n", "t.yaml:2:13: /0/envelope: unknown envelope; use one of mcp, openai-chat, openai-responses, function, anthropic, gemini, bedrock, schema"},
		"bad reference": {"- sources: [a]\n  ref: nonsense\n", `t.yaml:2:8: /0/ref: the reference "nonsense" is not PREFIX=PATH; write PREFIX=PATH, as in https://example.com/schemas/=vendor/schemas`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, diags := Read("t.yaml", []byte(c.text))
			if len(diags) != 1 || diags[0].String() != c.want {
				t.Errorf("got  %v\nwant %s", diags, c.want)
			}
		})
	}
}

func TestSyntaxErrorHasAPlace(t *testing.T) {
	t.Parallel()
	_, diags := Read("t.yaml", []byte("- sources: [a\n  out: b\n"))
	if len(diags) != 1 || diags[0].Pos.Line == 0 {
		t.Errorf("got %v, want one diagnostic with a line", diags)
	}
}

// The JSON Schema for editors must have the keys that Read accepts.
func TestSchemaHasEveryKey(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../schemas/toolgen.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Items struct {
			Properties map[string]struct {
				Enum []string `json:"enum"`
			} `json:"properties"`
		} `json:"items"`
		Defs map[string]struct {
			Enum []string `json:"enum"`
		} `json:"$defs"`
	}
	if err := json.Unmarshal(data, &schema); err != nil {
		t.Fatal(err)
	}
	for _, key := range Keys() {
		if _, ok := schema.Items.Properties[key]; !ok {
			t.Errorf("the schema lacks %s", key)
		}
	}
	if diff := testdiff.Diff(tooldef.Envelopes(), schema.Items.Properties["envelope"].Enum); diff != "" {
		t.Errorf("envelopes (-want +got)\n%s", diff)
	}
	if diff := testdiff.Diff(export.Providers(), schema.Defs["provider"].Enum); diff != "" {
		t.Errorf("providers (-want +got)\n%s", diff)
	}
	for key := range schema.Items.Properties {
		if !slices.Contains(Keys(), key) {
			t.Errorf("the schema has %s, which is no key", key)
		}
	}
}
