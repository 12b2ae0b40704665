package ecma

import (
	"bytes"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"go.yaml.in/yaml/v4"
)

// refused lists the patterns of the corpus that may stay without translation, and why.
var refused = map[string]string{}

// TestCorpus translates every pattern of the corpus of real tools, and holds the engines equal
// on texts made from the pattern itself.
func TestCorpus(t *testing.T) {
	t.Parallel()
	root := corpusRoot()
	if root == "" {
		t.Skip("there is no corpus beside this project")
	}
	uses := map[string]int{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, document := range documents(text) {
			collectPatterns(document, "", uses)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var sources []string
	for source := range uses {
		sources = append(sources, source)
	}
	slices.Sort(sources)
	counts := map[string][2]int{}
	r := rand.New(rand.NewPCG(7, 8))
	for _, source := range sources {
		class := "refused"
		e, err := compile(t, source)
		switch {
		case err != nil && refused[source] == "":
			t.Errorf("%q: %v", source, err)
		case err != nil:
		case e.program != nil:
			class = "linear"
		case e.re2 != nil:
			class = "re2"
		default:
			class = "backtracking"
		}
		if err == nil {
			for range 200 {
				e.match(t, source, textLike(r, source))
			}
		}
		counts[class] = [2]int{counts[class][0] + 1, counts[class][1] + uses[source]}
		t.Logf("%-12s %3d %s", class, uses[source], source)
	}
	t.Logf("class: patterns and uses: %v", counts)
}

// corpusRoot finds the corpus in a folder beside this project, or gives "".
func corpusRoot() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	for {
		root := filepath.Join(dir, "..", "shared", "corpus", "tools")
		if info, err := os.Stat(root); err == nil && info.IsDir() {
			return root
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// documents reads JSON, YAML and lines of JSON, all of which are YAML.
func documents(text []byte) []any {
	read := func(text []byte) (all []any) {
		decoder := yaml.NewDecoder(bytes.NewReader(text))
		for {
			var document any
			if decoder.Decode(&document) != nil {
				return all
			}
			all = append(all, document)
		}
	}
	if trimmed := bytes.TrimSpace(text); bytes.Count(trimmed, []byte("}\n{")) == 0 {
		return read(text)
	}
	var all []any
	for line := range bytes.Lines(text) {
		all = append(all, read(line)...)
	}
	return all
}

// collectPatterns counts the patterns of a document, in whatever form its tools are.
func collectPatterns(n any, parent string, uses map[string]int) {
	switch n := n.(type) {
	case map[string]any:
		for key, value := range n {
			if source, ok := value.(string); ok && key == "pattern" && parent != "properties" {
				uses[source]++
			}
			if patterns, ok := value.(map[string]any); ok && key == "patternProperties" {
				for source := range patterns {
					uses[source]++
				}
			}
			collectPatterns(value, key, uses)
		}
	case []any:
		for _, value := range n {
			collectPatterns(value, "", uses)
		}
	}
}

// textLike makes a text out of the characters of a pattern and some that classes stand for.
func textLike(r *rand.Rand, source string) string {
	runes := append([]rune(source), []rune("aZ09-_.:, T")...)
	var out []rune
	for range r.IntN(12) {
		out = append(out, runes[r.IntN(len(runes))])
	}
	return string(out)
}
