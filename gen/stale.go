package gen

import (
	"bytes"
	"io"
	"os"
	"slices"
	"strings"
	"time"
)

// New contents are written to names such as .toolgen-123.tmp. The leading dot hides them from the go command if
// the process is killed.
const (
	tempPrefix = ".toolgen-"
	tempSuffix = ".tmp"
)

// staleAge is the age from which a temporary file is stale: no run takes as long.
const staleAge = time.Hour

// stale lists temporary files of killed or running processes.
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

// isTemp reports whether a file is ours by its content: a prefix of generated code.
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

// removeStale removes temporary files of killed runs.
func (d *outDir) removeStale() {
	for _, name := range d.stale() {
		if info, err := os.Lstat(d.file(name)); err == nil && time.Since(info.ModTime()) > staleAge {
			os.Remove(d.file(name)) // a file that cannot be removed is harmless
		}
	}
}
