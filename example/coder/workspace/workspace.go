// Package workspace is the folder that the tools of the coder work in.
//
// All access goes through an [os.Root]: whatever path a model gives, nothing outside the folder is read or
// changed. Faults in a path or a passage are reported with runtime.Invalid, so that the model sees them as faults
// of its call. Changes take two steps, so that a person can be asked in between: Write, Edit and Delete plan a
// [Change], and Apply makes it.
package workspace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
)

// MaxFile is the maximum size in bytes of files that are read, edited or searched.
const MaxFile = 4 << 20

// Workspace is a folder that tools work in. It is not safe for concurrent use.
type Workspace struct {
	root    *os.Root
	outside error // the root's error for a path that leads out of it

	dry     bool
	pending map[string]file // in a dry run, the current state of changed files
}

// Result is the result of a read-only tool.
type Result struct {
	Text string `json:"text"`
	// Note says what the text omits, and how to get it.
	Note string `json:"note,omitempty"`
}

// file is a regular file, or a missing one.
type file struct {
	exists  bool
	content []byte
	mode    fs.FileMode
}

// Open opens a folder. A dry run changes nothing in it, but remembers applied changes: later calls see the files as
// they would be.
func Open(dir string, dryRun bool) (*Workspace, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	w := &Workspace{root: root, dry: dryRun, pending: map[string]file{}}
	// Package os does not export this error.
	var outside *fs.PathError
	if _, err := root.Lstat(".."); errors.As(err, &outside) {
		w.outside = outside.Err
	}
	return w, nil
}

// Close closes the folder.
func (w *Workspace) Close() error { return w.root.Close() }

// DryRun reports whether changes are only remembered.
func (w *Workspace) DryRun() bool { return w.dry }

// clean checks a path from a model and returns it in its shortest form. field is the argument that contains it.
func clean(field, name string) (string, error) {
	if i := strings.IndexFunc(name, unicode.IsControl); i >= 0 {
		r, _ := utf8.DecodeRuneInString(name[i:])
		return "", invalid(field, "The path has the control character %U in it; leave it out.", r)
	}
	if path.IsAbs(name) || filepath.IsAbs(name) {
		return "", invalid(field, "The path is absolute; give it relative to the workspace root.")
	}
	short := path.Clean(name)
	if !filepath.IsLocal(filepath.FromSlash(short)) {
		return "", invalid(field, "The path leads out of the workspace; give one inside it, relative to its root.")
	}
	return short, nil
}

// cleanTarget is clean for a file to be changed.
func cleanTarget(name string) (string, error) {
	short, err := clean("path", name)
	if err != nil {
		return "", err
	}
	if short == "." || strings.HasSuffix(name, "/") {
		return "", invalid("path", "The path is a folder; name a file.")
	}
	for part := range strings.SplitSeq(short, "/") {
		if strings.EqualFold(part, ".git") {
			// The next git command would run a hook that is written there.
			return "", invalid("path", "Files of git's own are not changed by tools; name another file.")
		}
	}
	return short, nil
}

// load reads a file that may be changed; a missing file is no error. name is clean.
func (w *Workspace) load(name string) (file, error) {
	if f, ok := w.pending[name]; ok {
		return f, nil
	}
	info, err := w.root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return file{mode: 0o644}, nil
	case err != nil:
		return file{}, w.fault("path", err)
	case info.IsDir():
		return file{}, invalid("path", "There is a folder of this name; name a file.")
	case info.Mode()&fs.ModeSymlink != 0:
		// Renaming onto it would replace the link, which nobody asked for.
		return file{}, invalid("path", "There is a symbolic link of this name; name the file that it leads to.")
	}
	return w.read(name)
}

// read reads an existing file.
func (w *Workspace) read(name string) (file, error) {
	if f, ok := w.pending[name]; ok && f.exists {
		return f, nil
	} else if ok {
		return file{}, w.fault("path", fs.ErrNotExist)
	}
	info, err := w.root.Stat(name) // before opening it: opening a pipe waits for a writer
	switch {
	case err != nil:
		return file{}, w.fault("path", err)
	case info.IsDir():
		return file{}, invalid("path", "This is a folder, not a file; ls lists it.")
	case !info.Mode().IsRegular():
		return file{}, invalid("path", "This is not a regular file.")
	case info.Size() > MaxFile:
		return file{}, invalid("path", "The file has %d bytes; tools handle files of up to %d.", info.Size(), MaxFile)
	}
	f, err := w.root.Open(name)
	if err != nil {
		return file{}, w.fault("path", err)
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, MaxFile+1))
	if err != nil {
		return file{}, w.fault("path", err)
	}
	if len(content) > MaxFile { // it has grown
		return file{}, invalid("path", "The file has more than %d bytes, which is what tools handle.", MaxFile)
	}
	return file{exists: true, content: content, mode: info.Mode().Perm()}, nil
}

// readText is read for a file that must be text.
func (w *Workspace) readText(name string) (file, error) {
	f, err := w.read(name)
	if err == nil && isBinary(f.content) {
		return file{}, invalid("path", "The file is binary, not text; it has %d bytes.", len(f.content))
	}
	return f, err
}

// isBinary reports whether bytes are not UTF-8 text.
func isBinary(content []byte) bool {
	return bytes.IndexByte(content, 0) >= 0 || !utf8.Valid(content)
}

// fault converts an error caused by a path into an issue of the call.
func (w *Workspace) fault(field string, err error) error {
	var of *fs.PathError
	switch {
	case w.outside != nil && errors.Is(err, w.outside):
		return invalid(field, "The path leads out of the workspace through a symbolic link; name a file inside it.")
	case errors.Is(err, fs.ErrNotExist):
		return invalid(field, "There is no such file; use ls and glob to find files.")
	case errors.As(err, &of): // such as a file used as a folder, or a name that is too long
		return invalid(field, "The path cannot be used: %v.", of.Err)
	}
	return err
}

func invalid(field, format string, args ...any) error {
	return runtime.Invalid(field, "rule", nil, fmt.Sprintf(format, args...))
}
