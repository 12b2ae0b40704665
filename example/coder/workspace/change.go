package workspace

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/toolgen/toolgen/internal/unified"
)

// Change is a planned change of one file.
type Change struct {
	// Path is the file, relative to the workspace.
	Path string

	before, after file
}

// Write plans to set the content of a file, or to create it.
func (w *Workspace) Write(name, content string) (*Change, error) {
	return w.plan(name, func(before file) (file, error) {
		return file{exists: true, content: []byte(content), mode: before.mode}, nil
	})
}

// Delete plans to remove a file.
func (w *Workspace) Delete(name string) (*Change, error) {
	return w.plan(name, func(before file) (file, error) {
		if !before.exists {
			return file{}, w.fault("path", fs.ErrNotExist)
		}
		return file{mode: before.mode}, nil
	})
}

func (w *Workspace) plan(name string, change func(before file) (file, error)) (*Change, error) {
	short, err := cleanTarget(name)
	if err != nil {
		return nil, err
	}
	before, err := w.load(short)
	if err != nil {
		return nil, err
	}
	after, err := change(before)
	if err != nil {
		return nil, err
	}
	return &Change{Path: short, before: before, after: after}, nil
}

// Apply makes a change atomically: it writes the new content to a temporary file with the same permissions, and
// renames it. It fails if the file has changed since the change was planned.
func (w *Workspace) Apply(c *Change) error {
	now, err := w.load(c.Path)
	if err != nil {
		return err
	}
	if now.exists != c.before.exists || !bytes.Equal(now.content, c.before.content) {
		return invalid("path", "The file was changed by somebody else in the meantime; read it again.")
	}
	switch {
	case w.dry:
		w.pending[c.Path] = c.after
		return nil
	case !c.after.exists:
		return w.root.Remove(c.Path)
	}
	return w.replace(c.Path, c.after)
}

// replace atomically writes a file in place of an existing one.
func (w *Workspace) replace(name string, f file) error {
	dir := path.Dir(name)
	if err := w.root.MkdirAll(dir, 0o755); err != nil {
		return w.fault("path", err)
	}
	beside := path.Join(dir, ".coder-"+rand.Text())
	if err := w.create(beside, f); err != nil {
		return errors.Join(err, w.root.Remove(beside))
	}
	if err := w.root.Rename(beside, name); err != nil {
		return errors.Join(err, w.root.Remove(beside))
	}
	return nil
}

// create writes a new file and syncs it to disk.
func (w *Workspace) create(name string, f file) error {
	out, err := w.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, f.mode)
	if err != nil {
		return err
	}
	_, err = out.Write(f.content)
	if err == nil {
		err = out.Chmod(f.mode) // the umask may have removed some bits
	}
	if err == nil {
		err = out.Sync()
	}
	return errors.Join(err, out.Close())
}

// Deletes reports whether the change removes the file.
func (c *Change) Deletes() bool { return !c.after.exists }

// Nothing reports whether the change would leave the file as it is.
func (c *Change) Nothing() bool {
	return c.before.exists && c.after.exists && bytes.Equal(c.before.content, c.after.content)
}

// Summary briefly describes the change, such as "change a.txt (2 lines added, 1 removed)".
func (c *Change) Summary() string {
	switch {
	case !c.after.exists:
		return fmt.Sprintf("delete %s (%s)", c.Path, size(c.before.content))
	case !c.before.exists:
		return fmt.Sprintf("create %s (%s)", c.Path, size(c.after.content))
	case isBinary(c.before.content) || isBinary(c.after.content):
		return fmt.Sprintf("replace %s (%s by %s)", c.Path, size(c.before.content), size(c.after.content))
	}
	added, removed := 0, 0
	for i, line := range linesOf([]byte(c.diff())) {
		switch {
		case i < 2: // the file header
		case line[0] == '+':
			added++
		case line[0] == '-':
			removed++
		}
	}
	return fmt.Sprintf("change %s (%s added, %d removed)", c.Path, count(added, "line"), removed)
}

// Diff returns the change as a unified diff, truncated to a number of lines.
func (c *Change) Diff(lines int) string {
	if isBinary(c.before.content) || isBinary(c.after.content) {
		return "(binary)\n"
	}
	var b strings.Builder
	n := 0
	for line := range strings.Lines(c.diff()) {
		if n++; n <= lines {
			b.WriteString(line)
		}
	}
	if n > lines {
		fmt.Fprintf(&b, "(%s more)\n", count(n-lines, "line"))
	}
	return b.String()
}

func (c *Change) diff() string {
	from, to := c.Path, c.Path
	if !c.before.exists {
		from = os.DevNull
	}
	if !c.after.exists {
		to = os.DevNull
	}
	return unified.Diff(from, to, string(c.before.content), string(c.after.content))
}

func size(content []byte) string {
	if isBinary(content) {
		return count(len(content), "byte")
	}
	return count(len(linesOf(content)), "line")
}

func count(n int, of string) string {
	if n == 1 {
		return "1 " + of
	}
	return fmt.Sprintf("%d %ss", n, of)
}

// linesOf splits a text into lines, including line breaks.
func linesOf(content []byte) []string {
	lines := strings.SplitAfter(string(content), "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}
