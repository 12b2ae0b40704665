package toolblock

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// settle checks a complete block, corrects it if necessary and possible, and returns its event.
func (s blockSink) settle(f found) (BlockEvent, *verdict) {
	p, c, original := s.p, s.current, string(f.text)
	e := BlockEvent{ID: c.ID, Path: c.Path, Content: original, JSON: string(f.json()), Truncated: f.truncated}
	first := p.inspect(s.ctx, c.ID, f.json(), c.ToolType)
	if f.cut {
		first.cutOff(f.truncated)
	} else if s.doubt != noDoubt {
		first.doubt(s.doubt)
	}
	v := first
	switch {
	case v.ok() && v.repaired:
		e.CorrectedBy = ByRepair
	case !v.ok() && p.cfg.corrector != nil && p.cfg.corrections > 0 && !f.cut && s.doubt == noDoubt && v.fault == nil && len(v.issues) > 0:
		if last := s.correct(first, &e); last != nil {
			v, e.CorrectedBy = last, ByCorrector
		}
	}
	e.ToolType = cmp.Or(v.name, c.ToolType)
	if v.ok() {
		e.ValidationPassed, e.Status = true, StatusProcessing
		e.Path = v.path(e.Path)
	} else {
		e.Status, e.Hint = StatusFailed, v.hint
	}
	if e.Corrected = e.CorrectedBy != ""; e.Corrected {
		e.Content, e.JSON, e.Original = f.with(v.text), string(v.text), original
	}
	if v.fault != nil {
		e.Error = show.Line(v.fault.Error(), 200)
	}
	e.Issues, e.Omitted = append([]Issue{}, first.issues...), first.omitted
	e.Checks = checksOf(v.issues, len(v.issues) > 0 && v.unread(), v.fault != nil)
	e.Receipts = append([]runtime.Receipt{}, v.receipts...)
	return e, v
}

// unread reports whether checks after the first level were impossible.
func (v *verdict) unread() bool { return v.target == nil || isUnreadable(v.issues[0]) }

// path returns the path of a valid call, which may differ from the announced one.
func (v *verdict) path(told string) string {
	if v.target.path == "" {
		return ""
	}
	if path, ok := v.values[v.target.path].(string); ok {
		return path
	}
	return told
}

// cutOff marks a truncated block, which must not run even if its part is valid.
func (v *verdict) cutOff(byStream bool) {
	message := "nobody can tell where the block was meant to end"
	if byStream {
		message = "the output ended within the block"
	}
	if !byStream && len(v.issues) > 0 && isUnreadable(v.issues[0]) {
		v.inv, v.fault = nil, nil
		return // already reported
	}
	v.unsafe(message, runtime.WithStopReason("length"))
}

// doubt marks a block that may be part of a previous one and must not run. A model that means it writes it
// again.
func (v *verdict) doubt(d doubt) {
	where, what := "within a string", "string"
	if d == doubtValue {
		where, what = "where a value was expected", "value"
	}
	v.unsafe("a block before this one broke off " + where + ", and this one may be a part of that " + what)
	v.hint = &runtime.RetryHint{
		Reason: runtime.Truncated, Action: runtime.Correct, Tool: v.hint.Tool,
		Message: "The block was not run: a block before it broke off " + where + ", and this one may be part of it. " +
			"If it is meant as a call, write it again.",
	}
}

// unsafe replaces the issues by one that says why the block must not run.
func (v *verdict) unsafe(message string, opts ...runtime.HintOption) {
	v.inv, v.fault = nil, nil
	issue := runtime.ValidationIssue{Constraint: "truncated", Message: message}
	v.issues, v.omitted, v.receipts, v.repaired = []Issue{{LevelStructure, issue}}, 0, nil, false
	err := runtime.Invalid(issue.Field, issue.Constraint, nil, message)
	v.hint = runtime.BuildHint(v.tool(), err, append(opts, runtime.WithCall(v.text))...)
}

// correct asks the corrector until its answer is valid, up to the limit, and records the attempts. It returns nil if it
// never is.
func (s blockSink) correct(first *verdict, e *BlockEvent) *verdict {
	s.post(s.current.event())
	at := first
	for n := 1; n <= s.p.cfg.corrections; n++ {
		next, attempt := s.attempt(first, at, n)
		e.Attempts = append(e.Attempts, attempt)
		switch {
		case attempt.Accepted:
			next.receipts = append(slices.Clone(next.receipts), changes(first, next)...)
			return next
		case s.ctx.Err() != nil:
			return nil
		case next != nil && next.values != nil && attempt.Refused == "":
			at = next // still invalid, but possibly better
		}
	}
	return nil
}

// attempt asks the corrector once.
func (s blockSink) attempt(first, at *verdict, n int) (*verdict, Attempt) {
	p, c := s.p, s.current
	prompt := p.prompt(c.ID, at, string(s.before), n)
	var reply string
	err := protect(func() (err error) { reply, err = p.cfg.corrector.Correct(s.ctx, prompt); return err })
	if err != nil {
		return nil, Attempt{Refused: "the corrector failed: " + show.Line(err.Error(), 160)}
	}
	text, err := p.replied(reply)
	if err != nil {
		return nil, Attempt{Refused: err.Error()}
	}
	name := c.ToolType
	if at.target != nil {
		name = at.target.name
	}
	next := p.inspect(s.ctx, c.ID, text, name)
	if !next.ok() {
		a := Attempt{Issues: next.issues}
		if next.fault != nil {
			a.Refused = show.Line(next.fault.Error(), 160)
		}
		return next, a
	}
	if err := p.keeps(first, next, c.Path); err != nil {
		return next, Attempt{Refused: err.Error()}
	}
	return next, Attempt{Accepted: true}
}

var (
	errNoBlock    = errors.New("the corrector's reply contains no tool block")
	errManyBlocks = errors.New("the corrector's reply contains more than one tool block")
	errImpossible = errors.New("the corrector cannot correct the block")
)

// replied returns the JSON of a corrector's reply: of its only tool block, or the whole reply.
func (p *Processor) replied(reply string) ([]byte, error) {
	if len(reply) > p.cfg.maxBytes {
		return nil, fmt.Errorf("the corrector's reply is longer than the limit of %d bytes", p.cfg.maxBytes)
	}
	var blocks replySink
	s := scanner{sink: &blocks, blockRules: blockRules{p.cfg.maxBytes, len(reply), p.dir.familiar}}
	s.feed(reply)
	s.end()
	whole := strings.TrimSpace(reply)
	switch {
	case len(blocks.found) == 1:
		return blocks.found[0], nil
	case len(blocks.found) > 1:
		return nil, errManyBlocks
	case strings.HasPrefix(whole, "{"):
		return []byte(whole), nil
	case strings.HasPrefix(whole, impossible):
		return nil, errImpossible
	}
	return nil, errNoBlock
}

// replySink collects the blocks of a reply.
type replySink struct{ found [][]byte }

func (*replySink) text(string)        {}
func (*replySink) open() bool         { return true }
func (*replySink) member(_, _ string) {}
func (*replySink) overflow()          {}
func (r *replySink) close(f found) {
	if !f.truncated {
		r.found = append(r.found, bytes.Clone(f.json()))
	}
}
