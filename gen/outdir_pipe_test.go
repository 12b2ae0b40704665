//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package gen

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// Do not open a pipe named like a Go file: it may block forever.
func TestPipeIsNoGoFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	if err := os.Mkdir(out, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(out, "pipe.go"), 0o600); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	source := writeTool(t, dir, "one")
	go func() {
		_, err := Generate(Options{Targets: []Target{{Sources: []string{source}, Out: out}}})
		done <- err
	}()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("it waits for the pipe")
	}
}
