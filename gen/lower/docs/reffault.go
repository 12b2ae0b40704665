package docs

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// fileError reports a referenced file that does not parse.
type fileError struct {
	file  string
	diags model.Diagnostics
}

func (e *fileError) Error() string { return e.file + ": not a schema" }

// refWords are the keywords that refer to other schemas.
var refWords = []string{"$ref", "$dynamicRef", "$recursiveRef", "$schema"}

// DefineTarget is the suggestion for a reference whose target does not exist.
const DefineTarget = "define its target, or correct the reference"

// LeadsNowhere is the message for a reference whose target does not exist.
func LeadsNowhere(ref string) string { return fmt.Sprintf("the reference %q points to nothing", ref) }

// badRefs returns the unresolvable references of all documents, first those of the schema itself; the library stops
// at an arbitrary one, without its position.
func (l *Library) badRefs(root *tooldef.Node) []fault {
	targets := l.targets()
	var faults []fault
	for _, address := range append([]string{SchemaURL}, l.files()...) {
		d := l.Docs[address]
		for n := range d.Root.Schemas() {
			for _, word := range refWords {
				ref := n.Get(word).Str()
				if ref == "" {
					continue
				}
				for _, f := range l.badRef(n.Get(word), word, resolveRef(d.base(n), ref), targets) {
					if f.key = word; d.Root == root {
						f.holder = n // files are read again, so nothing can be removed from them
					}
					faults = append(faults, f)
				}
			}
		}
	}
	return faults
}

// targets returns what references may lead to: resources by address, and anchors by address and name.
func (l *Library) targets() map[string]*tooldef.Node {
	targets := map[string]*tooldef.Node{}
	for _, d := range l.Docs {
		targets[d.url] = d.Root
		for n := range d.Root.All() { // references may lead into unknown keywords
			for _, word := range []string{"$id", "id"} {
				switch id := n.Get(word).Str(); {
				case strings.HasPrefix(id, "#"):
					targets[d.base(n)+id] = n
				case id != "":
					targets[d.base(n)] = n
				}
			}
			for _, word := range []string{"$anchor", "$dynamicAnchor"} {
				if name := n.Get(word).Str(); name != "" {
					targets[d.base(n)+"#"+name] = n
				}
			}
		}
	}
	return targets
}

// base returns the address to which the references of a schema are relative: the $id's around it and its document's
// address.
func (d *Document) base(n *tooldef.Node) string {
	base := d.url
	for _, at := range d.Around(n) {
		for _, word := range []string{"$id", "id"} {
			if id := at.Get(word).Str(); id != "" && !strings.HasPrefix(id, "#") {
				base = strings.TrimSuffix(resolveRef(base, id), "#")
			}
		}
	}
	return base
}

// resolveRef resolves a reference against a base. One that is not a URL stands for itself.
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

// badRef explains why an address cannot be resolved; it returns nothing for one that can be.
func (l *Library) badRef(ref *tooldef.Node, word, address string, targets map[string]*tooldef.Node) []fault {
	at := func(problem, fix string) []fault {
		return []fault{{diagnostic: tooldef.ErrorAt(ref, word, problem, fix)}}
	}
	file, fragment, _ := strings.Cut(address, "#")
	fragment = tooldef.UnescapeFragment(fragment)
	resource := targets[file]
	if d := l.builtin(file); resource == nil && d != nil {
		resource = d.Root
	}
	if resource == nil {
		var remote *remoteRefError
		var broken *fileError
		_, err := l.refs.Load(file)
		switch {
		case err == nil:
			resource = l.Docs[file].Root
		case errors.As(err, &broken) && len(broken.diags) > 0:
			return inFile(ref, word, broken.diags)
		case word == "$schema":
			return at(fmt.Sprintf("the meta-schema %q is not known", model.Cut(ref.Text, 80)),
				"name draft 2020-12, 2019-09, 07, 06 or 04, leave $schema out, or give the file with --ref PREFIX=PATH")
		case errors.As(err, &remote):
			return at(err.Error(), "give the file with --ref PREFIX=PATH")
		default:
			return at(err.Error(), "correct --ref or the file")
		}
	}
	switch {
	case strings.HasPrefix(fragment, "/") && resource.At(fragment) == nil:
		return at(LeadsNowhere(ref.Text), DefineTarget)
	case fragment != "" && !strings.HasPrefix(fragment, "/") && targets[file+"#"+fragment] == nil && l.Docs[file] != nil:
		return at(fmt.Sprintf("the reference %q names an anchor that does not exist", ref.Text), "add the $anchor, or correct the reference")
	}
	return nil
}

// inFile reports the errors of a referenced file, at their position.
func inFile(ref *tooldef.Node, word string, diags model.Diagnostics) []fault {
	var faults []fault
	for _, d := range diags {
		if d.Severity != model.Error {
			continue
		}
		d.Keyword = word
		d.Problem = fmt.Sprintf("%s, in the file that %s at %s refers to", d.Problem, word, ref.Pos)
		if d.Fix == "" {
			d.Fix = "correct the file"
		}
		faults = append(faults, fault{diagnostic: d})
	}
	return faults
}
