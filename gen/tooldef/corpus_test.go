package tooldef

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// corpusRoot finds the shared corpus beside the module; tests that need it are skipped elsewhere.
func corpusRoot(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Skip("the module's root is not found")
		}
		dir = parent
	}
	root := filepath.Join(filepath.Dir(dir), "shared", "corpus")
	if _, err := os.Stat(root); err != nil {
		t.Skip("the shared corpus is not here")
	}
	return root
}

// corpusDifferences are the sources that hold another number of tools than their index says.
var corpusDifferences = map[string]struct {
	tools int
	why   string
}{
	"pydantic-ai-openai-chat":      {70, "the index counts tools again that differ in strict or in the frame only, and built-in ones"},
	"pydantic-ai-openai-responses": {40, "the index counts built-in tools, and tools again that differ in defer_loading or in a null description"},
	"pydantic-ai-anthropic":        {47, "the index counts built-in tools, and tools again that say type custom or strict"},
	"pydantic-ai-gemini":           {41, "the index counts built-in tools, and tools in both spellings of parametersJsonSchema"},
	"pydantic-ai-bedrock":          {26, "the index counts built-in tools, and tools again that differ in strict only"},
	"gcp-generative-ai":            {39, "two differ in the case of their types only; one is a schema with an object for a name"},
	"openai-node-chat":             {10, "two differ in strict only"},
}

// corpusErrors are the errors in the corpus beside different tools of one name.
var corpusErrors = map[string]string{
	"gcp-generative-ai": "the tool's name has to be a string",
}

func TestCorpus(t *testing.T) {
	t.Parallel()
	root := corpusRoot(t)
	index, err := os.ReadFile(filepath.Join(root, "INDEX.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	total, conflicts, sound := 0, 0, 0
	for i, row := range strings.Split(strings.TrimSpace(string(index)), "\n") {
		columns := strings.Split(row, "\t")
		if i == 0 || !strings.HasPrefix(columns[2], "tools/") {
			continue
		}
		source := columns[0]
		want, err := strconv.Atoi(columns[4])
		if err != nil {
			t.Fatal(err)
		}
		if d, ok := corpusDifferences[source]; ok {
			want = d.tools
		}
		got := 0
		for _, file := range corpusFiles(t, filepath.Join(root, columns[2])) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			opts := Options{PythonTypes: strings.HasPrefix(source, "bfcl-"), KeepConflicts: true}
			tools, ds := Read(filepath.Base(file), data, opts)
			got += len(tools)
			for _, d := range ds {
				known := corpusErrors[source]
				if d.Severity != 0 && (known == "" || !strings.HasPrefix(d.Problem, known)) {
					t.Errorf("%s", d)
				}
			}
			kept, ds := Collapse(tools)
			conflicts += len(ds)
			sound += len(kept)
		}
		if got != want {
			t.Errorf("%s: %d tools, want %d", source, got, want)
		}
		total += got
	}
	t.Logf("%d tools; %d of them share their name with a different one before them; %d have a name of their own in their file", total, conflicts, sound)
}

// corpusFiles lists the files of a source, which is a file or a folder.
func corpusFiles(t *testing.T, path string) []string {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if !info.IsDir() {
		return []string{path}
	}
	files, err := filepath.Glob(filepath.Join(path, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}
