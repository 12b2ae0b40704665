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
	"fmt"
	"path/filepath"
	"strings"

	"github.com/toolgen/toolgen/gen"
	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/near"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// FileName is the name under which the command looks for the file.
const FileName = "toolgen.yaml"

// Read reads a config file, whose entries are targets. With errors among the diagnostics they are
// not to be used.
func Read(name string, data []byte) ([]gen.Target, model.Diagnostics) {
	if isBlank(data) {
		return nil, model.Diagnostics{{
			Severity: model.Error, Pos: model.Pos{File: name, Line: 1, Column: 1},
			Problem: "the file has no entries", Fix: "add one: - sources: [tools.json]",
		}}
	}
	root, diags := tooldef.ParseNode(name, data)
	if root == nil || diags.HasErrors() {
		return nil, diags
	}
	r := &reader{dir: filepath.Dir(name), diags: diags}
	switch {
	case root.Kind != tooldef.Array:
		r.fault(root, "the file is not a list", `begin each package with "- ", as in - sources: [tools.json]`)
	case len(root.Items) == 0:
		r.fault(root, "the list has no entries", "add one: - sources: [tools.json]")
	}
	var targets []gen.Target
	for _, entry := range root.Items {
		targets = append(targets, r.entry(entry))
	}
	return targets, r.diags.Cut()
}

// isBlank reports whether a file holds nothing but comments.
func isBlank(data []byte) bool {
	for line := range bytes.Lines(data) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			return false
		}
	}
	return true
}

// reader collects faults.
type reader struct {
	dir   string
	diags model.Diagnostics
}

func (r *reader) entry(node *tooldef.Node) gen.Target {
	t := gen.Target{Out: r.dir}
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
		r.diags = append(r.diags, model.Diagnostic{
			Severity: model.Error, Pos: m.KeyPos, Pointer: m.Value.Pointer,
			Problem: fmt.Sprintf("unknown key %q", m.Key), Fix: fix,
		})
	}
	if node.Get("sources") == nil {
		r.fault(node, "the entry has no sources", "add sources: [tools.json]")
	}
	return t
}

// path makes a path of the file count from the working directory.
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
	r.diags = append(r.diags, model.Diagnostic{
		Severity: model.Error, Pos: node.Pos, Pointer: node.Pointer, Problem: problem, Fix: fix,
	})
}
