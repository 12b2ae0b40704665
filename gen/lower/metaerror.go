package lower

import (
	"errors"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// explain turns a failure of the schema library into one diagnostic with a place: the first
// fault in the order of the source.
func (l *library) explain(root *tooldef.Node, err error) model.Diagnostics {
	var invalid *jsonschema.SchemaValidationError
	if errors.As(err, &invalid) {
		var verr *jsonschema.ValidationError
		if errors.As(invalid.Err, &verr) {
			return model.Diagnostics{l.explainInvalid(root, invalid.URL, verr)}
		}
	}
	var remote *remoteRefError
	var load *jsonschema.LoadURLError
	if errors.As(err, &load) && !errors.As(err, &remote) {
		errors.As(load.Err, &remote) // the library does not unwrap what a loader says
	}
	if remote != nil {
		n := findRef(root, remote.address)
		return model.Diagnostics{at(n, "$ref", remote.Error(), "give the file with --ref PREFIX=PATH")}
	}
	return model.Diagnostics{schemaFault(root, err)}
}

// explainInvalid names the keyword that breaks the meta-schema.
func (l *library) explainInvalid(root *tooldef.Node, address string, err *jsonschema.ValidationError) model.Diagnostic {
	d, top := l.find(address)
	if top == nil {
		d, top = l.docs[schemaURL], root
	}
	leaf := firstLeaf(err)
	base := strings.TrimPrefix(top.Pointer, d.root.Pointer)
	n := d.root.At(base + pointerOf(leaf.InstanceLocation))
	if n == nil {
		n = top
	}
	keyword := ""
	if len(leaf.InstanceLocation) > 0 {
		keyword = leaf.InstanceLocation[len(leaf.InstanceLocation)-1]
	}
	what := localized(leaf)
	if k, ok := leaf.ErrorKind.(*kind.Type); ok {
		what = fmt.Sprintf("is %s, where %s is required", article(k.Got), article(strings.Join(k.Want, " or ")))
	}
	if k, ok := leaf.ErrorKind.(*kind.ExclusiveMinimum); ok {
		what = "must be greater than " + k.Want.RatString()
	}
	return at(n, keyword, fmt.Sprintf("not a valid schema: %s %s", strings.Join(leaf.InstanceLocation, "/"), what),
		"correct the keyword as its JSON Schema draft defines it")
}

// firstLeaf gives the innermost cause that stands first in the schema.
func firstLeaf(err *jsonschema.ValidationError) *jsonschema.ValidationError {
	var best *jsonschema.ValidationError
	var walk func(e *jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		if len(e.Causes) == 0 {
			if best == nil || len(e.InstanceLocation) > len(best.InstanceLocation) ||
				len(e.InstanceLocation) == len(best.InstanceLocation) && pointerOf(e.InstanceLocation) < pointerOf(best.InstanceLocation) {
				best = e
			}
			return
		}
		for _, c := range e.Causes {
			walk(c)
		}
	}
	walk(err)
	return best
}

// schemaFault places an error of the schema library that has no location of its own: at the
// reference that it mentions, else at the schema.
func schemaFault(root *tooldef.Node, err error) model.Diagnostic {
	var (
		pointer *jsonschema.JSONPointerNotFoundError
		anchor  *jsonschema.AnchorNotFoundError
		load    *jsonschema.LoadURLError
	)
	switch {
	case errors.As(err, &pointer):
		_, fragment, _ := strings.Cut(pointer.URL, "#")
		n := findRef(root, "#"+unescapeFragment(fragment))
		return at(n, "$ref", fmt.Sprintf("the reference %q leads nowhere", refText(n, pointer.URL)),
			"define its target, or correct the reference")
	case errors.As(err, &anchor):
		n := findRef(root, anchor.Reference)
		return at(n, "$ref", fmt.Sprintf("the reference %q names an anchor that does not exist", refText(n, anchor.Reference)),
			"add the $anchor, or correct the reference")
	case errors.As(err, &load):
		n := findRef(root, load.URL)
		return at(n, "$ref", load.Err.Error(), "correct --ref or the file")
	default:
		return at(root, "", err.Error(), "correct the schema")
	}
}

// findRef finds the first reference whose text fits an address that the library reports; the
// library resolves relative references, so a match of the end is enough.
func findRef(root *tooldef.Node, address string) *tooldef.Node {
	var found *tooldef.Node
	walkNodes(root, func(n *tooldef.Node) bool {
		for _, word := range []string{"$ref", "$dynamicRef", "$recursiveRef", "$schema"} {
			r := n.Get(word)
			if r == nil || r.Kind != tooldef.String || r.Text == "" {
				continue
			}
			text := unescapeFragment(r.Text)
			if text == address || strings.HasSuffix(address, text) || strings.HasPrefix(text, address) {
				found = r
				return false
			}
		}
		return found == nil
	})
	if found == nil {
		return root
	}
	return found
}

func refText(n *tooldef.Node, fallback string) string {
	if n != nil && n.Kind == tooldef.String {
		return n.Text
	}
	return fallback
}

// walkNodes visits every node in source order until visit says false.
func walkNodes(n *tooldef.Node, visit func(*tooldef.Node) bool) bool {
	if n == nil {
		return true
	}
	if !visit(n) {
		return false
	}
	for _, m := range n.Members {
		if !walkNodes(m.Value, visit) {
			return false
		}
	}
	for _, item := range n.Items {
		if !walkNodes(item, visit) {
			return false
		}
	}
	return true
}

// at builds an error diagnostic at a node.
func at(n *tooldef.Node, keyword, problem, fix string) model.Diagnostic {
	return model.Diagnostic{
		Severity: model.Error, Pos: n.Pos, Pointer: n.Pointer, Keyword: keyword, Problem: problem, Fix: fix,
	}
}

func pointerOf(tokens []string) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteString("/" + strings.ReplaceAll(strings.ReplaceAll(t, "~", "~0"), "/", "~1"))
	}
	return b.String()
}

func article(noun string) string {
	if noun != "" && strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// localized renders what the schema library found, in English.
func localized(e *jsonschema.ValidationError) string {
	return e.ErrorKind.LocalizedString(message.NewPrinter(language.English))
}
