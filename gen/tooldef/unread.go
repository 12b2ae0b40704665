package tooldef

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/near"
)

// otherKeys are the known members of a tool besides its schemas.
var otherKeys = []string{"name", "description", "title", "annotations", "type"}

// foreignKeys are members for providers, clients, and later MCP revisions.
var foreignKeys = []string{"strict", "_meta", "meta", "icons", "execution", "cache_control", "behavior", "defer_loading",
	"input_examples", "allowed_callers"}

// hintKeys are the hints of MCP's ToolAnnotations.
var hintKeys = []string{"title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}

// unread reports unknown members of a tool that may be misspelt. Without an input schema, that is anything that
// looks like one.
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
		meant := near.Name(m.Key, absent(known, n))
		forInput := slices.Contains(inputKeys, meant)
		switch {
		case input == nil && (forInput || meant == "" && m.Key != "returns" && m.Value.Is(Object) && isSchema(m.Value)):
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
	if !annotations.Is(Object) {
		return
	}
	for _, m := range annotations.Members {
		if slices.Contains(hintKeys, m.Key) {
			continue
		}
		if meant := near.Name(m.Key, absent(hintKeys, annotations)); meant != "" {
			r.warnKey(t, m, "", fmt.Sprintf("did you mean %q?", meant))
		}
	}
}

// schemaOnly describes our keywords that apply to schemas but not to tools.
func schemaOnly(key string) bool {
	return strings.HasPrefix(key, "x-go-") || key == "x-toolgen" || key == "x-kubernetes-validations"
}

// inputKey returns the member with the input schema, or its expected name.
func inputKey(t *entry, input *Member) string {
	if input != nil {
		return input.Key
	}
	return t.Envelope.keysOf()[0]
}

// absent removes the keys that an object has.
func absent(keys []string, n *Node) []string {
	return slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return n.Get(key) != nil })
}

func (r *reader) warnKey(t *entry, m Member, consequence, fix string) {
	r.diags = append(r.diags, model.Diagnostic{
		Severity: model.Warning, Pos: m.KeyPos, Pointer: m.Value.Pointer, Tool: t.Name, Keyword: m.Key,
		Problem: fmt.Sprintf("%q is not read%s", model.Cut(m.Key, 40), consequence), Fix: fix,
	})
}

// looksLikeSlip reports whether an object without a schema is a tool with a misspelt schema member.
func looksLikeSlip(n *Node) bool {
	return slices.ContainsFunc(n.Members, func(m Member) bool {
		return !slices.Contains(otherKeys, m.Key) && slices.Contains(inputKeys, near.Name(m.Key, inputKeys))
	})
}

// isTool reports whether a named object has only members of a tool without arguments.
func isTool(n *Node) bool {
	return !slices.ContainsFunc(n.Members, func(m Member) bool {
		return !slices.Contains(outputKeys, m.Key) && !slices.Contains(otherKeys, m.Key) && !slices.Contains(foreignKeys, m.Key)
	})
}

// page warns about an incomplete MCP list. In a source with several documents, the other pages may be among
// them.
func (r *reader) page(n *Node) {
	if cursor := n.Get("nextCursor"); cursor.Is(String) && cursor.Text != "" && r.single {
		r.report(model.Warning, cursor, "", pageKeyword, "this is one page of a list that goes on",
			"ask for the next with this cursor, and give all pages as sources")
	}
}

// pageKeyword marks the warning about an incomplete list.
const pageKeyword = "nextCursor"

// WithoutPages removes the warnings about incomplete lists, for several sources.
func WithoutPages(diags model.Diagnostics) model.Diagnostics {
	return slices.DeleteFunc(diags, func(d model.Diagnostic) bool { return d.Keyword == pageKeyword && d.Tool == "" })
}
