package runtime

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/hint"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// Turn is one turn of a model at a decision point, which [Ledger.Turn] begins. It may be used by
// many goroutines at once.
type Turn struct {
	ledger *Ledger
	point  *decisionPoint
	number int
	began  bool // a call was answered
	failed bool
	valid  map[string]bool
	told   map[string]string // hints that were given in full, as JSON, and the calls that got them
	last   LedgerAttempt     // the last failure
}

// Answer records the outcome of one call in the ledger and returns it, with a sharper hint if the model
// repeats a mistake, and with a short one if another call of the turn got the same hint. The tool may be nil
// if it is unknown. Failures of handlers and of the server are not the model's and change only the counts;
// but a model that may try again is told to stop if it gets the same text in the third turn.
func (t *Turn) Answer(tool Tool, call ToolCall, out ToolOutput) ToolOutput {
	if out.Error == nil {
		t.sound(call.Name)
		return out
	}
	switch out.Error.Kind {
	case FailureParse, FailureValidation, FailureToolNotFound:
	default:
		out.RetryHint = t.inVain(call.Name, out.RetryHint)
		if h := out.RetryHint; h != nil && out.Error.Kind == FailureHandler && h.Kind != hint.UnknownOutcome {
			out.RetryHint = t.once(call, h)
		}
		return out
	}
	cause := out.Error.Cause
	if cause == nil {
		cause = out.Error
	}
	issues, _ := issuesOf(cause)
	level, attempt := t.enter(call.Name, out.Error.Kind, issues)
	told := out.RetryHint
	if level.Times > 1 || level.Stop || len(level.Again) > 0 {
		cfg := hintConfigOf(append([]HintOption{WithCall([]byte(call.Arguments)), WithStopReason(call.StopReason)}, t.ledger.HintOptions...))
		cfg.kind, cfg.before, cfg.ran = out.Error.Kind, level, told != nil && told.Kind != ""
		told = buildHint(tool, cause, cfg)
		told.Tool = cmp.Or(told.Tool, show.Clean(call.Name, show.MaxName))
	}
	out.RetryHint = t.once(call, told)
	attempt.CallID, attempt.Arguments, attempt.Hint = call.ID, keptArguments(tool, call.Arguments), out.RetryHint
	t.keep(attempt)
	return out
}

// keptArguments returns the arguments of an invalid call, masked and truncated. A tool that does not exist has no spec.
func keptArguments(tool Tool, args string) string {
	if len(args) > maxMasked {
		return "…"
	}
	var spec *ToolSpec
	if tool != nil {
		spec = specOf(tool)
	}
	shown := spec.RedactUnfit([]byte(args))
	var text string
	if !json.Valid([]byte(args)) && json.Unmarshal(shown, &text) == nil {
		return show.ClipBytes(text, maxKept) // invalid JSON is kept as text
	}
	return show.ClipBytes(string(shown), maxKept)
}

// keep adds an attempt, and drops the oldest one beyond the limit.
func (t *Turn) keep(attempt LedgerAttempt) {
	t.ledger.mu.Lock()
	defer t.ledger.mu.Unlock()
	if len(t.point.attempts) == maxAttempts {
		t.point.attempts = slices.Delete(t.point.attempts, 0, 1)
	}
	t.point.attempts = append(t.point.attempts, attempt)
	t.last = attempt
}

// maxTold is the number of hints of one turn that are remembered.
const maxTold = 64

// once is the hint for a call, or a reference to the hint of another call of the turn that says the same:
// models often make the same mistake in all calls of a turn.
func (t *Turn) once(call ToolCall, hint *RetryHint) *RetryHint {
	if hint == nil || hint.Reason == ToolNotFound {
		return hint // which is short as it is
	}
	text, err := json.Marshal(hint)
	if err != nil {
		return hint
	}
	t.ledger.mu.Lock()
	defer t.ledger.mu.Unlock()
	first, told := t.told[string(text)]
	if !told {
		if len(t.told) < maxTold {
			t.told[string(text)] = strings.Clone(call.ID)
		}
		return hint
	}
	of := "another call of this turn"
	if first != "" {
		of = "the call " + show.Quote(first, show.MaxName)
	}
	return &RetryHint{
		Reason: hint.Reason, Action: hint.Action, Tool: hint.Tool, Kind: hint.Kind, RetryAfter: hint.RetryAfter,
		Message: "It failed for the same reasons as " + of + "; do the same about it.",
	}
}

// sound records a valid call.
func (t *Turn) sound(tool string) {
	l := t.ledger
	l.mu.Lock()
	defer l.mu.Unlock()
	t.begin()
	if t.valid[tool] {
		return
	}
	t.valid[tool] = true
	l.stats.Valid++
	took := 1
	key := show.Clip(tool, maxToolKey)
	delete(t.point.texts, key)
	if r := t.point.tools[key]; r != nil && r.lastIn < t.number {
		took += t.number - r.since
		l.stats.Recovered++
		delete(t.point.tools, key)
		t.point.attempts = slices.DeleteFunc(t.point.attempts, func(a LedgerAttempt) bool { return a.Tool == key })
	}
	l.stats.ValidIn += took
}

// mostInVain is how many turns a tool may fail with the same text before the model is told to stop.
const mostInVain = 3

// inVain records a failure that is known by its text only, and returns the hint for it.
func (t *Turn) inVain(tool string, hint *RetryHint) *RetryHint {
	t.ledger.mu.Lock()
	defer t.ledger.mu.Unlock()
	t.begin()
	if hint == nil || hint.Reason != Internal || hint.Action == Stop || hint.Action == AskUser {
		return hint
	}
	r := recordOf(t.point.texts, show.Clip(tool, maxToolKey), maxToolRecords, func() *textRecord { return &textRecord{} })
	if r.message != hint.Message {
		*r = textRecord{message: hint.Message}
	}
	if r.in(t.number); r.times < mostInVain {
		return hint
	}
	last := *hint
	last.Action, last.RetryAfter, last.Remedies = Stop, 0, nil
	return &last
}

// begin counts a call, and its turn the first time. The ledger is locked.
func (t *Turn) begin() {
	t.ledger.stats.Calls++
	if !t.began {
		t.began = true
		t.ledger.stats.Turns++
	}
}

// enter counts a failure and returns how often it has occurred.
func (t *Turn) enter(tool string, failure FailureKind, issues []ValidationIssue) (hint.Repetition, LedgerAttempt) {
	l, d := t.ledger, t.point
	l.mu.Lock()
	defer l.mu.Unlock()
	t.begin()
	l.stats.Blocked++
	if !t.failed {
		t.failed = true
		d.failed++
	}
	name := show.Clip(tool, maxToolKey)
	key := name
	if failure == FailureToolNotFound {
		key = "" // a model gets no more tries by inventing more names
	}
	r := recordOf(d.tools, key, maxToolRecords, func() *toolRecord {
		l.stats.Failing++
		return &toolRecord{since: t.number, kinds: map[string]*count{}}
	})
	exact, kind, fields := fingerprint(issues)
	progress := r.lastIn < t.number && properPart(exact, r.issues)
	of := recordOf(r.kinds, kind, maxKinds, func() *count { return &count{} })
	if of.in(t.number) && of.times > 1 && !progress { // calls beside each other in one turn are one attempt
		l.stats.Repeats++
	}
	if progress {
		l.stats.Progress++
		of.times = 1
	}
	if r.in(t.number) {
		for _, f := range r.now {
			if !slices.Contains(r.before, f) && len(r.before) < hint.MaxIssues {
				r.before = append(r.before, f)
			}
		}
		r.issues, r.now = exact, nil
	}
	values := hint.Came(hintIssues(issues))
	level := hint.Repetition{
		Since: hint.Since(r.values, values, fields), Times: max(of.times, d.beyond(r, l.MaxFailures)),
		Stop: d.failed >= limitOr(l.MaxTurns, defaultMaxTurns),
	}
	for _, f := range fields {
		if slices.Contains(r.before, f) && !slices.Contains(level.Again, f) {
			level.Again = append(level.Again, f)
		}
	}
	r.now, r.values = append(r.now, fields...), values
	action := Correct
	switch {
	case level.Stop || level.Times > 3:
		action = Stop
		l.stats.Stops++
	case level.Times == 3:
		action = AskUser
	}
	return level, LedgerAttempt{
		Turn: t.number, Tool: name, Number: r.times, Issues: issues, Times: of.times, Progress: progress, Action: action,
	}
}

// beyond returns how a tool that has failed in many turns is answered, as the number of repetitions of one kind of failure
// that is answered so: at 3 the user is asked, and above 3 the model is told to stop.
func (d *decisionPoint) beyond(r *toolRecord, most int) int {
	if most < 1 || most > math.MaxInt/4 {
		return 0
	}
	all := 0
	for _, tool := range d.tools {
		all += tool.times
	}
	return 3 + max(r.times-most, all-2*most-1)
}

// Last returns the last failure that was recorded in this turn.
func (t *Turn) Last() LedgerAttempt {
	t.ledger.mu.Lock()
	defer t.ledger.mu.Unlock()
	return t.last
}

// Attempt returns the number of the attempt that a valid call of a tool is in this turn, from 1.
func (t *Turn) Attempt(tool string) int {
	t.ledger.mu.Lock()
	defer t.ledger.mu.Unlock()
	r := t.point.tools[show.Clip(tool, maxToolKey)]
	switch {
	case r == nil:
		return 1
	case r.lastIn == t.number: // a call beside it is invalid
		return r.times
	}
	return r.times + 1
}

// fingerprint identifies a failure of a tool by its set of places and constraints: exactly, and, for the kind,
// without the indexes of arrays and the names of unknown keys, which a model may vary.
func fingerprint(issues []ValidationIssue) (exact []string, kind string, fields []string) {
	var kinds []string
	for _, i := range issues {
		exact = append(exact, i.Field+"\x00"+i.Constraint+"\x00"+i.Rule)
		place := i.Field
		if steps := fieldpath.Split(place); len(steps) > 0 && constraint.IsExtraKey(i.Constraint) {
			place = fieldpath.Join(steps[:len(steps)-1]) // of the object
		}
		kinds = append(kinds, fieldpath.AnyIndex(place)+"\x00"+i.Constraint+"\x00"+i.Rule)
		fields = append(fields, i.Field)
	}
	slices.Sort(exact)
	slices.Sort(kinds)
	return slices.Compact(exact), strings.Join(slices.Compact(kinds), "\x01"), fields
}

// properPart reports whether a is a proper, non-empty subset of b. Both are sorted.
func properPart(a, b []string) bool {
	other := func(s string) bool { _, found := slices.BinarySearch(b, s); return !found }
	return len(a) > 0 && len(a) < len(b) && !slices.ContainsFunc(a, other)
}
