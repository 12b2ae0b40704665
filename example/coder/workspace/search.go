package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

const (
	maxFound = 500 // files of a glob
	maxHits  = 200 // lines of a grep
	maxHit   = 300 // bytes of a line of a grep
)

// Glob lists the files below a folder whose relative path matches a pattern. Each part of the pattern has
// the syntax of [path.Match], or is ** for any number of parts.
func (w *Workspace) Glob(ctx context.Context, pattern, name string) (*Result, error) {
	match, err := parseGlob(pattern)
	if err != nil {
		return nil, invalid("pattern", "This is not a valid glob pattern: %v.", err)
	}
	dir, err := w.folder(name)
	if err != nil {
		return nil, err
	}
	l := w.newListing(maxFound)
	err = w.walk(ctx, dir, l, func(file string) {
		if match.match(below(dir, file)) {
			l.add(file)
		}
	})
	if err != nil {
		return nil, err
	}
	return l.result("such file"), nil
}

// Grep lists the lines of a file, or of the files below a folder, that match a regular expression. include, if not
// empty, is a glob pattern for file names, or for paths if it contains a slash.
func (w *Workspace) Grep(ctx context.Context, pattern, name, include string) (*Result, error) {
	match, err := regexp.Compile(pattern)
	if err != nil {
		return nil, invalid("pattern", "This is not a valid regular expression in RE2 syntax: %v.", err)
	}
	var only glob
	if include != "" {
		if only, err = parseGlob(include); err != nil {
			return nil, invalid("include", "This is not a valid glob pattern: %v.", err)
		}
	}
	l := w.newListing(maxHits)
	skipped := 0
	search := func(file string) {
		f, err := w.readText(file)
		if err != nil { // binary, too large, or gone
			skipped++
			return
		}
		for i, line := range linesOf(f.content) {
			if line = strings.TrimRight(line, "\r\n"); match.MatchString(line) {
				l.add(fmt.Sprintf("%s:%d: %s", file, i+1, cut(line, maxHit)))
			}
		}
	}
	dir, err := w.folder(name)
	if err != nil {
		// The path may be a file.
		short, fault := clean("path", name)
		if fault != nil {
			return nil, fault
		}
		if _, fault := w.readText(short); fault != nil {
			return nil, fault
		}
		search(short)
		return l.result("such line"), nil
	}
	err = w.walk(ctx, dir, l, func(file string) {
		subject := path.Base(file)
		if strings.Contains(include, "/") {
			subject = below(dir, file)
		}
		if only == nil || only.match(subject) {
			search(file)
		}
	})
	if err != nil {
		return nil, err
	}
	if skipped > 0 {
		l.notes = append(l.notes, fmt.Sprintf("%s left out, binary or too large.", count(skipped, "file")))
	}
	return l.result("such line"), nil
}

// walk visits the regular files below a folder in the order of names. It follows no symbolic links and skips git's
// own files.
func (w *Workspace) walk(ctx context.Context, dir string, l *listing, visit func(file string)) error {
	seen := 0
	err := fs.WalkDir(w.root.FS(), dir, func(name string, entry fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if seen++; seen > maxEntries {
			l.stopped = true
			return fs.SkipAll
		}
		switch {
		case err != nil && name == dir:
			return err
		case err != nil: // one unreadable folder must not end the search
			l.notes = append(l.notes[:min(len(l.notes), 5)], fmt.Sprintf("%s cannot be read.", name))
			return nil
		case entry.IsDir() && entry.Name() == ".git":
			return fs.SkipDir
		case entry.Type().IsRegular():
			visit(name)
		}
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return w.fault("path", err)
	}
	return err
}

// below returns the path of a file relative to a folder above it.
func below(dir, file string) string {
	if dir == "." {
		return file
	}
	return strings.TrimPrefix(file, dir+"/")
}
