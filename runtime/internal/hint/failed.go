package hint

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime/backend"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/foreign"
	"github.com/toolgen/toolgen/runtime/internal/lazy"
	"github.com/toolgen/toolgen/runtime/internal/repair"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// Kinds of failures that only a hint has: its other ones are those of package backend.
const (
	AlreadySo      = "already"         // what was wanted is so
	UnknownOutcome = "unknown_outcome" // a write may have been done
)

// failure is a failed call of a tool on its way to a hint.
type failure struct {
	tool    Tool
	said    string // what the backend says
	reading foreign.Reading
	given   *backend.Error     // what the error says as data
	args    []foreign.Argument // those at fault
}

// first is the likeliest argument at fault, an empty one for none.
func (x *failure) first() *foreign.Argument {
	if len(x.args) == 0 {
		return &foreign.Argument{}
	}
	return &x.args[0]
}

// field is the path of the likeliest argument at fault, "" for none.
func (x *failure) field() string { return fieldpath.Join(x.first().Path) }

// failed is the hint for a call that a tool answered with an error that is not a list of faults.
func failed(t Tool, f Failure, text string) *Hint {
	x := failure{tool: t, said: text, reading: foreign.ReadError(text)}
	if !errors.As(f.Err, &x.given) {
		x.given = &backend.Error{}
		if errors.Is(f.Err, context.DeadlineExceeded) || errors.Is(f.Err, io.ErrUnexpectedEOF) {
			x.given.Kind = backend.Timeout
		}
	}
	x.reading = x.reading.Of(foreign.Kind(x.given.Kind), x.given.RetryAfter)
	if x.blame(f.Call) {
		return ForInternal(t.Name)
	}
	h := &Hint{Reason: Internal, Tool: show.Clean(t.Name, show.MaxName), Message: Unexplained}
	if text != "" {
		switch {
		case t.View.Conceals:
			h.Message = Withheld
		case text == Unexplained || text == NotShown:
			h.Message = text // in our own words
		default:
			h.Message = "The tool reported: " + show.Quote(text, show.MaxText)
		}
	}
	h.Kind = string(x.reading.Kind.Broad())
	x.decide(h)
	switch h.Action {
	case Correct, CallFirst, AskUser, Shrink:
		for i := range x.args {
			h.Constraints = append(h.Constraints, x.constraint(&x.args[i], i == 0))
		}
	}
	return h
}

// blame finds the arguments at fault, and reports whether one of them is filled by the server, so that no caller can
// mend it.
func (x *failure) blame(call []byte) (server bool) {
	sent, _ := show.Parse(call)
	if len(x.given.Fields) > 0 {
		for _, field := range x.given.Fields[:min(len(x.given.Fields), maxConstraints)] {
			x.args = append(x.args, foreign.Argument{Path: fieldpath.Split(field), Sent: true})
		}
	} else {
		x.args = x.reading.Faulty(x.tool.Name, x.tool.Schema, sent)
	}
	return slices.ContainsFunc(x.args, func(a foreign.Argument) bool { return x.tool.View.Injected(fieldpath.Join(a.Path)) })
}

// constraint describes an argument at fault, the first one with the values that the backend lists as allowed.
func (x *failure) constraint(a *foreign.Argument, first bool) Constraint {
	issue := Issue{Field: fieldpath.Join(a.Path)}
	if first && !x.tool.View.Conceals && len(x.reading.Allows) > 0 {
		issue.Constraint, issue.Expected = "enum", x.reading.Allows
	}
	return constraintOf(x.tool, &issue, nil)
}

// choice is one way to go on after a failure, if it is open.
type choice struct {
	open   bool
	action string
	calls  []Remedy
}

func to(action string, open bool) choice { return choice{open: open, action: action} }

// firstCall has other tools called first, if there are any.
func firstCall(remedies ...*Remedy) choice {
	c := choice{action: CallFirst}
	for _, r := range remedies {
		if r != nil {
			c.open, c.calls = true, append(c.calls, r.cleaned())
		}
	}
	return c
}

// ofAnother says that what exists belongs to what the call names, rather than bears its name.
var ofAnother = lazy.Pattern(`(?i)\balready exists? (?:for|with)\b`)

// choices are the ways to go on, the best first; the last one is always open.
func (x *failure) choices() []choice {
	at, blamed := x.first(), len(x.args) > 0
	query, program := foreign.IsQuery(at), foreign.IsProgram(at)
	listed := len(x.reading.Allows) > 0
	named := firstCall(x.named())
	stop := to(Stop, true)
	switch x.reading.Kind {
	case foreign.RateLimited, foreign.Unavailable:
		return []choice{to(RetryLater, true)}
	case foreign.Timeout, foreign.Lost, UnknownOutcome:
		if x.unknown() {
			return []choice{firstCall(x.verifier()), stop}
		}
		return []choice{to(RetryLater, true)}
	case foreign.TooLarge:
		return []choice{to(Shrink, true)}
	case foreign.Already, foreign.Unsupported:
		return []choice{to(Correct, at.Named || x.reading.Kind == foreign.Unsupported && blamed), stop}
	case foreign.Exhausted, foreign.Internal:
		return []choice{stop}
	case foreign.SignIn:
		return []choice{named, to(AskUser, true)}
	case foreign.Unauthenticated, foreign.Down:
		return []choice{named, stop}
	case foreign.Forbidden:
		return []choice{named, to(Correct, listed && blamed), stop}
	case foreign.State:
		return []choice{named, firstCall(x.reader()), stop}
	case foreign.Stale:
		return []choice{named, firstCall(x.reader()), to(RetryLater, true)}
	case foreign.Exists, foreign.Conflict:
		return []choice{named, to(Correct, at.Value != "" && !ofAnother().MatchString(x.said)), firstCall(x.reader()), stop}
	case foreign.NotFound, foreign.Schema: // of what the arguments refer to
		return []choice{
			to(Correct, listed && blamed || program), firstCall(x.owners()...), named, firstCall(x.lister()),
			to(Correct, query || isPlace(at.Value) || strings.Contains(strings.ToLower(x.said), "invalid")), to(AskUser, true),
		}
	case foreign.Missing, foreign.Invalid, foreign.Query:
		choices := []choice{to(Correct, listed || x.reading.Kind == foreign.Query), firstCall(x.owners()...), named}
		if refers(at) {
			choices = append(choices, firstCall(x.lister()))
		}
		return append(choices, to(AskUser, blamed && x.tool.Schema.At(x.field()).Marks.Question != ""), to(Correct, true))
	case foreign.Ambiguous:
		return []choice{to(AskUser, true)}
	}
	// The text has no known form.
	silent := x.said == "" || x.said == Unexplained
	return []choice{named, to(Correct, !silent && (query || blamed && (at.Named || !x.tool.Writes))), stop}
}

// unknown reports whether the call may have done something, and must not be sent again before that is known.
func (x *failure) unknown() bool {
	return (x.tool.MayWrite || x.reading.Kind == UnknownOutcome) && !x.given.NotDone && x.tool.Retry != RetryAgain
}

// decide says what may happen next.
func (x *failure) decide(h *Hint) {
	kind := x.reading.Kind
	choices := x.choices()
	chosen := choices[slices.IndexFunc(choices, func(c choice) bool { return c.open })]
	h.Action, h.Remedies = chosen.action, chosen.calls
	if x.tool.Retry == RetryNever && (h.Action == RetryLater || h.Action == Correct || h.Action == Shrink) {
		h.Action = Stop
	}
	switch {
	case kind == foreign.Already && h.Action != Correct:
		h.Kind = AlreadySo
	case kind.Broad() == foreign.Timeout && h.Action != RetryLater, kind == UnknownOutcome:
		h.Kind = UnknownOutcome
	}
	if wait := x.reading.Wait; h.Action == RetryLater && wait > 0 {
		h.RetryAfter = int((wait + time.Second - 1) / time.Second)
	}
	if h.Action == AskUser {
		h.ClarifyingQuestion = x.question(h)
	}
	switch kind.Broad() { // where the arguments are not what is wrong
	case foreign.Unauthenticated, foreign.Unavailable, foreign.Timeout, foreign.RateLimited, foreign.Internal, UnknownOutcome:
		if !foreign.IsProgram(x.first()) {
			x.args = nil
		}
	case foreign.Conflict:
		if kind == foreign.Exists && ofAnother().MatchString(x.said) {
			x.args = nil
		}
	}
}

// question asks the user to sign in, or for the arguments at fault.
func (x *failure) question(h *Hint) string {
	if x.reading.Kind == foreign.SignIn {
		return "Please sign in or agree to what the tool needs."
	}
	var asked []repair.Ask
	for _, a := range x.args {
		field := fieldpath.Join(a.Path)
		asked = append(asked, repair.Ask{Field: field, Schema: x.tool.Schema.At(field)})
	}
	return cmp.Or(questionAbout(asked, x.tool.Schema.Marks.Question), anyQuestion(h))
}

// isPlace reports whether a value is a path or a URL, whose form may be what is wrong.
func isPlace(value string) bool {
	return strings.Contains(value, "/") && !strings.ContainsAny(value, " \n") || strings.Contains(value, ".") && !strings.Contains(value, "@") && !strings.Contains(value, " ")
}

// verifier is the tool that tells whether a write was done: the one that the rules name, else one that reads what
// this one writes.
func (x *failure) verifier() *Remedy {
	x.args = nil
	r := x.reader()
	if x.tool.Verify != nil {
		own := *x.tool.Verify
		r = &own
	}
	if r != nil {
		r.Why = WhyVerify
	}
	return r
}

// owners are the remedies that the rules have for the arguments at fault.
func (x *failure) owners() (fits []*Remedy) {
	for i := range x.tool.Remedies {
		r := &x.tool.Remedies[i]
		if len(fits) < maxRemedies && slices.ContainsFunc(x.args, func(a foreign.Argument) bool { return r.supplies(fieldpath.Join(a.Path)) }) {
			fits = append(fits, r)
		}
	}
	return fits
}

// refers reports whether a value refers to something that a backend keeps: its name says that it is an id, or its
// form does.
func refers(a *foreign.Argument) bool {
	if slices.Contains([]string{"id", "key", "ref", "sha", "uuid", "guid", "slug", "handle", "token"}, a.LastWord()) {
		return true
	}
	return strings.ContainsAny(a.Value, "0123456789") && strings.ContainsAny(a.Value, "_-") && len(a.Value) > 12 && !strings.ContainsAny(a.Value, " :")
}
