package docs

import (
	"maps"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/tooldef"
)

// Full returns a tool's schema for hints, repair and masking: as shown to models, plus injected fields, marks
// of fields, and referenced documents. It is "" if that adds nothing.
func (l *Library) Full(t *tooldef.Tool) string {
	root := t.Marked
	if root == nil {
		root = Shown(t)
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
		doc := *l.Docs[address].Root
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
	return Advertised(&whole)
}

// files lists the referenced files that were read.
func (l *Library) files() (addresses []string) {
	if l == nil {
		return nil
	}
	for _, address := range slices.Sorted(maps.Keys(l.Docs)) {
		if address != SchemaURL && !strings.Contains(address, "://json-schema.org/") {
			addresses = append(addresses, address)
		}
	}
	return addresses
}

// Shown returns the schema for models.
func Shown(t *tooldef.Tool) *tooldef.Node {
	if t.Advertised != nil {
		return t.Advertised
	}
	return t.Input
}
