package gentest

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/toolgen/toolgen/gen/model"
)

// Functions compiles a package and returns the symbols of all functions in its object file, including
// instantiated generic ones.
func Functions(t testing.TB, p *model.Package) []string {
	t.Helper()
	dir := workDir(t)
	write(t, dir, p)
	object := filepath.Join(dir, "package.o")
	goCommand(t, dir, "build", "-o", object, ".")
	out, err := exec.Command("go", "tool", "nm", "-type", object).Output()
	if err != nil {
		t.Fatalf("go tool nm: %v", err)
	}
	var names []string
	for line := range bytes.Lines(out) {
		if _, name, ok := bytes.Cut(line, []byte(" T ")); ok {
			names = append(names, string(bytes.TrimSpace(name)))
		}
	}
	return names
}
