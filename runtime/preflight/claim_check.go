package preflight

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// CheckReply holds what a reply says about writes against what was really run in the turn, and in
// calls of the thread that were agreed to elsewhere. A sentence that says that a write was made is
// false where no tool that it may be about has made one; one that says that a write failed is false
// where such a tool has succeeded. In the place of false sentences comes what is true.
//
// A detector that panics finds nothing. A gate that is closed checks nothing: the reply is given back
// as it is.
func (g *Gate) CheckReply(turn Turn, reply string) Reply {
	began := time.Now()
	result := Reply{Text: reply}
	if !g.enter() {
		return result
	}
	defer g.entered.Done()
	h := g.happened(turn)
	claims := g.detect(reply)
	var text []byte
	said := map[string]bool{}
	from := 0
	for i := 0; i < len(claims); {
		n := i + 1 // the claims of one sentence
		for n < len(claims) && claims[n].Start == claims[i].Start {
			n++
		}
		of := claims[i:n]
		i = n
		var truths []string
		wrong := false
		for _, c := range of {
			truth, ok := h.judge(c)
			if !ok {
				wrong = true
				c.Truth = truth
				result.Claims = append(result.Claims, c)
			}
			if truth != "" && !slices.Contains(truths, truth) {
				truths = append(truths, truth)
			}
		}
		if !wrong {
			continue
		}
		text = append(text, reply[from:of[0].Start]...)
		truths = slices.DeleteFunc(truths, func(truth string) bool { return said[truth] })
		for _, truth := range truths {
			said[truth] = true
		}
		text = append(text, strings.Join(truths, " ")...)
		from = of[0].End
		if len(truths) == 0 {
			// All of it was said in the place of another claim, so that the sentence goes.
			rest := strings.TrimLeft(reply[from:], " ")
			from = len(reply) - len(rest)
			if rest == "" || rest[0] == '\n' {
				text = bytes.TrimRight(text, " ")
			}
		}
	}
	detail, status := "", StepPass
	if len(result.Claims) > 0 {
		result.Text = string(append(text, reply[from:]...))
		status, detail = StepWarn, fmt.Sprintf("%d claims were false", len(result.Claims))
		if len(result.Claims) == 1 {
			detail = "1 claim was false"
		}
	}
	g.emit(turn.Thread, "", Step{Step: StepClaimCheck, Status: status, Detail: detail, DurationMS: milliseconds(began)})
	return result
}

// detect finds the claims in a reply, and drops those that a detector has put in no proper place.
func (g *Gate) detect(reply string) (claims []Claim) {
	defer func() {
		if recover() != nil {
			claims = nil
		}
	}()
	start, end := -1, 0
	return slices.DeleteFunc(slices.Clone(g.detector.Detect(reply)), func(c Claim) bool {
		beside := c.Start == start && c.End == end
		if !beside && (c.Start < end || c.Start >= c.End || c.End > len(reply)) {
			return true
		}
		start, end = c.Start, c.End
		return false
	})
}

// happenings is what happened that a reply may speak of.
type happenings struct {
	runs    []ran
	earlier []ran // in the thread, before the turn
	title   func(tool string) string
}

// happened collects what happened.
func (g *Gate) happened(turn Turn) happenings {
	g.mu.Lock()
	defer g.mu.Unlock()
	h := happenings{title: func(name string) string {
		tool, _ := g.tools.Lookup(name)
		return title(specOf(tool))
	}}
	if reply := g.replies.find(turn.replyKey()); reply != nil {
		h.runs = slices.Clone(reply.runs)
	}
	if thread := g.threads.find(hashed("thread", turn.Thread)); thread != nil {
		h.runs = append(h.runs, thread.agreed...)
		h.earlier = slices.Clone(thread.runs)
	}
	return h
}

// judge says what is true of what a claim is about, and whether the claim says so. Where nothing is
// known the truth is "".
func (h happenings) judge(c Claim) (truth string, ok bool) {
	about := func(r ran) bool { return len(c.Tools) == 0 || slices.Contains(c.Tools, r.tool) }
	var done, other *ran
	for i := range h.runs {
		switch r := &h.runs[i]; {
		case !about(*r):
		case r.outcome == OutcomeDone:
			done = r
		default:
			other = r
		}
	}
	switch {
	case done != nil && c.Success:
		return h.told(done), true
	case done != nil:
		return "Correction: " + h.told(done), false
	case !c.Success && other != nil:
		return h.told(other), true
	case !c.Success:
		return "", true
	case other != nil:
		return "Correction: " + h.told(other), false
	}
	truth = "Correction: " + h.notRun(c.Tools) + " in answer to this, so nothing was changed."
	if slices.ContainsFunc(h.earlier, func(r ran) bool { return about(r) && r.outcome == OutcomeDone }) {
		truth += " (It did succeed earlier in this conversation.)"
	}
	return truth, false
}

// notRun says that none of the tools was run, as the beginning of a sentence.
func (h happenings) notRun(tools []string) string {
	switch len(tools) {
	case 0:
		return "no tool that changes anything was run"
	case 1:
		return quote(h.title(tools[0])) + " was not run"
	}
	var list []string
	for _, tool := range tools[:min(len(tools), 3)] {
		list = append(list, quote(h.title(tool)))
	}
	rest := ""
	if n := len(tools) - 3; n > 0 {
		rest = fmt.Sprintf(" and %d more", n)
	}
	return "none of " + strings.Join(list, ", ") + rest + " was run"
}

func quote(s string) string { return "“" + s + "”" }

// told says in a sentence what became of a call.
func (h happenings) told(r *ran) string {
	tool := quote(h.title(r.tool))
	switch {
	case r.unknown:
		return "it is not known whether " + tool + " has done its work."
	case r.outcome == OutcomeDone && r.shown != "":
		return tool + " has succeeded: " + r.shown + "."
	case r.outcome == OutcomeDone:
		return tool + " has succeeded."
	case r.outcome == OutcomeApproval:
		return tool + " waits for approval and has not been run."
	case r.outcome == OutcomeCancelled:
		return tool + " was cancelled, so nothing was changed."
	case r.outcome == OutcomeUnasked:
		return tool + " was not confirmed by anybody, so nothing was changed."
	}
	return tool + " has failed: " + strings.TrimRight(r.shown, ".") + "."
}

// maxTold is the number of values of a result that a sentence tells.
const maxTold = 4

// inWords tells the scalars of a result, which is an object.
func inWords(result []byte) string {
	v, _ := parse(result)
	object, ok := v.(map[string]any)
	if !ok {
		return ""
	}
	var parts []string
	for _, m := range members(result) {
		if len(parts) == maxTold {
			break
		}
		switch v := object[m.key].(type) {
		case string, json.Number, bool:
			parts = append(parts, cut(m.key, maxLabel)+" "+cut(fmt.Sprint(v), maxLabel))
		}
	}
	return strings.Join(parts, ", ")
}
