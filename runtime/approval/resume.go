package approval

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"
)

// expire settles an expired call and returns the resulting record.
func (s *store) expire(ctx context.Context, before *record) (*record, error) {
	after := *before
	after.status, after.validated, after.settled = Expired, sql.NullBool{}, s.now()
	after.output = after.notRun()
	err := s.inTx(ctx, before.tenant, func(tx *auditTx) error {
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
	return s.load(ctx, s.db, before.callKey)
}

// sweep is the number of calls per query of Expire and Resume.
const sweep = 1000

// Expire settles expired pending calls and returns their number.
func (s *Service) Expire(ctx context.Context) (int, error) {
	due, err := s.records(ctx, s.db, "WHERE c.status = 'pending' AND c.expires_at <= ? ORDER BY c.expires_at LIMIT ?", s.db.Time(s.now()), sweep)
	if err != nil {
		return 0, err
	}
	n := 0
	var failed []error
	for _, r := range due {
		now, err := s.expire(ctx, r)
		if err == nil && now.status == Expired {
			n++
		}
		failed = append(failed, err)
	}
	return n, errors.Join(failed...)
}

// expireDue settles the expired pending calls of a thread.
func (s *store) expireDue(ctx context.Context, tenant, thread string) error {
	due, err := s.records(ctx, s.db, "WHERE c.tenant = ? AND c.thread_id = ? AND c.status = 'pending' AND c.expires_at <= ?", tenant, thread, s.db.Time(s.now()))
	for i := 0; i < len(due) && err == nil; i++ {
		_, err = s.expire(ctx, due[i])
	}
	return err
}

// Resumed is the result of [Service.Resume].
type Resumed struct {
	Executed []Settled       // approved but not started: now done or failed
	Lost     []Call          // started by a process that died: failed, outcome unknown
	Refused  []*RefusedError // approved, but no longer valid
	Expired  []Call          // approved, but not started in time
}

// Resume continues what a dead process left behind, and waits for it. Calls approved but not started within a
// lease are run, once, by the first process to claim them, up to [Config].Parallel concurrently. Started calls
// whose lease has ended are reported as lost, since their outcome is unknown, and never run again. The approver
// must still have the right to approve, see [Reminder]; otherwise the call is refused with [ErrRightLost].
func (s *Service) Resume(ctx context.Context) (Resumed, error) {
	var found Resumed
	var failed []error
	found.Lost, failed = s.loseDead(ctx)
	waiting, err := s.waiting(ctx)
	failed = append(failed, err)
	outcomes := make([]resumption, len(waiting))
	var group sync.WaitGroup
	for i, r := range waiting {
		if err := s.slot(ctx); err != nil {
			failed = append(failed, err)
			break
		}
		group.Go(func() {
			defer s.release()
			outcomes[i] = s.resume(ctx, r.callKey)
		})
	}
	group.Wait()
	for _, o := range outcomes {
		var refused *RefusedError
		switch {
		case errors.As(o.err, &refused):
			found.Refused = append(found.Refused, refused)
		case o.err != nil:
			failed = append(failed, o.err)
		case o.now == nil: // another process has it
		case o.now.status == Expired:
			found.Expired = append(found.Expired, s.call(o.now))
		case o.now.failure == FailureLost:
			found.Lost = append(found.Lost, s.call(o.now))
		case o.now.status.Settled():
			found.Executed = append(found.Executed, s.settledOf(o.now))
		}
	}
	return found, errors.Join(failed...)
}

// resumption is the result for one resumed call.
type resumption struct {
	now *record
	err error
}

// slot waits for a free slot.
func (s *Service) slot(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case s.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Service) release() { <-s.slots }

// resume runs an approved call, unless this service is running it already.
func (s *Service) resume(ctx context.Context, key callKey) (o resumption) {
	if _, busy := s.resuming.LoadOrStore(key, true); busy {
		return o
	}
	defer s.resuming.Delete(key)
	o.now, o.err = s.execute(context.WithoutCancel(ctx), key, s.stillMay)
	return o
}

// loseDead gives up executions whose lease has ended.
func (s *Service) loseDead(ctx context.Context) (lost []Call, failed []error) {
	dead, err := s.records(ctx, s.db, "WHERE c.status = 'executing' AND c.lease_until <= ? ORDER BY c.lease_until LIMIT ?", s.db.Time(s.now()), sweep)
	failed = append(failed, err)
	for _, r := range dead {
		now, err := s.lose(ctx, r)
		if now != nil {
			lost = append(lost, s.call(now))
		}
		failed = append(failed, err)
	}
	return lost, failed
}

// waiting returns calls approved but not started; recent ones are excluded, because their approver's process is
// about to start them.
func (s *store) waiting(ctx context.Context) ([]*record, error) {
	return s.records(ctx, s.db, "WHERE c.status = 'approved' AND c.decided_at <= ? ORDER BY c.decided_at LIMIT ?", s.db.Time(s.now().Add(-s.cfg.Lease)), sweep)
}

// lose gives up an execution for lost, unless its lease was extended meanwhile.
func (s *store) lose(ctx context.Context, before *record) (*record, error) {
	after := *before
	after.status, after.failure, after.settled = Failed, FailureLost, s.now()
	after.leaseOwner, after.leaseUntil = "", time.Time{}
	after.output = after.notRun()
	var moved bool
	err := s.inTx(ctx, before.tenant, func(tx *auditTx) (err error) {
		moved, err = s.move(ctx, tx.Tx, before, &after, "AND lease_until = ?", s.db.Time(before.leaseUntil))
		if err != nil || !moved {
			return err
		}
		e := s.entry(before, &after)
		e.Event, e.Detail = eventLost, "The lease ran out: the outcome is unknown."
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

// Run calls [Service.Expire], [Service.Resume] and, with [Config].Keep, [Service.Prune] immediately and then
// periodically until the context ends; an interval of 0 means the lease. It does not wait for resumed calls
// before it continues, so that a hanging call does not block others; it waits for them at the end. Errors are
// logged and retried.
func (s *Service) Run(ctx context.Context, every time.Duration) error {
	if every <= 0 {
		every = s.cfg.Lease
	}
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	var group sync.WaitGroup
	defer group.Wait()
	for {
		if _, err := s.Expire(ctx); err != nil && ctx.Err() == nil {
			s.cfg.Log.Error("approval: expired calls could not be settled", "error", err)
		}
		if s.cfg.Keep > 0 {
			if _, err := s.Prune(ctx, s.now().Add(-s.cfg.Keep)); err != nil && ctx.Err() == nil {
				s.cfg.Log.Error("approval: old calls could not be forgotten", "error", err)
			}
		}
		if err := s.begin(ctx, &group); err != nil && ctx.Err() == nil {
			s.cfg.Log.Error("approval: open calls could not be resumed", "error", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
}

// begin resumes calls, as far as there are slots, without waiting for them.
func (s *Service) begin(ctx context.Context, group *sync.WaitGroup) error {
	_, failed := s.loseDead(ctx)
	waiting, err := s.waiting(ctx)
	failed = append(failed, err)
	for _, r := range waiting {
		if _, busy := s.resuming.Load(r.callKey); busy {
			continue
		}
		select {
		case s.slots <- struct{}{}:
		default:
			return errors.Join(failed...) // the others next time
		}
		group.Go(func() {
			defer s.release()
			if o := s.resume(ctx, r.callKey); o.err != nil {
				s.cfg.Log.Error("approval: a call could not be resumed", "tool_call_id", r.id, "error", o.err)
			}
		})
	}
	return errors.Join(failed...)
}
