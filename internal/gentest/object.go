package gentest

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/toolgen/toolgen/gen/model"
)

// Functions compiles one package and gives the symbols of all functions that the compiler made for it:
// those of its source, and those of generic types and functions that it uses.
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
