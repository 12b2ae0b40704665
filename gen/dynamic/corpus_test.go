package dynamic

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// corpusDir finds the corpus of real tool definitions above the working directory. It is not part of the project; tests
// are skipped without it.
func corpusDir(t testing.TB, path ...string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		candidate := filepath.Join(append([]string{dir, "shared"}, path...)...)
		if _, err := os.Stat(candidate); err == nil {
			return candidate
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Skip("no corpus next to the module")
		}
		dir = parent
	}
}

// corpusFiles lists the sources of the corpus in a fixed order.
func corpusFiles(t testing.TB) []string {
	t.Helper()
	var files []string
	root := corpusDir(t, "corpus", "tools")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.HasPrefix(d.Name(), ".") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// corpusTools reads every tool of the corpus, including tools with the same name in one source.
func corpusTools(t testing.TB) []*tooldef.Tool {
	t.Helper()
	var tools []*tooldef.Tool
	for _, file := range corpusFiles(t) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		read, _ := tooldef.Read(filepath.Base(file), data, tooldef.Options{PythonTypes: true, KeepConflicts: true})
		tools = append(tools, read...)
	}
	return tools
}
