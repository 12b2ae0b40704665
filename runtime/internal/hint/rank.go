package hint

import (
	"cmp"
	"slices"

	"github.com/toolgen/toolgen/runtime/internal/constraint"
)

// rank is the order in which issues are shown: what keeps all else from being read comes first.
type rank uint8

const (
	rankStructure rank = iota // the text, duplicate keys
	rankMissing               // absent fields
	rankUnknown               // keys that no field has
	rankType                  // wrong JSON type, no matching variant
	rankEnum                  // not one of the allowed values
	rankRange                 // bounds, lengths, patterns, formats, counts
	rankRule                  // rules and their sugar
)

// rankOf sorts a constraint into its rank.
func rankOf(name string) rank {
	switch name {
	case constraint.DuplicateKey:
		return rankStructure
	case "required", "dependentRequired":
		return rankMissing
	case "type", "oneOf", "anyOf":
		return rankType
	case "rule", "exactlyOneOf", "atLeastOneOf", "atMostOneOf", "requires", "excludes":
		return rankRule
	}
	switch {
	case IsUnreadable(name):
		return rankStructure
	case constraint.IsExtraKey(name):
		return rankUnknown
	case constraint.IsListed(name):
		return rankEnum
	}
	return rankRange
}

// IsUnreadable reports whether a constraint says that the arguments could not be read at all.
func IsUnreadable(name string) bool {
	return slices.Contains([]string{constraint.JSON, constraint.Truncated, constraint.Size, constraint.Depth}, name)
}

// MaxIssues is the number of issues that are looked at closely. Far more than any hint shows,
// and few enough that a thousand faults cost no more than a few.
const MaxIssues = 40

// ranked puts issues in the order in which a hint shows them; within a rank they keep theirs.
func ranked(issues []Issue) []Issue {
	sorted := slices.Clone(issues)
	slices.SortStableFunc(sorted, func(a, b Issue) int { return cmp.Compare(rankOf(a.Constraint), rankOf(b.Constraint)) })
	return sorted
}
