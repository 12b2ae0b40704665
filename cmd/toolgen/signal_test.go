//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A signal ends generate with the shell's exit code and leaves no files behind. Not parallel: signals are
// process-wide.
func TestSignalEndsGenerate(t *testing.T) {
	for _, s := range []struct {
		signal syscall.Signal
		code   int
	}{{syscall.SIGINT, 130}, {syscall.SIGTERM, 143}} {
		dir := t.TempDir()
		source, out := filepath.Join(dir, "tools.json"), filepath.Join(dir, "out")
		if err := syscall.Mkfifo(source, 0o600); err != nil {
			t.Skip(err)
		}
		go func() {
			// Blocks until the command opens its source.
			w, err := os.OpenFile(source, os.O_WRONLY, 0)
			if err != nil {
				t.Error(err)
				return
			}
			t.Cleanup(func() { w.Close() })
			if err := syscall.Kill(os.Getpid(), s.signal); err != nil {
				t.Error(err)
			}
		}()
		var stdout, stderr bytes.Buffer
		if code := run([]string{"generate", source, "--out", out}, strings.NewReader(""), &stdout, &stderr); code != s.code {
			t.Errorf("%v: exit code %d, want %d", s.signal, code, s.code)
		}
		if want := s.signal.String() + ", nothing was written\n"; stderr.String() != want {
			t.Errorf("%v: told %q, want %q", s.signal, stderr.String(), want)
		}
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%v: there is an output directory", s.signal)
		}
	}
}
