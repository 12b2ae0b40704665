package runtime

import (
	"slices"
	"strings"
)

// countsKeys reports whether a keyword limits the number of an object's keys: of those, and not of what
// is in a schema, its rule tells.
func countsKeys(keyword string) bool { return keyword == "minProperties" || keyword == "maxProperties" }

// keysFor lists the keys that an object with too few may have, "" where the schema names none, or where
// it describes others too, so that those it names are not the choice.
func (b *hintBuilder) keysFor(issue *hintIssue) string {
	if issue.node == nil || strings.HasPrefix(b.schema().keyword(issue.steps, "additionalProperties"), "{") {
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

// maxSpared is how many keys an object may have of which a hint says which ones are not required.
const maxSpared = 1000

// keysToSpare lists the keys of an object with too many that nothing requires, "" for none, and where
// there are not too many once those are gone that it may not have anyway. Which of them is to go only the
// model can tell.
func (b *hintBuilder) keysToSpare(issue *hintIssue) string {
	if !slices.ContainsFunc(b.hint.Constraints, func(c FieldConstraint) bool { return c.Field == issue.path && c.Constraint == issue.Constraint }) {
		return "" // how many it may have is not told
	}
	doc := b.document()
	n := doc.node(issue.steps)
	most, limited := issue.Expected.(int64)
	if n == nil || doc.text[n.from] != '{' || !limited || len(doc.all(n)) > maxSpared || len(b.schema().keywords(issue.steps, "dependentRequired")) > 0 {
		return ""
	}
	stay := b.requiredKeys(issue) // whether each key is to stay
	for i := range b.issues {
		if o, last := &b.issues[i], len(b.issues[i].steps)-1; o.rank == rankUnknown && last == len(issue.steps) && slices.Equal(o.steps[:last], issue.steps) {
			stay[o.steps[last].Key] = false
		}
	}
	var spare []string
	count := 0
	for i := range n.members {
		key := doc.key(&n.members[i])
		stays, known := stay[key]
		if known && !stays {
			continue
		}
		if count++; !stays {
			spare = append(spare, key)
		}
	}
	if len(spare) == 0 || count <= int(most) {
		return ""
	}
	if len(spare) > maxAllowed {
		spare = append(spare[:maxAllowed:maxAllowed], "…")
	}
	return jsonText(spare)
}

// requiredKeys are the keys that an object has to have, or may have to have: those of all variants and
// conditions are among them.
func (b *hintBuilder) requiredKeys(issue *hintIssue) map[string]bool {
	required := map[string]bool{}
	for _, text := range b.schema().keywords(issue.steps, "required") {
		list, _ := readValue([]byte(text)).([]any)
		for _, key := range textsOf(list) {
			required[key] = true
		}
	}
	if issue.node != nil {
		for _, c := range b.spec.below(issue.node).children {
			if slices.ContainsFunc(c.rows, func(r *FieldSpec) bool { return r.Required }) {
				required[c.key] = true
			}
		}
	}
	return required
}
