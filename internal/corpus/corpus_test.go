package corpus

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/gentest"
	"github.com/toolgen/toolgen/internal/gentest/worker"
	"github.com/toolgen/toolgen/internal/oracle"
	"github.com/toolgen/toolgen/runtime"
)

// source is a generated entry of the corpus.
type source struct {
	name     string
	tools    []*tooldef.Tool
	packages []*model.Package
	where    map[*tooldef.Tool]string // package of each tool
	lost     model.Diagnostics
}

// corpus is the generated corpus, built once for all tests.
type corpus struct {
	sources []*source
	program *gentest.Program
}

var load = sync.OnceValue(func() *corpus { return &corpus{} })

// build generates the corpus and builds it into one program.
func build(t *testing.T) *corpus {
	t.Helper()
	shared := gentest.Shared()
	if shared == "" {
		t.Skip("no corpus beside the module")
	}
	c := load()
	var packages []*model.Package
	root := filepath.Join(shared, "corpus", "tools")
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range entries {
		s := generate(t, filepath.Join(root, e.Name()), fmt.Sprintf("s%d", i))
		c.sources = append(c.sources, s)
		packages = append(packages, s.packages...)
	}
	c.program = gentest.Build(t, packages, gentest.Options{Vet: true})
	return c
}

// generate reads and lowers one file or folder. Recordings contain different tools of one name, which go into
// separate packages.
func generate(t *testing.T, path, name string) *source {
	t.Helper()
	s := &source{name: strings.TrimSuffix(strings.TrimSuffix(filepath.Base(path), ".jsonl"), ".json"), where: map[*tooldef.Tool]string{}}
	err := filepath.WalkDir(path, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		tools, diags := tooldef.Read(filepath.Base(file), data, tooldef.Options{
			PythonTypes: strings.HasPrefix(s.name, "bfcl-"), KeepConflicts: true,
		})
		s.tools = append(s.tools, tools...)
		s.lost = append(s.lost, errorsOf(diags)...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, batch := range gentest.Batches(s.tools) {
		p, diags := lower.Lower(batch, lower.Options{Package: fmt.Sprintf("%sb%d", name, i)})
		s.lost = append(s.lost, errorsOf(diags)...)
		s.packages = append(s.packages, p)
		for _, tool := range batch {
			if slices.ContainsFunc(p.Tools, func(m *model.Tool) bool { return m.Name == tool.Name }) {
				s.where[tool] = p.Name
			}
		}
	}
	return s
}

func errorsOf(ds model.Diagnostics) (out model.Diagnostics) {
	for _, d := range ds {
		if d.Severity == model.Error {
			out = append(out, d)
		}
	}
	return out
}

// Every source generates, builds and vets, and every recorded call gets the same verdict as from an independent
// implementation.
func TestCorpus(t *testing.T) {
	c := build(t)
	t.Run("generates", func(t *testing.T) { generates(t, c) })
	t.Run("calls", func(t *testing.T) { calls(t, c) })
}

func generates(t *testing.T, c *corpus) {
	good, all := 0, 0
	for _, s := range c.sources {
		good += len(s.where)
		all += len(s.where) + len(s.lost)
		t.Logf("%-45s %4d of %4d tools in %d packages", s.name, len(s.where), len(s.where)+len(s.lost), len(s.packages))
		for _, d := range s.lost {
			t.Logf("    %v", d)
		}
	}
	t.Logf("%d of %d tools generate, build and vet", good, all)
	if good*100 < all*98 {
		t.Errorf("%d of %d tools are less than 98 %%", good, all)
	}
}

// call is one recorded call.
type call struct {
	Tool        string   `json:"tool"`
	Arguments   string   `json:"arguments"`
	Verdict     string   `json:"verdict"`
	Tools       string   `json:"tools"`
	ToolsInline []string `json:"tools_inline"`
	ID          string   `json:"id"`
}

// strictness are constraints that reject a call before its schema is checked, where the oracle's JSON parser is
// more lenient.
var strictness = []string{"json", "truncated", "duplicateKey", "depth", "size", "range"}

func calls(t *testing.T, c *corpus) {
	byName := map[string][]*tooldef.Tool{}
	bySource := map[string]map[string][]*tooldef.Tool{}
	where := map[*tooldef.Tool]string{}
	for _, s := range c.sources {
		bySource[s.name] = map[string][]*tooldef.Tool{}
		for tool, p := range s.where {
			where[tool] = p
			byName[tool.Name] = append(byName[tool.Name], tool)
			bySource[s.name][tool.Name] = append(bySource[s.name][tool.Name], tool)
		}
	}
	schemas := map[*tooldef.Tool]*oracle.Schema{}
	files, err := filepath.Glob(filepath.Join(gentest.Shared(), "corpus", "calls", "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		count, invalid, differ := 0, 0, 0
		for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
			var k call
			if err := json.Unmarshal([]byte(line), &k); err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(k.Verdict, "unreliable") {
				continue
			}
			candidates := bySource[k.Tools][k.Tool]
			if k.Tools == "" {
				candidates = byName[k.Tool]
			}
			for _, tool := range candidates {
				schema := schemas[tool]
				if schema == nil {
					if schema, err = oracle.Compile(tool.Input.JSON()); err != nil {
						t.Errorf("%s: the oracle cannot compile the schema: %v", tool.Name, err)
						continue
					}
					schemas[tool] = schema
				}
				want := schema.Validate([]byte(k.Arguments))
				got := c.program.Ask(worker.Question{Package: where[tool], Tool: tool.Name, Args: k.Arguments})
				count++
				if !got.Valid {
					invalid++
				}
				if problem := compare(want, got); problem != "" {
					differ++
					t.Errorf("%s: %s(%s): %s", filepath.Base(file), k.Tool, k.Arguments, problem)
				}
			}
		}
		total += count
		t.Logf("%-32s %5d verdicts, %4d of them invalid, %d differences", filepath.Base(file), count, invalid, differ)
	}
	if total < 5000 {
		t.Errorf("only %d verdicts: calls were not matched to their tools", total)
	}
}

// compare compares a verdict of generated code with the oracle's.
func compare(want error, got worker.Verdict) string {
	strict := slices.ContainsFunc(got.Issues, func(i runtime.ValidationIssue) bool { return slices.Contains(strictness, i.Constraint) })
	switch {
	case got.Failure != "":
		return got.Failure
	case want == oracle.ErrUnknown:
		if got.Valid {
			return "accepted what is no JSON"
		}
	case want == nil && !got.Valid && !strict:
		return fmt.Sprintf("rejected, but the oracle accepts: %v", gentest.Fields(got))
	case want != nil && got.Valid:
		return fmt.Sprintf("accepted, but the oracle rejects: %v", want)
	case got.Valid && len(got.Validate) > 0:
		return fmt.Sprintf("decoded, but Validate rejects the value: %v", got.Validate)
	case want != nil:
		return rightField(want, got)
	}
	return ""
}

// rightField checks for an issue at, above or below a position that the oracle names.
func rightField(want error, got worker.Verdict) string {
	if len(got.Issues) == 0 {
		return "refused without an issue"
	}
	pointers := oracle.Pointers(want)
	for _, i := range got.Issues {
		at := runtime.Pointer(i.Field)
		for _, p := range pointers {
			if at == p || strings.HasPrefix(at, p+"/") || strings.HasPrefix(p, at+"/") {
				return ""
			}
		}
	}
	return fmt.Sprintf("issues at %v, but the oracle reports %v", gentest.Fields(got), pointers)
}
