// Package fields lists the fields of a tool's arguments out of its schema text: what masks, injectors and
// questions need to know of each place.
//
// Its stages: a tree of the text with its references resolved (node.go), what may apply to the values of a
// place, for what is hidden (place.go), what describes a place, by the variants of unions (describe.go), and
// the rows (fields.go). What is sensitive has to stay hidden wherever a schema that says so applies, be it in
// one branch of a choice, below keys that no property names, or in a definition that a pattern refers to:
// which branch a value takes is not known when it is shown, so that each counts.
package fields

import (
	"slices"
	"strconv"
	"strings"
)

// Row is what the schema says of one field. The path is dotted, with "[]" for the items of an array and "{}"
// for the values under keys that an object does not name. Several rows of one path describe the variants of
// a union.
type Row struct {
	Path, Variant              string
	Type, Format, Pattern      string
	Title, Description         string
	Required, Nullable, Closed bool
	Enum                       []string
	Default                    string
	Bounds                     [][2]string

	// SameAs, where HasSameAs is set, is the path whose rows also describe everything below this one.
	SameAs    string
	HasSameAs bool

	Sensitive, Injected bool
	Question            string
}

// Bounds of the rows of one schema, and of the bytes of a path below which nothing is listed.
const (
	maxRows = 20_000
	maxPath = 4_000
)

// Of lists the fields of a schema in its order. A schema that is no JSON has none.
func Of(schema string) []Row {
	doc := parse(schema)
	if doc == nil {
		return nil
	}
	b := builder{doc: doc, seen: map[string]string{}}
	var at *place
	if doc.marked {
		b.places = newPlaces(doc)
		at = b.places.at([]*node{doc.root})
	}
	root := []described{{nodes: doc.all([]*node{doc.root})}}
	if at.is(hidesValue | isFilled) {
		b.rows = b.rowsAt(root, "", at)
	}
	b.below(root, "", at)
	return b.rows
}

type builder struct {
	doc    *document
	places *places
	rows   []Row
	seen   map[string]string // the paths of places, by what describes them
}

// below lists what is below a place.
func (b *builder) below(types []described, path string, at *place) {
	if b.doc.steps > maxSteps || len(b.rows) > maxRows || len(path) > maxPath {
		b.cut(path, at)
		return
	}
	types = b.doc.variants(types)
	keys, branches := b.doc.declared(types, at)
	var items, rest []described
	for _, d := range types {
		if nodes := b.doc.all(itemsOf(d.nodes)); len(nodes) > 0 {
			items = append(items, described{nodes: nodes, variant: d.variant})
		}
		if nodes := b.doc.all(restOf(d.nodes)); speaks(nodes) {
			rest = append(rest, described{nodes: nodes, variant: d.variant})
		}
	}
	someItems := len(items) > 0 || at.itemsPlace() != nil
	someRest := len(rest) > 0 || at.restPlace() != nil
	if len(keys) == 0 && !someItems && !someRest {
		return
	}
	id := identity(types, at)
	if before, ok := b.seen[id]; ok {
		for i := range b.rows {
			if b.rows[i].Path == path {
				b.rows[i].SameAs, b.rows[i].HasSameAs = before, true
				return
			}
		}
		return
	}
	b.seen[id] = path
	for _, key := range keys {
		var under []described
		for _, d := range types {
			nodes, declares := b.doc.under(d.nodes, key)
			if declares {
				under = append(under, described{nodes: nodes, variant: d.variant, required: isRequired(d.nodes, key)})
			}
		}
		if len(under) == 0 {
			under = branches[key]
		}
		b.step(under, joinKey(path, key), at.under(key))
	}
	if someItems {
		b.step(items, path+"[]", at.itemsPlace())
	}
	if someRest {
		b.step(rest, path+"{}", at.restPlace())
	}
}

// cut hides a place below which nothing is listed any more, if something there is sensitive.
func (b *builder) cut(path string, at *place) {
	if at == nil || at.holds&hidesValue == 0 {
		return
	}
	for i := range b.rows {
		if b.rows[i].Path == path {
			b.rows[i].Sensitive = true
		}
	}
}

// step lists a place and what is below it.
func (b *builder) step(types []described, path string, at *place) {
	b.rows = append(b.rows, b.rowsAt(types, path, at)...)
	b.below(types, path, at)
}

// rowsAt are the rows of one place: one for each type that describes it, and one at least.
func (b *builder) rowsAt(types []described, path string, at *place) []Row {
	var rows []Row
	for _, d := range types {
		row := b.doc.rowOf(d.nodes)
		row.Path, row.Variant, row.Required = path, d.variant, d.required
		rows = append(rows, row)
	}
	if len(types) == 0 {
		rows = append(rows, Row{Path: path})
	}
	// A variant may leave to the model what the server fills in another one: where the types tell which,
	// they have the say. What one of them hides is hidden in all.
	filled := at.is(isFilled) && !slices.ContainsFunc(rows, func(r Row) bool { return r.Injected })
	for i := range rows {
		rows[i].Sensitive = rows[i].Sensitive || at.is(hidesValue)
		rows[i].Injected = rows[i].Injected || filled
	}
	return rows
}

// identity is equal for places that have the same rows below.
func identity(types []described, at *place) string {
	var id strings.Builder
	if at != nil {
		id.WriteString(at.id)
	}
	for _, d := range types {
		id.WriteString("|" + d.variant + idOf(d.nodes))
	}
	return id.String()
}

// joinKey is the dotted path of a member.
func joinKey(path, key string) string {
	switch {
	case !isIdentifier(key):
		return path + "[" + strconv.Quote(key) + "]"
	case path == "":
		return key
	}
	return path + "." + key
}
