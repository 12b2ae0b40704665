package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/toolgen/toolgen/internal/update" // declares -update
)

// A file that is too large or expands too far to be a config file is rejected in a few lines.
func TestConfigsWithoutMeasure(t *testing.T) {
	t.Parallel()
	bomb := "- &a0 {sources: [x]}\n"
	for i := range 9 {
		bomb += fmt.Sprintf("- &a%d [%s*a%d]\n", i+1, strings.Repeat(fmt.Sprintf("*a%d, ", i), 8), i)
	}
	for name, c := range map[string]struct {
		text  string
		want  string
		lines int
	}{
		"large":       {"- sources: [a.json]\n#" + strings.Repeat("x", 1<<20), ": the config file cannot be read: larger than 1 MiB, or endless; check the path\n", 1},
		"aliases":     {bomb, "invalid YAML: aliases expand to more than 200000 values", 1},
		"long alias":  {"- sources: &a [" + strings.Repeat("x", 1<<19) + "]\n" + strings.Repeat("- {sources: *a}\n", 100), "invalid YAML: aliases expand", 1},
		"many faults": {strings.Repeat("- {colour: red}\n", 5000), "and 9990 more faults; fix those above first\n", 11},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "toolgen.yaml")
			if err := os.WriteFile(file, []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			for _, command := range []string{"generate", "check", "export", "coverage"} {
				var stdout, stderr bytes.Buffer
				code := run([]string{command, "--config", file}, nil, &stdout, &stderr)
				if got := stderr.String(); code != exitFault || !strings.Contains(got, c.want) || strings.Count(got, "\n") != c.lines || stdout.Len() > 0 {
					t.Errorf("%s: exit code %d, %d lines, %.300s", command, code, strings.Count(got, "\n"), got)
				}
			}
		})
	}
}
