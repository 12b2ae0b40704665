package repair

import (
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// fromArray fits an array if the schema does not accept arrays: its only item, or the map whose pairs it lists.
func (f *fitter) fromArray(v *Node, s *Schema, at string) fitted {
	if s.takes(Object) {
		if m := mapOf(v); m != nil && s.property(v.Items[0].Members[0].Key) == nil {
			if r := f.object(m, s, at); usable(r, at) && len(r.unplaced) == 0 && len(r.asks) == 0 {
				return r.before(costNear, Edit{Kind: Wrap, Field: at, From: v.JSON(), To: m.JSON()})
			}
		}
	}
	if len(v.Items) == 1 {
		r := f.fit(v.Items[0], s, at)
		put := len(r.edits) > 0 && r.edits[0].Kind == Wrap && r.edits[0].Field == at // an object added around it is one guess too many
		if usable(r, at) && !put {
			return r.before(costEdit, Edit{Kind: Unwrap, Field: at, From: v.JSON(), To: v.Items[0].JSON()})
		}
	}
	return ask(v, s, at, Unfit)
}

// keyWords are the names of the first field of a pair.
var keyWords = []string{"name", "key", "id", "uid", "field", "header", "path", "property", "label"}

// mapOf turns pairs of two fields into a map, nil if the items are not pairs.
func mapOf(v *Node) *Node {
	out := &Node{Kind: Object, Place: v.Place}
	for _, item := range v.Items {
		if item.Kind != Object || len(item.Members) != 2 {
			return nil
		}
		k, val := item.Members[0], item.Members[1]
		if !slices.Contains(keyWords, plain(k.Key)) {
			k, val = val, k
		}
		if !slices.Contains(keyWords, plain(k.Key)) || k.Value.Kind != String || out.get(k.Value.Text) != nil {
			return nil
		}
		out.Members = append(out.Members, Member{k.Value.Text, val.Value})
	}
	if len(out.Members) == 0 {
		return nil
	}
	return out
}

// fromObject fits an object if the schema does not accept objects.
func (f *fitter) fromObject(v *Node, s *Schema, at string) fitted {
	if len(v.Members) == 0 {
		return ask(v, s, at, Unfit)
	}
	if !s.takes(Array) {
		return f.inside(v, s, at)
	}
	if items := numbered(v); items != nil {
		return f.arrayOf(v, items, s, at, costEdit)
	}
	item := s.item(0)
	if m := v.Members[0]; len(v.Members) == 1 && item.property(m.Key) == nil {
		word := singular(plain(m.Key))
		if slices.Contains([]string{"item", "element", "entry", "list", "array"}, word) || word == singular(plain(lastKey(at))) {
			return f.arrayOf(v, listed(m.Value), s, at, costEdit)
		}
	}
	if !item.takes(Object) {
		return ask(v, s, at, Unfit)
	}
	all := []fitted{f.arrayOf(v, []*Node{v}, s, at, costEdit)}
	if pairs := pairsOf(v, item); pairs != nil {
		if r := f.arrayOf(v, pairs, s, at, costNear); len(r.asks) == 0 && len(r.unplaced) == 0 {
			all = append(all, r)
		}
	}
	best := cheapest(all...)
	if len(best.unplaced) > 0 && best.node != nil && len(best.node.Items) == 1 && len(best.node.Items[0].Members) == 0 {
		return ask(v, s, at, Unfit)
	}
	return best
}

// arrayOf fits items that were taken out of an object, or the object itself.
func (f *fitter) arrayOf(v *Node, items []*Node, s *Schema, at string, cost int) fitted {
	n := &Node{Kind: Array, Place: v.Place, Items: items}
	r := f.array(n, s, at)
	if !usable(r, at) {
		return r
	}
	return r.before(cost, Edit{Kind: Wrap, Field: at, From: v.JSON(), To: n.JSON(), Exact: len(items) == 1 && items[0] == v})
}

// numbered returns the values of an object whose keys count the items of an array, from 0 or from 1.
func numbered(v *Node) []*Node {
	items := make([]*Node, len(v.Members))
	first := 1
	if v.get("0") != nil {
		first = 0
	}
	for _, m := range v.Members {
		i, err := strconv.Atoi(m.Key)
		i -= first
		if err != nil || i < 0 || i >= len(items) || items[i] != nil {
			return nil
		}
		items[i] = m.Value
	}
	return items
}

// pairsOf turns a map into pairs of the two fields that the items require. It returns nil if they are not two, if it is
// not clear which one is the key, or if a key of the map is the name of a field.
func pairsOf(v *Node, item *Schema) (pairs []*Node) {
	names := item.required()
	if len(names) != 2 || slices.ContainsFunc(v.Members, func(m Member) bool { return item.property(m.Key) != nil }) {
		return nil
	}
	isText := func(name string) bool { return item.property(name).Schema.takes(String) }
	isKey := func(name string) bool {
		return isText(name) && (slices.Contains(keyWords, plain(name)) || !isText(names[0]) || !isText(names[1]))
	}
	key, value := names[0], names[1]
	if !isKey(key) {
		key, value = value, key
	}
	if !isKey(key) {
		return nil
	}
	for _, m := range v.Members {
		place := fieldpath.JoinKey(v.Place, m.Key)
		pairs = append(pairs, &Node{Kind: Object, Place: place, Members: []Member{
			{key, &Node{Kind: String, Text: m.Key, Place: place}}, {value, m.Value},
		}})
	}
	return pairs
}

// inside takes a scalar out of the object around it: the only one that fits, or the one whose key is the field's own.
// The others have no place.
func (f *fitter) inside(v *Node, s *Schema, at string) fitted {
	var fit []*Member
	for i := range v.Members {
		m := &v.Members[i]
		if m.Value.scalar() && usable(f.fit(m.Value, s, at), at) {
			fit = append(fit, m)
		}
	}
	found := only(fit, func(m *Member) bool { return len(fit) == 1 || plain(m.Key) == plain(lastKey(at)) })
	if found == nil {
		return ask(v, s, at, Unfit)
	}
	out := f.fit(found.Value, s, at).before(costEdit, Edit{Kind: Unwrap, Field: at, From: found.Value.Place, To: found.Value.JSON()})
	for _, m := range v.Members {
		if m.Value != found.Value {
			out.add(lose(m.Value))
		}
	}
	return out
}
