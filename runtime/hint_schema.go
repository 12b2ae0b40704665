package runtime

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// Some keywords ask for what no entry of the constraints can say: they hold a schema of their own.
// What it asks for is said in its own words, as a rule beside the entry.

// schemaLead introduces what a keyword's schema asks for, "" for keywords that have none.
func schemaLead(keyword string) string {
	switch keyword {
	case "not", "then":
		return "must not fit "
	case "else":
		return "must fit "
	case "contains":
		return "needs an item that fits "
	case "minContains", "maxContains":
		return "counts the items that fit "
	case "propertyNames":
		return "takes keys that fit "
	case "prefixItems":
		return "takes in order "
	case "minProperties":
		return "may have the keys "
	case "maxProperties":
		return "need not have the keys "
	case "anyOf", "oneOf":
		return "has a choice of keys: "
	}
	return ""
}

// maxSchemaInHint is the number of runes of a schema that a hint shows.
const maxSchemaInHint = 120

// addSchema adds the rule that says what would satisfy an issue's keyword, where the tool's schema
// tells. A schema that may name fields that the server fills is not shown.
func (b *hintBuilder) addSchema(issue *hintIssue) {
	id := issue.Constraint
	if issue.byName {
		id = "propertyNames" // which says the same
	}
	lead := schemaLead(id)
	if lead == "" || issue.rank == rankType || issue.Constraint == "prefixItems" || len(b.hint.Rules) == maxRules || b.spec.fields.injected || b.spec.sensitive(issue.steps) {
		return
	}
	// What is listed already is counted there; alone, a rule stands for its issue where it says all.
	alone := 1
	if b.hasEntry(issue.path) || slices.Contains(b.hint.UnknownFields, issue.path) {
		alone = 0
	}
	steps, keyword, words := issue.steps, id, ""
	switch keyword {
	case "minProperties":
		words = b.keysFor(issue)
	case "maxProperties":
		words = b.keysToSpare(issue)
	case "minContains", "maxContains":
		keyword = "contains"
	case "then", "else":
		keyword = "if" // a branch that nothing fits forbids what leads to it
	case "propertyNames":
		if len(steps) == 0 {
			return
		}
		words = b.namesOf(issue)
		steps = steps[:len(steps)-1] // the issue names the key, the keyword is that of its object
	}
	ofKeys := countsKeys(keyword)
	if words == "" && !ofKeys && keyword != "propertyNames" {
		words = b.violated(steps, keyword)
	}
	counts := keyword != id && keyword != "if" || ofKeys // the entry says how many
	if words == "" || alone == 1 && counts {
		return
	}
	rule := RuleHint{ID: id, Message: lead + clean(words, maxSchemaInHint)}
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

// violated is the schema of a keyword that the value at a path violates. Of several it is one that the
// call violates for sure: what is said of another would send the model the wrong way. "" where none is
// known.
func (b *hintBuilder) violated(steps []pathStep, keyword string) string {
	all := b.schema().keywords(steps, keyword)
	if len(all) == 1 {
		return all[0]
	}
	var left []string
	value, known := b.document().value(steps)
	if !known {
		return ""
	}
	for _, text := range all {
		s, ok := readSubschema(text)
		switch {
		case keyword == "not" && ok && s.onlyKeys():
			if fields, isObject := value.(map[string]any); isObject && lacks(fields, s.required) {
				continue
			}
		case keyword == "contains" && ok && s.simple() && s.value.Const != nil:
			if items, isArray := value.([]any); isArray && slices.ContainsFunc(items, func(item any) bool {
				return sameJSON(string(writeJSON(item)), s.value.Const)
			}) {
				continue
			}
		}
		left = append(left, text)
	}
	if len(left) != 1 {
		return ""
	}
	return left[0]
}

// lacks reports whether an object is without one of the keys.
func lacks(fields map[string]any, keys []string) bool {
	return slices.ContainsFunc(keys, func(key string) bool { _, ok := fields[key]; return !ok })
}

// schemaWords says in a sentence what the rule of addSchema asks for, with the path of what it says
// that of. c is the entry that the rule stands beside, nil for none. ok is false for any other rule.
func (r *RuleHint) schemaWords(b []byte, c *FieldConstraint) (path string, sentence []byte, ok bool) {
	lead := r.lead()
	text, ok := strings.CutPrefix(r.Message, lead)
	if lead == "" || !ok {
		return "", b, false
	}
	if len(r.Fields) > 0 {
		path = r.Fields[0]
	}
	if key, said, ok := r.plainWords(b, text, c); ok {
		if key != "" {
			path = joinSteps(append(splitPath(path), pathStep{Key: key}))
		}
		return path, said, true
	}
	return path, appendCode(append(b, lead...), text), true
}

// lead is what introduces the schema in the message of a rule, where it is one of addSchema.
func (r *RuleHint) lead() string {
	if lead := schemaLead(r.ID); !hasChoice(r.ID) || !strings.HasPrefix(r.Message, kindsLead) {
		return lead
	}
	return kindsLead
}

// hasChoice reports whether a keyword is one of a choice between schemas.
func hasChoice(keyword string) bool { return keyword == "anyOf" || keyword == "oneOf" }

// plainWords is schemaWords for the schemas that words can say.
func (r *RuleHint) plainWords(b []byte, text string, c *FieldConstraint) (key string, sentence []byte, ok bool) {
	if countsKeys(r.ID) {
		var keys []json.RawMessage
		if json.Unmarshal([]byte(text), &keys) != nil {
			return "", b, false
		}
		return "", appendValues(append(b, schemaLead(r.ID)...), keys), true
	}
	if r.ID == "prefixItems" {
		sentence, ok = appendTuple(b, text)
		return "", sentence, ok
	}
	if r.ID == "not" && fitsAll(text) {
		return "", append(b, notAllowed...), true
	}
	if hasChoice(r.ID) {
		if kinds, ok := readKinds(text); ok {
			return "", appendKinds(b, r.ID, kinds), true
		}
		sets, ok := readKeyChoice(text)
		return "", appendKeyChoice(b, r.ID, sets), ok
	}
	s, ok := readSubschema(text)
	if !ok {
		return "", b, false
	}
	switch r.ID {
	case "not", "then":
		return s.appendNot(b)
	case "else":
		return "", appendKeys(append(b, "needs the key"...), s.required), s.onlyKeys()
	case "contains":
		if s.value.Const != nil && s.simple() {
			return "", append(append(b, "needs the item "...), s.value.Const...), true
		}
		sentence, ok = s.appendItem(append(b, "needs an item that is "...))
	case "minContains", "maxContains":
		if c != nil {
			b = c.appendCount(b)
		} else {
			b = append(b, "takes as matching items: "...)
		}
		sentence, ok = s.appendItem(b)
	case "propertyNames":
		sentence, ok = s.appendKeyNames(append(b, "takes only "...))
	}
	return "", sentence, ok
}

// fitsAll reports whether every value fits a schema for sure.
func fitsAll(schema string) bool { return schema == "{}" || schema == "true" }

// appendSchemaWords writes the rule of addSchema as a sentence; ok is false for any other rule.
func (r *RuleHint) appendSchemaWords(b []byte, c *FieldConstraint) (sentence []byte, ok bool) {
	path, words, ok := r.schemaWords(nil, c)
	if !ok {
		return b, false
	}
	return append(append(appendSubject(b, path), ' '), words...), true
}

// appendSubject begins a sentence on a field.
func appendSubject(b []byte, path string) []byte {
	if path == "" {
		return append(b, "The whole value"...)
	}
	return append(b, showPath(path)...)
}

// about reports whether the rule is about the field of an entry, and that alone.
func (r *RuleHint) about(field string) bool {
	return len(r.Fields) == 0 && field == "" || len(r.Fields) == 1 && r.Fields[0] == field
}

// schemaRule finds the rule that says what would satisfy the keyword of an entry, or why that is not
// known; nil where there is none.
func (h *RetryHint) schemaRule(c *FieldConstraint) *RuleHint {
	undecided := c.Constraint == "pattern"
	if len(h.Rules) == 0 || schemaLead(c.Constraint) == "" && !undecided || countsKeys(c.Constraint) {
		return nil
	}
	for i := range h.Rules {
		r := &h.Rules[i]
		if r.ID == c.Constraint && r.about(c.Field) && (isUndecided(r.Message) || !undecided && strings.HasPrefix(r.Message, r.lead())) {
			return r
		}
	}
	return nil
}

// inEntry reports whether the line of an entry says what a rule does.
func (h *RetryHint) inEntry(r *RuleHint) bool {
	return slices.ContainsFunc(h.Constraints, func(c FieldConstraint) bool {
		return c.Constraint == r.ID && h.schemaRule(&c) == r
	})
}

// countedBy is the entry whose limit counts the items that a rule tells of, where that entry is about
// another keyword; nil where there is none.
func (h *RetryHint) countedBy(r *RuleHint) *FieldConstraint {
	if r.ID != "minContains" && r.ID != "maxContains" {
		return nil
	}
	for i := range h.Constraints {
		c := &h.Constraints[i]
		if limit := (r.ID == "minContains" && c.Min != "") || (r.ID == "maxContains" && c.Max != ""); limit && c.Constraint != r.ID && r.about(c.Field) {
			made := *c
			made.Constraint = r.ID
			return &made
		}
	}
	return nil
}

// uncounted is an entry without the limits that a rule of the hint tells of.
func (h *RetryHint) uncounted(c *FieldConstraint) *FieldConstraint {
	for i := range h.Rules {
		if r := &h.Rules[i]; r.ID != c.Constraint && r.about(c.Field) && h.countedBy(r) != nil {
			made := *c
			made.Min, made.Max = "", ""
			return &made
		}
	}
	return c
}

// appendEntry writes the sentence of an entry. Where a rule says what would satisfy its keyword, that
// is said in its place.
func (h *RetryHint) appendEntry(b []byte, c *FieldConstraint) []byte {
	if r := h.schemaRule(c); r != nil && r.ID == "pattern" {
		if c.Field == "" {
			b = append(b, "Some text"...) // which one is not known
		} else {
			b = appendSubject(b, c.Field)
		}
		return c.appendGot(c.appendUndecided(append(b, ' '), r.Message))
	} else if r != nil {
		sentence, _ := r.appendSchemaWords(b, c)
		if bytes.HasSuffix(sentence, []byte(notAllowed)) {
			return sentence // whatever came
		}
		return c.appendGot(sentence)
	}
	return h.uncounted(c).appendSentence(b)
}
