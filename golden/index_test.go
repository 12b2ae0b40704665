package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/internal/txtar"
	"github.com/toolgen/toolgen/internal/update"
)

// areas are the prefixes of case names.
var areas = []struct{ name, title string }{
	{"type", "Scalars and Go types"},
	{"string", "Strings"},
	{"null", "Absent, null and value"},
	{"object", "Objects and their keys"},
	{"tuple", "Tuples"},
	{"union", "Unions"},
	{"ref", "References"},
	{"rules", "Rules"},
	{"name", "Go names"},
	{"comment", "Doc comments"},
	{"input", "Forms of the source"},
}

// README.md lists all cases by area, with the first line of their archive.
func TestIndex(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(string(page), "\n## ")
	var want strings.Builder
	want.WriteString(head)
	listed := 0
	for _, area := range areas {
		fmt.Fprintf(&want, "\n## %s\n\n| case | what it checks |\n|---|---|\n", area.title)
		paths, err := filepath.Glob(area.name + "-*.txtar")
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&want, "| [%s](%s) | %s |\n", strings.TrimSuffix(path, ".txtar"), path, strings.TrimSpace(string(archive.Comment)))
		}
		listed += len(paths)
	}
	if all, _ := filepath.Glob("*.txtar"); listed != len(all) {
		t.Errorf("%d of %d cases have the prefix of an area", listed, len(all))
	}
	if *update.Expected {
		if err := os.WriteFile("README.md", []byte(want.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(page) != want.String() {
		t.Error("README.md is out of date; go test ./golden -update rewrites it")
	}
}
