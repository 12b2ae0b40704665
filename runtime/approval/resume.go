package approval

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// expire settles a call whose time is over, and gives the record as it is then.
func (s *Service) expire(ctx context.Context, before *record) (*record, error) {
	after := *before
	after.status, after.validated, after.settled = Expired, sql.NullBool{}, s.now()
	after.output = after.notRun()
	err := s.inTx(ctx, func(tx *auditTx) error {
		moved, err := s.move(ctx, tx.Tx, before, &after, "AND expires_at <= ?", s.db.Time(after.settled))
		if err != nil || !moved {
			return err
		}
		e := s.entry(before, &after)
		e.DeciderKind = DeciderTimeout
		return tx.add(ctx, e)
	})
	if err != nil {
		return nil, fmt.Errorf("approval: the call %s has expired, but that could not be recorded: %w", quote(before.id), err)
	}
	return s.load(ctx, s.db, before.id)
}

// sweep is how many calls one query of Expire and Resume takes up.
const sweep = 1000

// Expire settles the pending calls whose time is over, and says how many they were.
func (s *Service) Expire(ctx context.Context) (int, error) {
	due, err := s.records(ctx, s.db, "WHERE c.status = 'pending' AND c.expires_at <= ? ORDER BY c.expires_at LIMIT ?", s.db.Time(s.now()), sweep)
	if err != nil {
		return 0, err
	}
	n := 0
	for _, r := range due {
		now, err := s.expire(ctx, r)
		if err != nil {
			return n, err
		}
		if now.status == Expired {
			n++
		}
	}
	return n, nil
}

// expireDue settles the pending calls of a thread whose time is over.
func (s *Service) expireDue(ctx context.Context, thread string) error {
	due, err := s.records(ctx, s.db, "WHERE m.thread_id = ? AND c.status = 'pending' AND c.expires_at <= ?", thread, s.db.Time(s.now()))
	for i := 0; i < len(due) && err == nil; i++ {
		_, err = s.expire(ctx, due[i])
	}
	return err
}

// Resumed is what [Service.Resume] found and did.
type Resumed struct {
	Executed []Settled       // were approved and not begun: now they are done or have failed
	Lost     []Call          // had begun, and whoever ran them is gone: failed, and the outcome is unknown
	Refused  []*RefusedError // were approved, but do not hold
	Expired  []Call          // were approved, but not begun in time
}

// Resume takes up what a process that died has left behind. Calls that were approved and not begun
// within a lease are run, once, by whichever process is first. Calls that were begun and whose
// lease has run out are reported as lost, since nobody knows whether the tool has done its work;
// they are never run again.
func (s *Service) Resume(ctx context.Context) (Resumed, error) {
	var found Resumed
	dead, err := s.records(ctx, s.db, "WHERE c.status = 'executing' AND c.lease_until <= ? ORDER BY c.lease_until LIMIT ?", s.db.Time(s.now()), sweep)
	if err != nil {
		return found, err
	}
	for _, r := range dead {
		lost, err := s.lose(ctx, r)
		if err != nil {
			return found, err
		}
		if lost != nil {
			found.Lost = append(found.Lost, s.call(lost))
		}
	}
	// Whoever has just approved a call is about to run it.
	waiting, err := s.records(ctx, s.db, "WHERE c.status = 'approved' AND c.decided_at <= ? ORDER BY c.decided_at LIMIT ?", s.db.Time(s.now().Add(-s.cfg.Lease)), sweep)
	if err != nil {
		return found, err
	}
	var failed []error
	for _, r := range waiting {
		if ctx.Err() != nil {
			failed = append(failed, ctx.Err())
			break
		}
		now, err := s.execute(context.WithoutCancel(ctx), r.id)
		var refused *RefusedError
		switch {
		case errors.As(err, &refused):
			found.Refused = append(found.Refused, refused)
		case err != nil:
			failed = append(failed, err)
		case now.status == Expired:
			found.Expired = append(found.Expired, s.call(now))
		case now.status.Settled():
			found.Executed = append(found.Executed, s.settledOf(now))
		}
	}
	return found, errors.Join(failed...)
}

// lose gives up an execution for lost, if its lease was not prolonged in the meantime.
func (s *Service) lose(ctx context.Context, before *record) (*record, error) {
	after := *before
	after.status, after.failure, after.settled = Failed, FailureLost, s.now()
	after.leaseOwner, after.leaseUntil = "", time.Time{}
	after.output = after.notRun()
	var moved bool
	err := s.inTx(ctx, func(tx *auditTx) (err error) {
		moved, err = s.move(ctx, tx.Tx, before, &after, "AND lease_until = ?", s.db.Time(before.leaseUntil))
		if err != nil || !moved {
			return err
		}
		e := s.entry(before, &after)
		e.Detail = "The lease ran out: the outcome is unknown."
		return tx.add(ctx, e)
	})
	if err != nil {
		return nil, fmt.Errorf("approval: the call %s is lost, but that could not be recorded: %w", quote(before.id), err)
	}
	if !moved {
		return nil, nil
	}
	s.cfg.Log.Error("approval: an execution was lost; its outcome is unknown", "tool_call_id", after.id, "thread", after.thread, "tool", after.name)
	return &after, nil
}

// Run calls [Service.Expire] and [Service.Resume], at once and then every so often, until the
// context ends; 0 means every lease. What fails is logged and tried again.
func (s *Service) Run(ctx context.Context, every time.Duration) error {
	if every <= 0 {
		every = s.cfg.Lease
	}
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		if _, err := s.Expire(ctx); err != nil && ctx.Err() == nil {
			s.cfg.Log.Error("approval: expired calls could not be settled", "error", err)
		}
		if _, err := s.Resume(ctx); err != nil && ctx.Err() == nil {
			s.cfg.Log.Error("approval: open calls could not be resumed", "error", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
}
