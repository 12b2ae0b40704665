package preflight

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// confirm asks the person. ok is false where the call ends here: nothing was done.
func (p *pass) confirm(ctx context.Context) (out runtime.ToolOutput, ok bool) {
	began := time.Now()
	p.step(StepWriteConfirmation, StepRunning, "", 0)
	question := p.g.newQuestion(p)
	answer, err := p.ask(ctx, question)
	var outcome Outcome
	var message, detail string
	tool := cut(p.call.Name, maxLabel)
	switch {
	case err == nil && answer.Value == Confirm:
		p.step(StepWriteConfirmation, StepPass, "confirmed", milliseconds(began))
		return out, true
	case err == nil && answer.Value == Cancel:
		outcome, detail = OutcomeCancelled, "cancelled"
		message = fmt.Sprintf("The user said no to %s, so it was not run and nothing was changed. Do not call it again unless the user asks for it.", tool)
	case errors.Is(err, errPhrases):
		outcome, detail = OutcomeCancelled, "cancelled: "+errPhrases.Error()
		message = fmt.Sprintf("The phrase that confirms %s was typed wrong %d times, so it was cancelled: it was not run and nothing was changed.", tool, maxPhrases)
	default:
		outcome, detail = OutcomeUnasked, p.unasked(ctx, err)
		message = fmt.Sprintf("%s was not run and nothing was changed, since it has to be confirmed and %s. The user has not said no.", tool, detail)
	}
	status := StepDone
	if outcome == OutcomeUnasked {
		status = StepFailed
	}
	p.step(StepWriteConfirmation, status, detail, milliseconds(began))
	return p.end(notMade(p.call, string(outcome), message), outcome, p.keysTold()), false
}

// unasked says why there is no answer, as a part of a sentence.
func (p *pass) unasked(ctx context.Context, err error) string {
	switch {
	case errors.Is(err, errNoAnswer):
		return fmt.Sprintf("nobody answered within %s", p.g.cfg.questionTimeout)
	case errors.Is(err, ErrClosed):
		return "the program was shut down before anybody answered"
	case errors.Is(err, errPending):
		return errPending.Error()
	case ctx.Err() != nil:
		return "the connection ended before anybody answered"
	}
	return "nobody could be asked"
}

// ask has the confirmer ask until there is an answer that counts. An error means that there is none.
func (p *pass) ask(ctx context.Context, q Question) (Answer, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	ctx, cancelTimeout := context.WithTimeoutCause(ctx, p.g.cfg.questionTimeout, errNoAnswer)
	defer cancelTimeout()
	defer context.AfterFunc(p.g.base, func() { cancel(ErrClosed) })()

	for wrong := 0; ; {
		answer, err := p.askOnce(ctx, q)
		switch {
		case err != nil:
			if cause := context.Cause(ctx); cause != nil && !errors.Is(err, errPhrases) {
				return Answer{}, cause
			}
			return Answer{}, err
		case answer.Value == Cancel:
			return answer, nil
		case answer.Value != Confirm:
			return Answer{}, fmt.Errorf("%w: the value is %.32q", ErrInvalidAnswer, answer.Value)
		case answer.Phrase == q.Phrase || q.Phrase == "":
			return answer, nil
		}
		wrong++
		q.Notice = p.g.cfg.questions.wrongPhrase(q, maxPhrases-wrong)
		p.step(StepWriteConfirmation, StepWarn, q.Notice, 0)
		if wrong == maxPhrases {
			return Answer{}, errPhrases
		}
	}
}

// askOnce has the confirmer ask. The built-in one is waited for in any case: it ends with its
// context, and an answer that it has accepted must count.
func (p *pass) askOnce(ctx context.Context, q Question) (Answer, error) {
	if own, ok := p.g.confirmer.(*asker); ok {
		return own.Confirm(ctx, q)
	}
	type answered struct {
		answer Answer
		err    error
	}
	a, finished, caught := apart(p.g, ctx, func(ctx context.Context) answered {
		answer, err := p.g.confirmer.Confirm(ctx, q)
		return answered{answer, err}
	})
	switch {
	case caught != nil:
		return Answer{}, caught
	case !finished:
		return Answer{}, context.Cause(ctx)
	}
	return a.answer, a.err
}
