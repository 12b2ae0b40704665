package runtime

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// member is a member of an object that an example sets.
type member struct {
	key string
	raw json.RawMessage
}

// choose makes an object a variant of its union: it gives the discriminator a value that some
// variant has, the one that was probably meant or else the first, and adds what this variant
// requires and the object lacks. Without the call nothing is known to be lacking.
func (b *hintBuilder) choose(issue *hintIssue, object map[string]any) []member {
	value, removed, ok := b.choice(issue, object)
	if !ok {
		return nil
	}
	members := []member{{issue.choice, value}}
	if removed != "" {
		members = append(members, member{removed, json.RawMessage("null")})
	}
	if object == nil || issue.node == nil {
		return members
	}
	below := b.spec.below(issue.node)
	variant := variantWith(below.byKey[issue.choice], value)
	if variant == "" {
		return members
	}
	p := b.newPlaceholder("")
	for _, c := range below.children {
		row := c.rowOf(variant)
		if _, has := object[c.key]; has || row == nil || !row.Required || row.Injected || row.Sensitive || c.key == issue.choice {
			continue
		}
		if raw, ok := p.nth(c, variant, c.key, 0, 1); ok {
			members = append(members, member{c.key, raw})
		}
	}
	return members
}

// choice is the value for a discriminator: what the call has under a misspelt key, else the allowed
// value that was probably meant, else the one whose variant has most of the object's keys.
func (b *hintBuilder) choice(issue *hintIssue, object map[string]any) (value json.RawMessage, removed string, ok bool) {
	values := valuesOf(issue.Expected)
	if issue.node == nil || object == nil {
		value, ok = b.allowed(issue)
		return value, "", ok
	}
	below := b.spec.below(issue.node)
	var unknown []string
	for key := range object {
		if below.byKey[key] == nil {
			unknown = append(unknown, key)
		}
	}
	slices.Sort(unknown)
	if key, near := nearest(issue.choice, unknown); near {
		for _, v := range values {
			if raw, err := json.Marshal(object[key]); err == nil && sameJSON(string(raw), v) {
				return v, key, true
			}
		}
	}
	if _, has := b.suggestion(issue); has {
		value, ok = b.allowed(issue)
		return value, "", ok
	}
	best := -1
	for _, v := range values {
		variant, n := variantWith(below.byKey[issue.choice], v), 0
		for key := range object {
			if c := below.byKey[key]; c != nil && c.rowOf(variant) != nil {
				n++
			}
		}
		if raw, fits := rawValue(v, maxTextInHint); fits && n > best && string(raw) != "null" {
			best, value, ok = n, raw, true
		}
	}
	return value, "", ok
}

// variantWith is the label of the variant whose discriminator has the value, "" for none.
func variantWith(discriminator *fieldNode, value json.RawMessage) string {
	if discriminator == nil {
		return ""
	}
	for _, row := range discriminator.rows {
		if row.Variant != "" && slices.ContainsFunc(row.Enum, func(v string) bool { return sameJSON(v, value) }) {
			return row.Variant
		}
	}
	return ""
}

func sameJSON(text string, value json.RawMessage) bool {
	if text == string(value) {
		return true
	}
	a, okA := parseAny([]byte(text))
	b, okB := parseAny(value)
	return okA && okB && canonical(a) == canonical(b)
}

// discriminated finds the discriminator in what an issue of a union expects.
func discriminated(issue *ValidationIssue) (key string, values any) {
	if issue.Constraint != "oneOf" && issue.Constraint != "anyOf" {
		return "", nil
	}
	if expected, ok := issue.Expected.(map[string]any); ok && len(expected) == 1 {
		for key, values := range expected {
			return key, values
		}
	}
	return "", nil
}

// variantRow is the row of an issue's field for the variant that the call has chosen, where the
// field has several rows and the call's discriminator tells.
func (b *hintBuilder) variantRow(issue *hintIssue) *FieldSpec {
	if issue.node == nil || len(issue.node.rows) < 2 || b.document() == nil {
		return issue.row
	}
	at, doc := b.spec.tree(), b.document()
	here := doc.top()
	for i := 0; ; i++ {
		if here != nil && doc.text[here.from] == '{' {
			for _, c := range b.spec.below(at).children {
				if len(c.rows) < 2 {
					continue
				}
				m := doc.find(here, pathStep{Key: c.key})
				if m == nil {
					continue
				}
				if variant := variantWith(c, doc.raw(m)); variant != "" {
					if row := issue.node.rowOf(variant); row != nil && row.Variant == variant {
						return row
					}
				}
			}
		}
		if i == len(issue.steps) || here == nil {
			return issue.row
		}
		if at = b.spec.step(at, issue.steps[i]); at == nil {
			return issue.row
		}
		m := doc.find(here, issue.steps[i])
		if m == nil {
			return issue.row
		}
		here = doc.inside(m)
	}
}

// dropForeignKeys drops suggestions of keys that the variant that the call has chosen does not have.
func (b *hintBuilder) dropForeignKeys() {
	for i := range b.issues {
		u := &b.issues[i]
		if u.rank != rankUnknown || u.like == "" || len(u.steps) == 0 {
			continue
		}
		parent := u.steps[:len(u.steps)-1]
		n := b.spec.node(parent)
		if n == nil {
			continue
		}
		c := b.spec.below(n).at(u.like)
		if c == nil || len(c.rows) == 0 || slices.ContainsFunc(c.rows, func(r *FieldSpec) bool { return r.Variant == "" }) {
			continue
		}
		if chosen := b.chosenVariant(n, parent); chosen != "" && c.rowOf(chosen) == nil {
			u.like = ""
		}
	}
}

// chosenVariant is the label of the variant that the object at a path has chosen by its discriminator,
// "" where that is not known.
func (b *hintBuilder) chosenVariant(n *fieldNode, steps []pathStep) string {
	doc := b.document()
	here := doc.node(steps)
	if here == nil || doc.text[here.from] != '{' {
		return ""
	}
	for _, c := range b.spec.below(n).children {
		if len(c.rows) < 2 {
			continue
		}
		if m := doc.find(here, pathStep{Key: c.key}); m != nil {
			if variant := variantWith(c, doc.raw(m)); variant != "" {
				return variant
			}
		}
	}
	return ""
}

// variantsLead introduces the variants in the message of a rule.
const variantsLead = "the variants are "

// variantsRule tells of a union without a discriminator: its variants, and what each needs.
func (b *hintBuilder) variantsRule(issue *hintIssue) (RuleHint, bool) {
	var labels []string
	for _, raw := range valuesOf(issue.Expected) {
		var s string
		if json.Unmarshal(raw, &s) == nil {
			labels = append(labels, s)
		}
	}
	if len(labels) == 0 {
		return RuleHint{}, false
	}
	rule := RuleHint{ID: clean(issue.Constraint, maxNameInHint)}
	if issue.path != "" {
		rule.Fields = []string{issue.path}
	}
	if rule.Message = b.choiceRule(issue); rule.Message != "" {
		return rule, true
	}
	var parts []string
	for i, label := range labels {
		if i == maxAllowed {
			parts = append(parts, "…")
			break
		}
		part := clean(label, 40)
		if issue.node != nil {
			var keys []string
			for _, c := range b.spec.below(issue.node).children {
				if row := c.rowOf(label); row != nil && row.Variant == label && row.Required && !row.Injected {
					keys = append(keys, clean(c.key, 40))
				}
			}
			if len(keys) > 0 && !strings.HasSuffix(label, " with "+strings.Join(keys, ", ")) {
				part += fmt.Sprintf(" (needs %s)", strings.Join(keys[:min(len(keys), maxAllowed)], ", "))
			}
		}
		if !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	rule.Message = clean(variantsLead+strings.Join(parts, "; "), maxTextInHint)
	return rule, true
}

// deeper reports whether the hint knows of issues inside the issue's value.
func (b *hintBuilder) deeper(issue *hintIssue) bool {
	for i := range b.issues {
		if o := &b.issues[i]; len(o.steps) > len(issue.steps) && slices.Equal(o.steps[:len(issue.steps)], issue.steps) {
			return true
		}
	}
	return false
}
