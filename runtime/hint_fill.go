package runtime

import (
	"slices"
	"strings"
)

// fill puts the issues into the hint's lists, as far as the caps allow.
func (b *hintBuilder) fill() {
	for i := range b.issues {
		issue := &b.issues[i]
		switch issue.rank {
		case rankMissing:
			b.addMissing(issue)
			b.addTuple(issue)
		case rankUnknown:
			b.addUnknown(issue)
			b.addSchema(issue)
		case rankRule:
			b.addRule(issue)
		default:
			if isUnreadable(issue.Constraint) {
				b.left-- // said by the message
				continue
			}
			b.addConstraint(issue)
			b.addWords(issue, i == 0)
			b.addSchema(issue)
			b.addTuple(issue)
		}
	}
	b.addFacts()
	b.orderEntries()
}

// orderEntries puts the entries in the order of their ranks, equal ones as they are.
func (b *hintBuilder) orderEntries() {
	list, issues := b.hint.Constraints, b.shown.constraints
	for i := 1; i < len(list); i++ {
		rank, at := b.entryRank(&list[i]), i
		for at > 0 && rank < b.entryRank(&list[at-1]) {
			at--
		}
		if at < i { // entries are large: each is moved once
			c, n := list[i], issues[i]
			copy(list[at+1:i+1], list[at:i])
			copy(issues[at+1:i+1], issues[at:i])
			list[at], issues[at] = c, n
		}
	}
}

// entryRank is the rank of an entry: a union comes behind what is wrong with its closest variant.
func (b *hintBuilder) entryRank(c *FieldConstraint) hintRank {
	if hasChoice(c.Constraint) && slices.ContainsFunc(b.issues, func(o hintIssue) bool { return o.around && o.path == c.Field }) {
		return rankRule
	}
	return rankOf(c.Constraint)
}

// addEntry adds what the field of an issue has to satisfy, which stands for a number of issues.
func (b *hintBuilder) addEntry(issue *hintIssue, issues int) *FieldConstraint {
	if b.entries == nil {
		b.entries = new(entryRoom)
		b.hint.Constraints = b.entries.list[:0]
		b.shown.constraints = b.shownRoom[0][:0]
	}
	b.hint.Constraints = append(b.hint.Constraints, FieldConstraint{})
	b.shown.constraints = append(b.shown.constraints, issues)
	c := &b.hint.Constraints[len(b.hint.Constraints)-1]
	b.constraint(c, issue)
	b.entries.own(c)
	return c
}

// entryRoom is memory for the entries of one hint, which they share with no other.
type entryRoom struct {
	list   [maxConstraints]FieldConstraint
	counts [2 * maxConstraints]int
	used   int // of counts
}

// own gives an entry memory of its own: what the facts of its row have belongs to the tool.
func (r *entryRoom) own(c *FieldConstraint) {
	if c.AllowedValues != nil {
		c.AllowedValues = slices.Clone(c.AllowedValues)
	}
	for _, n := range [...]**int{&c.MinLength, &c.MaxLength, &c.MinItems, &c.MaxItems} {
		if *n == nil {
			continue
		}
		if r.used == len(r.counts) {
			fresh := **n
			*n = &fresh
			continue
		}
		r.counts[r.used] = **n
		*n = &r.counts[r.used]
		r.used++
	}
}

func (b *hintBuilder) addMissing(issue *hintIssue) {
	if len(b.hint.MissingFields) < maxMissing && !slices.Contains(b.hint.MissingFields, issue.path) {
		if b.shown.missing == nil {
			b.hint.MissingFields, b.shown.missing = b.missingRoom, b.shownRoom[1][:0]
		}
		b.hint.MissingFields = append(b.hint.MissingFields, issue.path)
		b.shown.missing = append(b.shown.missing, 1)
	}
}

func (b *hintBuilder) addUnknown(issue *hintIssue) {
	if len(b.hint.UnknownFields) < maxUnknown && !slices.Contains(b.hint.UnknownFields, issue.path) {
		b.hint.UnknownFields = append(b.hint.UnknownFields, issue.path)
		b.shown.unknown = append(b.shown.unknown, 1)
		// A misspelt key is the commonest slip and the easiest to mend: one always finds room.
		if issue.like != "" && len(b.hint.Constraints) == 0 {
			b.addEntry(issue, 0)
		}
	}
}

func (b *hintBuilder) addRule(issue *hintIssue) {
	if len(b.hint.Rules) == maxRules {
		return
	}
	rule := RuleHint{ID: clean(issue.Rule, maxNameInHint)}
	if rule.ID == "" {
		rule.ID = clean(issue.Constraint, maxNameInHint)
	}
	fields := issue.Fields
	if len(fields) == 0 && issue.Field != "" {
		fields = []string{issue.Field}
	}
	sensitive, injected := false, false
	for _, f := range fields {
		steps := splitPath(f)
		sensitive = sensitive || b.spec.sensitive(steps)
		if b.spec.injected(steps) {
			injected = true
		} else if len(rule.Fields) < maxAllowed {
			rule.Fields = append(rule.Fields, clean(f, maxPathInHint))
		}
	}
	// A rule's text may repeat the values that it read; that of a group has the names of fields.
	if hidden := sensitive && !isGroup(&issue.ValidationIssue) && !issue.undecided() || injected; !hidden {
		rule.Message = clean(issue.Message, maxTextInHint)
	}
	b.hint.Rules = append(b.hint.Rules, rule)
	b.shown.rules = append(b.shown.rules, 1)
}

// addConstraint adds what a field has to satisfy, or counts the issue to the entry that the field
// already has: an entry says all that the schema knows of the field.
func (b *hintBuilder) addConstraint(issue *hintIssue) {
	for i := range b.hint.Constraints {
		if c := &b.hint.Constraints[i]; c.Field == issue.path {
			c.expect(issue.Constraint, issue.Expected)
			b.shown.constraints[i]++
			return
		} else if c.Constraint == issue.Constraint && endsArray(c.Constraint, c.Field) && issue.behind(c.Field) {
			b.shown.constraints[i]++ // the array has to end before it, too
			return
		}
	}
	if len(b.hint.Constraints) < maxConstraints {
		b.addEntry(issue, 1)
	}
}

// addWords adds what no entry of the constraints can say: the variants of a union, and the
// words of a backend that refuses a value.
func (b *hintBuilder) addWords(issue *hintIssue, first bool) {
	if len(b.hint.Rules) == maxRules {
		return
	}
	if issue.Message != "" && (issue.undecided() || !first && !b.secretMessage(issue)) {
		b.addRule(issue)
		b.shown.rules[len(b.shown.rules)-1] = 0 // the issue is counted with its constraint
	}
	if issue.choice != "" || issue.Constraint != "oneOf" && issue.Constraint != "anyOf" {
		return
	}
	if b.foreignKind(issue) != "" && onlyTypes(textsOf(issue.Expected)) {
		return // the entry says so
	}
	if rule, ok := b.variantsRule(issue); ok {
		alone := 1
		if b.hasEntry(issue.path) {
			alone = 0
		}
		b.hint.Rules = append(b.hint.Rules, rule)
		b.shown.rules = append(b.shown.rules, alone)
	}
}

// addFacts uses the room that is left for entries that stand for no issue of their own: what an
// unknown key was probably meant to be, and what a missing field has to be.
func (b *hintBuilder) addFacts() {
	for _, rank := range [...]hintRank{rankUnknown, rankMissing} {
		for i := range b.issues {
			issue := &b.issues[i]
			if issue.rank != rank || len(b.hint.Constraints) == maxConstraints || b.hasEntry(issue.path) {
				continue
			}
			if !slices.Contains(b.hint.MissingFields, issue.path) && !slices.Contains(b.hint.UnknownFields, issue.path) {
				continue
			}
			c := b.addEntry(issue, 0)
			if worth := c.Suggest != nil || rank == rankMissing && (c.tells() || c.Type == "null" || strings.HasSuffix(c.Type, "|null")); !worth {
				b.popEntry()
			}
		}
	}
}

// popEntry takes the entry back that was added last.
func (b *hintBuilder) popEntry() {
	n := len(b.hint.Constraints) - 1
	b.hint.Constraints, b.shown.constraints = b.hint.Constraints[:n], b.shown.constraints[:n]
	if n == 0 {
		b.hint.Constraints = nil
	}
}

func (b *hintBuilder) hasEntry(path string) bool {
	for i := range b.hint.Constraints {
		if b.hint.Constraints[i].Field == path {
			return true
		}
	}
	return false
}

// count sets Omitted to the number of issues that no list shows.
func (b *hintBuilder) count() {
	total := len(b.issues) + b.left
	for _, list := range [...][]int{b.shown.missing, b.shown.constraints, b.shown.unknown, b.shown.rules} {
		for _, n := range list {
			total -= n
		}
	}
	b.hint.Omitted = max(total, 0)
}

func (b *hintBuilder) removeConstraint(i int) {
	b.hint.Omitted += b.shown.constraints[i]
	b.hint.Constraints = slices.Delete(b.hint.Constraints, i, i+1)
	b.shown.constraints = slices.Delete(b.shown.constraints, i, i+1)
	if len(b.hint.Constraints) == 0 {
		b.hint.Constraints = nil
	}
}

func (b *hintBuilder) popUnknown() bool {
	n := len(b.hint.UnknownFields) - 1
	b.hint.Omitted += b.shown.unknown[n]
	b.hint.UnknownFields, b.shown.unknown = b.hint.UnknownFields[:n], b.shown.unknown[:n]
	return true
}

func (b *hintBuilder) popMissing() bool {
	n := len(b.hint.MissingFields) - 1
	b.hint.Omitted += b.shown.missing[n]
	b.hint.MissingFields, b.shown.missing = b.hint.MissingFields[:n], b.shown.missing[:n]
	return true
}
