package lower

import (
	"maps"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// fullSchema is the schema of a tool for hints, repairs and masks: as models see it, with the fields that the
// server fills, the marks of fields, and the documents that references lead to. It is "" where that is what
// models see.
func (l *lowerer) fullSchema(t *tooldef.Tool) string {
	root := t.Marked
	if root == nil {
		root = shown(t)
	}
	whole := *root
	whole.Members = slices.Clone(root.Members)
	bundled := &tooldef.Node{Kind: tooldef.Object}
	if defs := whole.Get("$defs"); defs != nil {
		*bundled = *defs
		bundled.Members = slices.Clone(defs.Members)
	}
	added := false
	for _, address := range l.files() {
		doc := *l.lib.docs[address].root
		doc.Members = slices.Clone(doc.Members)
		if doc.Kind == tooldef.Object && doc.Get("$id") == nil {
			doc.Set("$id", &tooldef.Node{Kind: tooldef.String, Text: address})
		}
		bundled.Set(address, &doc)
		added = true
	}
	if added {
		whole.Set("$defs", bundled)
	}
	if !added && t.Marked == nil {
		return ""
	}
	return advertised(&whole)
}

// files lists the documents that were read for a schema: files that references lead to.
func (l *lowerer) files() (addresses []string) {
	if l.lib == nil {
		return nil
	}
	for _, address := range slices.Sorted(maps.Keys(l.lib.docs)) {
		if address != schemaURL && !strings.Contains(address, "://json-schema.org/") {
			addresses = append(addresses, address)
		}
	}
	return addresses
}
