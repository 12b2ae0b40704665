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
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen"
	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/near"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// FileName is the default name of the config file.
const FileName = "toolgen.yaml"

// Read reads a config file. The targets are unusable if the diagnostics contain errors.
func Read(name string, data []byte) ([]gen.Target, model.Diagnostics) {
	root, faults := tooldef.ParseNode(name, data)
	if root == nil {
		return nil, faults
	}
	r := &reader{Findings: tooldef.Findings{Diags: faults}, dir: filepath.Dir(name)}
	switch {
	case root.Kind != tooldef.Array:
		r.Fail(root, "", "the file is not a list", `begin each package with "- ", as in - sources: [tools.json]`)
	case len(root.Items) == 0:
		r.Fail(root, "", "the list has no entries", "add one: - sources: [tools.json]")
	}
	var targets []gen.Target
	for _, node := range root.List() {
		targets = append(targets, r.entry(node))
	}
	slices.SortStableFunc(r.Diags, func(a, b model.Diagnostic) int { return a.Pos.Compare(b.Pos) })
	return targets, r.Diags
}

// reader reads the entries and collects their faults.
type reader struct {
	tooldef.Findings
	dir string
}

func (r *reader) entry(node *tooldef.Node) gen.Target {
	t := gen.Target{Out: r.dir, Place: node.Pos}
	if out := node.Get("out"); out != nil {
		t.Place = out.Pos
	}
	if node.Kind != tooldef.Object {
		r.Fail(node, "", "the entry is not a mapping", "give it keys, as in - sources: [tools.json]")
		return t
	}
	for _, m := range node.Members {
		if slices.Contains(Keys(), m.Key) {
			r.read(&t, m.Key, m.Value)
			continue
		}
		fix := "the keys are " + strings.Join(Keys(), ", ")
		if guess := near.Name(m.Key, Keys()); guess != "" {
			fix = "did you mean " + guess + "?"
		}
		r.Diags = append(r.Diags, model.Diagnostic{
			Severity: model.Error, Pos: m.KeyPos, Pointer: m.Value.Pointer,
			Problem: fmt.Sprintf("unknown key %q", m.Key), Fix: fix,
		})
	}
	if node.Get("sources") == nil {
		r.Fail(node, "", "the entry has no sources", "add sources: [tools.json]")
	}
	return t
}
