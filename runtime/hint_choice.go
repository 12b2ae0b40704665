package runtime

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// A choice between sets of keys, as in anyOf of several required, is said as what it is; so is one between
// kinds of values that words can say.

// kindsLead introduces the schemas of a choice between kinds of values in the message of a rule.
const kindsLead = "has a choice of values: "

// choiceRule is the message of the rule that says what a choice is between, "" where words do not say it.
func (b *hintBuilder) choiceRule(issue *hintIssue) string {
	if schemaLead(issue.Constraint) == "" || b.spec.fields.injected || b.spec.sensitive(issue.steps) {
		return ""
	}
	schema := b.schema().keyword(issue.steps, issue.Constraint)
	if schema == "" || len(schema) > maxChoiceRead {
		return ""
	}
	v, _ := parseAny([]byte(schema))
	list, _ := v.([]any)
	for i := range list {
		list[i] = withoutNotes(list[i], maxSubschemaDepth)
	}
	lead, bare := schemaLead(issue.Constraint), string(writeJSON(list))
	if _, ok := readKeyChoice(bare); !ok {
		if _, ok := readKinds(bare); !ok {
			return ""
		}
		lead = kindsLead
	}
	if len(bare) > maxTextInHint || clean(bare, len(bare)) != bare {
		return ""
	}
	return lead + bare
}

// maxChoiceRead is the size of the schemas of a choice that are looked at.
const maxChoiceRead = 4096

// keyNeeds is what a branch of a choice asks for that looks at keys only.
type keyNeeds struct{ required, without []string }

// readKeyChoice reads the schemas of a choice, each of which asks for keys, or for none of some, and nothing
// else.
func readKeyChoice(text string) (sets []keyNeeds, ok bool) {
	v, _ := parseAny([]byte(text))
	list, _ := v.([]any)
	for _, branch := range list {
		var set keyNeeds
		m, _ := branch.(map[string]any)
		if not, has := m["not"]; has {
			if set.without = keysOfNot(not); set.without == nil {
				return nil, false
			}
			m = maps.Clone(m)
			delete(m, "not")
		}
		s, ok := subschemaOf(m, maxSubschemaDepth)
		if !ok || !s.onlyKeys() {
			return nil, false
		}
		set.required = s.required
		sets = append(sets, set)
	}
	return sets, len(sets) > 0
}

// keysOfNot lists the keys none of which an object may have that must not fit a schema; nil where that asks
// for anything else.
func keysOfNot(schema any) (keys []string) {
	branches := []any{schema}
	if m, _ := schema.(map[string]any); len(m) == 1 {
		if list, ok := m["anyOf"].([]any); ok {
			branches = list
		}
	}
	for _, branch := range branches {
		s, ok := subschemaOf(branch, maxSubschemaDepth)
		if !ok || !s.onlyKeys() || len(s.required) != 1 {
			return nil
		}
		keys = append(keys, s.required[0])
	}
	return keys
}

// readKinds reads the schemas of a choice, each of which a noun says all of.
func readKinds(text string) (kinds []subschema, ok bool) {
	v, _ := parseAny([]byte(text))
	list, _ := v.([]any)
	for _, branch := range list {
		s, ok := subschemaOf(branch, maxSubschemaDepth)
		if !ok || !s.simple() {
			return nil, false
		}
		kinds = append(kinds, s)
	}
	return kinds, len(kinds) > 1
}

// appendKinds says what a value has to be: "must be a string with the format "date" or null".
func appendKinds(b []byte, keyword string, kinds []subschema) []byte {
	b = append(b, "must be "...)
	if keyword == "oneOf" {
		b = append(b, "exactly one of these: "...)
	}
	for i := range kinds {
		switch {
		case i == 0:
		case i == len(kinds)-1:
			b = append(b, " or "...)
		default:
			b = append(b, ", "...)
		}
		b = kinds[i].value.appendNoun(b)
	}
	return b
}

// fitsSeveral says of a value that it is more than one of what a rule has a choice between.
func (r *RuleHint) fitsSeveral() string {
	if r != nil && strings.HasPrefix(r.Message, schemaLead(r.ID)) {
		return "; it has more than one of them"
	}
	return "; it fits more than one of them"
}

// severalFit reports whether an issue is that a value fits more than one variant.
func (issue *hintIssue) severalFit() bool {
	return issue.Constraint == "oneOf" && strings.HasPrefix(issue.Message, severalLead)
}

// innerFirst puts what is wrong with the closest variant of a union before the union. Of unions within each
// other only the innermost is told of: the others do not fit because that does not.
func (b *hintBuilder) innerFirst() {
	some := false
	for i := range b.issues {
		if issue := &b.issues[i]; issue.rank == rankType && hasChoice(issue.Constraint) && issue.choice == "" && issue.Message == "" {
			issue.around = b.deeper(issue)
			some = some || issue.around
		}
	}
	if !some {
		return
	}
	kept := b.issues[:0]
	var around []hintIssue
	all := slices.Clone(b.issues)
	for i := range all {
		outer := func(o hintIssue) bool {
			return hasChoice(o.Constraint) && len(o.steps) > len(all[i].steps) && slices.Equal(o.steps[:len(all[i].steps)], all[i].steps)
		}
		switch {
		case !all[i].around && all[i].rank != rankRule:
			kept = append(kept, all[i])
		case all[i].around && !slices.ContainsFunc(all, outer):
			around = append(around, all[i])
		}
	}
	kept = append(kept, around...)
	for i := range all {
		if all[i].rank == rankRule {
			kept = append(kept, all[i])
		}
	}
	b.issues = kept
}

// branchValue is a value for the place of one that fits none of the kinds that it may be of: the allowed
// value of one of them that was probably meant, else one of the first of its own JSON type.
func (b *hintBuilder) branchValue(issue *hintIssue) (json.RawMessage, bool) {
	kinds, ok := readKinds(strings.TrimPrefix(b.choiceRule(issue), kindsLead))
	if !ok {
		return nil, false
	}
	var texts []string
	for i := range kinds {
		texts = append(texts, textsOf(kinds[i].value.AllowedValues)...)
		texts = append(texts, textsOf(kinds[i].value.Const)...)
	}
	if got, isText := issue.Got.(string); isText {
		if near, ok := nearest(got, texts); ok {
			return rawValue(near, maxTextInHint)
		}
	}
	v, _ := parseAny([]byte(b.schema().keyword(issue.steps, issue.Constraint)))
	list, _ := v.([]any)
	s := b.newPlaceholder("").sampler()
	for i, branch := range list {
		if issue.Got != nil && i < len(kinds) && !hasType(kinds[i].value.Type, gotValue(issue.Got)) {
			continue
		}
		if raw, ok := s.value(branch, lastKey(issue.steps), 0, 0); ok && string(raw) != "null" {
			b.invented.note(issue, looksReal(readValue(raw)))
			return raw, true
		}
	}
	return nil, false
}

// gotValue is what came as JSON reads it.
func gotValue(got any) any { return readValue(writeJSON(got)) }

// appendKeyChoice says which keys an object needs: "needs the key "a" or the keys "b", "c"".
func appendKeyChoice(b []byte, keyword string, sets []keyNeeds) []byte {
	b = append(b, "needs "...)
	if keyword == "oneOf" {
		b = append(b, "exactly one of these: "...)
	}
	for i := range sets {
		switch {
		case i == 0:
		case i == len(sets)-1:
			b = append(b, " or "...)
		default:
			b = append(b, ", "...)
		}
		b = appendKeys(append(b, "the key"...), sets[i].required)
		if without := sets[i].without; len(without) > 0 {
			b = appendKeys(append(b, " without the key"...), without)
		}
	}
	return b
}

// foreignKind is the JSON type of what came in the place of a choice of which no branch has that type: what
// each branch asks for besides is of no help. It is "" where some branch has it, and where it is not known.
func (b *hintBuilder) foreignKind(issue *hintIssue) string {
	if issue.Constraint != "oneOf" && issue.Constraint != "anyOf" || issue.Message != "" ||
		issue.row == nil || issue.row.Type == "" || issue.row.Type == "any" {
		return ""
	}
	if issue.choice != "" {
		return b.withoutMembers(issue)
	}
	var kind JSONType
	switch got := issue.Got.(type) {
	case nil:
		v, known := b.document().value(issue.steps)
		if !known {
			return ""
		}
		if kind = kindOf(v); kind&(TypeArray|TypeObject|TypeNull) == 0 {
			return "" // the issue does not show it, and so must be hidden
		}
	case int64, uint64:
		kind = TypeInteger
	case float64:
		kind = TypeNumber
	default:
		kind = kindOf(got)
	}
	if kind == 0 || hasKind(issue.row.Type, kind.String()) {
		return ""
	}
	return kind.String()
}

// withoutMembers is the JSON type of what came where a discriminator chooses and that has none, since it
// is no object. It is "" where an object came, or what came is not known or not to be shown.
func (b *hintBuilder) withoutMembers(issue *hintIssue) string {
	v, known := b.document().value(issue.steps)
	if !known || b.spec.sensitive(issue.steps) {
		return ""
	}
	if kind := kindOf(v); kind != 0 && !hasKind(issue.row.Type, kind.String()) {
		return kind.String()
	}
	return ""
}

// onlyTypes reports whether the names of branches are those of JSON types.
func onlyTypes(labels []string) bool {
	return !slices.ContainsFunc(labels, func(label string) bool { return !slices.Contains(jsonTypeNames[:], label) })
}
