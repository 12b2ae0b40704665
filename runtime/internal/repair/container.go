package repair

import (
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/near"
)

// keyWords are the names of the first field of a pair.
var keyWords = []string{"name", "key", "id", "uid", "field", "header", "path", "property", "label"}

func isKeyWord(name string) bool { return slices.Contains(keyWords, near.Fold(name)) }

// mapOf turns pairs of two fields into a map, nil if the items are not pairs.
func mapOf(v *Node) *Node {
	out := &Node{Kind: Object, Place: v.Place}
	for _, item := range v.Items {
		if item.Kind != Object || len(item.Members) != 2 {
			return nil
		}
		k, val := item.Members[0], item.Members[1]
		if !isKeyWord(k.Key) {
			k, val = val, k
		}
		if !isKeyWord(k.Key) || k.Value.Kind != String || out.get(k.Value.Text) != nil {
			return nil
		}
		out.Members = append(out.Members, Member{k.Value.Text, val.Value})
	}
	if len(out.Members) == 0 {
		return nil
	}
	return out
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
		return isText(name) && (isKeyWord(name) || !isText(names[0]) || !isText(names[1]))
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

// itemsOf returns the items of an object that stands for an array: its keys count them, from 0 or from 1, or its only
// key is a word for items, or the name of the array.
func itemsOf(v *Node, item *Schema, name string) []*Node {
	if len(v.Members) == 1 && item.property(v.Members[0].Key) == nil {
		word := near.Singular(near.Fold(v.Members[0].Key))
		if slices.Contains([]string{"item", "element", "entry", "list", "array"}, word) || word == near.Singular(near.Fold(name)) {
			return listed(v.Members[0].Value)
		}
	}
	if len(v.Members) == 0 {
		return nil
	}
	items, first := make([]*Node, len(v.Members)), 1
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
