package approval

import (
	"context"
	"fmt"
	"time"
)

// forgetAtOnce is the number of calls read at once.
const forgetAtOnce = 100

// Prune deletes the calls of all tenants that were settled before a time, acknowledged or not, and returns
// their number. The audit keeps who decided what and when, and digests of arguments, reasons and results. IDs
// of deleted calls stay used. With [Config].Keep, [Service.Run] prunes regularly.
func (s *Service) Prune(ctx context.Context, before time.Time) (int, error) {
	return s.forget(ctx, "The call was settled longer ago than calls are kept.", func() ([]*record, error) {
		return s.records(ctx, s.db, "WHERE settled_at < ? ORDER BY settled_at LIMIT ?", before, forgetAtOnce)
	})
}

// Erase deletes all calls of a thread, like [Service.Prune], and returns their number. Pending calls can no
// longer be decided. If an approved call is not settled, it returns [ErrOpen]. It is for the program and does
// not consult the Authorizer.
//
// Audit rows of older versions contain masked arguments and reasons in the row itself, which cannot be erased.
func (s *Service) Erase(ctx context.Context, thread string) (int, error) {
	tenant, err := s.tenantOf(ctx, thread)
	if err != nil {
		return 0, err
	}
	return s.forget(ctx, "The thread was erased.", func() ([]*record, error) {
		const of = "WHERE tenant = ? AND thread_id = ? "
		open, err := s.records(ctx, s.db, of+"AND status IN ('approved', 'executing') LIMIT 1", tenant, thread)
		if err != nil {
			return nil, err
		}
		if len(open) > 0 {
			return nil, fmt.Errorf("%w: %s", ErrOpen, quote(open[0].id))
		}
		return s.records(ctx, s.db, of+"ORDER BY seq LIMIT ?", tenant, thread, forgetAtOnce)
	})
}

// forget deletes the calls returned by next until there are none.
func (s *store) forget(ctx context.Context, why string, next func() ([]*record, error)) (n int, err error) {
	for {
		found, err := next()
		if err != nil || len(found) == 0 {
			return n, err
		}
		for _, r := range found {
			deleted, err := s.forgetCall(ctx, r, why)
			if err != nil {
				return n, fmt.Errorf("approval: the call %s could not be deleted: %w", quote(r.id), err)
			}
			if deleted {
				n++
			}
		}
	}
}

// forgetCall deletes a call that has not changed since it was read.
func (s *store) forgetCall(ctx context.Context, r *record, why string) (deleted bool, err error) {
	err = s.inTx(ctx, r.tenant, func(tx *auditTx) error {
		n, err := s.db.Run(ctx, tx, "DELETE FROM tool_calls WHERE "+whereCall+" AND status = ?", r.args(r.status)...)
		if deleted = n == 1; err != nil || !deleted { // it was moved in the meantime
			return err
		}
		_, err = s.db.Run(ctx, tx, "DELETE FROM approval_audit_texts WHERE tenant = ? AND seq IN "+
			"(SELECT seq FROM approval_audit WHERE "+whereCall+")", append([]any{r.tenant}, r.args()...)...)
		if err != nil {
			return err
		}
		_, err = s.db.Run(ctx, tx, `DELETE FROM messages WHERE tenant = ? AND thread_id = ? AND id = ? AND NOT EXISTS
	(SELECT 1 FROM tool_calls c WHERE c.tenant = messages.tenant AND c.thread_id = messages.thread_id AND c.message_id = messages.id)`,
			r.tenant, r.thread, r.message)
		if err != nil {
			return err
		}
		e := entry(r, r)
		e.Event, e.After, e.Detail = eventErased, "", why
		e.DeciderKind, e.DeciderID = DeciderSystem, ""
		return tx.add(ctx, e)
	})
	return deleted && err == nil, err
}
