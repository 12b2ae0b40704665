// Package suite reads the official JSON-Schema-Test-Suite from the test data of two Go modules in the module
// cache; no copy is part of this project.
package suite

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// Drafts are the drafts of the suite, newest first, with their $schema: the folder determines the draft of a
// schema without one.
var Drafts = []struct{ Folder, Schema string }{
	{"draft2020-12", "https://json-schema.org/draft/2020-12/schema"},
	{"draft2019-09", "https://json-schema.org/draft/2019-09/schema"},
	{"draft7", "http://json-schema.org/draft-07/schema#"},
	{"draft6", "http://json-schema.org/draft-06/schema#"},
	{"draft4", "http://json-schema.org/draft-04/schema#"},
}

// Levels are the parts of the suite: one required and two optional.
var Levels = []string{"required", "optional", "format"}

// Group is a schema of the suite with its cases.
type Group struct {
	Draft, Level, File string
	Description        string
	Tool               string // tool name for the schema
	Schema             json.RawMessage
	Cases              []Case
	remotes            string
}

// Case is an instance with its expected result.
type Case struct {
	Description string
	Data        json.RawMessage
	Valid       bool
}

// Name identifies a case of the group.
func (g *Group) Name(c Case) string {
	return fmt.Sprintf("%s/%s/%s/%s", g.Draft, g.File, g.Description, c.Description)
}

// Load reads one level of the suite, all drafts.
func Load(t testing.TB, level string) []*Group {
	t.Helper()
	suite := moduleDir(t, "github.com/kaptinlin/jsonschema", "testdata/JSON-Schema-Test-Suite")
	// Two files of that copy are modified; the other module has the originals.
	published := moduleDir(t, "github.com/google/jsonschema-go", "jsonschema/testdata")
	var groups []*Group
	for _, draft := range Drafts {
		for _, file := range files(t, suite, draft.Folder, level) {
			name := strings.TrimSuffix(filepath.Base(file), ".json")
			if draft.Folder == "draft2020-12" && level == "required" && (name == "anchor" || name == "ref") {
				file = filepath.Join(published, draft.Folder, name+".json")
			}
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var read []struct {
				Description string
				Schema      json.RawMessage
				Tests       []Case
			}
			if err := json.Unmarshal(data, &read); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			for _, r := range read {
				groups = append(groups, &Group{
					Draft: draft.Folder, Level: level, File: name, Description: r.Description,
					Tool: fmt.Sprintf("Case%d", len(groups)), Schema: withDraft(r.Schema, draft.Schema), Cases: r.Tests,
					remotes: filepath.Join(suite, "remotes"),
				})
			}
		}
	}
	return groups
}

// moduleDir locates the test data of a module, and downloads it the first time.
func moduleDir(t testing.TB, module, folder string) string {
	t.Helper()
	var downloaded struct{ Dir string }
	out, err := exec.Command("go", "mod", "download", "-json", module).Output()
	if err == nil {
		err = json.Unmarshal(out, &downloaded)
	}
	if err != nil {
		t.Fatalf("go mod download %s: %v\n%s", module, err, out)
	}
	return filepath.Join(downloaded.Dir, filepath.FromSlash(folder))
}

func files(t testing.TB, suite, draft, level string) []string {
	t.Helper()
	folder := filepath.Join(suite, "tests", draft)
	switch level {
	case "optional":
		folder = filepath.Join(folder, "optional")
	case "format":
		folder = filepath.Join(folder, "optional", "format")
	}
	names, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no test files in %s", folder)
	}
	sort.Strings(names)
	return names
}

// withDraft adds $schema to a schema that relies on its folder.
func withDraft(schema json.RawMessage, draft string) json.RawMessage {
	var top map[string]json.RawMessage
	if json.Unmarshal(schema, &top) != nil || top == nil || top["$schema"] != nil {
		return schema
	}
	text := strings.TrimSpace(string(schema))
	separator := ","
	if len(top) == 0 {
		separator = ""
	}
	return json.RawMessage(fmt.Sprintf(`{"$schema":%q%s%s`, draft, separator, text[1:]))
}

// Lower lowers the schemas of groups into one package. Formats are annotations in the required level, as in the
// suite. Rejected groups are missing from the package.
func Lower(name string, groups []*Group) (*model.Package, model.Diagnostics) {
	var tools []*tooldef.Tool
	var diags model.Diagnostics
	for _, g := range groups {
		node, ds := tooldef.ParseNode("schema.json", g.Schema)
		if node == nil || ds.HasErrors() {
			diags = append(diags, ds...)
			continue
		}
		tools = append(tools, &tooldef.Tool{Name: g.Tool, Envelope: tooldef.Schema, Source: "schema.json", Input: node})
	}
	p, ds := lower.Lower(tools, lower.Options{
		Package:           name,
		NoFormatAssertion: groups[0].Level == "required",
		Refs:              []lower.Ref{{Prefix: "http://localhost:1234/", Path: groups[0].remotes}},
		ReadFile:          os.ReadFile,
	})
	return p, append(diags, ds...)
}
