package preflight

import (
	"cmp"
	"slices"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/errtree"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// maxFields is the number of fields that events name.
const maxFields = 32

// Limits of foreign text, in runes.
const (
	maxLabel   = 64
	maxMessage = 400
	maxQuery   = 400
)

// blocked ends an invalid call.
func (v *visit) blocked(d verdict) ending {
	e := ending{out: d.out, outcome: OutcomeBlocked}
	message := e.out.Error.Message
	e.fields = faultyFields(issuesOf(e.out.Error))
	if !modelsFault(e.out.Error.Kind) {
		v.step(StepValidation, StepFailed, message, d.took)
		e.outcome = OutcomeAborted
		return e
	}
	v.step(StepValidation, StepWarn, message, d.took)
	if v.write {
		v.emit(WriteValidation{
			Tool: v.name(), Status: Blocked, MissingFields: e.fields,
			Message: v.mask.Text(show.Line(message, maxMessage)), DurationMS: d.took,
		})
	}
	if v.agreed() {
		return e
	}
	var handedBack bool
	if e.out, handedBack = v.correct(d, e.fields); handedBack {
		e.outcome = OutcomeHandBack
	}
	return e
}

// correct has the model try again, ask the user after too many attempts, or stop if that has not helped.
func (v *visit) correct(d verdict, fields []string) (out runtime.ToolOutput, handedBack bool) {
	out = d.out
	issues := issuesOf(out.Error)
	if d.action == runtime.Correct {
		v.emit(ToolRetry{Tool: v.name(), Attempt: d.attempt + 1, Reason: v.mask.Text(show.Line(out.Error.Message, maxMessage))})
		return out, false
	}
	hint := *out.RetryHint
	question := v.mask.Text(cmp.Or(hint.ClarifyingQuestion, askingAnew))
	if own := v.g.cfg.asking.texts.HandBack; own != nil {
		question = cmp.Or(show.Line(own(v.call.Name, issues, question), maxQuestion), question)
	}
	then := "ask the user instead of calling again"
	if hint.Action == runtime.Stop {
		then = "stop calling it, and tell the user what could not be done"
		hint.ClarifyingQuestion = ""
	} else {
		hint.Action, hint.ClarifyingQuestion = runtime.AskUser, question
		v.emit(ClarifyingQuestion{Tool: v.name(), Question: question, Fields: fields})
	}
	out.RetryHint = &hint
	out.Error = &runtime.ToolError{
		Kind: out.Error.Kind, Message: "The call is still invalid; " + then + ". " + out.Error.Message,
		Cause: &CorrectionError{question, v.g.ledger.Attempts(v.turn.pointKey()), d.attempt, d.out.Error},
	}
	return out, true
}

// askingAnew is the question where no better one is known.
const askingAnew = "Could you rephrase what you want? I cannot find a way to do it."

// issuesOf returns the issues of an error and of all errors that it wraps or joins.
func issuesOf(err *runtime.ToolError) (issues []runtime.ValidationIssue) {
	type withIssues interface {
		Issues() []runtime.ValidationIssue
	}
	if err != nil {
		for _, e := range errtree.All[withIssues](err.Cause) {
			issues = append(issues, e.Issues()...)
		}
	}
	return issues
}

// faultyFields returns the fields of issues, each once. An issue without a field counts for all fields that its rule
// read.
func faultyFields(issues []runtime.ValidationIssue) []string {
	fields := []string{}
	for _, issue := range issues {
		about := []string{issue.Field}
		if issue.Field == "" {
			about = issue.Fields
		}
		for _, field := range about {
			field = show.Line(field, 2*maxLabel)
			if field != "" && len(fields) < maxFields && !slices.Contains(fields, field) {
				fields = append(fields, field)
			}
		}
	}
	return fields
}

// broken returns what issues violate, each once: field and constraint, or field and id of the rule.
func broken(issues []runtime.ValidationIssue) (list []string) {
	for _, issue := range issues {
		name := show.Line(issue.Field, 2*maxLabel) + ": " + show.Line(cmp.Or(issue.Rule, issue.Constraint), maxLabel)
		if len(list) < maxFields && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}
