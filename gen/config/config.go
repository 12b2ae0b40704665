// Package config reads toolgen.yaml, the list of packages that a repository generates.
//
//   - sources: [schemas/books.tools.json]
//     out: internal/booktools
//   - sources: [schemas/coder/*.json]
//     out: internal/codertools
//     closed: true
//
// Every flag of the command is a key of an entry. Sources and rules may be patterns. Paths count from the folder of the file, so
// that the command does the same wherever it is started.
package config

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen"
	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/near"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// FileName is the default name of the config file.
const FileName = "toolgen.yaml"

// Read reads a config file. The targets are unusable if the diagnostics contain errors.
func Read(name string, data []byte) ([]gen.Target, model.Diagnostics) {
	entries, diags := Entries(name, data)
	var targets []gen.Target
	for _, e := range entries {
		targets = append(targets, e.Target)
		diags = append(diags, e.Faults...)
	}
	return targets, diags.Cut()
}

// Entry is an entry of a config file.
type Entry struct {
	Target gen.Target
	// Faults are the diagnostics of the entry. With errors, Target is unusable.
	Faults model.Diagnostics
}

// Entries reads a config file entry by entry. The diagnostics concern the file as a whole; with errors there
// are no entries.
func Entries(name string, data []byte) ([]Entry, model.Diagnostics) {
	if isBlank(data) {
		return nil, model.Diagnostics{{
			Severity: model.Error, Pos: model.Pos{File: name, Line: 1, Column: 1},
			Problem: "the file has no entries", Fix: "add one: - sources: [tools.json]",
		}}
	}
	root, faults := tooldef.ParseNode(name, data)
	if root == nil {
		return nil, faults
	}
	r := &reader{dir: filepath.Dir(name)}
	switch {
	case root.Kind != tooldef.Array:
		r.fault(root, "the file is not a list", `begin each package with "- ", as in - sources: [tools.json]`)
	case len(root.Items) == 0:
		r.fault(root, "the list has no entries", "add one: - sources: [tools.json]")
	}
	var whole model.Diagnostics
	for _, d := range append(faults, r.faults...) {
		if !strings.HasPrefix(d.Pointer, "/") {
			whole = append(whole, d)
		}
	}
	if whole.HasErrors() {
		return nil, whole
	}
	entries := make([]Entry, len(root.Items))
	for i, node := range root.Items {
		r.faults = nil
		target := r.entry(node)
		// Syntax errors, such as duplicate keys, were reported before.
		var own model.Diagnostics
		for _, d := range faults {
			if d.Pointer == node.Pointer || strings.HasPrefix(d.Pointer, node.Pointer+"/") {
				own = append(own, d)
			}
		}
		own = append(own, r.faults...)
		slices.SortStableFunc(own, func(a, b model.Diagnostic) int {
			return cmp.Or(a.Pos.Line-b.Pos.Line, a.Pos.Column-b.Pos.Column)
		})
		entries[i] = Entry{Target: target, Faults: own}
	}
	return entries, whole
}

// isBlank reports whether a file contains only comments.
func isBlank(data []byte) bool {
	for line := range bytes.Lines(data) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			return false
		}
	}
	return true
}

// reader reads an entry and collects its faults.
type reader struct {
	dir    string
	faults model.Diagnostics
}

func (r *reader) entry(node *tooldef.Node) gen.Target {
	t := gen.Target{Out: r.dir, Place: node.Pos}
	if out := node.Get("out"); out != nil {
		t.Place = out.Pos
	}
	if node.Kind != tooldef.Object {
		r.fault(node, "the entry is not a mapping", "give it keys, as in - sources: [tools.json]")
		return t
	}
	for _, m := range node.Members {
		if key, known := keyByName(m.Key); known {
			key.read(r, &t, m.Value)
			continue
		}
		fix := "the keys are " + strings.Join(Keys(), ", ")
		if guess := near.Name(m.Key, Keys()); guess != "" {
			fix = "did you mean " + guess + "?"
		}
		r.faults = append(r.faults, model.Diagnostic{
			Severity: model.Error, Pos: m.KeyPos, Pointer: m.Value.Pointer,
			Problem: fmt.Sprintf("unknown key %q", m.Key), Fix: fix,
		})
	}
	if node.Get("sources") == nil {
		r.fault(node, "the entry has no sources", "add sources: [tools.json]")
	}
	return t
}

// path resolves a path relative to the config file.
func (r *reader) path(p string) string {
	if filepath.IsAbs(p) {
		return p
	}
	return filepath.Join(r.dir, filepath.FromSlash(p))
}

func (r *reader) refs(node *tooldef.Node, list []string) []lower.Ref {
	var refs []lower.Ref
	for _, text := range list {
		ref, err := gen.ParseRef(text)
		if err != nil {
			r.fault(node, err.Error(), "write PREFIX=PATH, as in https://example.com/schemas/=vendor/schemas")
			continue
		}
		ref.Path = r.path(ref.Path)
		refs = append(refs, ref)
	}
	return refs
}

func (r *reader) fault(node *tooldef.Node, problem, fix string) {
	r.faults = append(r.faults, model.Diagnostic{
		Severity: model.Error, Pos: node.Pos, Pointer: node.Pointer, Problem: problem, Fix: fix,
	})
}
