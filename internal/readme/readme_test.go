package readme

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var sample = regexp.MustCompile("(?s)<!-- from: (\\S+) -->\n```\\w*\n(.*?)\n```")

// Every sample of the README stands in the file that it names, but for indentation.
func TestSamples(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	samples := sample.FindAllStringSubmatch(string(readme), -1)
	if len(samples) < 3 {
		t.Fatalf("only %d samples", len(samples))
	}
	for _, m := range samples {
		file, err := os.ReadFile(filepath.Join(root, m[1]))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(flat(string(file)), flat(m[2])) {
			t.Errorf("this sample is not in %s:\n%s", m[1], m[2])
		}
	}
	if n := strings.Count(string(readme), "\n"); n > 150 {
		t.Errorf("README.md has %d lines; 150 are the most that a visitor reads", n)
	}
}

// flat drops the indentation of every line.
func flat(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSpace(l)
	}
	return strings.Join(lines, "\n")
}
