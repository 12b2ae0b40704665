// Package gentest builds generated packages into a program and queries it, so that tests check the behaviour of
// generated code, not its text.
package gentest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/toolgen/toolgen/gen/golang"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/gentest/worker"
)

// Program is a running program with a set of generated packages.
type Program struct {
	t       testing.TB
	mu      sync.Mutex
	process *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

// Options configure a build.
type Options struct {
	// Vet also runs go vet on the packages.
	Vet bool
}

// Build prints and builds the packages and starts the program, which stops at the end of the test.
func Build(t testing.TB, packages []*model.Package, opts Options) *Program {
	t.Helper()
	dir := workDir(t)
	var imports, entries strings.Builder
	seen := map[string]bool{}
	for _, p := range packages {
		if seen[p.Name] {
			t.Fatalf("two packages are called %s", p.Name)
		}
		seen[p.Name] = true
		write(t, filepath.Join(dir, p.Name), p)
		fmt.Fprintf(&imports, "\t%q\n", importPath(dir)+"/"+p.Name)
		fmt.Fprintf(&entries, "\t\t%q: %s.Tools,\n", p.Name, p.Name)
	}
	main := "package main\n\nimport (\n\t\"github.com/toolgen/toolgen/internal/gentest/worker\"\n\t\"github.com/toolgen/toolgen/runtime\"\n" +
		imports.String() + ")\n\nfunc main() {\n\tworker.Main(map[string]*runtime.Toolset{\n" + entries.String() + "\t})\n}\n"
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(main), 0o644); err != nil {
		t.Fatal(err)
	}
	if opts.Vet {
		goCommand(t, dir, "vet", "./...")
	}
	binary := filepath.Join(dir, "worker.exe")
	goCommand(t, dir, "build", "-o", binary, ".")
	return start(t, binary)
}

// workDir creates a folder inside this module, so that generated code finds the runtime, below testdata, which
// patterns of the go command ignore.
func workDir(t testing.TB) string {
	t.Helper()
	_, file, _, _ := runtime.Caller(0)
	base := filepath.Join(filepath.Dir(file), "testdata")
	if err := os.MkdirAll(base, 0o755); err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp(base, "run")
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("TOOLGEN_KEEP") == "" {
		t.Cleanup(func() { _ = os.RemoveAll(dir) })
	}
	return dir
}

func importPath(dir string) string {
	return "github.com/toolgen/toolgen/internal/gentest/testdata/" + filepath.Base(dir)
}

func write(t testing.TB, dir string, p *model.Package) {
	t.Helper()
	files, err := golang.Print(p)
	if err != nil {
		t.Fatalf("package %s: %v", p.Name, err)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, source := range files {
		if err := os.WriteFile(filepath.Join(dir, name), source, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func goCommand(t testing.TB, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		lines := strings.Split(string(out), "\n")
		t.Fatalf("go %s: %v\n%s", args[0], err, strings.Join(lines[:min(len(lines), 40)], "\n"))
	}
}

func start(t testing.TB, binary string) *Program {
	t.Helper()
	p := &Program{t: t, process: exec.Command(binary)}
	var err error
	if p.in, err = p.process.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := p.process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.process.Stderr = os.Stderr
	p.out = bufio.NewReaderSize(out, 1<<20)
	if err := p.process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = p.in.Close()
		_ = p.process.Wait()
	})
	return p
}

// Ask decodes arguments with the generated code of a tool. It is safe for concurrent use.
func (p *Program) Ask(q worker.Question) worker.Verdict {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	line, err := json.Marshal(q)
	if err != nil {
		p.t.Fatal(err)
	}
	if _, err := p.in.Write(append(line, '\n')); err != nil {
		p.t.Fatalf("the program of generated code has died: %v", err)
	}
	reply, err := p.out.ReadBytes('\n')
	if err != nil {
		p.t.Fatalf("the program of generated code has died on %s: %v", line, err)
	}
	var v worker.Verdict
	d := json.NewDecoder(bytes.NewReader(reply))
	d.UseNumber() // numbers in issues are exact and may exceed float64
	if err := d.Decode(&v); err != nil {
		p.t.Fatal(err)
	}
	return v
}

// Shared returns the folder of real tool definitions and calls next to the module, "" if there is none.
func Shared() string {
	_, file, _, _ := runtime.Caller(0)
	for dir := filepath.Dir(file); ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			shared := filepath.Join(filepath.Dir(dir), "shared")
			if info, err := os.Stat(shared); err == nil && info.IsDir() {
				return shared
			}
			return ""
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// Fields returns the sorted fields of issues.
func Fields(v worker.Verdict) []string {
	var out []string
	for _, i := range v.Issues {
		out = append(out, i.Field+" "+i.Constraint)
	}
	slices.Sort(out)
	return out
}

// Batches splits tools into the fewest lists without duplicate names, in order: the second definition of a name
// goes to the second list, and so on. Each list can be one package.
func Batches(tools []*tooldef.Tool) [][]*tooldef.Tool {
	var batches [][]*tooldef.Tool
	count := make(map[string]int, len(tools))
	for _, t := range tools {
		i := count[t.Name]
		count[t.Name]++
		if i == len(batches) {
			batches = append(batches, nil)
		}
		batches[i] = append(batches[i], t)
	}
	return batches
}
