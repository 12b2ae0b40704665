package approval

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"
)

// expire settles a call whose time is over, and gives the record as it is then.
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

// sweep is how many calls one query of Expire and Resume takes up.
const sweep = 1000

// Expire settles the pending calls whose time is over, and says how many they were.
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

// expireDue settles the pending calls of a thread whose time is over.
func (s *store) expireDue(ctx context.Context, tenant, thread string) error {
	due, err := s.records(ctx, s.db, "WHERE c.tenant = ? AND c.thread_id = ? AND c.status = 'pending' AND c.expires_at <= ?", tenant, thread, s.db.Time(s.now()))
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

// Resume takes up what a process that died has left behind, and waits for it. Calls that were approved and
// not begun within a lease are run, once, by whichever process is first, up to [Config].Parallel side by side.
// Calls that were begun and whose lease has run out are reported as lost, since nobody knows whether the tool
// has done its work; they are never run again. Whoever has approved a call has to be allowed to still, see
// [Reminder]; otherwise it is refused with [ErrRightLost].
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
		case o.now == nil: // somebody else is at it
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

// resumption is what has come of a call that was taken up.
type resumption struct {
	now *record
	err error
}

// slot waits until one more call may be taken up.
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

// resume takes up an approved call, unless this service is at it already.
func (s *Service) resume(ctx context.Context, key callKey) (o resumption) {
	if _, busy := s.resuming.LoadOrStore(key, true); busy {
		return o
	}
	defer s.resuming.Delete(key)
	o.now, o.err = s.execute(context.WithoutCancel(ctx), key, s.stillMay)
	return o
}

// loseDead gives up the executions whose lease has run out.
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

// waiting are the calls that were approved and not begun. Whoever has just approved one is about to run it.
func (s *store) waiting(ctx context.Context) ([]*record, error) {
	return s.records(ctx, s.db, "WHERE c.status = 'approved' AND c.decided_at <= ? ORDER BY c.decided_at LIMIT ?", s.db.Time(s.now().Add(-s.cfg.Lease)), sweep)
}

// lose gives up an execution for lost, if its lease was not prolonged in the meantime.
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

// Run does what [Service.Expire] and [Service.Resume] do, and [Service.Prune] with [Config].Keep, at once and then every so often, until the context
// ends; 0 means every lease. It does not wait for the calls that it has taken up before it goes on, so that
// one that hangs keeps no other waiting; it waits for them when the context has ended. What fails is logged
// and tried again.
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

// begin takes up calls as Resume does, as many as there are slots for, and does not wait for them.
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
			return errors.Join(failed...) // the rest comes next time
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
