package tooldef

import (
	"strconv"

	"github.com/goccy/go-yaml/ast"
)

// node reads one value. Values under an alias are read again for each alias, so that every node
// has a pointer of its own; their positions stay those of the anchored text.
func (y *yamlReader) node(n ast.Node, pointer string) (*Node, error) {
	if n == nil {
		return &Node{Kind: Null, Pos: y.pos(1, 1), Pointer: pointer}, nil
	}
	if y.depth++; y.depth > maxDepth {
		return nil, y.failed(n, "values nest deeper than %d levels", maxDepth)
	}
	defer func() { y.depth-- }()
	if y.aliases > 0 {
		*y.left--
		switch v := n.(type) {
		case *ast.LiteralNode:
			*y.left -= len(v.Value.Value) / aliasedText
		case ast.ScalarNode:
			*y.left -= len(v.GetToken().Value) / aliasedText
		}
		if *y.left < 0 {
			return nil, y.failed(n, "aliases expand to more than %d values, or to too much text", maxExpansion)
		}
	}
	switch v := n.(type) {
	case *ast.MappingNode:
		return y.mapping(v, v.Values, pointer)
	case *ast.MappingValueNode:
		return y.mapping(v, []*ast.MappingValueNode{v}, pointer)
	case *ast.SequenceNode:
		return y.sequence(v, pointer)
	case *ast.AnchorNode:
		return y.anchor(v, pointer)
	case *ast.AliasNode:
		return y.alias(v, pointer)
	case *ast.TagNode:
		return y.tagged(v, pointer)
	case *ast.LiteralNode:
		return &Node{Kind: String, Pos: y.at(v), Pointer: pointer, Text: v.Value.Value}, nil
	case ast.ScalarNode:
		return y.scalar(v, pointer)
	}
	return nil, y.failed(n, "a %s has no place here", n.Type())
}

// child builds the pointer of a member or item.
func (y *yamlReader) child(n ast.Node, pointer, segment string) (string, error) {
	if y.budget -= len(pointer) + len(segment) + 1; y.budget < 0 {
		return "", y.failed(n, "the keys are too long for their depth")
	}
	return pointer + "/" + segment, nil
}

func (y *yamlReader) sequence(v *ast.SequenceNode, pointer string) (*Node, error) {
	n := &Node{Kind: Array, Pos: y.at(v), Pointer: pointer}
	for i, value := range v.Values {
		if !v.IsFlowStyle && y.aliases == 0 {
			y.items++
		}
		at, err := y.child(v, pointer, strconv.Itoa(i))
		if err != nil {
			return nil, err
		}
		item, err := y.node(value, at)
		if err != nil {
			return nil, err
		}
		n.Items = append(n.Items, item)
	}
	return n, nil
}

func (y *yamlReader) mapping(v ast.Node, pairs []*ast.MappingValueNode, pointer string) (*Node, error) {
	n := &Node{Kind: Object, Pos: y.at(v), Pointer: pointer}
	var keys uniqueKeys
	var merges []int // how many members stood before each merged mapping
	var merged []*Node
	for _, pair := range pairs {
		if y.aliases == 0 {
			y.pairs++
		}
		if _, ok := pair.Key.(*ast.MergeKeyNode); ok {
			sources, err := y.mergeSources(pair.Value, pointer)
			if err != nil {
				return nil, err
			}
			for _, source := range sources {
				merges = append(merges, len(n.Members))
				merged = append(merged, source)
			}
			continue
		}
		key, err := y.key(pair.Key)
		if err != nil {
			return nil, err
		}
		at, err := y.child(pair, pointer, escapePointer(key))
		if err != nil {
			return nil, err
		}
		value, err := y.node(pair.Value, at)
		if err != nil {
			return nil, err
		}
		keyPos := y.at(pair.Key)
		if i := keys.earlier(n.Members, key); i >= 0 {
			y.faults = append(y.faults, duplicateKey(key, at, keyPos, n.Members[i].KeyPos))
			continue
		}
		n.Members = append(n.Members, Member{Key: key, KeyPos: keyPos, Value: value})
	}
	if len(merged) > 0 {
		n.Members = mergeMembers(n.Members, merges, merged)
	}
	return n, nil
}

// mergeMembers puts merged mappings where their merge key stood. Keys of the mapping itself win,
// then those of earlier merged mappings.
func mergeMembers(own []Member, places []int, merged []*Node) []Member {
	taken := make(map[string]bool, len(own))
	for i := range own {
		taken[own[i].Key] = true
	}
	var all []Member
	from := 0
	for i, source := range merged {
		all = append(all, own[from:places[i]]...)
		from = places[i]
		for _, m := range source.Members {
			if !taken[m.Key] {
				taken[m.Key] = true
				all = append(all, m)
			}
		}
	}
	return append(all, own[from:]...)
}

// mergeSources reads the value of a merge key: a mapping, or a sequence of mappings.
func (y *yamlReader) mergeSources(value ast.Node, pointer string) ([]*Node, error) {
	values := []ast.Node{value}
	if list, ok := value.(*ast.SequenceNode); ok {
		values = list.Values
		if !list.IsFlowStyle && y.aliases == 0 {
			y.items += len(values)
		}
	}
	var sources []*Node
	for _, v := range values {
		source, err := y.node(v, pointer)
		if err != nil {
			return nil, err
		}
		if source.Kind != Object {
			return nil, y.failed(v, "the merge key << takes a mapping or a list of mappings")
		}
		sources = append(sources, source)
	}
	return sources, nil
}

// key reads the key of a mapping. JSON has string keys only, so a plain scalar of another type
// is taken by its text.
func (y *yamlReader) key(n ast.Node) (string, error) {
	switch v := n.(type) {
	case *ast.MappingKeyNode:
		return y.key(v.Value)
	case *ast.AnchorNode:
		y.anchors[anchorName(v.Name)] = v.Value
		return y.key(v.Value)
	case *ast.AliasNode:
		if target, ok := y.anchors[anchorName(v.Value)]; ok {
			if _, again := target.(*ast.AliasNode); !again {
				return y.key(target)
			}
		}
	case *ast.TagNode:
		if v.Start.Value == "!!str" || v.Start.Value == "!" {
			return y.key(v.Value)
		}
	case *ast.StringNode:
		return v.Value, nil
	case *ast.LiteralNode:
		return v.Value.Value, nil
	case ast.ScalarNode:
		if tk := v.GetToken(); tk != nil {
			return tk.Value, nil
		}
	}
	return "", y.failed(n, "a key has to be a plain string")
}

func anchorName(n ast.Node) string {
	if n == nil || n.GetToken() == nil {
		return ""
	}
	return n.GetToken().Value
}

func (y *yamlReader) anchor(v *ast.AnchorNode, pointer string) (*Node, error) {
	name := anchorName(v.Name)
	y.anchors[name] = v.Value
	wasOpen := y.open[name]
	y.open[name] = true
	n, err := y.node(v.Value, pointer)
	y.open[name] = wasOpen
	if n != nil && v.Value == nil {
		n.Pos = y.at(v)
	}
	return n, err
}

func (y *yamlReader) alias(v *ast.AliasNode, pointer string) (*Node, error) {
	name := anchorName(v.Value)
	target, ok := y.anchors[name]
	if !ok {
		return nil, y.failed(v, "there is no anchor &%s before this alias; put it in quotes if the * is part of a text", shorten(name))
	}
	if y.open[name] {
		return nil, y.failed(v, "the alias *%s lies within its own anchor", shorten(name))
	}
	y.aliases++
	y.open[name] = true
	n, err := y.node(target, pointer)
	y.open[name] = false
	y.aliases--
	return n, err
}
