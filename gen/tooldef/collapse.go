package tooldef

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/toolgen/toolgen/gen/model"
)

// Collapse removes identical duplicates of tools, across sources. Different tools of one name are an error that
// names both positions; none of them is returned and all are marked as Broken, since it is unknown which one is
// meant.
func Collapse(tools []*Tool) ([]*Tool, model.Diagnostics) {
	tools = dropIdentical(tools)
	first := make(map[string]*Tool, len(tools))
	conflicts := make(map[string]bool)
	var diags model.Diagnostics
	for _, t := range tools {
		other, ok := first[t.Name]
		if !ok {
			first[t.Name] = t
			continue
		}
		conflicts[t.Name] = true
		diags = append(diags, model.Diagnostic{
			Severity: model.Error, Pos: t.Pos, Pointer: t.Pointer, Tool: t.Name, Keyword: "name",
			Problem: fmt.Sprintf("another tool has the same name and a different definition, at %s", other.Pos),
			Fix:     "rename one of them, or generate them into different packages",
		})
	}
	if len(conflicts) == 0 {
		return tools, nil
	}
	kept := make([]*Tool, 0, len(tools))
	for _, t := range tools {
		if t.Broken = conflicts[t.Name]; !t.Broken {
			kept = append(kept, t)
		}
	}
	return kept, diags
}

// dropIdentical keeps the first of identical tools.
func dropIdentical(tools []*Tool) []*Tool {
	count := make(map[string]int, len(tools))
	for _, t := range tools {
		count[t.Name]++
	}
	kept := make([]*Tool, 0, len(tools))
	seen := make(map[string]bool)
	for _, t := range tools {
		if count[t.Name] > 1 {
			id := t.identity()
			if seen[id] {
				continue
			}
			seen[id] = true
		}
		kept = append(kept, t)
	}
	return kept
}

// identity is equal for two tools with the same definition, whatever their envelopes.
func (t *Tool) identity() string {
	id := strconv.Quote(t.Name) + strconv.Quote(t.Title) + strconv.Quote(t.Description) + t.Input.CanonicalJSON()
	if t.Output != nil {
		id += t.Output.CanonicalJSON()
	}
	hints, _ := json.Marshal(t.Annotations)
	return id + string(hints)
}
