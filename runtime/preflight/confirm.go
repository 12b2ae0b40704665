package preflight

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// confirm asks the person. A call that is not confirmed ends here: nothing was done.
func (v *visit) confirm(ctx context.Context, inv *runtime.Invocation) *ending {
	began := time.Now()
	v.step(StepWriteConfirmation, StepRunning, "", 0)
	answer, err := v.ask(ctx, v.question(inv))
	var outcome Outcome
	var message, detail string
	tool := show.Line(v.call.Name, maxLabel)
	switch {
	case err == nil && answer.Value == Confirm:
		v.step(StepWriteConfirmation, StepPass, "confirmed", milliseconds(began))
		return nil
	case err == nil && answer.Value == Cancel:
		outcome, detail = OutcomeCancelled, "cancelled"
		message = "The user said no to " + tool + ", so it was not run and nothing was changed. " +
			"Do not call it again unless the user asks for it."
	case errors.Is(err, errPhrases):
		outcome, detail = OutcomeCancelled, "cancelled: "+errPhrases.Error()
		message = fmt.Sprintf("The phrase that confirms %s was typed wrong %d times, so it was cancelled: "+
			"it was not run and nothing was changed.", tool, maxPhrases)
	default:
		outcome, detail = OutcomeUnasked, v.unasked(ctx, err)
		message = tool + " was not run and nothing was changed, since it has to be confirmed and " + detail + ". The user has not said no."
	}
	status := StepDone
	if outcome == OutcomeUnasked {
		status = StepFailed
	}
	v.step(StepWriteConfirmation, status, detail, milliseconds(began))
	return &ending{out: notMade(v.call, string(outcome), message), outcome: outcome, fields: v.fields(inv.Raw)}
}

// unasked returns why there is no answer, as part of a sentence.
func (v *visit) unasked(ctx context.Context, err error) string {
	switch {
	case errors.Is(err, errNoAnswer):
		return fmt.Sprintf("nobody answered within %s", v.g.cfg.asking.timeout)
	case errors.Is(err, ErrClosed):
		return "the program was shut down before anybody answered"
	case errors.Is(err, errPending):
		return errPending.Error()
	case ctx.Err() != nil:
		return "the connection ended before anybody answered"
	}
	return "nobody could be asked"
}

// ask asks the person until there is a valid answer.
func (v *visit) ask(ctx context.Context, q Question) (Answer, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	ctx, cancelTimeout := context.WithTimeoutCause(ctx, v.g.cfg.asking.timeout, errNoAnswer)
	defer cancelTimeout()
	defer context.AfterFunc(v.g.life.base, func() { cancel(ErrClosed) })()

	for wrong := 0; ; {
		answer, err := v.askOnce(ctx, q)
		if err != nil {
			if cause := context.Cause(ctx); cause != nil && !errors.Is(err, errPhrases) {
				return Answer{}, cause
			}
			return Answer{}, err
		}
		err = v.g.cfg.asking.texts.judge(q, answer, &wrong)
		again, ok := errors.AsType[*WrongPhraseError](err)
		if !ok {
			return answer, err
		}
		q.Notice = again.Notice
		v.step(StepWriteConfirmation, StepWarn, q.Notice, 0)
		if again.Left == 0 {
			return Answer{}, errPhrases
		}
	}
}

// askOnce calls the confirmer. It always waits for the built-in one, which ends with its context: an answer that it
// has accepted must count.
func (v *visit) askOnce(ctx context.Context, q Question) (Answer, error) {
	if own, ok := v.g.confirmer.(*asker); ok {
		return own.Confirm(ctx, q)
	}
	return apart(ctx, &v.g.life, func(ctx context.Context) (Answer, error) { return v.g.confirmer.Confirm(ctx, q) })
}
