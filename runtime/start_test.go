package runtime

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every program that has tools imports this package, and few meet the texts that its patterns are for.
func TestNoPatternIsCompiledAtTheStart(t *testing.T) {
	start := regexp.MustCompile(`(?m)^(?:var )?\t?(?:\w+\s*=|\{.*) ?regexp\.MustCompile`)
	var files []string
	for _, folder := range []string{"*.go", "gencode/*.go", "internal/*/*.go"} {
		list, err := filepath.Glob(folder)
		if err != nil || len(list) == 0 {
			t.Fatalf("%s: %d files, %v", folder, len(list), err)
		}
		files = append(files, list...)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range start.FindAllString(string(source), -1) {
			t.Errorf("%s: %s", name, line)
		}
	}
}
