package runtime

// A choice between sets of keys, as in anyOf of several required, is said as what it is.

// keyChoice is the schema of a choice between sets of keys, "" where an issue is about another one.
func (b *hintBuilder) keyChoice(issue *hintIssue) string {
	if schemaLead(issue.Constraint) == "" || b.spec.fields.injected || b.spec.sensitive(issue.steps) {
		return ""
	}
	schema := b.spec.keyword(issue.steps, issue.Constraint)
	if len(schema) > maxSchemaInHint || clean(schema, len(schema)) != schema {
		return ""
	}
	if _, ok := readKeyChoice(schema); !ok {
		return ""
	}
	return schema
}

// readKeyChoice reads the schemas of a choice, each of which asks for keys and nothing else.
func readKeyChoice(text string) (sets [][]string, ok bool) {
	v, _ := parseAny([]byte(text))
	list, _ := v.([]any)
	for _, branch := range list {
		s, ok := subschemaOf(branch, maxSubschemaDepth)
		if !ok || !s.onlyKeys() {
			return nil, false
		}
		sets = append(sets, s.required)
	}
	return sets, len(sets) > 0
}

// appendKeyChoice says which keys an object needs: "needs the key "a" or the keys "b", "c"".
func appendKeyChoice(b []byte, keyword string, sets [][]string) []byte {
	b = append(b, "needs "...)
	if keyword == "oneOf" {
		b = append(b, "exactly one of these: "...)
	}
	for i, keys := range sets {
		switch {
		case i == 0:
		case i == len(sets)-1:
			b = append(b, " or "...)
		default:
			b = append(b, ", "...)
		}
		b = appendKeys(append(b, "the key"...), keys)
	}
	return b
}
