package golang

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
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/dynamic"
)

var zzDrafts = []struct{ folder, schema string }{
	{"draft2020-12", "https://json-schema.org/draft/2020-12/schema"},
	{"draft2019-09", "https://json-schema.org/draft/2019-09/schema"},
	{"draft7", "http://json-schema.org/draft-07/schema#"},
	{"draft6", "http://json-schema.org/draft-06/schema#"},
	{"draft4", "http://json-schema.org/draft-04/schema#"},
}

func TestZZSuite(t *testing.T) {
	which := os.Getenv("ZZ")
	if which == "" {
		t.Skip()
	}
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/kaptinlin/jsonschema").Output()
	if err != nil {
		t.Fatal(err)
	}
	suite := filepath.Join(strings.TrimSpace(string(out)), "testdata/JSON-Schema-Test-Suite")
	var cases []runCase
	type meta struct {
		name  string
		tool  *dynamic.Tool
		tests []struct {
			Data  json.RawMessage
			Valid bool
			Desc  string
		}
	}
	var metas []meta
	for _, d := range zzDrafts {
		if !strings.Contains(which, d.folder) {
			continue
		}
		pattern := filepath.Join(suite, "tests", d.folder, "*.json")
		if os.Getenv("ZZOPT") != "" {
			pattern = filepath.Join(suite, "tests", d.folder, "optional", "*.json")
		}
		files, _ := filepath.Glob(pattern)
		sort.Strings(files)
		for _, file := range files {
			data, _ := os.ReadFile(file)
			var groups []struct {
				Description string
				Schema      json.RawMessage
				Tests       []struct {
					Description string
					Data        json.RawMessage
					Valid       bool
				}
			}
			if err := json.Unmarshal(data, &groups); err != nil {
				t.Fatal(err)
			}
			for _, g := range groups {
				schema := g.Schema
				var top map[string]json.RawMessage
				if json.Unmarshal(schema, &top) == nil && top != nil && top["$schema"] == nil {
					text := strings.TrimSpace(string(schema))
					sep := ","
					if len(top) == 0 {
						sep = ""
					}
					schema = json.RawMessage(fmt.Sprintf(`{"$schema":%q%s%s`, d.schema, sep, text[1:]))
				}
				node, diags := tooldef.ParseNode("schema.json", schema)
				if node == nil || diags.HasErrors() {
					continue
				}
				p, diags := lower.Lower([]*tooldef.Tool{{Name: "Suite", Envelope: tooldef.Schema, Input: node}}, lower.Options{
					Package: "suite", NoFormatAssertion: true,
					Refs:     []lower.Ref{{Prefix: "http://localhost:1234/", Path: filepath.Join(suite, "remotes")}},
					ReadFile: os.ReadFile,
				})
				if len(p.Tools) == 0 {
					t.Logf("refused %s %s: %v", file, g.Description, diags)
					continue
				}
				m := meta{name: d.folder + "/" + filepath.Base(file) + "/" + g.Description, tool: dynamic.NewTool(p.Tools[0])}
				c := runCase{name: m.name, tool: p.Tools[0]}
				for _, test := range g.Tests {
					c.calls = append(c.calls, call{in: string(test.Data)})
					m.tests = append(m.tests, struct {
						Data  json.RawMessage
						Valid bool
						Desc  string
					}{test.Data, test.Valid, test.Description})
				}
				cases = append(cases, c)
				metas = append(metas, m)
			}
		}
	}
	zzCompare(t, cases, func(i int) *dynamic.Tool { return metas[i].tool }, func(i, j int) (bool, bool, string) {
		return metas[i].tests[j].Valid, true, metas[i].name + "/" + metas[i].tests[j].Desc
	})
}

var _ = model.Any

func zzCompare(t *testing.T, cases []runCase, tool func(int) *dynamic.Tool, want func(i, j int) (valid, known bool, name string)) {
	verdicts := buildAndRun(t, cases)
	total, bad := 0, 0
	for i := range cases {
		for j, call := range cases[i].calls {
			total++
			got := verdicts[fmt.Sprintf("%d.call.%d", i, j)]
			valid, known, name := want(i, j)
			_, derr := tool(i).Decode([]byte(call.in))
			var dyn []string
			if e, ok := derr.(*runtime.ValidationError); ok {
				for _, issue := range e.Issues() {
					dyn = append(dyn, issue.Field+" "+issue.Constraint)
				}
			}
			problem := ""
			switch {
			case got.Panic != "":
				problem = "panic " + got.Panic
			case known && (len(got.Issues) == 0) != valid:
				problem = fmt.Sprintf("valid %v, got %v", valid, got.Issues)
			case strings.Join(got.Issues, "|") != strings.Join(dyn, "|"):
				problem = fmt.Sprintf("generated %q, dynamic %q", got.Issues, dyn)
				if strings.Join(sorted(got.Issues...), "|") == strings.Join(sorted(dyn...), "|") {
					problem = "order: " + problem
				}
			case len(got.Issues) == 0 && len(got.Validate) > 0:
				problem = fmt.Sprintf("validate %v of %s", got.Validate, got.Out)
			case len(got.Issues) == 0 && !equalJSON(call.in, got.Out):
				problem = "marshals to " + got.Out
			}
			if problem != "" {
				bad++
				t.Errorf("%s: %s: %s", name, clip200(call.in), problem)
			}
		}
	}
	t.Logf("%d of %d", total-bad, total)
}

func clip200(s string) string {
	if len(s) > 200 {
		return s[:200]
	}
	return s
}
