package runtime

import (
	"bytes"
	"slices"
	"strings"
)

// Some keywords ask for what no entry of the constraints can say: they hold a schema of their own.
// What it asks for is said in its own words, as a rule beside the entry.

// schemaLead introduces what a keyword's schema asks for, "" for keywords that have none.
func schemaLead(keyword string) string {
	switch keyword {
	case "not":
		return "must not fit "
	case "contains":
		return "needs an item that fits "
	case "minContains", "maxContains":
		return "counts the items that fit "
	case "propertyNames":
		return "takes keys that fit "
	case "minProperties":
		return "may have the keys "
	}
	return ""
}

// maxSchemaInHint is the number of runes of a schema that a hint shows.
const maxSchemaInHint = 120

// addSchema adds the rule that says what would satisfy an issue's keyword, where the tool's schema
// tells. A schema that may name fields that the server fills is not shown.
func (b *hintBuilder) addSchema(issue *hintIssue) {
	lead := schemaLead(issue.Constraint)
	if lead == "" || len(b.hint.Rules) == maxRules || b.spec.fields.injected || b.spec.sensitive(issue.steps) {
		return
	}
	// What is listed already is counted there; alone, a rule stands for its issue where it says all.
	alone := 1
	if b.hasEntry(issue.path) || slices.Contains(b.hint.UnknownFields, issue.path) {
		alone = 0
	}
	steps, keyword, words := issue.steps, issue.Constraint, ""
	switch keyword {
	case "minProperties":
		words = b.keysFor(issue)
	case "minContains", "maxContains":
		keyword = "contains"
	case "propertyNames":
		if len(steps) == 0 {
			return
		}
		steps = steps[:len(steps)-1] // the issue names the key, the keyword is that of its object
	}
	if words == "" && issue.Constraint != "minProperties" {
		words = b.spec.keyword(steps, keyword)
	}
	if words == "" || alone == 1 && keyword != issue.Constraint || alone == 1 && issue.Constraint == "minProperties" {
		return
	}
	rule := RuleHint{ID: issue.Constraint, Message: lead + clean(words, maxSchemaInHint)}
	if path := clean(joinSteps(steps), maxPathInHint); path != "" {
		rule.Fields = []string{path}
	}
	for i := range b.hint.Rules {
		if r := &b.hint.Rules[i]; r.ID == rule.ID && r.Message == rule.Message && slices.Equal(r.Fields, rule.Fields) {
			b.shown.rules[i] += alone // a further key of one object
			return
		}
	}
	b.hint.Rules = append(b.hint.Rules, rule)
	b.shown.rules = append(b.shown.rules, alone)
}

// keysFor lists the keys that an object with too few may have, "" where the schema names none.
func (b *hintBuilder) keysFor(issue *hintIssue) string {
	if issue.node == nil {
		return ""
	}
	keys := b.spec.below(issue.node).keys()
	if len(keys) == 0 {
		return ""
	}
	if len(keys) > maxAllowed {
		keys = append(keys[:maxAllowed:maxAllowed], "…")
	}
	return jsonText(keys)
}

// appendSchemaWords writes the rule of addSchema as a sentence; ok is false for any other rule.
func (r *RuleHint) appendSchemaWords(b []byte) (sentence []byte, ok bool) {
	lead := schemaLead(r.ID)
	words, ok := strings.CutPrefix(r.Message, lead)
	if lead == "" || !ok {
		return b, false
	}
	if len(r.Fields) > 0 {
		b = appendPaths(b, r.Fields)
	} else {
		b = append(b, "The whole value"...)
	}
	b = append(append(b, ' '), lead...)
	return appendCode(b, words), true
}

// keyword is the value of a keyword in the schema of the field at a path, as JSON; "" where the
// schema does not tell.
func (s *ToolSpec) keyword(steps []pathStep, keyword string) string {
	doc, ok := newDocument([]byte(s.InputSchema), true)
	if !ok {
		return ""
	}
	walk := schemaWalk{&doc}
	n := doc.top()
	for _, step := range steps {
		if n = walk.under(n, step, maxRedirects); n == nil {
			return ""
		}
	}
	m := walk.find(n, keyword, maxRedirects)
	if m == nil {
		return ""
	}
	return string(bytes.TrimSpace(doc.raw(m)))
}

// schemaWalk finds its way in the text of a schema.
type schemaWalk struct{ *document }

// under is the schema of what is one step below a schema's value, nil where it is not said.
func (w schemaWalk) under(n *docNode, step pathStep, depth int) *docNode {
	if step.IsIndex {
		if m := w.find(n, "items", depth); m != nil {
			return w.inside(m)
		}
		return nil
	}
	if m := w.find(n, "properties", depth); m != nil {
		if all := w.inside(m); all != nil && w.text[all.from] == '{' {
			if p := w.document.find(all, pathStep{Key: step.Key}); p != nil {
				return w.inside(p)
			}
		}
	}
	if m := w.find(n, "additionalProperties", depth); m != nil {
		return w.inside(m)
	}
	return nil
}

// find finds a keyword in a schema, in what it refers to, or in a schema of its allOf.
func (w schemaWalk) find(n *docNode, keyword string, depth int) *docMember {
	if n == nil || depth == 0 || w.text[n.from] != '{' {
		return nil
	}
	if m := w.document.find(n, pathStep{Key: keyword}); m != nil {
		return m
	}
	if m := w.document.find(n, pathStep{Key: "$ref"}); m != nil {
		if ref, ok := readValue(w.raw(m)).(string); ok {
			if found := w.find(w.resolve(ref), keyword, depth-1); found != nil {
				return found
			}
		}
	}
	if m := w.document.find(n, pathStep{Key: "allOf"}); m != nil {
		if list := w.inside(m); list != nil && w.text[list.from] == '[' {
			for i := range w.all(list) {
				if found := w.find(w.inside(&list.members[i]), keyword, depth-1); found != nil {
					return found
				}
			}
		}
	}
	return nil
}

// resolve finds what a reference within the schema points to.
func (w schemaWalk) resolve(ref string) *docNode {
	pointer, ok := strings.CutPrefix(ref, "#")
	if !ok || pointer != "" && pointer[0] != '/' {
		return nil
	}
	n := w.top()
	for pointer != "" && n != nil {
		var token string
		token, pointer, ok = strings.Cut(pointer[1:], "/")
		if ok {
			pointer = "/" + pointer
		}
		if w.text[n.from] != '{' {
			return nil
		}
		m := w.document.find(n, pathStep{Key: pointerUnescaper.Replace(token)})
		if m == nil {
			return nil
		}
		n = w.inside(m)
	}
	return n
}
