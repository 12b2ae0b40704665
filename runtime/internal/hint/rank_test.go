package hint

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestRanking holds that ranking loses no issue, puts what keeps all else from being read first, and leaves issues
// of one rank in their order.
func TestRanking(t *testing.T) {
	t.Parallel()
	constraints := []string{"json", "truncated", "duplicateKey", "required", "dependentRequired", "additionalProperties", "type", "oneOf", "enum", "const",
		"minimum", "pattern", "format", "minItems", "rule", "exactlyOneOf", "known", "something else"}
	for seed := range uint64(200) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		issues := make([]Issue, rnd.IntN(30))
		for i := range issues {
			issues[i] = Issue{Field: fmt.Sprint(i), Constraint: constraints[rnd.IntN(len(constraints))]}
		}
		before := slices.Clone(issues)
		sorted := ranked(issues)
		seen := map[string]bool{}
		for i, issue := range sorted {
			seen[issue.Field] = true
			if i == 0 {
				continue
			}
			a, b := rankOf(sorted[i-1].Constraint), rankOf(issue.Constraint)
			var x, y int
			fmt.Sscan(sorted[i-1].Field, &x)
			fmt.Sscan(issue.Field, &y)
			if a > b || a == b && x > y {
				t.Fatalf("seed %d: %+v stands before %+v", seed, sorted[i-1], issue)
			}
		}
		if len(seen) != len(issues) || !slices.EqualFunc(before, issues, func(a, b Issue) bool { return a.Field == b.Field }) {
			t.Fatalf("seed %d: %d of %d issues, or the list that was given has changed", seed, len(seen), len(issues))
		}
	}
}

// TestPackedHintsKeepTheirBudget holds that for random hints, and that what to do is either said or counted.
func TestPackedHintsKeepTheirBudget(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		rnd := rand.New(rand.NewPCG(seed, 2))
		text := func() string { return fmt.Sprintf("%0*d", 1+rnd.IntN(150), seed) }
		h := &Hint{Reason: InvalidArguments, Action: []string{Correct, CallFirst, AskUser}[rnd.IntN(3)], Tool: text(), Message: text(), Omitted: rnd.IntN(3)}
		for range rnd.IntN(12) {
			h.Changes = append(h.Changes, Change{Kind: "give", Field: text(), From: text(), To: text(), Certain: rnd.IntN(2) == 0})
		}
		for range rnd.IntN(3) {
			h.Rules = append(h.Rules, Rule{ID: text(), Message: text(), Fields: []string{text()}})
			h.Remedies = append(h.Remedies, Remedy{Call: text(), Text: text()})
			h.Ask = append(h.Ask, text())
		}
		h.CorrectedInput = []byte(`{"a":"` + text() + `"}`)
		all := len(h.Changes) + len(h.Rules) + h.Omitted
		budget := 200 + rnd.IntN(1500)
		h = Packed(h, budget)
		if !h.fits(budget) {
			t.Errorf("seed %d: over its budget of %d", seed, budget)
		}
		if left := len(h.Changes) + len(h.Rules) + h.Omitted; left != all && len(h.Changes) > 0 {
			t.Errorf("seed %d: of %d things to do %d are said or counted", seed, all, left)
		}
	}
}
