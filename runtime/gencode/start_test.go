package gencode

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// Every program that has tools imports this package, and few meet the texts that its patterns are for.
func TestNoPatternIsCompiledAtTheStart(t *testing.T) {
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	start := regexp.MustCompile(`(?m)^(?:var )?\t?(?:\w+\s*=|\{.*) ?regexp\.MustCompile`)
	for _, file := range files {
		if name := file.Name(); strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			source, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range start.FindAllString(string(source), -1) {
				t.Errorf("%s: %s", name, line)
			}
		}
	}
}
