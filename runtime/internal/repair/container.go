package repair

import (
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/near"
)

// keyWords and valueWords are the last words of the names of the two fields of a pair.
var (
	keyWords   = []string{"name", "key", "id", "uid", "field", "header", "path", "property", "label"}
	valueWords = []string{"value", "val", "content", "data"}
)

func isKeyWord(name string) bool { return endsIn(name, keyWords) }

func isValueWord(name string) bool { return endsIn(name, valueWords) }

func endsIn(name string, last []string) bool {
	ws := near.Words(name)
	return len(ws) > 0 && slices.Contains(last, ws[len(ws)-1])
}

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

// pairFields names the fields of items that are pairs of a key and a value: the two that are required, if one of them is
// named so, else the only two, else the two that are named so. They are "" if the items are no pairs, or it is not clear
// which one is the key.
func pairFields(item *Schema) (key, value string) {
	var all, named []string
	texts := map[string]bool{}
	for p := range item.properties() {
		texts[p.Name] = p.Schema.takes(String)
		if all = append(all, p.Name); isKeyWord(p.Name) || isValueWord(p.Name) {
			named = append(named, p.Name)
		}
	}
	for i, names := range [][]string{item.required(), all, named} {
		for j := 0; j < 2 && len(names) == 2; j++ {
			key, value = names[j], names[1-j]
			isPair := isKeyWord(key) && isValueWord(value) || i == 0 && (isKeyWord(key) || isValueWord(value))
			if texts[key] && (isPair || !texts[value]) {
				return key, value
			}
		}
	}
	return "", ""
}

// pairsOf turns a map into pairs, nil if the items are none, or a key of the map is the name of a field.
func pairsOf(v *Node, item *Schema) (pairs []*Node) {
	key, value := pairFields(item)
	if key == "" || slices.ContainsFunc(v.Members, func(m Member) bool { return item.property(m.Key) != nil }) {
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
