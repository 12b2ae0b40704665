package docs

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// fileError says that a file that a reference leads to does not parse.
type fileError struct {
	file  string
	diags model.Diagnostics
}

func (e *fileError) Error() string {
	if len(e.diags) > 0 {
		return e.diags[0].String()
	}
	return e.file + ": holds no schema"
}

// refWords are the keywords that lead to other schemas.
var refWords = []string{"$ref", "$dynamicRef", "$recursiveRef", "$schema"}

// atRef is a fault of the first reference that means an address which the library reports, in the
// schema itself or in a file that it leads to; else of the first in the schema whose text fits.
func (l *Library) atRef(root *tooldef.Node, address, text string, problem func(ref *tooldef.Node) string, fix string) fault {
	f, ref := l.meaning(root, address)
	if ref == nil {
		f, ref = fitting(root, text)
	}
	if f.key == "$schema" {
		f.diagnostic = ErrorAt(ref, "$schema", fmt.Sprintf("the meta-schema %q is not known", Cut(ref.Text, 80)),
			"name draft 2020-12, 2019-09, 07, 06 or 04, leave $schema out, or give the file with --ref PREFIX=PATH")
		return f
	}
	f.diagnostic = ErrorAt(ref, "$ref", problem(ref), fix)
	return f
}

// meaning finds the reference that means an address. The fault has a holder only in the schema
// itself: files are read again, so that nothing can be taken out of them.
func (l *Library) meaning(root *tooldef.Node, address string) (f fault, ref *tooldef.Node) {
	documents := slices.Sorted(maps.Keys(l.Docs))
	if own := slices.IndexFunc(documents, func(name string) bool { return l.Docs[name].Root == root }); own > 0 {
		name := documents[own]
		documents = slices.Insert(slices.Delete(documents, own, own+1), 0, name)
	}
	for _, name := range documents {
		d := l.Docs[name]
		WalkSchemas(d.Root, true, func(n *tooldef.Node) bool {
			for _, word := range refWords {
				r := n.Get(word)
				if r != nil && r.Kind == tooldef.String && r.Text != "" && d.means(n, r.Text, address) {
					f.key, ref = word, r
					if d.Root == root {
						f.holder = n
					}
					return false
				}
			}
			return true
		})
		if ref != nil {
			return f, ref
		}
	}
	return f, nil
}

// means reports whether the reference of a schema in the document means an address, which has no
// fragment where it is that of a file.
func (d *Document) means(n *tooldef.Node, ref, address string) bool {
	if !strings.Contains(address, ":") {
		address = schemaBase + address
	}
	address = UnescapeFragment(address)
	bases := []string{d.url}
	if id := resource(d.Root, n); id != nil && id.Kind == tooldef.String {
		bases = append(bases, resolveRef(d.url, id.Text))
	}
	for _, base := range bases {
		whole := UnescapeFragment(resolveRef(base, ref))
		file, _, _ := strings.Cut(whole, "#")
		if whole == address || file == address {
			return true
		}
	}
	pointer := fromResource(d.Root, n, ref)
	return pointer != "" && UnescapeFragment(d.url+pointer) == address
}

// resource is the $id of the nearest schema around n that has one, nil for that of the document.
func resource(root, n *tooldef.Node) *tooldef.Node {
	for rel := strings.TrimPrefix(n.Pointer, root.Pointer); ; rel = rel[:strings.LastIndexByte(rel, '/')] {
		s := root.At(rel)
		for _, word := range []string{"$id", "id"} {
			if id := s.Get(word); id != nil {
				return id
			}
		}
		if rel == "" {
			return nil
		}
	}
}

// resolveRef is a reference as it counts from a base; one that is no URL stands for itself.
func resolveRef(base, ref string) string {
	b, err := url.Parse(base)
	if err != nil {
		return ref
	}
	r, err := b.Parse(ref)
	if err != nil {
		return ref
	}
	return r.String()
}

// fitting finds the first reference whose text fits an address; the library resolves relative
// references, so a match of the end is enough. It is the schema itself where there is none.
func fitting(root *tooldef.Node, address string) (f fault, ref *tooldef.Node) {
	ref = root
	WalkSchemas(root, true, func(n *tooldef.Node) bool {
		for _, word := range refWords {
			r := n.Get(word)
			if r == nil || r.Kind != tooldef.String || r.Text == "" {
				continue
			}
			text := UnescapeFragment(r.Text)
			if text == address || strings.HasSuffix(address, text) || strings.HasPrefix(text, address) || fromResource(root, n, text) == address {
				f.holder, f.key, ref = n, word, r
				return false
			}
		}
		return f.holder == nil
	})
	return f, ref
}

// fileFaults are the faults of a file that a reference leads to and that does not parse, in the file;
// with the reference, which is taken out for others to be found.
func (l *Library) fileFaults(root *tooldef.Node, address string, err *fileError) []fault {
	f, ref := l.meaning(root, address)
	if ref == nil || len(err.diags) == 0 {
		return []fault{l.atRef(root, address, address, func(*tooldef.Node) string { return err.Error() }, "correct --ref or the file")}
	}
	var faults []fault
	for _, d := range err.diags {
		if d.Severity != model.Error {
			continue
		}
		d.Keyword = f.key
		d.Problem = fmt.Sprintf("%s, in the file that %s at %s leads to", d.Problem, f.key, ref.Pos)
		if d.Fix == "" {
			d.Fix = "correct the file"
		}
		faults = append(faults, fault{diagnostic: d, holder: f.holder, key: f.key})
	}
	return faults
}
