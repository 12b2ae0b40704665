package readme

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var sample = regexp.MustCompile("(?s)<!-- from: (\\S+) -->\n```\\w*\n(.*?)\n```")

// Every sample of a page stands in the file that it names, but for indentation.
func TestSamples(t *testing.T) {
	t.Parallel()
	for page, least := range map[string]int{"README.md": 3, "docs/rules.md": 1} {
		samples := sample.FindAllStringSubmatch(read(t, page), -1)
		if len(samples) < least {
			t.Fatalf("%s has only %d samples", page, len(samples))
		}
		for _, m := range samples {
			if !strings.Contains(flat(read(t, m[1])), flat(m[2])) {
				t.Errorf("this sample of %s is not in %s:\n%s", page, m[1], m[2])
			}
		}
	}
	if n := strings.Count(read(t, "README.md"), "\n"); n > 150 {
		t.Errorf("README.md has %d lines; 150 are the most that a visitor reads", n)
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

// flat drops the indentation of every line.
func flat(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSpace(l)
	}
	return strings.Join(lines, "\n")
}
