package tooldef

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/near"
)

// otherKeys are the members of a tool that are read, beside those of its schemas.
var otherKeys = []string{"name", "description", "title", "annotations", "type"}

// foreignKeys are members that are for others: providers, clients, and MCP's later revisions.
var foreignKeys = []string{"strict", "_meta", "meta", "icons", "execution", "cache_control", "behavior", "defer_loading", "input_examples", "allowed_callers"}

// hintKeys are the hints of MCP's ToolAnnotations.
var hintKeys = []string{"title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}

// unread tells of the members of a tool that are not read, where they may have been meant for ones that
// are. Without an input schema that is whatever looks like one.
func (r *reader) unread(t *entry, n *Node, input *Member) {
	known := slices.Concat(inputKeys, outputKeys, otherKeys)
	for _, m := range n.Members {
		if slices.Contains(known, m.Key) || slices.Contains(foreignKeys, m.Key) {
			continue
		}
		if schemaOnly(m.Key) {
			r.warnKey(t, m, " here", fmt.Sprintf("write it into %q", inputKey(t, input)))
			continue
		}
		meant := near.Name(shorten(m.Key), absent(known, n))
		forInput := slices.Contains(inputKeys, meant)
		switch {
		case input == nil && (forInput || meant == "" && m.Key != "returns" && m.Value.is(Object) && isSchema(m.Value)):
			fix := fmt.Sprintf("did you mean %q?", meant)
			if !forInput {
				fix = fmt.Sprintf("name it %q, if it is the schema of the arguments", inputKey(t, nil))
			}
			r.warnKey(t, m, ", and the tool has no arguments then", fix)
		case meant != "" && !forInput:
			r.warnKey(t, m, "", fmt.Sprintf("did you mean %q?", meant))
		}
	}
	annotations := n.Get("annotations")
	if !annotations.is(Object) {
		return
	}
	for _, m := range annotations.Members {
		if slices.Contains(hintKeys, m.Key) {
			continue
		}
		if meant := near.Name(shorten(m.Key), absent(hintKeys, annotations)); meant != "" {
			r.warnKey(t, m, "", fmt.Sprintf("did you mean %q?", meant))
		}
	}
}

// schemaOnly tells the keywords of ours that schemas have, and tools have not.
func schemaOnly(key string) bool {
	return strings.HasPrefix(key, "x-go-") || key == "x-toolgen" || key == "x-kubernetes-validations"
}

// inputKey is the member that holds the input schema of a tool, or would.
func inputKey(t *entry, input *Member) string {
	if input != nil {
		return input.Key
	}
	return t.Envelope.keysOf()[0]
}

// absent leaves out the keys that an object has.
func absent(keys []string, n *Node) []string {
	return slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return n.Get(key) != nil })
}

func (r *reader) warnKey(t *entry, m Member, consequence, fix string) {
	r.diags = append(r.diags, model.Diagnostic{
		Severity: model.Warning, Pos: m.KeyPos, Pointer: m.Value.Pointer, Tool: t.Name, Keyword: m.Key,
		Problem: fmt.Sprintf("%q is not read%s", shorten(m.Key), consequence), Fix: fix,
	})
}

// looksLikeSlip reports whether an object without a schema is a tool with a slip in the name of the
// member that holds it.
func looksLikeSlip(n *Node) bool {
	return slices.ContainsFunc(n.Members, func(m Member) bool {
		return !slices.Contains(otherKeys, m.Key) && slices.Contains(inputKeys, near.Name(shorten(m.Key), inputKeys))
	})
}

// isTool reports whether all members of an object with a name are those of a tool without arguments.
func isTool(n *Node) bool {
	return !slices.ContainsFunc(n.Members, func(m Member) bool {
		return !slices.Contains(outputKeys, m.Key) && !slices.Contains(otherKeys, m.Key) && !slices.Contains(foreignKeys, m.Key)
	})
}

// page warns of an MCP list of which others hold the rest. Where a source has several documents, the
// others may be among them.
func (r *reader) page(n *Node) {
	if cursor := n.Get("nextCursor"); cursor.is(String) && cursor.Text != "" && r.single {
		r.report(model.Warning, cursor, "", pageKeyword, "this is one page of a list that goes on",
			"ask for the next with this cursor, and give all pages as sources")
	}
}

// pageKeyword marks the warning of a single page.
const pageKeyword = "nextCursor"

// WithoutPages leaves out the warning of a single page, which is none among several sources.
func WithoutPages(diags model.Diagnostics) model.Diagnostics {
	return slices.DeleteFunc(diags, func(d model.Diagnostic) bool { return d.Keyword == pageKeyword && d.Tool == "" })
}
