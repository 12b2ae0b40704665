package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/tooldef"
)

// annotation parses an annotation object.
func (r *reader) annotation(n *tooldef.Node, at level) *annotation {
	a := &annotation{node: n, tool: words{}, marks: words{}}
	if n.Kind != tooldef.Object {
		r.fail(n, "this is "+n.Describe(), "write a mapping, as in {minimum: 0}")
		return a
	}
	for _, m := range n.Members {
		r.word(a, m, at)
	}
	return a
}

// word parses one member of an annotation.
func (r *reader) word(a *annotation, m tooldef.Member, at level) {
	v := m.Value
	ofWholeTool := at == ofTool || at == ofRoot
	if slices.Contains(toolWords, m.Key) {
		if !ofWholeTool {
			r.report(model.Error, m.KeyPos, v.Pointer, m.Key, fmt.Sprintf("%s is said of a tool, not of a field", m.Key), "move it to the tool")
			return
		}
		if r.toolWord(m) {
			a.tool[m.Key] = v
		}
		return
	}
	switch m.Key {
	case "required":
		r.required(a, m, at)
	case "closed":
		a.closed = r.flag(v)
	case "fields":
		a.fields = r.fieldEntries(v, at)
	case "rules":
		a.rules = r.ruleList(v)
	case "exactlyOneOf", "atLeastOneOf", "atMostOneOf":
		r.group(a, m)
	case "requires", "excludes":
		r.pairs(a, m)
	case "sensitive", "injected":
		if ofWholeTool {
			r.report(model.Error, m.KeyPos, v.Pointer, m.Key, m.Key+" is said of a field, not of a tool", "write it below fields")
		} else if r.flag(v) != nil {
			a.marks[m.Key] = v
		}
	case "question":
		if r.text(v) != nil {
			a.marks[m.Key] = v
		}
	case "remedy":
		r.remedies(a, v)
	case "known":
		if ofWholeTool {
			r.report(model.Error, m.KeyPos, v.Pointer, m.Key, "known is said of a field, not of a tool", "write it below fields")
		} else {
			r.known(a, v)
		}
	default:
		r.keyword(a, m, at)
	}
}

// toolWord validates a tool-level word.
func (r *reader) toolWord(m tooldef.Member) bool {
	switch m.Key {
	case "confirm":
		return r.confirm(m.Value)
	case "approval":
		return r.approval(m.Value)
	case "unchecked":
		return r.text(m.Value) != nil
	case "verify":
		return r.call(m.Value, "verify", "call", "text")
	case "retry":
		if m.Value.Kind != tooldef.String || !slices.Contains(retries, m.Value.Text) {
			r.fail(m.Value, "retry is either after or never", "write after, if the same call may be sent again after a wait, or never")
			return false
		}
		return true
	}
	return r.flag(m.Value) != nil
}

// required parses a list of members or, for a field, a boolean.
func (r *reader) required(a *annotation, m tooldef.Member, at level) {
	switch {
	case m.Value.Kind == tooldef.Array:
		a.requiredKeys = r.keyList(m.Value)
	case m.Value.Kind == tooldef.Bool && at == ofField:
		a.required = m.Value
	case at == ofField:
		r.fail(m.Value, "required is "+m.Value.Describe(), "write true or false, or a list of members of the field")
	default:
		r.fail(m.Value, "required is "+m.Value.Describe(), "write a list of fields, as in required: [Id]")
	}
}

// keyword copies words for the schema: JSON Schema, Go names, and the prefix x-.
func (r *reader) keyword(a *annotation, m tooldef.Member, at level) {
	switch {
	case slices.Contains(goWords, m.Key) && (at != ofTool || slices.Contains(goToolWords, m.Key)):
		if r.text(m.Value) != nil {
			a.keywords = append(a.keywords, tooldef.Member{Key: "x-" + m.Key, KeyPos: m.KeyPos, Value: m.Value})
		}
	case m.Key == "x-toolgen" || m.Key == "x-kubernetes-validations":
		r.report(model.Error, m.KeyPos, m.Value.Pointer, m.Key, m.Key+" belongs into a schema", "say here directly what it says")
	case strings.HasPrefix(m.Key, "x-") && at == ofField:
		a.keywords = append(a.keywords, m)
	case at == ofField && slices.Contains(places, m.Key):
		r.report(model.Error, m.KeyPos, m.Value.Pointer, m.Key, fmt.Sprintf("an overlay cannot set %s", m.Key), "say what holds of the field itself")
	case at == ofField && isKeyword(m.Key):
		a.keywords = append(a.keywords, m)
	case at != ofField && isKeyword(m.Key):
		fix := "write it below fields, under the field that it is for"
		if at != ofTool {
			fix = "write it beside x-toolgen, not in it"
		}
		r.report(model.Error, m.KeyPos, m.Value.Pointer, m.Key, fmt.Sprintf("%s is a keyword of JSON Schema", m.Key), fix)
	default:
		r.unknown(m, "word", at.words())
	}
}

func isKeyword(word string) bool { _, ok := keywords[word]; return ok }

// fieldEntries parses fields, a mapping by path.
func (r *reader) fieldEntries(n *tooldef.Node, _ level) []fieldEntry {
	if n.Kind != tooldef.Object {
		r.fail(n, "fields is "+n.Describe(), `write a mapping of paths, as in "Lines[].Amount": {minimum: 0}`)
		return nil
	}
	var entries []fieldEntry
	for _, m := range n.Members {
		steps, err := parsePath(m.Key)
		if err != nil || len(steps) == 0 {
			problem := "the path of the field is empty"
			if err != nil {
				problem = err.Error()
			}
			r.report(model.Error, m.KeyPos, m.Value.Pointer, m.Key, fmt.Sprintf("the path %q is none: %s", cut(m.Key), problem), `write it as in Lines[].Amount`)
			continue
		}
		a := r.annotation(m.Value, ofField)
		entries = append(entries, fieldEntry{path: m.Key, steps: steps, key: m, annotation: *a})
	}
	return entries
}

// flag returns a boolean node, or nil with an error.
func (r *reader) flag(n *tooldef.Node) *tooldef.Node {
	if n.Kind != tooldef.Bool {
		r.fail(n, "expected true or false, this is "+n.Describe(), "write one of them, without quotes")
		return nil
	}
	return n
}

// text returns a non-empty string node, or nil with an error.
func (r *reader) text(n *tooldef.Node) *tooldef.Node {
	if n.Kind != tooldef.String || strings.TrimSpace(n.Text) == "" {
		r.fail(n, "expected a non-empty string", "write one, or drop the key")
		return nil
	}
	return n
}

// keyList parses a list of member names.
func (r *reader) keyList(n *tooldef.Node) []*tooldef.Node {
	return r.nameList(n, "fields", "AccountId, Amount")
}

// nameList parses a non-empty list of names.
func (r *reader) nameList(n *tooldef.Node, of, such string) []*tooldef.Node {
	if n.Kind != tooldef.Array || len(n.Items) == 0 {
		r.fail(n, "expected a list of "+of+", this is "+n.Describe(), "write it as in ["+such+"]")
		return nil
	}
	var keys []*tooldef.Node
	for _, item := range n.Items {
		if item.Kind != tooldef.String || item.Text == "" {
			r.fail(item, "expected one of the "+of+" by name, this is "+item.Describe(), "put it in quotes, or drop it")
			continue
		}
		if slices.ContainsFunc(keys, func(k *tooldef.Node) bool { return k.Text == item.Text }) {
			r.fail(item, fmt.Sprintf("%q comes twice", cut(item.Text)), "remove one of them")
			continue
		}
		keys = append(keys, item)
	}
	return keys
}
