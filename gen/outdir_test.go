package gen

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Broken links and devices named like Go files at most occupy a name.
func TestGoFilesThatAreNone(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	if err := os.MkdirAll(filepath.Join(out, "dir.go"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"zero.go": "/dev/zero", "nowhere.go": "nowhere", "folder.go": "."} {
		if err := os.Symlink(target, filepath.Join(out, name)); err != nil {
			t.Skip(err)
		}
	}
	done := make(chan error, 1)
	go func() {
		result, err := Generate(Options{Targets: []Target{{Sources: []string{writeTool(t, dir, "one")}, Out: out}}})
		if err == nil && len(result.Written) != 2 {
			err = fmt.Errorf("wrote %v", result.Written)
		}
		done <- err
	}()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("it reads without end")
	}
}
