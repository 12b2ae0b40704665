package dynamic

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

// suiteDrafts are the drafts of the official test suite, with the address that a schema without
// $schema is read as.
var suiteDrafts = []struct{ folder, schema string }{
	{"draft2020-12", "https://json-schema.org/draft/2020-12/schema"},
	{"draft2019-09", "https://json-schema.org/draft/2019-09/schema"},
	{"draft7", "http://json-schema.org/draft-07/schema#"},
	{"draft6", "http://json-schema.org/draft-06/schema#"},
	{"draft4", "http://json-schema.org/draft-04/schema#"},
}

// suiteGroup is one schema of the suite with its cases.
type suiteGroup struct {
	Description string
	Schema      json.RawMessage
	Tests       []struct {
		Description string
		Data        json.RawMessage
		Valid       bool
	}
}

// suiteScore counts the cases of one keyword.
type suiteScore struct{ passed, total int }

// TestSuite runs the official JSON-Schema-Test-Suite.
func TestSuite(t *testing.T) {
	suite := moduleDir(t, "github.com/kaptinlin/jsonschema", "testdata/JSON-Schema-Test-Suite")
	// Two files of that copy are edited; the other module has them as published.
	published := moduleDir(t, "github.com/google/jsonschema-go", "jsonschema/testdata")
	for _, level := range []string{"required", "optional", "format"} {
		t.Run(level, func(t *testing.T) {
			table := suiteTable{}
			for _, draft := range suiteDrafts {
				for _, file := range suiteFiles(t, suite, draft.folder, level) {
					name := strings.TrimSuffix(filepath.Base(file), ".json")
					if draft.folder == "draft2020-12" && level == "required" && (name == "anchor" || name == "ref") {
						file = filepath.Join(published, draft.folder, name+".json")
					}
					run := suiteRun{t: t, draft: draft.folder, schema: draft.schema, file: name, level: level, remotes: filepath.Join(suite, "remotes")}
					table.add(draft.folder, name, run.groups(file))
				}
			}
			t.Log("\n" + table.String())
		})
	}
}

// moduleDir locates the test data of a module; the module cache holds it, never this project.
func moduleDir(t *testing.T, module, folder string) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		t.Fatalf("go list -m %s: %v", module, err)
	}
	dir := filepath.Join(strings.TrimSpace(string(out)), filepath.FromSlash(folder))
	if _, err := os.Stat(dir); err != nil {
		t.Fatalf("%v; run go mod download", err)
	}
	return dir
}

func suiteFiles(t *testing.T, suite, draft, level string) []string {
	folder := filepath.Join(suite, "tests", draft)
	switch level {
	case "optional":
		folder = filepath.Join(folder, "optional")
	case "format":
		folder = filepath.Join(folder, "optional", "format")
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no test files in %s", folder)
	}
	sort.Strings(files)
	return files
}

// suiteRun runs one file of the suite.
type suiteRun struct {
	t                          *testing.T
	draft, schema, file, level string
	remotes                    string
}

func (r suiteRun) groups(file string) (score suiteScore) {
	data, err := os.ReadFile(file)
	if err != nil {
		r.t.Fatal(err)
	}
	var groups []suiteGroup
	if err := json.Unmarshal(data, &groups); err != nil {
		r.t.Fatalf("%s: %v", file, err)
	}
	for _, g := range groups {
		tool, diags := r.tool(g.Schema)
		for _, test := range g.Tests {
			score.total++
			name := fmt.Sprintf("%s/%s/%s/%s", r.draft, r.file, g.Description, test.Description)
			var problem string
			switch {
			case tool == nil:
				problem = fmt.Sprintf("the schema is refused: %v", diags)
			default:
				_, err := tool.Decode(test.Data)
				checked := tool.Validate(test.Data)
				switch {
				case (err == nil) != test.Valid:
					problem = fmt.Sprintf("valid is %t, decoding says: %v", test.Valid, err)
				case (checked == nil) != test.Valid:
					problem = fmt.Sprintf("valid is %t, validating says: %v", test.Valid, checked)
				}
			}
			reason, known := suiteKnown[name]
			switch {
			case problem == "":
				score.passed++
				if known {
					r.t.Errorf("%s passes now: take it off the list of known failures", name)
				}
			case known:
				r.t.Logf("%s: known: %s", name, reason)
			default:
				r.t.Errorf("%s: %s", name, problem)
			}
		}
	}
	return score
}

// tool makes a tool of a schema of the suite. Older drafts leave out $schema, since the folder
// says which one they are for.
func (r suiteRun) tool(schema json.RawMessage) (*Tool, model.Diagnostics) {
	var top map[string]json.RawMessage
	if json.Unmarshal(schema, &top) == nil && top != nil && top["$schema"] == nil {
		text := strings.TrimSpace(string(schema))
		separator := ","
		if len(top) == 0 {
			separator = ""
		}
		schema = json.RawMessage(fmt.Sprintf(`{"$schema":%q%s%s`, r.schema, separator, text[1:]))
	}
	node, diags := tooldef.ParseNode("schema.json", schema)
	if node == nil || diags.HasErrors() {
		return nil, diags
	}
	p, diags := lower.Lower([]*tooldef.Tool{{Name: "Suite", Envelope: tooldef.Schema, Input: node}}, lower.Options{
		Package:           "suite",
		NoFormatAssertion: r.level == "required",
		Refs:              []lower.Ref{{Prefix: "http://localhost:1234/", Path: r.remotes}},
		ReadFile:          os.ReadFile,
	})
	if len(p.Tools) == 0 {
		return nil, diags
	}
	return NewTool(p.Tools[0]), diags
}

// suiteTable is the score by keyword and draft.
type suiteTable map[string]map[string]suiteScore

func (table suiteTable) add(draft, keyword string, s suiteScore) {
	if table[keyword] == nil {
		table[keyword] = map[string]suiteScore{}
	}
	table[keyword][draft] = s
}

func (table suiteTable) String() string {
	var b strings.Builder
	keywords := make([]string, 0, len(table))
	for k := range table {
		keywords = append(keywords, k)
	}
	sort.Strings(keywords)
	sums := map[string]suiteScore{}
	row := func(name string, cells map[string]suiteScore) {
		fmt.Fprintf(&b, "%-32s", name)
		for _, draft := range suiteDrafts {
			cell := "-"
			if s, ok := cells[draft.folder]; ok {
				cell = fmt.Sprintf("%d/%d", s.passed, s.total)
				if s.passed < s.total {
					cell += "!"
				}
			}
			fmt.Fprintf(&b, " %14s", cell)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%-32s", "")
	for _, draft := range suiteDrafts {
		fmt.Fprintf(&b, " %14s", draft.folder)
	}
	b.WriteByte('\n')
	for _, k := range keywords {
		row(k, table[k])
		for draft, s := range table[k] {
			sums[draft] = suiteScore{sums[draft].passed + s.passed, sums[draft].total + s.total}
		}
	}
	row("all", sums)
	return b.String()
}
