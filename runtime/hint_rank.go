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

// hintIssue is an issue with what a hint needs to know of its field.
type hintIssue struct {
	ValidationIssue
	rank  hintRank
	steps []pathStep
	path  string     // the field, fit to be shown
	node  *fieldNode // nil where no row describes the field
	row   *FieldSpec // nil likewise
	again bool       // an earlier issue is the same but for array indexes
	// choice is the discriminator, where the issue is that no variant of a union was chosen.
	choice    string
	suggested string // the allowed value that was probably meant, "" for none; once asked
	asked     bool
	hopeless  bool   // no value that an example could give is sure to be right
	isItem    bool   // the example has what came as the item of an array
	noItem    bool   // that has been tried, and does not fit
	removed   bool   // the example leaves the key out, whose value says nothing
	needed    bool   // that has been tried, and something else asks for the key
	byName    bool   // an unknown key: its object says how keys are written
	around    bool   // no variant of a union fits, and other issues say what is wrong with the closest
	wrapped   bool   // like is the path of a value in the wrapping
	ignored   bool   // like is a key that the call has and that nothing was said of
	like      string // unknown key: the missing or known key it is near; missing key: the unknown one
}

// maxHintIssues is the number of issues that are looked at closely. Far more than any hint shows,
// and few enough that a thousand faults cost no more than a few.
const maxHintIssues = 40

// rankIssues puts issues in the order in which a hint shows them, resolves the first against the
// schema, and says how many it left out. Issues of injected fields are taken out; injected says
// that there were some.
func rankIssues(spec *ToolSpec, issues []ValidationIssue) (ranked []hintIssue, left int, injected bool) {
	var r ranker
	r.rank(spec, issues)
	return r.ranked, r.left, r.injected
}

// ranker puts issues in order. Its lists may have memory already.
type ranker struct {
	ranked   []hintIssue
	steps    []pathStep // of all issues
	left     int
	injected bool
}

func (r *ranker) rank(spec *ToolSpec, issues []ValidationIssue) {
	var room [2 * maxHintIssues]hintRank
	ranks := room[:0]
	var counts [rankRule + 1]int
	for i := range issues {
		rank := rankOf(issues[i].Constraint)
		ranks = append(ranks, rank)
		counts[rank]++
	}
	if n := min(len(issues), maxHintIssues); cap(r.ranked) < n {
		r.ranked = make([]hintIssue, 0, n)
	}
	again := false
	for rank, n := range counts {
		if n == 0 {
			continue
		}
		if len(r.ranked) == maxHintIssues {
			r.left += n
			continue
		}
		for i := range issues {
			switch {
			case ranks[i] != hintRank(rank):
			case len(r.ranked) == maxHintIssues:
				r.left++
			default:
				again = r.add(spec, &issues[i], ranks[i]) || again
			}
		}
	}
	// Within a rank, the first of each kind goes before repetitions in other elements of an array.
	if again {
		slices.SortStableFunc(r.ranked, func(a, b hintIssue) int {
			if c := cmp.Compare(a.rank, b.rank); c != 0 || a.again == b.again {
				return c
			}
			if a.again {
				return 1
			}
			return -1
		})
	}
	pairKeys(spec, r.ranked)
}

// add resolves an issue against the schema and reports whether an earlier one is like it.
func (r *ranker) add(spec *ToolSpec, found *ValidationIssue, rank hintRank) (again bool) {
	n := len(r.ranked)
	r.ranked = r.ranked[:n+1]
	issue := &r.ranked[n]
	*issue = hintIssue{ValidationIssue: *found, rank: rank}
	issue.Field = clip(issue.Field, 4*maxKeyInPath)
	from := len(r.steps)
	r.steps = appendSteps(r.steps, issue.Field)
	issue.steps = r.steps[from:len(r.steps):len(r.steps)]
	if spec.injected(issue.steps) {
		r.injected = true
		*issue = hintIssue{}
		r.ranked = r.ranked[:n]
		return false
	}
	shown := issue.Field
	if key, values := discriminated(&issue.ValidationIssue); key != "" {
		issue.choice, issue.Expected = key, values
		shown = joinSteps(append(slices.Clone(issue.steps), pathStep{Key: key}))
	}
	issue.path = clean(shown, maxPathInHint)
	if issue.node = spec.node(issue.steps); issue.node != nil {
		issue.row = issue.node.row("")
	}
	for i := 0; i < n && !issue.again; i++ {
		issue.again = issue.likeOf(&r.ranked[i])
	}
	return issue.again
}

// likeOf reports whether another issue is the same but for what came and for array indexes.
func (issue *hintIssue) likeOf(o *hintIssue) bool {
	return issue.Constraint == o.Constraint && likeSteps(issue.steps, o.steps)
}

// behind reports whether an issue is about an item of the same array as another field.
func (issue *hintIssue) behind(field string) bool {
	steps, last := splitPath(field), len(issue.steps)-1
	return len(steps) == len(issue.steps) && issue.steps[last].IsIndex && steps[last].IsIndex &&
		steps[last].Index < issue.steps[last].Index && slices.Equal(steps[:last], issue.steps[:last])
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

// pairKeys finds, for each unknown key, the key that was probably meant: a missing one of the same
// object before any other.
func pairKeys(spec *ToolSpec, issues []hintIssue) {
	for i := range issues {
		u := &issues[i]
		if u.rank != rankUnknown || len(u.steps) == 0 || u.steps[len(u.steps)-1].IsIndex {
			continue
		}
		parent, key := u.steps[:len(u.steps)-1], u.steps[len(u.steps)-1].Key
		var missing []string
		var at []int
		for j := range issues {
			m := &issues[j]
			if m.rank == rankMissing && m.like == "" && len(m.steps) == len(u.steps) && slices.Equal(m.steps[:len(parent)], parent) {
				missing, at = append(missing, m.steps[len(parent)].Key), append(at, j)
			}
		}
		if near, ok := nearest(key, missing); ok {
			u.like = near
			issues[at[slices.Index(missing, near)]].like = key
			continue
		}
		if expected, ok := u.Expected.(string); ok && expected != key {
			if !spec.injected(append(slices.Clone(parent), pathStep{Key: expected})) {
				u.like = expected
			}
			continue
		}
		if n := spec.node(parent); n != nil {
			if near, ok := nearest(key, spec.below(n).keys()); ok && near != key {
				u.like = near
			}
		}
	}
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
