package docs

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// explain converts an error of the schema library to faults with positions: the keywords that violate the
// meta-schema, or the unresolvable references.
func (l *Library) explain(root *tooldef.Node, err error) []fault {
	var invalid *jsonschema.SchemaValidationError
	if errors.As(err, &invalid) {
		var verr *jsonschema.ValidationError
		if errors.As(invalid.Err, &verr) {
			return l.invalid(root, invalid.URL, verr)
		}
	}
	var remote *remoteRefError
	var load *jsonschema.LoadURLError
	if errors.As(err, &load) && !errors.As(err, &remote) {
		errors.As(load.Err, &remote) // the library does not unwrap loader errors
	}
	var pointer *jsonschema.JSONPointerNotFoundError
	var anchor *jsonschema.AnchorNotFoundError
	if remote != nil || errors.As(err, &pointer) || errors.As(err, &anchor) {
		if faults := l.dangling(root); len(faults) > 0 {
			return faults
		}
	}
	if remote != nil {
		return []fault{l.atRef(root, remote.address, remote.address, func(*tooldef.Node) string { return remote.Error() }, giveRef)}
	}
	return l.schemaFaults(root, err)
}

// Suggestions for references.
const (
	DefineTarget = "define its target, or correct the reference"
	addAnchor    = "add the $anchor, or correct the reference"
	giveRef      = "give the file with --ref PREFIX=PATH"
)

// LeadsNowhere is the message for a reference whose target does not exist.
func LeadsNowhere(ref string) string { return fmt.Sprintf("the reference %q leads nowhere", ref) }

func noAnchor(ref string) string {
	return fmt.Sprintf("the reference %q names an anchor that does not exist", ref)
}

// explainLeaf describes a violation of the meta-schema; n is the keyword's value, written its path in the
// source.
func explainLeaf(n *tooldef.Node, written string, leaf *jsonschema.ValidationError) model.Diagnostic {
	keyword := ""
	if len(leaf.InstanceLocation) > 0 {
		keyword = leaf.InstanceLocation[len(leaf.InstanceLocation)-1]
	}
	what := localized(leaf)
	switch k := leaf.ErrorKind.(type) {
	case *kind.Type:
		what = fmt.Sprintf("is %s, where %s is required", article(k.Got), article(strings.Join(k.Want, " or ")))
	case *kind.ExclusiveMinimum:
		what = "must be greater than " + k.Want.RatString()
	case *kind.Minimum:
		what = "must be at least " + k.Want.RatString()
	case *kind.MinItems:
		what = "must not be empty"
	case *kind.Pattern:
		what = fmt.Sprintf("has to match %s", k.Want)
	}
	return ErrorAt(n, keyword, fmt.Sprintf("not a valid schema: %s %s", written, what),
		"correct the keyword as its JSON Schema draft defines it")
}

// firstLeaf returns the innermost cause that comes first in the schema.
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

// schemaFaults assigns a position to an error without one: the reference that it mentions, or the schema.
func (l *Library) schemaFaults(root *tooldef.Node, err error) []fault {
	var (
		pointer *jsonschema.JSONPointerNotFoundError
		anchor  *jsonschema.AnchorNotFoundError
		load    *jsonschema.LoadURLError

		anchors *jsonschema.DuplicateAnchorError
		ids     *jsonschema.DuplicateIDError
	)
	switch {
	case errors.As(err, &anchors):
		return []fault{l.duplicate(root, anchors.URL, anchors.Anchor, anchors.Ptr1, anchors.Ptr2, "$anchor", "$dynamicAnchor", "$id", "id")}
	case errors.As(err, &ids):
		return []fault{l.duplicate(root, ids.URL, ids.ID, ids.Ptr1, ids.Ptr2, "$id", "id")}
	case errors.As(err, &pointer):
		_, fragment, _ := strings.Cut(pointer.URL, "#")
		return []fault{l.atRef(root, pointer.URL, "#"+UnescapeFragment(fragment), func(n *tooldef.Node) string {
			return LeadsNowhere(refText(n, pointer.URL))
		}, DefineTarget)}
	case errors.As(err, &anchor):
		return []fault{l.atRef(root, anchor.Reference, anchor.Reference, func(n *tooldef.Node) string {
			return noAnchor(refText(n, anchor.Reference))
		}, addAnchor)}
	case errors.As(err, &load):
		var file *fileError
		if errors.As(load.Err, &file) {
			return l.fileFaults(root, load.URL, file)
		}
		return []fault{l.atRef(root, load.URL, load.URL, func(*tooldef.Node) string { return load.Err.Error() }, "correct --ref or the file")}
	default:
		return []fault{{diagnostic: ErrorAt(root, "", err.Error(), "correct the schema")}}
	}
}

// fromResource converts a JSON Pointer relative to the nearest $id to one relative to root.
func fromResource(root, n *tooldef.Node, ref string) string {
	rest, ok := strings.CutPrefix(ref, "#/")
	if !ok {
		return ""
	}
	rel := strings.TrimPrefix(n.Pointer, root.Pointer)
	for rel != "" {
		if s := root.At(rel); s != nil && (s.Get("$id") != nil || s.Get("id") != nil) {
			break
		}
		rel = rel[:strings.LastIndexByte(rel, '/')]
	}
	return "#" + rel + "/" + rest
}

func refText(n *tooldef.Node, fallback string) string {
	if n != nil && n.Kind == tooldef.String {
		return n.Text
	}
	return fallback
}

// schemaMaps are keywords whose members are schemas under arbitrary names.
var schemaMaps = []string{"properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"}

// dataKeywords are keywords whose values are data, even if they look like schemas.
var dataKeywords = []string{"enum", "const", "default", "examples", "example"}

// WalkSchemas visits every schema in source order until visit returns false. With all, it includes schemas in
// unknown keywords, to which references may lead. Values of enum, const, default and examples are data.
func WalkSchemas(n *tooldef.Node, all bool, visit func(*tooldef.Node) bool) bool {
	if !visit(n) {
		return false
	}
	for _, m := range n.Members {
		_, known := Keywords[m.Key]
		switch {
		case !known && !all, slices.Contains(dataKeywords, m.Key):
		case m.Value.Kind == tooldef.Object && slices.Contains(schemaMaps, m.Key):
			for _, named := range m.Value.Members {
				if !WalkSchemas(named.Value, all, visit) {
					return false
				}
			}
		case !WalkSchemas(m.Value, all, visit):
			return false
		}
	}
	for _, item := range n.Items {
		if !WalkSchemas(item, all, visit) {
			return false
		}
	}
	return true
}

// WalkNodes visits every node in source order until visit returns false.
func WalkNodes(n *tooldef.Node, visit func(*tooldef.Node) bool) bool {
	if n == nil {
		return true
	}
	if !visit(n) {
		return false
	}
	for _, m := range n.Members {
		if !WalkNodes(m.Value, visit) {
			return false
		}
	}
	for _, item := range n.Items {
		if !WalkNodes(item, visit) {
			return false
		}
	}
	return true
}

// ErrorAt returns an error diagnostic at a node.
func ErrorAt(n *tooldef.Node, keyword, problem, fix string) model.Diagnostic {
	return model.Diagnostic{
		Severity: model.Error, Pos: n.Pos, Pointer: n.Pointer, Keyword: keyword, Problem: problem, Fix: fix,
	}
}

func article(noun string) string {
	if noun != "" && strings.ContainsRune("aeiou", rune(noun[0])) {
		return "an " + noun
	}
	return "a " + noun
}

// localized renders an error of the schema library in English.
func localized(e *jsonschema.ValidationError) string {
	return e.ErrorKind.LocalizedString(message.NewPrinter(language.English))
}
