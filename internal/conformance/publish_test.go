package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/suite"
	"github.com/toolgen/toolgen/internal/update"
)

// between matches the generated table in README.md.
var between = regexp.MustCompile(`(?s)(<!-- conformance -->\n).*(<!-- end -->)`)

// publish compares the tables of README.md and docs/conformance.md with the results, or rewrites them with
// -update.
func publish(t *testing.T, tables map[string]suite.Table) {
	t.Helper()
	root := filepath.Join("..", "..")
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	compare(t, filepath.Join(root, "README.md"), string(readme), between.ReplaceAllString(string(readme), "${1}"+summary(tables)+"${2}"))
	full, err := os.ReadFile(filepath.Join(root, "docs", "conformance.md"))
	if err != nil && !*update.Expected {
		t.Fatal(err)
	}
	compare(t, filepath.Join(root, "docs", "conformance.md"), string(full), details(tables))
}

func compare(t *testing.T, path, have, want string) {
	t.Helper()
	if have == want {
		return
	}
	if !*update.Expected {
		t.Errorf("%s does not match the results; go test ./internal/conformance -update rewrites it", path)
		return
	}
	if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// names are the display names of the levels.
var names = map[string]string{"required": "required", "optional": "optional", "format": "optional, formats"}

// summary has a row per level and a column per draft.
func summary(tables map[string]suite.Table) string {
	var b strings.Builder
	b.WriteString("| cases passed |")
	for _, d := range suite.Drafts {
		fmt.Fprintf(&b, " %s |", strings.TrimPrefix(d.Folder, "draft"))
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(suite.Drafts)) + "\n")
	for _, level := range suite.Levels {
		fmt.Fprintf(&b, "| %s |", names[level])
		sums := tables[level].ByDraft()
		for _, d := range suite.Drafts {
			fmt.Fprintf(&b, " %d of %d |", sums[d.Folder].Passed, sums[d.Folder].Total)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// details lists results by keyword, and known failures.
func details(tables map[string]suite.Table) string {
	var b strings.Builder
	b.WriteString("# Conformance\n\nResults of the official JSON-Schema-Test-Suite, run with generated, compiled Go.\n" +
		"`go test ./internal/conformance -update` writes this page; `!` marks incomplete cells.\n")
	for _, level := range suite.Levels {
		fmt.Fprintf(&b, "\n## %s\n\n```text\n%s```\n", names[level], tables[level])
	}
	b.WriteString("\n## Known failures\n\n")
	for _, k := range suite.KnownNames() {
		fmt.Fprintf(&b, "- %s: %s.\n", k, suite.Known[k])
	}
	return b.String()
}
