package runtime

import (
	"slices"
	"strconv"
	"strings"
)

// vetted holds the faults that a foreign error tells of against the schema: a place that the
// schema does not have is dropped, since a wrong guess is worse than none, and places are put
// into the form that our own issues have.
func (b *hintBuilder) vetted(issues []ValidationIssue) []ValidationIssue {
	var kept []ValidationIssue
	for _, issue := range b.asUnions(issues) {
		if len(kept) == maxHintIssues {
			break
		}
		if b.vet(&issue) && !slices.ContainsFunc(kept, func(k ValidationIssue) bool {
			return k.Field == issue.Field && k.Constraint == issue.Constraint
		}) {
			kept = append(kept, issue)
		}
	}
	return kept
}

// looseMark is what the readers put into Rule of a fault whose place may hold labels of the
// validator's own, such as the names of variants.
const looseMark = "\x00loose"

func (b *hintBuilder) vet(issue *ValidationIssue) bool {
	steps := splitPath(issue.Field)
	if issue.Rule == looseMark {
		steps = b.withoutLabels(steps, rankOf(issue.Constraint) == rankUnknown)
	}
	issue.Rule = ""
	if rankOf(issue.Constraint) == rankUnknown {
		return b.vetUnknown(issue, steps)
	}
	node, steps, ok := b.resolve(steps)
	if !ok {
		return false
	}
	issue.Field = joinSteps(steps)
	if len(steps) == 0 {
		return slices.Contains([]string{"type", "oneOf", "anyOf", "minProperties", "maxProperties", "rule"}, issue.Constraint) && len(b.spec.Fields) > 0
	}
	row := node.row("")
	if row == nil {
		return false
	}
	switch issue.Constraint {
	case "type":
		if row.Type != "" && row.Type != "any" {
			issue.Expected = row.Type // the schema knows better than a word of another language
		}
	case "enum":
		if issue.Expected == nil && len(row.Enum) == 0 {
			issue.Expected = node.everyValue()
		}
	case "oneOf", "anyOf":
		if labels := b.spec.below(node).variants(); issue.Expected == nil && len(labels) > 0 {
			issue.Expected = labels
		}
	case "length", "lengthMax":
		issue.Constraint = lengthKeyword(row.Type, issue.Constraint == "length")
	}
	return true
}

// lengthKeyword is the keyword that bounds the length of a value of a type.
func lengthKeyword(kind string, least bool) string {
	keyword := "Length"
	switch {
	case strings.HasPrefix(kind, "array"):
		keyword = "Items"
	case strings.HasPrefix(kind, "object"):
		keyword = "Properties"
	}
	if least {
		return "min" + keyword
	}
	return "max" + keyword
}

// vetUnknown accepts an unknown key where its object is in the schema, the key is not, and the
// call, as far as it is known, has it.
func (b *hintBuilder) vetUnknown(issue *ValidationIssue, steps []pathStep) bool {
	if len(steps) == 0 || steps[len(steps)-1].IsIndex {
		return false
	}
	key := steps[len(steps)-1]
	node, parent, ok := b.resolve(steps[:len(steps)-1])
	if !ok || len(b.spec.Fields) == 0 || b.spec.below(node).byKey[key.Key] != nil {
		return false
	}
	steps = append(parent, key)
	if b.document() != nil && !slices.ContainsFunc(steps, func(s pathStep) bool { return s.IsIndex && s.Index < 0 }) {
		if b.document().at(steps) == nil {
			return false
		}
	}
	issue.Field, issue.Got = joinSteps(steps), key.Key
	return true
}

// rootWords are what foreign errors call the whole of the arguments.
var rootWords = []string{"arguments", "args", "body", "params", "input", "root", "payload", "data"}

// resolve finds the place that steps of a foreign error mean. Errors of encoding/json and of
// schema paths lack array indexes; JSON Pointers do not tell indexes from keys; and some begin with a word
// for the whole.
func (b *hintBuilder) resolve(steps []pathStep) (n *fieldNode, found []pathStep, ok bool) {
	n = b.spec.tree()
	if len(steps) > 0 && slices.Contains(rootWords, steps[0].Key) && b.spec.step(n, steps[0]) == nil {
		steps = steps[1:]
	}
	found = make([]pathStep, 0, len(steps))
	for _, s := range steps {
		here := b.spec.below(n)
		index, err := strconv.Atoi(s.Key)
		items := here.byKey[itemsStep]
		switch {
		case s.IsIndex:
		case s.Key == "*" && items != nil:
			s = pathStep{Index: -1, IsIndex: true}
		case items != nil && err == nil && index >= 0 && here.byKey[s.Key] == nil:
			s = pathStep{Index: index, IsIndex: true}
		case items != nil && here.byKey[s.Key] == nil:
			n, found = items, append(found, pathStep{Index: -1, IsIndex: true})
		}
		if n = b.spec.step(n, s); n == nil {
			return nil, nil, false
		}
		found = append(found, s)
	}
	return n, found, true
}

// everyValue lists the values that some variant allows for the field, nil where one allows any.
func (n *fieldNode) everyValue() any {
	var values []any
	for _, row := range n.rows {
		if len(row.Enum) == 0 {
			return nil
		}
		for _, raw := range rawValues(row.Enum) {
			values = append(values, raw)
		}
	}
	return values
}

// asUnions replaces the faults of several branches of one union by a fault of the union: the
// validator has tried them all, and which was meant is not told.
func (b *hintBuilder) asUnions(issues []ValidationIssue) []ValidationIssue {
	labels := map[string]map[string]bool{}
	at := make([]string, len(issues))
	for i, issue := range issues {
		if issue.Rule != looseMark {
			continue
		}
		steps := splitPath(issue.Field)
		for j := 1; j < len(steps); j++ {
			if _, _, ok := b.resolve(steps[:j+1]); ok || steps[j].IsIndex {
				continue
			}
			if _, _, ok := b.resolve(steps[:j]); ok {
				at[i] = joinSteps(steps[:j])
				if labels[at[i]] == nil {
					labels[at[i]] = map[string]bool{}
				}
				labels[at[i]][steps[j].Key] = true
			}
			break
		}
	}
	var kept []ValidationIssue
	for i, issue := range issues {
		if len(labels[at[i]]) > 1 {
			issue = ValidationIssue{Field: at[i], Constraint: "anyOf"}
		}
		kept = append(kept, issue)
	}
	return kept
}

// withoutLabels drops the steps that the schema does not have, unless nothing would be left. The
// last step of an unknown key stays.
func (b *hintBuilder) withoutLabels(steps []pathStep, unknown bool) []pathStep {
	n, kept := b.spec.tree(), []pathStep(nil)
	for i, s := range steps {
		if unknown && i == len(steps)-1 {
			return append(kept, s)
		}
		next, found, ok := b.resolve(append(kept[:len(kept):len(kept)], s))
		if !ok || next == n {
			continue
		}
		n, kept = next, found
	}
	if len(kept) == 0 {
		return steps
	}
	return kept
}
