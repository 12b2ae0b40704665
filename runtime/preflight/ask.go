package preflight

import (
	"context"
	"errors"
	"fmt"
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

// callKey identifies the call of a question.
type callKey struct{ thread, id string }

// pendingQuestions holds the open questions.
type pendingQuestions struct {
	mu       sync.Mutex
	open     map[callKey]*pendingQuestion
	answered memory[struct{}]
	ids      memory[askedID] // by the call ID
}

// askedID describes the questions asked under a call ID.
type askedID struct {
	thread   string // of the first question
	several  bool   // other threads have asked as well
	answered bool   // the last question was answered
}

// pendingQuestion is an open question.
type pendingQuestion struct {
	question Question
	wrong    int // wrong phrases
	reply    chan reply
}

type reply struct {
	answer Answer
	err    error
}

// answered returns the key of an answered question.
func (k callKey) answered() string { return hashed("thread", k.thread, k.id) }

// idKey returns the key of a call ID.
func idKey(id string) string { return hashed("any thread", id) }

// asker is the built-in confirmer: it emits the question and waits for Respond.
type asker struct{ g *Gate }

// Confirm implements [Confirmer].
func (a *asker) Confirm(ctx context.Context, q Question) (Answer, error) {
	asked := &a.g.questions
	key := callKey{thread: q.Thread, id: q.CallID}
	p := &pendingQuestion{question: q, reply: make(chan reply, 1)}
	asked.mu.Lock()
	if asked.open[key] != nil {
		asked.mu.Unlock()
		return Answer{}, errPending
	}
	if asked.open == nil {
		asked.open = map[callKey]*pendingQuestion{}
	}
	asked.open[key] = p
	asked.answered.drop(key.answered()) // this is another question
	if id := asked.ids.find(idKey(key.id)); id == nil {
		asked.ids.at(idKey(key.id)).thread = key.thread
	} else {
		id.several = id.several || id.thread != key.thread
		id.answered = false
	}
	asked.mu.Unlock()

	a.g.audience.emit(q.Thread, q.CallID, MCQ{
		Type: "write_confirmation", Question: q.Text, Options: q.Options,
		PendingTool: q.Tool.Name, PendingArgs: (*mask.Mask)(nil).Result(q.Args), NeedsPhrase: q.Phrase != "",
	})
	select {
	case r := <-p.reply:
		return r.answer, r.err
	case <-ctx.Done():
	}
	asked.mu.Lock()
	defer asked.mu.Unlock()
	if asked.open[key] == p {
		delete(asked.open, key)
		return Answer{}, context.Cause(ctx)
	}
	r := <-p.reply // it was answered at the last moment
	return r.answer, r.err
}

// Respond passes a person's answer to the open question of the call that the response names. The error is
// [ErrNoQuestion], [ErrAnswered], [ErrInvalidAnswer] (for a wrong phrase, a [*WrongPhraseError]),
// [ErrAmbiguousAnswer] or [ErrClosed]. A server that knows in which thread a person may answer uses
// [Gate.RespondIn].
func (g *Gate) Respond(resp MCQResponse) error {
	var found []callKey
	g.questions.mu.Lock()
	for key := range g.questions.open {
		if key.id == resp.ToolCallID || resp.ToolCallID == "" && strings.HasPrefix(key.id, ownID) {
			found = append(found, key)
		}
	}
	var asked askedID
	if id := g.questions.ids.find(idKey(resp.ToolCallID)); id != nil {
		asked = *id
	}
	g.questions.mu.Unlock()
	switch {
	case len(found) == 0 && asked.answered:
		return ErrAnswered
	case len(found) == 0:
		return ErrNoQuestion
	case len(found) > 1 || asked.several:
		return ErrAmbiguousAnswer
	}
	return g.RespondIn(context.Background(), found[0].thread, resp)
}

// RespondIn is [Gate.Respond] for one thread; questions of other threads do not exist. A response without a call ID
// answers the only open question about a call that came without an ID.
func (g *Gate) RespondIn(_ context.Context, thread string, resp MCQResponse) error {
	if !g.life.enter() {
		return ErrClosed
	}
	defer g.life.leave()
	q := &g.questions
	key := callKey{thread: thread, id: resp.ToolCallID}
	q.mu.Lock()
	defer q.mu.Unlock()
	if key.id == "" {
		id, several := q.unnamed(thread)
		if several {
			return ErrAmbiguousAnswer
		}
		key.id, resp.ToolCallID = id, id
	}
	p := q.open[key]
	switch {
	case p == nil && q.answered.find(key.answered()) != nil:
		return ErrAnswered
	case p == nil:
		return ErrNoQuestion
	case resp.Value != Confirm && resp.Value != Cancel:
		return fmt.Errorf("%w: the value is %.32q", ErrInvalidAnswer, resp.Value)
	case resp.Value == Confirm && resp.Phrase != p.question.Phrase && p.question.Phrase != "":
		p.wrong++
		wrong := &WrongPhraseError{Left: maxPhrases - p.wrong}
		wrong.Notice = g.cfg.asking.texts.wrongPhrase(p.question, wrong.Left)
		g.audience.emit(thread, key.id, Step{Tool: p.question.Tool.Name, Step: StepWriteConfirmation, Status: StepWarn, Detail: wrong.Notice})
		if wrong.Left <= 0 {
			q.settle(key, p, reply{err: errPhrases})
		}
		return wrong
	}
	resp.Phrase = show.Cut(resp.Phrase, maxLabel)
	if p.question.Phrase == "" {
		resp.Phrase = ""
	}
	g.audience.emit(thread, key.id, resp)
	q.settle(key, p, reply{answer: Answer{Value: resp.Value, Phrase: p.question.Phrase}})
	return nil
}

// unnamed returns the ID of the open question of a thread about a call that came without an ID, or "". The lock is
// held.
func (q *pendingQuestions) unnamed(thread string) (id string, several bool) {
	for key := range q.open {
		if key.thread == thread && strings.HasPrefix(key.id, ownID) {
			id, several = key.id, id != ""
		}
	}
	return id, several
}

// settle closes a question. The lock is held.
func (q *pendingQuestions) settle(key callKey, p *pendingQuestion, r reply) {
	delete(q.open, key)
	q.answered.at(key.answered())
	q.ids.at(idKey(key.id)).answered = true
	p.reply <- r
}
