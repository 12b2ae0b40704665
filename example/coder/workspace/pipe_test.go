//go:build unix

package workspace_test

import (
	"path/filepath"
	"syscall"
	"testing"
)

// TestPipe checks that pipes are not opened, which would block until there is a writer.
func TestPipe(t *testing.T) {
	t.Parallel()
	dir, w := open(t, nil)
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Read("pipe", 0, 0); told(t, err) != "path: This is not a regular file." {
		t.Errorf("reading: %v", err)
	}
	if _, err := w.Write("pipe", "x"); told(t, err) != "path: This is not a regular file." {
		t.Errorf("writing: %v", err)
	}
	if r, err := w.Grep(t.Context(), "x", "", ""); err != nil || r.Note != "There is no such line." {
		t.Errorf("searching: %+v, %v", r, err)
	}
}
