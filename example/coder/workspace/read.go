package workspace

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
)

// maxText limits the text of a result in bytes: more is of little use to a model.
const maxText = 64 << 10

// maxEntries limits the entries that a listing or a search examines.
const maxEntries = 20_000

// Read returns a text file, or the lines from first to last, counted from 1, inclusive. 0 means the first and the
// last line.
func (w *Workspace) Read(name string, first, last int64) (*Result, error) {
	short, err := clean("path", name)
	if err != nil {
		return nil, err
	}
	f, err := w.readText(short)
	if err != nil {
		return nil, err
	}
	lines := linesOf(f.content)
	total := int64(len(lines))
	if total == 0 {
		return &Result{Note: "The file is empty."}, nil
	}
	if last == 0 || last > total {
		last = total
	}
	first = max(first, 1)
	if first > total {
		return nil, runtime.Invalid("lineStart", "maximum", total, fmt.Sprintf("The file has %s.", count(len(lines), "line")))
	}
	if first > last {
		return nil, invalid("lineEnd", "The last line is before the first.")
	}
	var b strings.Builder
	for i, line := range lines[first-1 : last] {
		if b.Len()+len(line) <= maxText {
			b.WriteString(line)
			continue
		}
		at := first + int64(i)
		if b.Len() > 0 {
			return &Result{b.String(), fmt.Sprintf("Cut: these are lines %d to %d of %d. Go on with lineStart %d.", first, at-1, total, at)}, nil
		}
		return &Result{cut(line, maxText), fmt.Sprintf("Cut: this is the beginning of line %d of %d.", at, total)}, nil
	}
	r := &Result{Text: b.String()}
	if first > 1 || last < total {
		r.Note = fmt.Sprintf("These are lines %d to %d of %d.", first, last, total)
	}
	return r, nil
}

// List lists at most limit entries of a folder by name, with a slash after folders.
func (w *Workspace) List(name string, limit int64) (*Result, error) {
	short, err := w.folder(name)
	if err != nil {
		return nil, err
	}
	dir, err := w.root.Open(short)
	if err != nil {
		return nil, w.fault("path", err)
	}
	defer dir.Close()
	entries, err := dir.ReadDir(maxEntries)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, w.fault("path", err)
	}
	names := make([]string, len(entries))
	for i, entry := range entries {
		names[i] = entry.Name()
		if entry.IsDir() {
			names[i] += "/"
		}
	}
	slices.Sort(names)
	l := w.newListing(int(limit))
	l.stopped = len(names) == maxEntries
	for _, name := range names {
		l.add(name)
	}
	return l.result("entry"), nil
}

// Check reports whether a path can be read; "" is the workspace itself.
func (w *Workspace) Check(name string) error {
	if name == "" {
		return nil
	}
	short, err := clean("path", name)
	if err != nil {
		return err
	}
	if _, err := w.root.Stat(short); err != nil && !w.pending[short].exists {
		return w.fault("path", err)
	}
	return nil
}

// folder checks the path of a folder; "" is the workspace itself.
func (w *Workspace) folder(name string) (string, error) {
	if name == "" {
		return ".", nil
	}
	short, err := clean("path", name)
	if err != nil {
		return "", err
	}
	info, err := w.root.Stat(short)
	switch {
	case err != nil:
		return "", w.fault("path", err)
	case !info.IsDir():
		return "", invalid("path", "This is a file, not a folder; file_read reads it.")
	}
	return short, nil
}

// listing collects the lines of a result up to a limit.
type listing struct {
	text    strings.Builder
	limit   int
	shown   int
	more    int
	stopped bool // not everything was examined
	notes   []string
}

func (w *Workspace) newListing(limit int) *listing {
	l := &listing{limit: limit}
	if len(w.pending) > 0 {
		l.notes = append(l.notes, "What this dry run has changed is not in here.")
	}
	return l
}

func (l *listing) add(line string) {
	// A name may contain a line break, which would split its line in two.
	line = strings.Map(func(r rune) rune {
		if r != '\t' && unicode.IsControl(r) {
			return unicode.ReplacementChar
		}
		return r
	}, line)
	if l.shown >= l.limit || l.text.Len()+len(line) >= maxText {
		l.more++
		return
	}
	l.shown++
	l.text.WriteString(line + "\n")
}

// result returns the listing, with notes about what is missing.
func (l *listing) result(of string) *Result {
	switch {
	case l.stopped:
		l.notes = append(l.notes, fmt.Sprintf("Cut: there are more than %d entries to look at; name a folder.", maxEntries))
	case l.more > 0:
		l.notes = append(l.notes, fmt.Sprintf("Cut: %d more.", l.more))
	case l.shown == 0:
		l.notes = append(l.notes, fmt.Sprintf("There is no %s.", of))
	}
	return &Result{l.text.String(), strings.Join(l.notes, " ")}
}

// cut truncates a text to at most n bytes, between two characters.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
