package approval

import (
	"context"
	"errors"

	"github.com/toolgen/toolgen/runtime"
)

// attempted records in the audit that a decision by somebody who may see the call was refused.
func (s *store) attempted(ctx context.Context, who Principal, call callKey, d Decision, cause error) {
	var invalid *runtime.ValidationError
	why := ""
	switch {
	case errors.Is(cause, ErrForbidden):
		why = "not allowed"
	case errors.Is(cause, ErrExpired):
		why = "the call has expired"
	case errors.Is(cause, ErrChanged):
		why = "another version of the call was looked at"
	case errors.Is(cause, ErrTierRaised):
		why = "the edit raises the tier"
	case errors.As(cause, &invalid):
		why = "the edited arguments are invalid"
	default:
		return
	}
	tried := "reject"
	if d.Approve {
		tried = "approve"
	}
	err := s.inTx(context.WithoutCancel(ctx), call.tenant, func(tx *auditTx) error {
		r, err := s.load(ctx, tx, call)
		if err != nil {
			return err
		}
		e := s.entry(r, r)
		e.Event, e.Detail, e.Result = eventAttempt, "Tried to "+tried+": "+why+".", ""
		e.DeciderKind, e.DeciderID, e.Reason = who.kind(), cut(who.ID, maxID), plain(d.Reason)
		return tx.add(ctx, e)
	})
	if err != nil {
		s.cfg.Log.Error("approval: an attempt that was refused could not be recorded", "tool_call_id", d.ToolCallID, "who", who.ID, "error", err)
	}
}
