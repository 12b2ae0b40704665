package preflight

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"

	"github.com/toolgen/toolgen/runtime"
)

// How much of a call is kept for those who look at its attempts, and how many keys are named.
const (
	maxArguments = 4 << 10 // bytes
	maxFields    = 32
)

// blocked ends a call that is not to be run.
func (p *pass) blocked() runtime.ToolOutput {
	out := p.failure.Output()
	fields := faultyFields(issuesOf(out.Error))
	if !modelsFault(out.Error.Kind) {
		p.step(StepValidation, StepFailed, out.Error.Message, p.checked)
		return p.end(out, OutcomeAborted, fields)
	}
	p.step(StepValidation, StepWarn, out.Error.Message, p.checked)
	if p.write {
		p.emit(WriteValidation{
			Tool: p.name(), Status: Blocked, MissingFields: fields,
			Message: p.mask.Text(cut(out.Error.Message, maxMessage)), DurationMS: p.checked,
		})
	}
	if p.turn == nil {
		return p.end(out, OutcomeBlocked, fields)
	}
	out, handedBack := p.correct(out, fields)
	if handedBack {
		return p.end(out, OutcomeHandBack, fields)
	}
	return p.end(out, OutcomeBlocked, fields)
}

// correct lets the model try again, hands a question for the user back if it has tried too often, or
// has it stop if that has not helped. The failure has been counted.
func (p *pass) correct(out runtime.ToolOutput, fields []string) (_ runtime.ToolOutput, handedBack bool) {
	tool, _ := p.g.tools.Lookup(p.call.Name)
	failed := out
	out = p.turn.ledger.Answer(tool, p.call, out)
	if says(out, runtime.Stop) && !says(failed, runtime.Stop) {
		p.action = runtime.Stop // the ledger has seen enough of the same
	}
	attempts := p.keep(out)
	if p.action == runtime.Correct {
		p.emit(ToolRetry{Tool: p.name(), Attempt: p.attempt + 1, Reason: p.mask.Text(cut(out.Error.Message, maxMessage))})
		return out, false
	}
	issues := issuesOf(out.Error)
	hint := sharpestHint(tool, p.call, failed, askedAt)
	question := p.mask.Text(orText(hint.ClarifyingQuestion, askingAnew))
	if own := p.g.cfg.questions.HandBack; own != nil {
		question = orText(cut(own(p.call.Name, issues, question), maxQuestion), question)
	}
	then := "ask the user instead of calling again"
	if p.action == runtime.Stop {
		then = "stop calling it, and tell the user what could not be done"
		hint = sharpestHint(tool, p.call, failed, askedAt+1)
		hint.Action, hint.ClarifyingQuestion = runtime.Stop, ""
	} else {
		hint.Action, hint.ClarifyingQuestion = runtime.AskUser, question
		p.emit(ClarifyingQuestion{Tool: p.name(), Question: question, Fields: fields})
	}
	out.RetryHint = hint
	out.Error = &runtime.ToolError{
		Kind: out.Error.Kind, Message: "The call is still invalid; " + then + ". " + out.Error.Message,
		Cause: &CorrectionError{Question: question, attempts: attempts, issues: issues, cause: causeOf(failed)},
	}
	return out, true
}

func says(out runtime.ToolOutput, action runtime.Action) bool {
	return out.RetryHint != nil && out.RetryHint.Action == action
}

const (
	askedAt    = 3 // the time that a failure of one kind comes at which a ledger asks the user
	askingAnew = "Could you tell me in other words what should happen? I do not find a way to do it."
)

// sharpestHint is the hint that a ledger gives to a failure that comes for the given time.
func sharpestHint(tool runtime.Tool, call runtime.ToolCall, failed runtime.ToolOutput, times int) *runtime.RetryHint {
	var ledger runtime.Ledger
	out := failed
	for range times {
		out = ledger.Turn("").Answer(tool, call, failed)
	}
	hint := *out.RetryHint
	return &hint
}

// keep adds the call to the attempts at its decision point, and lists these.
func (p *pass) keep(out runtime.ToolOutput) []Attempt {
	a := Attempt{
		Number: p.attempt, CallID: p.call.ID, Tool: p.name(), Issues: issuesOf(out.Error), Hint: out.RetryHint,
		Arguments: p.keptArguments(),
	}
	p.g.mu.Lock()
	defer p.g.mu.Unlock()
	point := p.turn.at
	point.attempts = last(point.attempts, a, maxAttempts)
	return slices.Clone(point.attempts)
}

// keptArguments are the call's arguments as they may be kept.
func (p *pass) keptArguments() string {
	args := p.call.Arguments
	if len(args) > 1<<20 {
		return "…" // not worth reading for the few bytes that are kept
	}
	spec := p.spec
	if _, known := p.g.tools.Lookup(p.call.Name); !known {
		spec = nil
	}
	shown := spec.RedactUnfit([]byte(args))
	var text string
	if !json.Valid([]byte(args)) && json.Unmarshal(shown, &text) == nil {
		return cutBytes(text, maxArguments) // what is no JSON is kept as it came
	}
	return cutBytes(string(shown), maxArguments)
}

// issuesOf are the issues of an error that has some, and of all errors that are joined in it.
func issuesOf(err *runtime.ToolError) []runtime.ValidationIssue {
	if err == nil {
		return nil
	}
	return issuesIn(err.Cause)
}

func issuesIn(err error) []runtime.ValidationIssue {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var issues []runtime.ValidationIssue
		for _, part := range joined.Unwrap() {
			issues = append(issues, issuesIn(part)...)
		}
		return issues
	}
	var with interface {
		Issues() []runtime.ValidationIssue
	}
	if errors.As(err, &with) {
		return with.Issues()
	}
	return nil
}

// faultyFields names the fields that issues are about, each once; of a rule about the whole those
// that it has read.
func faultyFields(issues []runtime.ValidationIssue) []string {
	fields := []string{}
	for _, issue := range issues {
		about := []string{issue.Field}
		if issue.Field == "" {
			about = issue.Fields
		}
		for _, field := range about {
			field = cut(field, 2*maxLabel)
			if field != "" && len(fields) < maxFields && !slices.Contains(fields, field) {
				fields = append(fields, field)
			}
		}
	}
	return fields
}

// broken names what issues are about, each once: field and constraint, or the id of the rule.
func broken(issues []runtime.ValidationIssue) (list []string) {
	for _, issue := range issues {
		name := cut(issue.Field, 2*maxLabel) + ": " + cut(cmp.Or(issue.Rule, issue.Constraint), maxLabel)
		if len(list) < maxFields && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// topKeys names the fields that arguments have, in their order, except for those that are hidden.
func topKeys(args json.RawMessage, hidden func(key string) bool) []string {
	keys := []string{} // a page lists them, also where there are none
	for _, m := range members(args) {
		if len(keys) == maxFields {
			break
		}
		if !hidden(m.key) {
			keys = append(keys, cut(m.key, maxLabel))
		}
	}
	return keys
}

// keysTold names the fields of the arguments as they may be told. A key within what is sensitive is a value.
func (p *pass) keysTold() []string {
	keys := p.keys()
	for i := range keys {
		keys[i] = p.mask.Key(keys[i])
	}
	return keys
}
