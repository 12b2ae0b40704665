package runtime

import "slices"

// isGroup reports whether an issue is one of the presence of fields: exactlyOneOf and the like.
func isGroup(issue *ValidationIssue) bool {
	switch issue.Constraint {
	case "exactlyOneOf", "atLeastOneOf", "atMostOneOf", "requires", "excludes":
		return issue.Rule == ""
	}
	return false
}

// withGroups puts what mends a group of fields in place of the issue of the group: that a field of
// it is missing, or that one is too many.
func (b *hintBuilder) withGroups(issues []hintIssue) []hintIssue {
	some := false
	for i := range issues {
		some = some || isGroup(&issues[i].ValidationIssue) || b.choosesKeys(&issues[i])
	}
	if !some {
		return issues
	}
	var out, edits []hintIssue
	for i := range issues {
		before := append(out[:len(out):len(out)], edits...)
		if isGroup(&issues[i].ValidationIssue) {
			edits = append(edits, b.groupEdits(&issues[i], before)...)
		} else if more, ok := b.keyEdits(&issues[i], before); ok {
			edits = append(edits, more...)
		} else {
			out = append(out, issues[i])
		}
	}
	return append(out, edits...)
}

// groupEdits is what has to change so that a group has as many fields as it asks for. before are
// the issues that are mended as well: a field that they give is there then. Where several fields
// are too many, the first is kept.
func (b *hintBuilder) groupEdits(issue *hintIssue, before []hintIssue) []hintIssue {
	switch issue.Constraint {
	case "requires":
		return b.missing(issue.Field, before)
	case "excludes":
		return b.surplus(issue.Field, before)
	}
	present := b.members(issue, before)
	if issue.Constraint != "atLeastOneOf" && len(present) > 1 {
		var edits []hintIssue
		for _, f := range present[1:] {
			edits = append(edits, b.surplus(f, before)...)
		}
		return edits
	}
	if issue.Constraint == "atMostOneOf" || len(present) > 0 || issue.Got != int64(0) {
		return nil
	}
	// A field that the call has, though blank, is the one that was meant.
	fields := slices.Clone(issue.Fields)
	slices.SortStableFunc(fields, func(x, y string) int { return b.given(y) - b.given(x) })
	for _, f := range fields {
		if edits := b.missing(f, before); len(edits) > 0 {
			return edits
		}
	}
	return nil
}

// members lists the fields of a group that the call has, with what else is mended. Where blank
// values count as absent, as the number that the issue gives tells, they are left out.
func (b *hintBuilder) members(issue *hintIssue, before []hintIssue) []string {
	var there, filled []string
	for _, f := range issue.Fields {
		if v, ok := b.document().value(splitPath(f)); ok {
			there = append(there, f)
			if FilledAny(v) {
				filled = append(filled, f)
			}
		}
	}
	if issue.Got != int64(len(there)) {
		there = filled
	}
	return slices.DeleteFunc(slices.Clone(issue.Fields), func(f string) bool {
		return edited(before, f, rankUnknown) || !slices.Contains(there, f) && !edited(before, f, rankMissing)
	})
}

// given is 1 where the call has the key, whatever its value.
func (b *hintBuilder) given(field string) int {
	if v, ok := b.document().value(splitPath(field)); ok && v != nil {
		return 1
	}
	return 0
}

func edited(issues []hintIssue, field string, rank hintRank) bool {
	return slices.ContainsFunc(issues, func(i hintIssue) bool { return i.rank == rank && i.Field == field })
}

// missing is the issue of a field that has to be there, none where no value can be offered.
func (b *hintBuilder) missing(field string, before []hintIssue) []hintIssue {
	if edited(before, field, rankMissing) || edited(before, field, rankUnknown) {
		return nil
	}
	edit, ok := b.presence(field, "required")
	if !ok || edit.row == nil || b.spec.hidesValues(edit.node) {
		return nil
	}
	if _, what := b.mend(&edit, nil, false); what != mendSet {
		return nil
	}
	return []hintIssue{edit}
}

// surplus is the issue of a field that must not be there.
func (b *hintBuilder) surplus(field string, before []hintIssue) []hintIssue {
	edit, ok := b.presence(field, "additionalProperties")
	if !ok || edited(before, field, rankUnknown) || edit.row != nil && edit.row.Required {
		return nil
	}
	return []hintIssue{edit}
}

// presence is an issue of the key at a place.
func (b *hintBuilder) presence(field, constraint string) (hintIssue, bool) {
	ranked, _, _ := rankIssues(b.spec, []ValidationIssue{{Field: field, Constraint: constraint}})
	if len(ranked) == 0 || len(ranked[0].steps) == 0 {
		return hintIssue{}, false // the server fills it
	}
	edit := ranked[0]
	edit.like = ""
	edit.row = b.variantRow(&edit)
	return edit, true
}
