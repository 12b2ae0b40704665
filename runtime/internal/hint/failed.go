package hint

import (
	"slices"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/foreign"
	"github.com/toolgen/toolgen/runtime/internal/repair"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// Backend is what an error of a backend says of itself as data; see package backend.
type Backend struct {
	Kind       string
	Fields     []string
	RetryAfter time.Duration
	NotDone    bool
}

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
	given   Backend
	args    []foreign.Argument // those at fault
	query   bool               // the first of them is a query or a program
	program bool               // it is a program
}

// failed is the hint for a call that a tool has answered with an error which is no list of faults.
func failed(t Tool, f Failure, text string) *Hint {
	x := failure{tool: t, said: text, reading: foreign.ReadError(text)}
	if f.Backend != nil {
		x.given = *f.Backend
		x.reading = x.reading.Of(foreign.Kind(x.given.Kind), x.given.RetryAfter)
	}
	if x.blame(f.Call) {
		return ForInternal(t.Name)
	}
	h := &Hint{Reason: Internal, Tool: show.Clean(t.Name, show.MaxName), Message: internalMessage}
	if text != "" {
		if h.Message = "The tool reported: " + show.Quote(text, show.MaxText); t.Marks.Conceals() {
			h.Message = Withheld
		}
	}
	h.Kind = string(x.reading.Kind.Broad())
	x.decide(h)
	if !takesFields(h.Action) {
		return h
	}
	for i := range x.args {
		h.Constraints = append(h.Constraints, x.constraint(&x.args[i], i == 0))
	}
	return h
}

// takesFields reports whether the arguments at fault belong into a hint.
func takesFields(action string) bool {
	return action == Correct || action == CallFirst || action == AskUser || action == Shrink
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
	if slices.ContainsFunc(x.args, func(a foreign.Argument) bool { return x.tool.Marks.Injected(fieldpath.Join(a.Path)) }) {
		return true
	}
	x.query = len(x.args) > 0 && foreign.IsQuery(&x.args[0])
	x.program = x.query && foreign.IsProgram(&x.args[0])
	return false
}

// constraint is an argument at fault, with the values that would do where the backend lists them.
func (x *failure) constraint(a *foreign.Argument, first bool) Constraint {
	c := constraintOf(x.tool, &Issue{Field: fieldpath.Join(a.Path)}, nil)
	if first && !x.tool.Marks.Conceals() && len(x.reading.Allows) > 0 {
		c.AllowedValues = nil
		for _, v := range x.reading.Allows[:min(len(x.reading.Allows), maxAllowed)] {
			c.AllowedValues = append(c.AllowedValues, show.JSON(show.Clean(v, show.MaxName)))
		}
		if len(x.reading.Allows) > maxAllowed {
			c.AllowedValues = append(c.AllowedValues, show.JSON("…"))
		}
	}
	return c
}

// decide says what may happen next.
func (x *failure) decide(h *Hint) {
	kind := x.reading.Kind
	unknown := (x.tool.MayWrite || kind == UnknownOutcome) && !x.given.NotDone && x.tool.Retry != RetryAgain
	named := x.named()
	switch kind {
	case foreign.RateLimited, foreign.Unavailable:
		x.later(h)
	case foreign.Timeout, foreign.Lost, UnknownOutcome:
		switch {
		case unknown:
			x.verify(h)
		default:
			x.later(h)
		}
	case foreign.TooLarge:
		h.Action = Shrink
	case foreign.Already:
		if h.Action, h.Kind = Stop, AlreadySo; len(x.args) > 0 && x.args[0].Named {
			h.Action, h.Kind = Correct, string(foreign.Conflict) // it is about what a field refers to
		}
	case foreign.Exhausted:
		h.Action = Stop
	case foreign.SignIn:
		if h.Action = AskUser; named != nil {
			x.first(h, named)
			return
		}
		x.args = nil
		h.ClarifyingQuestion = "The tool cannot go on without you: " + show.Quote(x.said, maxLabel)
		if x.tool.Marks.Conceals() {
			h.ClarifyingQuestion = "Please sign in or agree to what the tool needs."
		}
	case foreign.Unauthenticated, foreign.Down:
		if h.Action = Stop; named != nil {
			x.first(h, named)
		}
	case foreign.Forbidden:
		switch h.Action = Stop; {
		case named != nil:
			x.first(h, named)
		case len(x.reading.Allows) > 0 && len(x.args) > 0:
			h.Action = Correct
		}
	case foreign.Internal:
		if h.Action = Stop; x.program {
			h.Action = Correct
		}
	case foreign.State:
		switch {
		case x.first(h, named):
		case len(x.args) > 0 && x.args[0].Named:
			h.Action = Correct
		case x.first(h, x.reader()):
		default:
			h.Action = Stop
		}
	case foreign.Stale:
		switch {
		case x.program:
			h.Action = Correct
		case named != nil:
			x.first(h, named)
		case x.first(h, x.reader()):
		default:
			x.later(h)
		}
	case foreign.Exists, foreign.Conflict:
		switch {
		case named != nil:
			x.first(h, named)
		case len(x.args) > 0 && x.args[0].Value != "" && !foreign.OfAnother(x.said):
			h.Action = Correct
		case x.first(h, x.reader()):
		default:
			h.Action = Stop
		}
	case foreign.NotFound, foreign.Schema:
		x.lookUp(h, named)
	case foreign.Missing, foreign.Invalid, foreign.Query:
		x.mend(h, named)
	case foreign.Ambiguous:
		x.ask(h)
	case foreign.Unsupported:
		if h.Action = Stop; len(x.args) > 0 {
			h.Action = Correct
		}
	default:
		x.unread(h, named)
	}
	if x.tool.Retry == RetryNever && (h.Action == RetryLater || h.Action == Correct || h.Action == Shrink) {
		h.Action = Stop
	}
	if kind == foreign.Exists && foreign.OfAnother(x.said) {
		x.args = nil
	}
	switch kind.Broad() {
	case foreign.Unauthenticated, foreign.Unavailable, foreign.Timeout, foreign.RateLimited, foreign.Internal:
		if !x.program {
			x.args = nil // which are not what is wrong
		}
	}
}

// lookUp is for what the arguments refer to and the backend does not have.
func (x *failure) lookUp(h *Hint, named *Remedy) {
	switch {
	case len(x.reading.Allows) > 0 && len(x.args) > 0:
		h.Action = Correct
	case x.program:
		h.Action = Correct
	case x.owners(h):
	case x.first(h, named):
	case x.first(h, x.lister()):
	case x.query || len(x.args) > 0 && isPlace(x.args[0].Value) || foreign.SaysInvalid(x.said):
		h.Action = Correct
	default:
		x.ask(h)
	}
}

// isPlace reports whether a value is a path or a URL, whose form may be what is wrong.
func isPlace(value string) bool {
	return strings.Contains(value, "/") && !strings.ContainsAny(value, " \n") || strings.Contains(value, ".") && !strings.Contains(value, "@") && !strings.Contains(value, " ")
}

// mend is for arguments that the backend does not accept.
func (x *failure) mend(h *Hint, named *Remedy) {
	switch {
	case len(x.reading.Allows) > 0 || x.reading.Kind == foreign.Query:
		h.Action = Correct
	case x.owners(h):
	case x.first(h, named):
	case len(x.args) > 0 && refers(&x.args[0]) && x.first(h, x.lister()):
	case len(x.args) > 0 && x.tool.Schema.At(fieldpath.Join(x.args[0].Path)).Marks.Question != "":
		x.ask(h)
	default:
		h.Action = Correct
	}
}

// unread is for a text that has no form.
func (x *failure) unread(h *Hint, named *Remedy) {
	switch {
	case x.first(h, named):
	case x.said == "" || x.said == internalMessage:
		h.Action = Stop
	case x.query || len(x.args) > 0 && (x.args[0].Named || !x.tool.Writes):
		h.Action = Correct
	default:
		h.Action = Stop
	}
}

// later has the same call sent again after a wait.
func (x *failure) later(h *Hint) {
	h.Action = RetryLater
	if wait := x.reading.Wait; wait > 0 {
		h.RetryAfter = int((wait + time.Second - 1) / time.Second)
	}
}

// verify handles a write whose outcome is unknown: another tool looks it up, or it is reported.
func (x *failure) verify(h *Hint) {
	h.Kind = UnknownOutcome
	if x.args = nil; x.tool.Verify != nil {
		r := *x.tool.Verify
		r.Why = WhyVerify
		x.first(h, &r)
		return
	}
	if r := x.reader(); r != nil {
		r.Why = WhyVerify
		x.first(h, r)
		return
	}
	h.Action = Stop
}

// ask has the user asked for the arguments at fault.
func (x *failure) ask(h *Hint) {
	h.Action = AskUser
	var asked []repair.Ask
	for _, a := range x.args {
		field := fieldpath.Join(a.Path)
		asked = append(asked, repair.Ask{Field: field, Schema: x.tool.Schema.At(field)})
	}
	owners := x.tool.Schema.Marks.Question // of the tool as a whole
	if h.ClarifyingQuestion = questionAbout(asked); owners != "" && (len(asked) != 1 || asked[0].Schema.Marks.Question == "") {
		h.ClarifyingQuestion = owners
	}
	if h.ClarifyingQuestion == "" {
		h.ClarifyingQuestion = anyQuestion(h)
	}
}

// first has another tool called first, if there is one.
func (x *failure) first(h *Hint, r *Remedy) bool {
	if r == nil {
		return false
	}
	h.Action = CallFirst
	clean := *r
	clean.Call, clean.Text = show.Clean(r.Call, show.MaxName), show.Clean(r.Text, show.MaxText)
	clean.Field, clean.Fills, clean.From = show.Clean(r.Field, show.MaxPath), show.Clean(r.Fills, show.MaxPath), show.Clean(r.From, show.MaxPath)
	h.Remedies = append(h.Remedies, clean)
	return true
}

// owners takes the remedies that the rules have for the arguments at fault, else for the only field that has one.
func (x *failure) owners(h *Hint) bool {
	var fits []*Remedy
	for i := range x.tool.Remedies {
		r := &x.tool.Remedies[i]
		if slices.ContainsFunc(x.args, func(a foreign.Argument) bool {
			return likeSteps(a.Path, fieldpath.Split(r.Field)) || r.Fills != "" && likeSteps(a.Path, fieldpath.Split(r.Fills))
		}) {
			fits = append(fits, r)
		}
	}
	for _, r := range fits[:min(len(fits), maxRemedies)] {
		x.first(h, r)
	}
	return len(fits) > 0
}

// refers reports whether a value refers to something that a backend keeps: its name says that it is an id, or its
// form does.
func refers(a *foreign.Argument) bool {
	switch a.LastWord() {
	case "id", "key", "ref", "sha", "uuid", "guid", "slug", "handle", "token":
		return true
	}
	return strings.ContainsAny(a.Value, "0123456789") && strings.ContainsAny(a.Value, "_-") && len(a.Value) > 12 && !strings.ContainsAny(a.Value, " :")
}
