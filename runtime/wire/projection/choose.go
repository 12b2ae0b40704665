package projection

import (
	"cmp"
	"fmt"
	"slices"
)

// Choose selects the strict tools of a request if the target limits their number and total complexity. It
// returns the reason for each tool that is not strict, "" for the others. Tools with the largest gain for their
// share of the limits come first; writes come before reads, because a wrong write costs more.
func Choose(target Target, tools []*Projection, writes []bool) []string {
	reasons := make([]string, len(tools))
	var order []int
	for i, p := range tools {
		if len(p.Reasons) > 0 {
			reasons[i] = p.Reasons[0].String()
			continue
		}
		order = append(order, i)
	}
	if limits[target].required { // limits apply to single schemas only
		return reasons
	}
	worth := func(i int) float64 {
		gain := float64(tools[i].Gain)
		if writes[i] {
			gain *= 2
		}
		return gain / (1./MaxStrictTools + float64(tools[i].Optional)/MaxOptional + float64(tools[i].Unions)/MaxUnions)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(worth(b), worth(a)) })
	const tooMuch = "the strict tools of a request can have at most %d %s: this one has %d, and tools that gain more have %d"
	chosen, optional, unions := 0, 0, 0
	for _, i := range order {
		p := tools[i]
		switch {
		case chosen == MaxStrictTools:
			reasons[i] = fmt.Sprintf("a request can have at most %d strict tools, and others gain more", MaxStrictTools)
		case optional+p.Optional > MaxOptional:
			reasons[i] = fmt.Sprintf(tooMuch, MaxOptional, "optional properties", p.Optional, optional)
		case unions+p.Unions > MaxUnions:
			reasons[i] = fmt.Sprintf(tooMuch, MaxUnions, "union types", p.Unions, unions)
		default:
			chosen, optional, unions = chosen+1, optional+p.Optional, unions+p.Unions
		}
	}
	return reasons
}
