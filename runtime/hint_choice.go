package runtime

import "slices"

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
