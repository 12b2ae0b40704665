package readme

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var sample = regexp.MustCompile("(?s)<!-- from: (\\S+) -->\n```\\w*\n(.*?)\n```")

// Every sample is part of the file that it names, up to indentation.
func TestSamples(t *testing.T) {
	t.Parallel()
	pages, err := fs.Glob(os.DirFS(filepath.Join("..", "..")), "docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages, "README.md") {
		samples := sample.FindAllStringSubmatch(read(t, page), -1)
		if len(samples) == 0 && page != "docs/conformance.md" && page != "docs/performance.md" {
			t.Errorf("%s has no sample from a file", page)
		}
		for _, m := range samples {
			if !strings.Contains(flat(read(t, m[1])), flat(m[2])) {
				t.Errorf("this sample of %s is not in %s:\n%s", page, m[1], m[2])
			}
		}
	}
	if n := strings.Count(read(t, "README.md"), "\n"); n > 165 {
		t.Errorf("README.md has %d lines, more than the 165 that a visitor reads", n)
	}
}

// read reads a file by its path from the root.
func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(path)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// flat removes the indentation of every line.
func flat(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSpace(l)
	}
	return strings.Join(lines, "\n")
}
