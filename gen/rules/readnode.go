package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// annotation parses an annotation object.
func (r *reader) annotation(n *tooldef.Node, at level) *annotation {
	a := &annotation{tool: words{}}
	if n.Kind != tooldef.Object {
		r.fail(n, "expected a mapping, got "+n.Describe(), "write it as in {minimum: 0}")
		return a
	}
	for _, m := range n.Members {
		r.word(a, m, at)
	}
	slices.SortStableFunc(a.words, func(x, y tooldef.Member) int { return cmp.Compare(wordOrder[x.Key], wordOrder[y.Key]) })
	return a
}

// word parses one member of an annotation.
func (r *reader) word(a *annotation, m tooldef.Member, at level) {
	v := m.Value
	ofWholeTool := at == ofTool || at == ofRoot
	switch {
	case slices.Contains(toolWords, m.Key) && !ofWholeTool:
		r.failAt(m, m.Key+" applies to a tool, not to a field", "move it to the tool")
		return
	case slices.Contains(fieldWords, m.Key) && ofWholeTool:
		r.failAt(m, m.Key+" applies to a field, not to a tool", "write it below fields")
		return
	case slices.Contains(toolWords, m.Key):
		if r.toolWord(m.Key, v) {
			a.tool[m.Key] = v
		}
		return
	}
	sound := true
	switch m.Key {
	case "required":
		sound = r.required(v, at)
	case "closed", "sensitive", "injected":
		sound = r.flag(v)
	case "question":
		sound = r.text(v)
	case "fields":
		a.fields = append(a.fields, r.fieldEntries(v)...)
		return
	case "rules":
		v = r.ruleList(v)
	case "remedy":
		v = listOf(v, r.remedy)
		for _, remedy := range v.Items {
			if source := knownOf(remedy); source != nil {
				a.add(tooldef.Member{Key: "known", KeyPos: m.KeyPos}, asList(source))
			}
		}
	case "known":
		v = listOf(v, r.known)
	case "exactlyOneOf", "atLeastOneOf", "atMostOneOf":
		r.groups(a, m)
		return
	case "requires", "excludes":
		r.pairs(a, m)
		return
	default:
		r.keyword(a, m, at)
		return
	}
	if sound && v != nil {
		a.add(m, v)
	}
}

// required checks a list of members or, for a field, a boolean.
func (r *reader) required(n *tooldef.Node, at level) bool {
	switch {
	case n.Kind == tooldef.Array:
		return r.fieldNames(n)
	case at != ofField:
		r.fail(n, "required is "+n.Describe(), "write a list of fields, as in required: [Id]")
	case n.Kind != tooldef.Bool:
		r.fail(n, "required is "+n.Describe(), "write true or false, or a list of members of the field")
	}
	return at == ofField && n.Kind == tooldef.Bool
}

// keyword adds words for the schema: JSON Schema, Go names, and the prefix x-.
func (r *reader) keyword(a *annotation, m tooldef.Member, at level) {
	switch {
	case slices.Contains(goWords, m.Key) && (at != ofTool || slices.Contains(goToolWords, m.Key)):
		if r.text(m.Value) {
			m.Key = "x-" + m.Key
			a.add(m, m.Value)
		}
	case m.Key == inlineWord || m.Key == kubernetesWord:
		r.failAt(m, m.Key+" is only allowed in a schema", "write its content here directly")
	case at == ofField && slices.Contains(places, m.Key):
		r.failAt(m, "an overlay cannot set "+m.Key, "use keywords that constrain the field itself")
	case at == ofField && (isKeyword(m.Key) || strings.HasPrefix(m.Key, "x-")):
		a.add(m, m.Value)
	case isKeyword(m.Key) && at == ofTool:
		r.failAt(m, m.Key+" is a keyword of JSON Schema", "write it below fields, under the name of its field")
	case isKeyword(m.Key):
		r.failAt(m, m.Key+" is a keyword of JSON Schema", "write it beside x-toolgen, not in it")
	default:
		r.unknown(m, "", at.words())
	}
}

// fieldEntries parses fields, a mapping by path.
func (r *reader) fieldEntries(n *tooldef.Node) []fieldEntry {
	if n.Kind != tooldef.Object {
		r.fail(n, "fields is "+n.Describe(), `write a mapping of paths, as in "Lines[].Amount": {minimum: 0}`)
		return nil
	}
	var entries []fieldEntry
	for _, m := range n.Members {
		steps, err := parsePath(m.Key)
		if err != nil {
			r.failAt(m, fmt.Sprintf("invalid path %q: %s", model.Cut(m.Key, 80), err), "write it as in Lines[].Amount")
			continue
		}
		entries = append(entries, fieldEntry{steps: steps, key: m, annotation: r.annotation(m.Value, ofField)})
	}
	return entries
}

// groups parses exactlyOneOf and related words: a list of fields, or several. Each list becomes a word.
func (r *reader) groups(a *annotation, m tooldef.Member) {
	lists := []*tooldef.Node{m.Value}
	if m.Value.Kind == tooldef.Array && len(m.Value.Items) > 0 && m.Value.Items[0].Kind == tooldef.Array {
		lists = m.Value.Items
	}
	for _, list := range lists {
		switch {
		case !r.fieldNames(list):
		case len(list.Items) < 2 && m.Key != "atLeastOneOf":
			r.fail(list, m.Key+" has only one field", "name two fields or more")
		default:
			a.add(m, list)
		}
	}
}

// pairs parses requires and excludes: a mapping of fields to fields. Each pair becomes a word.
func (r *reader) pairs(a *annotation, m tooldef.Member) {
	n := m.Value
	if n.Kind != tooldef.Object || len(n.Members) == 0 {
		r.fail(n, m.Key+" is "+n.Describe(), fmt.Sprintf("write a mapping, as in %s: {Discount: [Reason]}", m.Key))
	}
	for _, pair := range n.Members {
		if pair.Value.Kind == tooldef.String {
			pair.Value = asList(pair.Value)
		}
		switch {
		case !r.fieldNames(pair.Value):
		case slices.Contains(pair.Value.Strings(), pair.Key):
			r.report(model.Error, pair.KeyPos, pair.Value.Pointer, m.Key,
				fmt.Sprintf("%q appears on both sides", model.Cut(pair.Key, 80)), "remove it from the list")
		default:
			a.add(m, object(n, pair))
		}
	}
}

// flag checks a boolean.
func (r *reader) flag(n *tooldef.Node) bool {
	if n.Kind != tooldef.Bool {
		r.fail(n, "expected true or false, got "+n.Describe(), "write one of them, without quotes")
	}
	return n.Kind == tooldef.Bool
}

// text checks a non-empty string.
func (r *reader) text(n *tooldef.Node) bool {
	sound := n.Kind == tooldef.String && strings.TrimSpace(n.Text) != ""
	if !sound {
		r.fail(n, "expected a non-empty string", "write one, or remove the key")
	}
	return sound
}

func (r *reader) fieldNames(n *tooldef.Node) bool { return r.names(n, "fields", "AccountId, Amount") }

// names checks a non-empty list of different names.
func (r *reader) names(n *tooldef.Node, what, example string) bool {
	if n.Kind != tooldef.Array || len(n.Items) == 0 {
		r.fail(n, "expected a list of "+what+", got "+n.Describe(), "write it as in ["+example+"]")
		return false
	}
	sound := true
	for i, item := range n.Items {
		switch {
		case item.Kind != tooldef.String || item.Text == "":
			r.fail(item, "expected the name of one of the "+what+", got "+item.Describe(), "put it in quotes, or remove it")
		case slices.Contains(n.Strings()[:i], item.Text):
			r.fail(item, fmt.Sprintf("%q appears twice", model.Cut(item.Text, 80)), "remove one of them")
		default:
			continue
		}
		sound = false
	}
	return sound
}

// asList wraps nodes in a list.
func asList(first *tooldef.Node, more ...*tooldef.Node) *tooldef.Node {
	return &tooldef.Node{Kind: tooldef.Array, Pos: first.Pos, Pointer: first.Pointer, Items: append([]*tooldef.Node{first}, more...)}
}

// listOf reads one item or a list, and keeps the valid ones.
func listOf(n *tooldef.Node, valid func(*tooldef.Node) bool) *tooldef.Node {
	list := asList(n)
	if n.Kind == tooldef.Array {
		list.Items = slices.Clone(n.Items)
	}
	list.Items = slices.DeleteFunc(list.Items, func(item *tooldef.Node) bool { return !valid(item) })
	return list
}
