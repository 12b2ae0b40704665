// Package claims compares what a model tells a person about changes with what ran in the gate.
//
//	check := claims.New(gate, func(ctx context.Context, f claims.Finding) (string, error) {
//		return model.Answer(ctx, append(conversation, system(f.Prompt()))) // asked once more
//	})
//	text = check.Reply(ctx, turn, text) // show text to the person
//
// A reply is judged by what ran. A reply that says that a change was made is false if no call made it, and one that says
// that a change failed is false if the call succeeded. A false reply is not patched, since the rest of it follows from
// what is false: the model is asked once for another reply, with the list of what ran. If that one is false too, the
// person gets the list instead. Text that the person has already read, because it was streamed, is followed by the
// list, see [Checker.After].
//
// # What is found
//
// Verbs and objects come from the names and titles of the write tools: slack_post_message is found in "I've
// posted the message", stripe_create_refund in "your payment was refunded". Other verbs that change something
// count for the same object ("I've sent the message"), unless anything was changed in the turn: a person and a tool may
// use different words. The finder knows the past tense, the perfect, the passive and the short form ("Message posted")
// of English. Questions, plans, conditions, quotes, code and reported speech are not claims. For other languages, set
// [Checker].Find.
//
// Only explicit claims are found: a reply of "All set!" contains none.
package claims

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime/preflight"
)

// Claim is what a sentence of a reply says about a change.
type Claim struct {
	Text    string   // the sentence
	Success bool     // whether it says that the change was made, or that it was not
	Tools   []string // the write tools that it may refer to; none means any
	// Loose means that the sentence does not use the verb of these tools. Such a claim is false only if nothing was
	// changed at all.
	Loose bool
	// Earlier means that the sentence may refer to an earlier turn: "I've already posted it".
	Earlier bool
}

// Finding describes a false reply.
type Finding struct {
	Claims []Claim // the false claims, in their order
	Ran    string  // the list of what ran, one line for each call
}

// Prompt returns the message for the model: what is false, and what ran.
func (f Finding) Prompt() string {
	var b strings.Builder
	b.WriteString("The user has not seen your last reply, because it is not true:\n")
	for _, c := range f.Claims {
		what := "a call that succeeded"
		if c.Success {
			what = "a change that no call made"
		}
		fmt.Fprintf(&b, "- %q is about %s.\n", c.Text, what)
	}
	b.WriteString(f.Ran)
	b.WriteString("\nReply to the user again. Say only what this list supports, and do not mention this message.")
	return b.String()
}

// Respond asks the model for another reply, given what is wrong with the last one. It is called at most once per
// reply.
type Respond func(ctx context.Context, f Finding) (string, error)

// Finder finds the claims in a reply. The reply is text of a model, so a Finder must take linear time.
type Finder func(reply string) []Claim

// Checker compares replies with what ran in a gate. It is safe for concurrent use.
type Checker struct {
	// Find is the finder. It may be replaced before the first check, for example for replies that are not in English.
	Find Finder

	gate    *preflight.Gate
	respond Respond
}

// New returns a checker for the replies of the model that uses the gate. If respond is nil, the model is not asked
// again, and the person gets the list at once.
func New(gate *preflight.Gate, respond Respond) *Checker {
	return &Checker{Find: NewFinder(gate.WriteTools()...), gate: gate, respond: respond}
}

// Check compares a reply with what ran. ok is true if nothing in it is false.
func (c *Checker) Check(turn preflight.Turn, reply string) (f Finding, ok bool) {
	began := time.Now()
	var h happenings
	h.now, h.ever = c.gate.Ran(turn)
	for _, claim := range c.claims(reply) {
		if h.contradicts(claim) {
			f.Claims = append(f.Claims, claim)
		}
	}
	step := preflight.Step{Step: preflight.StepClaimCheck, Status: preflight.StepPass}
	if n := len(f.Claims); n > 0 {
		f.Ran = h.list()
		step.Status, step.Detail = preflight.StepWarn, fmt.Sprintf("%d claims are false", n)
		if n == 1 {
			step.Detail = "1 claim is false"
		}
	}
	step.DurationMS = time.Since(began).Milliseconds()
	c.gate.Tell(turn, step)
	return f, len(f.Claims) == 0
}

// Reply returns the text for the person: the reply, a second reply of the model if the first one is false, or the list
// of what ran.
func (c *Checker) Reply(ctx context.Context, turn preflight.Turn, reply string) string {
	f, ok := c.Check(turn, reply)
	if ok {
		return reply
	}
	if again, asked := c.again(ctx, f); asked && strings.TrimSpace(again) != "" {
		if f, ok = c.Check(turn, again); ok {
			return again
		}
	}
	return f.Ran
}

// After returns the text that follows a reply that the person has already read, "" if nothing in it is false.
func (c *Checker) After(turn preflight.Turn, reply string) string {
	f, ok := c.Check(turn, reply)
	if ok {
		return ""
	}
	return "\n\nThat is not correct. " + f.Ran
}

// again asks the model. A callback that fails or panics gives no reply.
func (c *Checker) again(ctx context.Context, f Finding) (reply string, ok bool) {
	if c.respond == nil {
		return "", false
	}
	err := errors.New("it panicked")
	safely(func() { reply, err = c.respond(ctx, f) })
	return reply, err == nil
}

// claims returns the claims of a reply. A finder that panics finds none.
func (c *Checker) claims(reply string) (list []Claim) {
	safely(func() { list = c.Find(reply) })
	return list
}

// safely calls a function of the program, which may panic.
func safely(f func()) {
	defer func() { _ = recover() }()
	f()
}
