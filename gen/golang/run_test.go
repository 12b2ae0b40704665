package golang

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/internal/testdiff"
)

// runCase is a tool whose generated code is compiled and called. All cases of a test are packages of one program, because
// builds are slow.
type runCase struct {
	name  string
	tool  *model.Tool
	calls []call
	// code is a list of function bodies that return an error, with the package imported as p.
	code []snippet
	// extra is a file next to the generated ones, without its package clause.
	extra string
}

// call is a text for Decode and its issues as "field constraint". A valid text must marshal to an equal document, or to out
// if set, and its value must pass Validate.
type call struct {
	in     string
	issues []string
	out    string
}

type snippet struct {
	body   string
	issues []string
}

// verdict is the program's output for one call or snippet.
type verdict struct {
	Issues   []string
	Messages []string
	Out      string
	Validate []string
	Panic    string
}

func runCases(t *testing.T, cases []runCase) {
	t.Helper()
	verdicts := buildAndRun(t, cases)
	for i, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for j, call := range c.calls {
				checkVerdict(t, call, verdicts[fmt.Sprintf("%d.call.%d", i, j)])
			}
			for j, s := range c.code {
				got := verdicts[fmt.Sprintf("%d.code.%d", i, j)]
				if diff := testdiff.Diff(s.issues, got.Issues); diff != "" || got.Panic != "" {
					t.Errorf("%s: (-want +got)\n%s%s", s.body, diff, got.Panic)
				}
			}
		})
	}
}

func checkVerdict(t *testing.T, call call, got verdict) {
	t.Helper()
	if got.Panic != "" {
		t.Errorf("%s: panic: %s", call.in, got.Panic)
		return
	}
	if diff := testdiff.Diff(call.issues, got.Issues); diff != "" {
		t.Errorf("%s: issues (-want +got)\n%s%s", call.in, diff, strings.Join(got.Messages, "\n"))
	}
	if len(call.issues) > 0 || len(got.Issues) > 0 {
		return
	}
	if len(got.Validate) > 0 {
		t.Errorf("%s: the decoded value does not validate: %q", call.in, got.Validate)
	}
	want := call.out
	if want == "" {
		want = call.in
	}
	if !equalJSON(want, got.Out) {
		t.Errorf("%s: marshals to %s", call.in, got.Out)
	}
}

func equalJSON(a, b string) bool {
	var x, y any
	if a == b {
		return true // even if a number is beyond float64
	}
	if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		return false
	}
	return testdiff.Equal(x, y)
}

// buildAndRun prints, vets, builds and runs a program with all cases.
func buildAndRun(t *testing.T, cases []runCase) map[string]verdict {
	t.Helper()
	if err := os.MkdirAll("testdata", 0o755); err != nil {
		t.Fatal(err)
	}
	// The folder is inside the module, so that the generated code finds the runtime.
	dir, err := os.MkdirTemp("testdata", "run")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	var imports, body strings.Builder
	for i, c := range cases {
		name := fmt.Sprintf("p%d", i)
		writePackage(t, filepath.Join(dir, name), pkg(name, c.tool))
		if c.extra != "" {
			if err := os.WriteFile(filepath.Join(dir, name, "extra.go"), []byte("package "+name+"\n\n"+c.extra), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		fmt.Fprintf(&imports, "\t%q\n", "github.com/toolgen/toolgen/gen/golang/"+filepath.ToSlash(dir)+"/"+name)
		for j, call := range c.calls {
			fmt.Fprintf(&body, "\tdecode(\"%d.call.%d\", %q, %s.Decode%s)\n", i, j, call.in, name, c.tool.Args.Name)
		}
		for j, s := range c.code {
			fmt.Fprintf(&body, "\trun(\"%d.code.%d\", func() error {\n%s\n})\n", i, j, packageName.ReplaceAllString(s.body, name+"."))
		}
		if len(c.calls)+len(c.code) == 0 {
			fmt.Fprintf(&body, "\t_ = %s.Decode%s\n", name, c.tool.Args.Name)
		}
	}
	source := strings.Replace(driver, "// imports", imports.String(), 1)
	source = strings.Replace(source, "// body", body.String(), 1)
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "vet", "./"+dir, "./"+dir+"/...").CombinedOutput()
	if err != nil {
		keep(t, dir)
		t.Fatalf("go vet: %v\n%s", err, clipped(out))
	}
	binary := filepath.Join(t.TempDir(), "run.exe")
	if out, err := exec.Command("go", "build", "-o", binary, "./"+dir).CombinedOutput(); err != nil {
		keep(t, dir)
		t.Fatalf("go build: %v\n%s", err, clipped(out))
	}
	var stderr bytes.Buffer
	cmd := exec.Command(binary)
	cmd.Stderr = &stderr
	printed, err := cmd.Output()
	if err != nil {
		t.Fatalf("the program failed: %v\n%s", err, clipped(stderr.Bytes()))
	}
	verdicts := map[string]verdict{}
	if err := json.Unmarshal(printed, &verdicts); err != nil {
		t.Fatal(err)
	}
	return verdicts
}

var packageName = regexp.MustCompile(`\bp\.`)

func writePackage(t *testing.T, dir string, p *model.Package) {
	t.Helper()
	files, err := Print(p)
	if err != nil {
		t.Fatalf("%s: %v", p.Tools[0].Name, err)
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

// keep saves the files that a failed build reports.
func keep(t *testing.T, dir string) {
	if os.Getenv("KEEP") == "" {
		return
	}
	kept := filepath.Join(os.TempDir(), "generated")
	_ = os.RemoveAll(kept)
	if err := os.CopyFS(kept, os.DirFS(dir)); err == nil {
		t.Logf("the generated code is in %s", kept)
	}
}

func clipped(out []byte) string {
	lines := strings.Split(string(out), "\n")
	return strings.Join(lines[:min(len(lines), 30)], "\n")
}

const driver = `package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime"
// imports)

type verdict struct {
	Issues, Messages []string
	Out              string
	Validate         []string
	Panic            string
}

var verdicts = map[string]verdict{}

func issues(err error) (list, messages []string) {
	var invalid *runtime.ValidationError
	switch {
	case err == nil:
	case errors.As(err, &invalid):
		for _, issue := range invalid.Issues() {
			list = append(list, issue.Field+" "+issue.Constraint)
			messages = append(messages, issue.String())
		}
	default:
		list = append(list, err.Error())
	}
	return list, messages
}

func guard(name string, f func() verdict) {
	defer func() {
		if r := recover(); r != nil {
			verdicts[name] = verdict{Panic: fmt.Sprint(r)}
		}
	}()
	verdicts[name] = f()
}

func decode[T any](name, in string, decode func([]byte, ...runtime.DecodeOption) (*T, error)) {
	guard(name, func() (v verdict) {
		value, err := decode([]byte(in))
		v.Issues, v.Messages = issues(err)
		if err != nil {
			return v
		}
		if checked, ok := any(value).(interface{ Validate() error }); ok {
			v.Validate, _ = issues(checked.Validate())
		}
		out, err := json.Marshal(value)
		if err != nil {
			v.Out = err.Error()
			return v
		}
		v.Out = string(out)
		if err := json.Unmarshal(out, value); err != nil {
			v.Validate = append(v.Validate, "unmarshal: "+err.Error())
		}
		return v
	})
}

func run(name string, f func() error) {
	guard(name, func() (v verdict) {
		v.Issues, v.Messages = issues(f())
		return v
	})
}

func ptr[T any](v T) *T { return &v }

var (
	_ = ptr[int]
	_ = math.Pi
	_ = strings.Contains
	_ time.Time
)

func main() {
// body	if err := json.NewEncoder(os.Stdout).Encode(verdicts); err != nil {
		panic(err)
	}
}
`
