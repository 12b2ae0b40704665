package preflight

import (
	"slices"

	"github.com/toolgen/toolgen/runtime"
)

// NewClaimDetector makes the default detector for the write tools of specs. It knows English: for
// each tool the verbs that its name and title have, with those that mean much the same, in the past
// tense ("I recorded the payment", "I was able to record it"), the perfect ("I've recorded it", "the
// payment has been created"), the passive ("the invoice was voided") and the short form ("Payment
// recorded"); and what is said of a failure ("could not be recorded", "failed to create the invoice",
// "the payment failed").
//
// It takes for no claim: questions, what is to come ("I will record"), what depends on something
// ("if", "once"), what others say ("you said"), what stands in quotes, code and quoted lines, what
// the books tell ("the invoice was created by Ann", "was sent on 5 May"), a state without "now"
// ("the invoice is voided"), and what is about something else ("a summary of the payments").
//
// A passive sentence that tells of neither a person nor a day ("the invoice was created for Ann") is
// taken for a claim, although it may be read from the books. It reads clause by clause, and nothing
// that lies further apart: claims that need the sentence before to be understood ("Done!", "All
// set."), that name things by other words than the tools do, or that are in another language are
// not found.
func NewClaimDetector(specs ...*runtime.ToolSpec) ClaimDetector {
	d := &defaultDetector{done: map[string][]int{}, bases: map[string][]int{}, gerunds: map[string][]int{}}
	for i, spec := range specs {
		t := newClaimTool(spec)
		d.tools = append(d.tools, t)
		d.all = append(d.all, i)
		for _, v := range t.verbs {
			note(d.done, v.past, i)
			note(d.done, v.participle, i)
			note(d.bases, v.base, i)
			note(d.gerunds, v.gerund, i)
		}
		for _, v := range anyTool {
			note(d.done, v.past, i)
			note(d.bases, v.base, i)
			note(d.gerunds, v.gerund, i)
		}
	}
	return d
}

// defaultDetector is what [NewClaimDetector] makes. The maps hold, by the form of a verb, the tools
// that the verb may be about.
type defaultDetector struct {
	tools                []claimTool
	all                  []int
	done, bases, gerunds map[string][]int
}

// note adds a tool under a form, once; the tools come in ascending order.
func note(forms map[string][]int, form string, tool int) {
	if list := forms[form]; len(list) == 0 || list[len(list)-1] != tool {
		forms[form] = append(list, tool)
	}
}

// names are the names of tools; nil for none.
func (d *defaultDetector) names(tools []int) []string {
	var names []string
	for _, t := range tools {
		names = append(names, d.tools[t].name)
	}
	return names
}

// isRequest reports whether a word begins "as requested" and the like, which hedges nothing.
func (d *defaultDetector) isRequest(w string) bool {
	return w == "requested" || w == "asked" || w == "you" || w == "your" || w == "wanted"
}

// Detect implements [ClaimDetector]. A sentence may hold several claims; they have the same place.
func (d *defaultDetector) Detect(reply string) []Claim {
	if len(d.tools) == 0 {
		return nil
	}
	var claims []Claim
	for _, s := range sentences(reply) {
		if s.question {
			continue
		}
		text := reply[s.start:s.end]
		first := len(claims)
		add := func(success bool, tools []string) {
			same := func(c Claim) bool { return c.Success == success && slices.Equal(c.Tools, tools) }
			if tools != nil && !slices.ContainsFunc(claims[first:], same) {
				claims = append(claims, Claim{Start: s.start, End: s.end, Text: text, Success: success, Tools: tools})
			}
		}
		for _, words := range clauses(text) {
			c := clause{d, expanded(words)}
			for _, tools := range c.successes() {
				add(true, tools)
			}
			add(false, c.failure())
		}
	}
	return claims
}
