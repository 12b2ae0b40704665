package preflight

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/toolgen/toolgen/runtime/internal/mask"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

var (
	// ErrNoQuestion is returned if no open question matches the answer.
	ErrNoQuestion = errors.New("preflight: no such question")
	// ErrAnswered is returned if the question was answered before.
	ErrAnswered = errors.New("preflight: the question has been answered")
	// ErrInvalidAnswer is returned for an answer that is not one of the options, or has a wrong phrase. The
	// question stays open.
	ErrInvalidAnswer = errors.New("preflight: not a valid answer to the question")
	// ErrAmbiguousAnswer is returned for an answer without a thread if several threads have asked under the call ID,
	// since a repeated answer must not count in another thread, and for an answer without a call ID if several
	// questions are open.
	ErrAmbiguousAnswer = errors.New("preflight: the answer may be about several calls; name the call, and use RespondIn")
)

// WrongPhraseError reports a wrong phrase. It is [ErrInvalidAnswer] for [errors.Is].
type WrongPhraseError struct {
	Left   int    // tries left; at 0 the call is cancelled
	Notice string // for the person
}

// Error returns the notice.
func (e *WrongPhraseError) Error() string { return "preflight: " + e.Notice }

// Is reports whether target is [ErrInvalidAnswer].
func (e *WrongPhraseError) Is(target error) bool { return target == ErrInvalidAnswer }

// maxPhrases is the number of wrong phrases after which the call is cancelled.
const maxPhrases = 5

var (
	errPhrases  = errors.New("the phrase was typed wrong too often")
	errPending  = errors.New("another question with this call ID is open")
	errNoAnswer = errors.New("nobody answered in time")
)

// judge checks an answer to a question. wrong is the number of wrong phrases.
func (t *Questions) judge(q Question, a Answer, wrong *int) error {
	switch {
	case a.Value != Confirm && a.Value != Cancel:
		return fmt.Errorf("%w: the value is %.32q", ErrInvalidAnswer, a.Value)
	case a.Value == Confirm && a.Phrase != q.Phrase && q.Phrase != "":
		*wrong++
		left := maxPhrases - *wrong
		return &WrongPhraseError{Left: left, Notice: t.wrongPhrase(q, left)}
	}
	return nil
}

// questions holds the open questions of the built-in confirmer, and the latest closed ones.
type questions struct {
	mu   sync.Mutex
	list []*asked
}

// asked is a question that was asked.
type asked struct {
	thread, id string    // digests, since IDs may have any length
	question   *Question // nil once it is closed
	wrong      int       // wrong phrases
	answered   bool
	reply      chan reply
}

type reply struct {
	answer Answer
	err    error
}

// add opens a question, unless one about the same call is open.
func (q *questions) add(a *asked) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	drop := slices.IndexFunc(q.list, func(other *asked) bool { return other.thread == a.thread && other.id == a.id })
	switch {
	case drop >= 0 && q.list[drop].question != nil:
		return errPending
	case drop < 0 && len(q.list) >= maxThreads:
		drop = slices.IndexFunc(q.list, func(other *asked) bool { return other.question == nil })
	}
	if drop >= 0 {
		q.list = slices.Delete(q.list, drop, drop+1)
	}
	q.list = append(q.list, a)
	return nil
}

// find returns the open question about a call of a thread. If no thread is given, only one may have asked under the ID.
// Without an ID it returns the only open question about a call that came without one. The lock is held.
func (q *questions) find(thread *string, id string) (*asked, error) {
	var found *asked
	n, answered, key, in := 0, false, hashed(id), ""
	if thread != nil {
		in = hashed(*thread)
	}
	for _, a := range q.list {
		named := a.id == key || id == "" && a.question != nil && strings.HasPrefix(a.question.CallID, ownID)
		if !named || thread != nil && a.thread != in {
			continue
		}
		n++
		if a.question != nil {
			found = a
		}
		answered = a.answered
	}
	switch {
	case found != nil && n > 1:
		return nil, ErrAmbiguousAnswer
	case found != nil:
		return found, nil
	case answered:
		return nil, ErrAnswered
	}
	return nil, ErrNoQuestion
}

// settle answers a question. The lock is held.
func (a *asked) settle(r reply) {
	a.question, a.answered = nil, true
	a.reply <- r
}

// asker is the built-in confirmer: it emits the question and waits for Respond.
type asker struct{ g *Gate }

// Confirm implements [Confirmer].
func (c *asker) Confirm(ctx context.Context, q Question) (Answer, error) {
	a := &asked{thread: hashed(q.Thread), id: hashed(q.CallID), question: &q, reply: make(chan reply, 1)}
	if err := c.g.questions.add(a); err != nil {
		return Answer{}, err
	}
	c.g.audience.emit(q.Thread, q.CallID, MCQ{
		Type: "write_confirmation", Question: q.Text, Options: q.Options,
		PendingTool: q.Tool.Name, PendingArgs: (*mask.Mask)(nil).Result(q.Args), NeedsPhrase: q.Phrase != "",
	})
	select {
	case r := <-a.reply:
		return r.answer, r.err
	case <-ctx.Done():
	}
	c.g.questions.mu.Lock()
	defer c.g.questions.mu.Unlock()
	if a.question != nil {
		a.question = nil
		return Answer{}, context.Cause(ctx)
	}
	r := <-a.reply // it was answered at the last moment
	return r.answer, r.err
}

// Respond passes a person's answer to the open question of the call that the response names. The error is
// [ErrNoQuestion], [ErrAnswered], [ErrInvalidAnswer] (for a wrong phrase, a [*WrongPhraseError]),
// [ErrAmbiguousAnswer] or [ErrClosed]. A server that knows in which thread a person may answer uses
// [Gate.RespondIn].
func (g *Gate) Respond(resp MCQResponse) error { return g.respond(nil, resp) }

// RespondIn is [Gate.Respond] for one thread; questions of other threads do not exist. A response without a call ID
// answers the only open question about a call that came without an ID.
func (g *Gate) RespondIn(_ context.Context, thread string, resp MCQResponse) error {
	return g.respond(&thread, resp)
}

func (g *Gate) respond(thread *string, resp MCQResponse) error {
	if !g.life.enter() {
		return ErrClosed
	}
	defer g.life.leave()
	g.questions.mu.Lock()
	defer g.questions.mu.Unlock()
	a, err := g.questions.find(thread, resp.ToolCallID)
	if err != nil {
		return err
	}
	q := a.question
	if err := g.cfg.asking.texts.judge(*q, Answer{resp.Value, resp.Phrase}, &a.wrong); err != nil {
		if wrong, ok := err.(*WrongPhraseError); ok {
			g.audience.emit(q.Thread, q.CallID, Step{Tool: q.Tool.Name, Step: StepWriteConfirmation, Status: StepWarn, Detail: wrong.Notice})
			if wrong.Left == 0 {
				a.settle(reply{err: errPhrases})
			}
		}
		return err
	}
	resp.ToolCallID, resp.Phrase = q.CallID, show.Line(resp.Phrase, maxLabel)
	if q.Phrase == "" {
		resp.Phrase = ""
	}
	g.audience.emit(q.Thread, q.CallID, resp)
	a.settle(reply{answer: Answer{Value: resp.Value, Phrase: q.Phrase}})
	return nil
}
