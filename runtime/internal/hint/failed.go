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
	calls   []Remedy           // to make first
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

// blame finds the arguments at fault, and reports whether the server fills one of them, so that no caller can correct it.
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

// when is an action if it is open, else "".
func when(open bool, action string) string {
	if open {
		return action
	}
	return ""
}

// callFirst is the action to call other tools first, "" if there are none. The first list of tools counts.
func (x *failure) callFirst(remedies ...*Remedy) string {
	remedies = slices.DeleteFunc(remedies, func(r *Remedy) bool { return r == nil })
	if x.calls == nil {
		for _, r := range remedies {
			x.calls = append(x.calls, r.cleaned())
		}
	}
	return when(len(remedies) > 0, CallFirst)
}

// ofAnother matches texts where what exists belongs to what the call names, rather than having its name.
var ofAnother = lazy.Pattern(`(?i)\balready exists? (?:for|with)\b`)

// next is the best action that is open.
func (x *failure) next() string {
	at, blamed := x.first(), len(x.args) > 0
	query, program := foreign.IsQuery(at), foreign.IsProgram(at)
	listed := len(x.reading.Allows) > 0
	switch x.reading.Kind {
	case foreign.RateLimited, foreign.Unavailable:
		return RetryLater
	case foreign.Timeout, foreign.Lost, UnknownOutcome:
		if x.unknown() {
			return cmp.Or(x.callFirst(x.verifier()), Stop)
		}
		return RetryLater
	case foreign.TooLarge:
		return Shrink
	case foreign.Already, foreign.Unsupported:
		return cmp.Or(when(at.Named || x.reading.Kind == foreign.Unsupported && blamed, Correct), Stop)
	case foreign.Exhausted, foreign.Internal:
		return Stop
	case foreign.SignIn:
		return cmp.Or(x.callFirst(x.named()), AskUser)
	case foreign.Unauthenticated, foreign.Down:
		return cmp.Or(x.callFirst(x.named()), Stop)
	case foreign.Forbidden:
		return cmp.Or(x.callFirst(x.named()), when(listed && blamed, Correct), Stop)
	case foreign.State:
		return cmp.Or(x.callFirst(x.named()), when(at.Named, Correct), x.callFirst(x.reader()), Stop)
	case foreign.Stale:
		return cmp.Or(x.callFirst(x.named()), x.callFirst(x.reader()), RetryLater)
	case foreign.Exists, foreign.Conflict:
		return cmp.Or(x.callFirst(x.named()), when(at.Value != "" && !ofAnother().MatchString(x.said), Correct), x.callFirst(x.reader()), Stop)
	case foreign.NotFound, foreign.Schema: // what the arguments refer to
		return cmp.Or(
			when(listed && blamed || program, Correct), x.callFirst(x.owners()...), x.callFirst(x.named()), x.callFirst(x.lister()),
			when(query || isPlace(at.Value) || strings.Contains(strings.ToLower(x.said), "invalid"), Correct), AskUser,
		)
	case foreign.Missing, foreign.Invalid, foreign.Query:
		var lister *Remedy
		if refers(at) {
			lister = x.lister()
		}
		return cmp.Or(
			when(listed || x.reading.Kind == foreign.Query, Correct), x.callFirst(x.owners()...), x.callFirst(x.named()), x.callFirst(lister),
			when(blamed && x.tool.Schema.At(x.field()).Marks.Question != "", AskUser), Correct,
		)
	case foreign.Ambiguous:
		return AskUser
	}
	// The text has no known form.
	silent := x.said == "" || x.said == Unexplained
	return cmp.Or(x.callFirst(x.named()), when(!silent && (query || blamed && (at.Named || !x.tool.Writes)), Correct), Stop)
}

// unknown reports whether the call may have had an effect, so that it must not be sent again before that is known.
func (x *failure) unknown() bool {
	return (x.tool.MayWrite || x.reading.Kind == UnknownOutcome) && !x.given.NotDone && x.tool.Retry != RetryAgain
}

// decide says what may happen next.
func (x *failure) decide(h *Hint) {
	kind := x.reading.Kind
	if h.Action = x.next(); h.Action == CallFirst {
		h.Remedies = x.calls
	}
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
		x.args = nil
	case foreign.Conflict:
		if kind == foreign.Exists && ofAnother().MatchString(x.said) {
			x.args = nil
		}
	}
}

// question asks the user to sign in, or about the arguments at fault.
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
