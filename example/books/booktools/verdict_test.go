package booktools_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/toolgen/toolgen/example/books/booktools"
	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/gen/rules"
	"github.com/toolgen/toolgen/internal/update"
	"github.com/toolgen/toolgen/runtime"
)

// The archives contain calls (NAME.call, with the tool on the first line) and their results (NAME.verdict).
// Generated code and interpreter report the same issues.
func TestVerdicts(t *testing.T) {
	t.Parallel()
	interpreted := interpreter(t)
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no archives", err)
	}
	called := map[string]map[bool]bool{} // by tool: whether there is a valid call, and an invalid one
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out := &txtar.Archive{Comment: archive.Comment}
		for _, f := range archive.Files {
			name, isCall := strings.CutSuffix(f.Name, ".call")
			if !isCall {
				continue
			}
			toolName, args, _ := strings.Cut(string(f.Data), "\n")
			tool, ok := booktools.Tools.Lookup(toolName)
			if !ok {
				t.Fatalf("%s: there is no tool %q", f.Name, toolName)
			}
			_, err := tool.Decode([]byte(args))
			if called[toolName] == nil {
				called[toolName] = map[bool]bool{}
			}
			called[toolName][err == nil] = true
			twin, _ := interpreted.Lookup(toolName)
			_, twinErr := twin.Decode([]byte(args))
			if diff := cmp.Diff(lines(t, err), lines(t, twinErr)); diff != "" {
				t.Errorf("%s: the interpreter disagrees (-generated +interpreted)\n%s", f.Name, diff)
			}
			out.Files = append(out.Files, f, txtar.File{Name: name + ".verdict", Data: []byte(verdict(t, tool, err))})
		}
		got := txtar.Format(out)
		if *update.Expected {
			if err := os.WriteFile(path, got, 0o600); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if diff := cmp.Diff(string(txtar.Format(archive)), string(got)); diff != "" {
			t.Errorf("%s differs (-want +got)\n%s", path, diff)
		}
	}
	for _, name := range booktools.Tools.Names() {
		if len(called[name]) != 2 {
			t.Errorf("%s: no valid call, or no invalid one", name)
		}
	}
}

func interpreter(t *testing.T) *runtime.Toolset {
	t.Helper()
	read := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join("..", "..", "..", "schemas", name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	overlay, diags := rules.Read("books.rules.yaml", read("books.rules.yaml"))
	set, more := dynamic.Load("books.tools.json", read("books.tools.json"), dynamic.Options{Rules: []*rules.Overlay{overlay}})
	if diags = append(diags, more...); len(diags) > 0 {
		t.Fatal(diags)
	}
	return set.Toolset()
}

func lines(t *testing.T, err error) []string {
	t.Helper()
	var invalid *runtime.ValidationError
	if err == nil {
		return nil
	}
	if !errors.As(err, &invalid) {
		t.Fatal(err)
	}
	var list []string
	for _, i := range invalid.Issues() {
		text, err := json.Marshal(i)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, string(text))
	}
	return list
}

func verdict(t *testing.T, tool runtime.Tool, err error) string {
	t.Helper()
	if err == nil {
		return "valid\n"
	}
	hint := runtime.BuildHint(tool, err)
	return fmt.Sprintf("%s\n%s\n%s\n", strings.Join(lines(t, err), "\n"), hint.Action, hint.Text())
}
