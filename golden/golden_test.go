// Package golden holds one txtar archive per case: a source, the generated Go, calls, and the results of the
// compiled Go.
package golden

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/golang"
	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/rules"
	"github.com/toolgen/toolgen/gen/rules/expr"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/gentest"
	"github.com/toolgen/toolgen/internal/gentest/worker"
	"github.com/toolgen/toolgen/internal/testdiff"
	"github.com/toolgen/toolgen/internal/txtar"
	"github.com/toolgen/toolgen/internal/update"
)

// golden is a case. Its archive contains, in this order, a source (*.tools.json, *.tools.yaml or
// *.schema.json), optional rules (*.rules.yaml), diagnostics.txt if there are any, the generated files, and
// calls: NAME.call has the tool on its first line and the arguments on the rest, NAME.verdict the result.
type golden struct {
	name    string
	path    string
	archive *txtar.Archive
	model   *model.Package
	files   map[string][]byte
	diags   string
}

// Each case generates the files of its archive, and the compiled code gives the verdicts of the archive. go
// test -update rewrites the archives.
func TestGolden(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	var cases []*golden
	var packages []*model.Package
	for i, path := range paths {
		g := read(t, path)
		cases = append(cases, g)
		if len(g.model.Tools) > 0 {
			copied := *g.model
			copied.Name = fmt.Sprintf("g%d", i)
			packages = append(packages, &copied)
		}
	}
	program := gentest.Build(t, packages, gentest.Options{Vet: true})
	for i, g := range cases {
		t.Run(g.name, func(t *testing.T) {
			ask := func(q worker.Question) worker.Verdict {
				q.Package = fmt.Sprintf("g%d", i)
				return program.Ask(q)
			}
			got := g.render(t, ask)
			g.interpret(t, ask)
			if *update.Expected {
				if err := os.WriteFile(g.path, got, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(g.path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := testdiff.Diff(string(want), string(got)); diff != "" {
				t.Errorf("%s differs; go test ./golden -update rewrites it (-want +got):\n%s", g.path, diff)
			}
		})
	}
}

// read generates a case in process.
func read(t *testing.T, path string) *golden {
	t.Helper()
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	g := &golden{name: strings.TrimSuffix(path, ".txtar"), path: path, archive: archive}
	var tools []*tooldef.Tool
	var diags model.Diagnostics
	flags := string(archive.Comment)
	for _, f := range archive.Files {
		if isSource(f.Name) {
			read, ds := tooldef.Read(f.Name, f.Data, tooldef.Options{PythonTypes: strings.Contains(flags, "--python-types")})
			tools, diags = append(tools, read...), append(diags, ds...)
		}
	}
	overlays, ds := readRules(archive)
	applied, more := rules.Apply(tools, overlays)
	diags = append(append(diags, ds...), more...)
	p, ds := lower.Lower(applied.Tools, lower.Options{Package: "tools", Closed: strings.Contains(flags, "--closed")})
	g.model = p
	ds = append(ds, applied.Finish(p)...)
	ds = append(ds, expr.Compile(p)...)
	for _, tool := range p.Tools {
		ds = append(ds, rules.HideSensitive(tool)...)
	}
	for _, d := range append(diags, ds...) {
		g.diags += d.String() + "\n"
	}
	if g.files, err = golang.Print(p); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return g
}

func isSource(name string) bool {
	return regexp.MustCompile(`\.(tools|schema)\.(json|yaml|jsonl)$`).MatchString(name)
}

// render returns the up-to-date archive.
func (g *golden) render(t *testing.T, ask func(worker.Question) worker.Verdict) []byte {
	t.Helper()
	out := &txtar.Archive{Comment: g.archive.Comment}
	add := func(name string, data []byte) {
		out.Files = append(out.Files, txtar.File{Name: name, Data: data})
	}
	for _, f := range g.archive.Files {
		if isSource(f.Name) || isRules(f.Name) {
			add(f.Name, f.Data)
		}
	}
	if g.diags != "" {
		add("diagnostics.txt", []byte(g.diags))
	}
	for _, tool := range g.model.Tools {
		add(tool.File, g.files[tool.File])
	}
	if len(g.model.Tools) > 0 {
		add("toolgen.go", g.files["toolgen.go"])
	}
	for _, f := range g.archive.Files {
		name, isCall := strings.CutSuffix(f.Name, ".call")
		if !isCall {
			continue
		}
		add(f.Name, f.Data)
		tool, args, _ := strings.Cut(string(f.Data), "\n")
		add(name+".verdict", verdict(t, ask(worker.Question{Tool: tool, Args: strings.TrimSuffix(args, "\n"), Hint: true})))
	}
	return txtar.Format(out)
}

// verdict formats the result of the generated code.
func verdict(t *testing.T, v worker.Verdict) []byte {
	t.Helper()
	var b bytes.Buffer
	if v.Failure != "" {
		fmt.Fprintf(&b, "failure: %s\n", v.Failure)
	}
	if v.Valid {
		fmt.Fprintf(&b, "valid: %s\n", v.Value)
	}
	for _, r := range v.Receipts {
		line(t, &b, "receipt", r)
	}
	for _, i := range v.Issues {
		line(t, &b, "issue", i)
	}
	for _, i := range v.Validate {
		line(t, &b, "Validate", i)
	}
	if v.Hint != nil {
		line(t, &b, "hint", v.Hint)
		fmt.Fprintf(&b, "text:\n%s\n", v.Hint.Text())
	}
	return b.Bytes()
}

func line(t *testing.T, b *bytes.Buffer, what string, v any) {
	t.Helper()
	text := &bytes.Buffer{}
	e := json.NewEncoder(text)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(b, "%s: %s", what, text)
}
