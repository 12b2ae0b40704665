package config

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen"
	"github.com/toolgen/toolgen/gen/export"
	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// Keys returns the keys of an entry: sources, and the command's flags by name.
func Keys() []string {
	return []string{"sources", "rules", "out", "package", "type", "envelope", "ref", "python-types", "closed",
		"no-format-assertion", "providers", "strict"}
}

// read sets what a key of an entry says.
func (r *reader) read(t *gen.Target, key string, value *tooldef.Node) {
	switch key {
	case "sources":
		t.Sources = r.files(value)
	case "rules":
		t.Rules = r.files(value)
	case "out":
		t.Out = r.path(r.text(value))
	case "package":
		t.Package = r.text(value)
	case "type":
		t.Type = r.text(value)
	case "envelope":
		if t.Envelope = value.Str(); !slices.Contains(tooldef.Envelopes(), t.Envelope) {
			r.Fail(value, "", "unknown envelope", "use one of "+strings.Join(tooldef.Envelopes(), ", "))
		}
	case "ref":
		t.Refs = r.refs(value)
	case "python-types":
		t.PythonTypes = r.flag(value)
	case "closed":
		t.Closed = r.flag(value)
	case "no-format-assertion":
		t.NoFormatAssertion = r.flag(value)
	case "providers":
		t.Providers = r.providers(value)
	case "strict":
		t.Strict = r.flag(value)
	}
}

// text reads a non-empty string.
func (r *reader) text(value *tooldef.Node) string {
	if value.Str() == "" {
		r.Fail(value, "", "expected a non-empty string", "write one, or drop the key")
	}
	return value.Str()
}

// flag reads true or false.
func (r *reader) flag(value *tooldef.Node) bool {
	if value.Kind != tooldef.Bool {
		r.Fail(value, "", "expected true or false", "write one of them, without quotes")
	}
	return value.Bool
}

// list reads a list of non-empty strings; a single string is a list of one.
func (r *reader) list(value *tooldef.Node) []*tooldef.Node {
	if value.Str() != "" {
		return []*tooldef.Node{value}
	}
	if len(value.List()) == 0 {
		r.Fail(value, "", "expected a list of strings", "write it as [a, b]")
	}
	for _, item := range value.List() {
		if item.Str() == "" {
			r.Fail(item, "", "expected a non-empty string", "put it in quotes, or drop it")
			return nil
		}
	}
	return value.List()
}

// files reads a list of files or patterns.
func (r *reader) files(value *tooldef.Node) (files []string) {
	for _, name := range r.list(value) {
		found, err := gen.Glob(r.path(name.Text))
		if err != nil {
			r.Fail(name, "", err.Error(), "name the files, or correct the pattern, which is relative to the folder of this file")
		}
		files = append(files, found...)
	}
	return files
}

func (r *reader) refs(value *tooldef.Node) (refs []lower.Ref) {
	for _, text := range r.list(value) {
		ref, err := gen.ParseRef(text.Text)
		if err != nil {
			r.Fail(text, "", err.Error(), "write PREFIX=PATH, as in https://example.com/schemas/=vendor/schemas")
			continue
		}
		ref.Path = r.path(ref.Path)
		refs = append(refs, ref)
	}
	return refs
}

func (r *reader) providers(value *tooldef.Node) (names []string) {
	for _, name := range r.list(value) {
		if !slices.Contains(export.Providers(), name.Text) {
			r.Fail(name, "", fmt.Sprintf("unknown provider %q", name.Text), "use one of "+strings.Join(export.Providers(), ", "))
		}
		names = append(names, name.Text)
	}
	return names
}

// path resolves a path relative to the config file.
func (r *reader) path(p string) string {
	if filepath.IsAbs(p) {
		return p
	}
	return filepath.Join(r.dir, filepath.FromSlash(p))
}
