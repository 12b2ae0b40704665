package runtime

import (
	"bytes"
	"slices"
)

// addTuple adds the rule that says what the items of an array are that has a schema for each place, where
// it is not there or has too few or too many.
func (b *hintBuilder) addTuple(issue *hintIssue) {
	switch issue.Constraint {
	case "required", "dependentRequired", "type", "minItems", "maxItems":
	default:
		return
	}
	if issue.row == nil || !hasKind(issue.row.Type, "array") || issue.row.Type == "any" || issue.row.Type == "" ||
		len(b.hint.Rules) == maxRules || b.spec.fields.injected || b.spec.hidesValues(issue.node) ||
		b.spec.below(issue.node).byKey[itemsStep] != nil {
		return
	}
	list := b.schema().tupleAt(issue.steps)
	if len(list) == 0 {
		return
	}
	items := make([]any, 0, min(len(list), maxAllowed+1))
	for i, item := range list {
		if i == maxAllowed {
			items = append(items, "…")
			break
		}
		items = append(items, b.shownSchema(item))
	}
	rule := RuleHint{ID: "prefixItems", Message: schemaLead("prefixItems") + clean(string(writeJSON(items)), maxTextInHint), Fields: []string{issue.path}}
	if slices.ContainsFunc(b.hint.Rules, func(r RuleHint) bool { return r.ID == rule.ID && slices.Equal(r.Fields, rule.Fields) }) {
		return
	}
	b.hint.Rules = append(b.hint.Rules, rule)
	b.shown.rules = append(b.shown.rules, 0) // the issue is counted with its field
}

// shownSchema is what a hint shows of a schema: in the place of a reference, which says nothing to who does
// not see the whole, what it refers to, and of what refers to others in turn no more than the type.
func (b *hintBuilder) shownSchema(schema any) any {
	m, _ := schema.(map[string]any)
	if ref, ok := m["$ref"].(string); ok {
		if s := b.newPlaceholder("").sampler(); s != nil {
			schema = s.resolve(ref)
		}
	}
	schema = withoutNotes(schema, maxSubschemaDepth)
	if bytes.Contains(writeJSON(schema), []byte(`"$ref":`)) {
		m, _ := schema.(map[string]any)
		if kind := m["type"]; kind != nil {
			return map[string]any{"type": kind}
		}
		return true
	}
	return schema
}

// withoutNotes is a schema without the keywords that ask for nothing.
func withoutNotes(schema any, depth int) any {
	m, ok := schema.(map[string]any)
	if !ok || depth == 0 {
		return schema
	}
	bare := map[string]any{}
	for keyword, v := range m {
		switch keyword {
		case "title", "description", "$comment", "examples", "default", "deprecated", "readOnly", "writeOnly":
		case "items":
			bare[keyword] = withoutNotes(v, depth-1)
		default:
			bare[keyword] = v
		}
	}
	return bare
}

// appendTuple says what the items of an array are, place by place; ok is false where words do not say it.
func appendTuple(b []byte, text string) (sentence []byte, ok bool) {
	v, _ := parseAny([]byte(text))
	list, ok := v.([]any)
	if !ok {
		return b, false
	}
	b = append(b, "takes in order: "...)
	for i, item := range list {
		if i > 0 {
			b = append(b, "; "...)
		}
		if m, isObject := item.(map[string]any); item == true || isObject && len(m) == 0 {
			b = append(b, "any value"...)
			continue
		} else if item == "…" {
			b = append(b, "…"...)
			continue
		}
		s, ok := subschemaOf(item, maxSubschemaDepth)
		if !ok {
			return b, false
		}
		if b, ok = s.appendItem(b); !ok {
			return b, false
		}
	}
	return b, true
}
