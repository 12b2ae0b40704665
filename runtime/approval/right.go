package approval

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/toolgen/toolgen/runtime"
)

// stillMay asks again whether the approver may approve: nil, ErrRightLost, or errProgram.
func (s *rights) stillMay(ctx context.Context, r *record, inv runtime.Invocation) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%w: the right of the approver of %s: %w", errProgram, quote(r.id), &runtime.PanicError{Value: v, Stack: debug.Stack()})
		}
	}()
	who := Principal{ID: r.decidedBy, Kind: r.deciderKind, Roles: s.call(r).Roles, Tenant: r.tenant}
	if reminder, ok := s.cfg.Authorizer.(Reminder); ok {
		today, err := reminder.Remind(ctx, who)
		if err == nil && today.Tenant != r.tenant {
			err = errors.New("approval: the approver belongs to another tenant")
		}
		if err != nil {
			return s.rightLost(ctx, r, err)
		}
		who = today
	}
	if err := s.maySee(ctx, who, r.thread); err != nil {
		return s.rightLost(ctx, r, err)
	}
	if err := s.mayDecide(ctx, who, r, inv); err != nil {
		return s.rightLost(ctx, r, err)
	}
	return nil
}

// rightLost returns ErrRightLost, or errProgram if the program did not answer in time.
func (s *rights) rightLost(ctx context.Context, r *record, cause error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("%w: the right of the approver of %s could not be found out in time: %w", errProgram, quote(r.id), ctx.Err())
	}
	if forbidden := new(ForbiddenError); errors.As(cause, &forbidden) {
		cause = forbidden.Cause
	}
	s.cfg.Log.Warn("approval: an approver may no longer approve a call", "tool_call_id", r.id, "who", r.decidedBy, "cause", cause)
	return ErrRightLost
}

// justDecided is for calls whose approver has just been checked.
func justDecided(context.Context, *record, runtime.Invocation) error { return nil }
