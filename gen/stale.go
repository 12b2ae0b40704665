package gen

import (
	"bytes"
	"cmp"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// New contents wait under names such as .toolgen-123.tmp. The names begin with a dot, so that the go
// command does not see the files if we are killed.
const (
	tempPrefix = ".toolgen-"
	tempSuffix = ".tmp"
)

// staleAge is how old a temporary file is that no run can be writing any more, where there are no
// locks to tell.
const staleAge = time.Hour

// stale lists the temporary files of runs that were killed, or that are under way.
func (d *outDir) stale() []string {
	var names []string
	for name := range d.other {
		number, isTemp := strings.CutPrefix(name, tempPrefix)
		number, ends := strings.CutSuffix(number, tempSuffix)
		if isTemp && ends && number != "" && strings.Trim(number, "0123456789") == "" && d.isTemp(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// isTemp reports whether a file is one of ours by what it holds: generated code, as far as it was
// written.
func (d *outDir) isTemp(name string) bool {
	info, err := os.Lstat(d.file(name))
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(d.file(name))
	if err != nil {
		return false
	}
	defer f.Close()
	start, err := io.ReadAll(io.LimitReader(f, int64(len(header))))
	return err == nil && bytes.HasPrefix([]byte(header), start)
}

// removeStale removes the temporary files of runs that were killed. Under the lock of the directory no
// run is under way.
func (d *outDir) removeStale(locked bool) {
	for _, name := range d.stale() {
		info, err := os.Lstat(d.file(name))
		if err == nil && (locked || time.Since(info.ModTime()) > staleAge) {
			os.Remove(d.file(name)) // what cannot be removed does no harm
		}
	}
}

// there reports whether the directory exists.
func (d *outDir) there() bool {
	info, err := os.Stat(d.path)
	return err == nil && info.IsDir()
}

// compareDirs orders directories by where they are.
func compareDirs(a, b *outDir) int {
	abs := func(d *outDir) string {
		if path, err := filepath.Abs(d.path); err == nil {
			return path
		}
		return d.path
	}
	return cmp.Compare(abs(a), abs(b))
}
