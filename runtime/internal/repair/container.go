package repair

import (
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// fromArray fits an array where the schema takes none: the one value that it holds, or the map that it
// lists the pairs of.
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
		put := len(r.edits) > 0 && r.edits[0].Kind == Wrap && r.edits[0].Field == at // an object made around it is one guess too many
		if usable(r, at) && !put {
			return r.before(costEdit, Edit{Kind: Unwrap, Field: at, From: v.JSON(), To: v.Items[0].JSON()})
		}
	}
	return ask(v, s, at, Unfit)
}

// keyWords are the names of the first field of a pair.
var keyWords = []string{"name", "key", "id", "uid", "field", "header", "path", "property", "label"}

// mapOf turns pairs of two fields into a map, nil where the items are none.
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

// fromObject fits an object where the schema takes none.
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
	if len(v.Members) == 1 {
		m := v.Members[0]
		if key := plain(m.Key); (slices.Contains([]string{"item", "items", "element", "elements", "entry", "entries", "list", "array"}, key) || singular(key) == singular(plain(lastKey(at)))) && item.property(m.Key) == nil {
			items := []*Node{m.Value}
			if m.Value.Kind == Array {
				items = m.Value.Items
			}
			return f.arrayOf(v, items, s, at, costEdit)
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

// numbered gives the values of an object whose keys count the items of an array, from 0 or from 1.
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

// pairsOf turns a map into pairs of the two fields that the items require. It gives nil where they are
// not two, where it is not clear which one is the key, or where a key is that of a field.
func pairsOf(v *Node, item *Schema) []*Node {
	req := item.required()
	if len(req) != 2 {
		return nil
	}
	first, second := item.property(req[0]), item.property(req[1])
	named := func(p *Property) bool { return slices.Contains(keyWords, plain(p.Name)) }
	isKey := func(p *Property) bool { return p.Schema.takes(String) }
	if !isKey(first) || isKey(second) && named(second) && !named(first) {
		first, second = second, first
	}
	if !isKey(first) || isKey(second) && !named(first) {
		return nil
	}
	var pairs []*Node
	for _, m := range v.Members {
		if item.property(m.Key) != nil {
			return nil
		}
		place := fieldpath.JoinKey(v.Place, m.Key)
		pairs = append(pairs, &Node{Kind: Object, Place: place, Members: []Member{
			{first.Name, &Node{Kind: String, Text: m.Key, Place: place}}, {second.Name, m.Value},
		}})
	}
	return pairs
}

// inside takes a scalar out of the object around it: the one value, or the one that fits, or that of
// the key that is the field's own. The others have no place.
func (f *fitter) inside(v *Node, s *Schema, at string) fitted {
	var found *Node
	var result fitted
	own := plain(lastKey(at))
	count := 0
	for _, m := range v.Members {
		if !m.Value.scalar() {
			continue
		}
		r := f.fit(m.Value, s, at)
		if !usable(r, at) {
			continue
		}
		mine := plain(m.Key) == own || len(v.Members) > 1 && slices.Contains([]string{"value", "text", "content"}, plain(m.Key)) && found == nil
		if count++; count == 1 || plain(m.Key) == own {
			found, result = m.Value, r
		}
		if mine && plain(m.Key) == own {
			count = 1
			break
		}
	}
	if found == nil || count > 1 {
		return ask(v, s, at, Unfit)
	}
	out := result.before(costEdit, Edit{Kind: Unwrap, Field: at, From: found.Place, To: found.JSON()})
	for _, m := range v.Members {
		if m.Value != found {
			out.add(lose(m.Value))
		}
	}
	return out
}
