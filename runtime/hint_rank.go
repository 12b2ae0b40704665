package runtime

import (
	"cmp"
	"errors"
	"slices"
	"strings"
)

// hintRank is the order in which issues are shown: what keeps all else from being read comes first.
type hintRank uint8

const (
	rankStructure hintRank = iota // the text, duplicate keys
	rankMissing                   // absent fields
	rankUnknown                   // keys that no field has
	rankType                      // wrong JSON type, no matching variant
	rankEnum                      // not one of the allowed values
	rankRange                     // bounds, lengths, patterns, formats, counts
	rankRule                      // rules and their sugar
)

// rankOf sorts a constraint into its rank.
func rankOf(constraint string) hintRank {
	switch constraint {
	case constraintJSON, constraintTruncated, constraintSize, constraintDepth, constraintDuplicateKey:
		return rankStructure
	case "required", "dependentRequired":
		return rankMissing
	case "additionalProperties", "unevaluatedProperties", "propertyNames":
		return rankUnknown
	case "type", "oneOf", "anyOf":
		return rankType
	case "enum", "const":
		return rankEnum
	case "rule", "exactlyOneOf", "atLeastOneOf", "atMostOneOf", "requires", "excludes":
		return rankRule
	default:
		return rankRange
	}
}

// isUnreadable reports whether a constraint says that the arguments could not be read at all.
func isUnreadable(constraint string) bool {
	switch constraint {
	case constraintJSON, constraintTruncated, constraintSize, constraintDepth:
		return true
	}
	return false
}

// maxHintIssues is the number of issues that are looked at closely. Far more than any hint shows,
// and few enough that a thousand faults cost no more than a few.
const maxHintIssues = 40

// ranked puts issues in the order in which a hint shows them; within a rank they keep theirs.
func ranked(issues []ValidationIssue) []ValidationIssue {
	sorted := slices.Clone(issues)
	slices.SortStableFunc(sorted, func(a, b ValidationIssue) int { return cmp.Compare(rankOf(a.Constraint), rankOf(b.Constraint)) })
	return sorted
}

// likeSteps reports whether two paths are the same but for array indexes.
func likeSteps(x, y []pathStep) bool {
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if a, b := &x[i], &y[i]; a.IsIndex != b.IsIndex || !a.IsIndex && a.Key != b.Key {
			return false
		}
	}
	return true
}

// anyIndex is a path with every index replaced by "[]".
func anyIndex(steps []pathStep) string {
	if len(steps) == 0 {
		return ""
	}
	var b strings.Builder
	for _, s := range steps {
		if s.IsIndex {
			b.WriteString(itemsStep)
			continue
		}
		b.WriteString("." + s.Key)
	}
	return b.String()
}

// issuesOf collects the issues of an error and of all it wraps or joins. ok says that some error
// had an Issues method.
func issuesOf(err error) (issues []ValidationIssue, omitted int, ok bool) {
	if v, ours := err.(*ValidationError); ours {
		return v.issues, v.omitted, true
	}
	collectIssues(err, 0, func(e interface{ Issues() []ValidationIssue }) {
		ok = true
		issues = append(issues, e.Issues()...)
		if more, has := e.(interface{ Omitted() int }); has {
			omitted += max(more.Omitted(), 0)
		}
	})
	return issues, omitted, ok
}

// collectIssues walks the tree of an error. A chain is followed with errors.As, which also sees
// errors that convert themselves; joined errors are each looked at.
func collectIssues(err error, depth int, yield func(interface{ Issues() []ValidationIssue })) {
	if err == nil || depth > 32 {
		return
	}
	if e, ok := err.(interface{ Issues() []ValidationIssue }); ok {
		yield(e)
		return
	}
	switch u := err.(type) {
	case interface{ Unwrap() []error }:
		for _, e := range u.Unwrap() {
			collectIssues(e, depth+1, yield)
		}
	case interface{ Unwrap() error }:
		collectIssues(u.Unwrap(), depth+1, yield)
	default:
		var e interface{ Issues() []ValidationIssue }
		if errors.As(err, &e) {
			yield(e)
		}
	}
}
