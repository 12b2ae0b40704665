package toolgentest

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/runtime"
)

// sharedDir is the folder of real tool definitions and calls beside the module, "" where there is
// none.
func sharedDir() string {
	dir := filepath.Join("..", "..", "..", "shared")
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return ""
	}
	return dir
}

// corpusTools reads the tool definitions beside the module; the test is skipped where there are
// none. every takes one tool in so many.
func corpusTools(t *testing.T, every int) map[string][]runtime.Tool {
	t.Helper()
	shared := sharedDir()
	if shared == "" {
		t.Skip("no corpus beside the module")
	}
	bySource := map[string][]runtime.Tool{}
	n := 0
	err := filepath.WalkDir(filepath.Join(shared, "corpus", "tools"), func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(filepath.Join(shared, "corpus", "tools"), file)
		source, _, _ := strings.Cut(filepath.ToSlash(rel), "/")
		source = strings.TrimSuffix(strings.TrimSuffix(source, ".jsonl"), ".json")
		defs, _ := tooldef.Read(filepath.Base(file), data, tooldef.Options{PythonTypes: strings.HasPrefix(source, "bfcl-"), KeepConflicts: true})
		for _, def := range defs {
			if n++; n%every != 0 {
				continue
			}
			p, _ := lower.Lower([]*tooldef.Tool{def}, lower.Options{Package: "p"})
			if len(p.Tools) == 1 {
				bySource[source] = append(bySource[source], dynamic.NewTool(p.Tools[0]))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return bySource
}

// corpusCalls reads the valid recorded calls of the tools.
func corpusCalls(t *testing.T, bySource map[string][]runtime.Tool, limit int) []Call {
	t.Helper()
	byName := map[string][]runtime.Tool{}
	for _, list := range bySource {
		for _, tool := range list {
			byName[tool.Spec().Name] = append(byName[tool.Spec().Name], tool)
		}
	}
	files, err := filepath.Glob(filepath.Join(sharedDir(), "corpus", "calls", "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var calls []Call
	seen := map[string]bool{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		for _, line := range bytes.Split(bytes.TrimSpace(data), []byte("\n")) {
			var k struct{ Tool, Arguments, Verdict, Tools string }
			if err := json.Unmarshal(line, &k); err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(k.Verdict, "unreliable") || seen[k.Tool+k.Arguments] || count == limit {
				continue
			}
			candidates := bySource[k.Tools]
			if k.Tools == "" {
				candidates = byName[k.Tool]
			}
			for _, tool := range candidates {
				if tool.Spec().Name != k.Tool {
					continue
				}
				if call, err := NewCall(tool, []byte(k.Arguments)); err == nil {
					seen[k.Tool+k.Arguments] = true
					calls = append(calls, call)
					count++
					break
				}
			}
		}
	}
	return calls
}
