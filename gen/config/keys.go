package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen"
	"github.com/toolgen/toolgen/gen/export"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// key is a key of an entry and its effect on the target.
type key struct {
	name string
	read func(r *reader, t *gen.Target, value *tooldef.Node)
}

// keys are the keys of an entry: sources, and the command's flags by name.
var keys = []key{
	{"sources", files(func(t *gen.Target, list []string) { t.Sources = list })},
	{"rules", files(func(t *gen.Target, list []string) { t.Rules = list })},
	{"out", text(func(r *reader, t *gen.Target, s string) { t.Out = r.path(s) })},
	{"package", text(func(_ *reader, t *gen.Target, s string) { t.Package = s })},
	{"type", text(func(_ *reader, t *gen.Target, s string) { t.Type = s })},
	{"envelope", readEnvelope},
	{"ref", readRefs},
	{"python-types", flag(func(t *gen.Target, on bool) { t.PythonTypes = on })},
	{"closed", flag(func(t *gen.Target, on bool) { t.Closed = on })},
	{"no-format-assertion", flag(func(t *gen.Target, on bool) { t.NoFormatAssertion = on })},
	{"providers", readProviders},
	{"strict", flag(func(t *gen.Target, on bool) { t.Strict = on })},
}

// Keys returns the keys of an entry.
func Keys() []string {
	names := make([]string, len(keys))
	for i, k := range keys {
		names[i] = k.name
	}
	return names
}

func keyByName(name string) (key, bool) {
	for _, k := range keys {
		if k.name == name {
			return k, true
		}
	}
	return key{}, false
}

// text reads a non-empty string.
func text(set func(*reader, *gen.Target, string)) func(*reader, *gen.Target, *tooldef.Node) {
	return func(r *reader, t *gen.Target, value *tooldef.Node) {
		if value.Str() != "" {
			set(r, t, value.Text)
			return
		}
		r.fault(value, "expected a non-empty string", "write one, or drop the key")
	}
}

// flag reads true or false.
func flag(set func(*gen.Target, bool)) func(*reader, *gen.Target, *tooldef.Node) {
	return func(r *reader, t *gen.Target, value *tooldef.Node) {
		if value.Kind == tooldef.Bool {
			set(t, value.Bool)
			return
		}
		r.fault(value, "expected true or false", "write one of them, without quotes")
	}
}

// files reads a list of files or patterns; a single string is a list of one.
func files(set func(*gen.Target, []string)) func(*reader, *gen.Target, *tooldef.Node) {
	return func(r *reader, t *gen.Target, value *tooldef.Node) {
		list, _ := r.list(value)
		var all []string
		for i, name := range list {
			node := value
			if value.Kind == tooldef.Array {
				node = value.Items[i]
			}
			found, err := gen.Glob(r.path(name))
			if err != nil {
				r.fault(node, err.Error(), "name the files, or correct the pattern, which is relative to the folder of this file")
			}
			all = append(all, found...)
		}
		set(t, all)
	}
}

func readEnvelope(r *reader, t *gen.Target, value *tooldef.Node) {
	if value.Kind == tooldef.String && slices.Contains(tooldef.Envelopes(), value.Text) {
		t.Envelope = value.Text
		return
	}
	r.fault(value, "unknown envelope", "use one of "+strings.Join(tooldef.Envelopes(), ", "))
}

func readRefs(r *reader, t *gen.Target, value *tooldef.Node) {
	if list, ok := r.list(value); ok {
		t.Refs = r.refs(value, list)
	}
}

func readProviders(r *reader, t *gen.Target, value *tooldef.Node) {
	t.Providers, _ = r.list(value)
	for i, name := range t.Providers {
		if slices.Contains(export.Providers(), name) {
			continue
		}
		node := value
		if value.Kind == tooldef.Array {
			node = value.Items[i]
		}
		r.fault(node, fmt.Sprintf("unknown provider %q", name), "use one of "+strings.Join(export.Providers(), ", "))
	}
}

func (r *reader) list(value *tooldef.Node) ([]string, bool) {
	if value.Str() != "" {
		return []string{value.Text}, true
	}
	if value.Kind != tooldef.Array || len(value.Items) == 0 {
		r.fault(value, "expected a list of strings", "write it as [a, b]")
		return nil, false
	}
	var list []string
	for _, item := range value.Items {
		if item.Str() == "" {
			r.fault(item, "expected a non-empty string", "put it in quotes, or drop it")
			return nil, false
		}
		list = append(list, item.Text)
	}
	return list, true
}
