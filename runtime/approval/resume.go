package approval

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/toolgen/toolgen/runtime/internal/steps"
)

// expire settles an expired call and returns the resulting record.
func (s *store) expire(ctx context.Context, before *record) (*record, error) {
	after := *before
	after.status, after.validated, after.settled = Expired, nil, s.now()
	after.output = after.notRun()
	e := entry(before, &after)
	e.DeciderKind = DeciderTimeout
	_, err := s.change(ctx, before, &after, e, "AND expires_at <= ?", after.settled)
	if err != nil {
		return nil, fmt.Errorf("approval: the call %s has expired, but that could not be recorded: %w", quote(before.id), err)
	}
	return s.load(ctx, s.db, before.callKey)
}

// sweep is the number of calls per query of Expire and Resume.
const sweep = 1000

// Expire settles expired pending calls and returns their number.
func (s *Service) Expire(ctx context.Context) (int, error) { return s.expireDue(ctx, "") }

// expireDue settles expired pending calls that meet a further condition.
func (s *store) expireDue(ctx context.Context, condition string, args ...any) (n int, err error) {
	due, err := s.records(ctx, s.db, "WHERE status = 'pending' AND expires_at <= ? "+condition+" ORDER BY expires_at LIMIT ?",
		append(append([]any{s.now()}, args...), sweep)...)
	failed := []error{err}
	for _, r := range due {
		now, err := s.expire(ctx, r)
		if err == nil && now.status == Expired {
			n++
		}
		failed = append(failed, err)
	}
	return n, errors.Join(failed...)
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
	var mu sync.Mutex
	var group sync.WaitGroup
	err := s.begin(ctx, &group, func(now *record, err error) {
		mu.Lock()
		defer mu.Unlock()
		switch refused, ok := errors.AsType[*RefusedError](err); {
		case ok:
			found.Refused = append(found.Refused, refused)
		case err != nil:
			failed = append(failed, err)
		case now.status == Expired:
			found.Expired = append(found.Expired, s.call(now))
		case now.failure == FailureLost:
			found.Lost = append(found.Lost, s.call(now))
		case now.status.Settled():
			found.Executed = append(found.Executed, s.settledOf(now))
		}
	})
	group.Wait()
	return found, errors.Join(append(failed, err)...)
}

// begin gives up executions whose lease has ended, and starts the approved calls that wait, each in a goroutine of
// the group that waits for a slot. Recently approved calls are excluded, because the process of their approver is about
// to start them. Each outcome is passed to done.
func (s *Service) begin(ctx context.Context, group *sync.WaitGroup, done func(now *record, err error)) error {
	dead, err1 := s.records(ctx, s.db, "WHERE status = 'executing' AND lease_until <= ? ORDER BY lease_until LIMIT ?", s.now(), sweep)
	for _, r := range dead {
		if now, err := s.lose(ctx, r); now != nil || err != nil {
			done(now, err)
		}
	}
	waiting, err2 := s.records(ctx, s.db, "WHERE status = 'approved' AND decided_at <= ? ORDER BY decided_at LIMIT ?",
		s.now().Add(-s.cfg.Lease), sweep)
	for _, r := range waiting {
		if _, busy := s.resuming.LoadOrStore(r.callKey, true); busy {
			continue
		}
		group.Go(func() {
			defer s.resuming.Delete(r.callKey)
			select {
			case s.slots <- struct{}{}:
				defer func() { <-s.slots }()
				done(s.execute(context.WithoutCancel(ctx), r.callKey, true))
			case <-ctx.Done():
				done(nil, ctx.Err())
			}
		})
	}
	return errors.Join(err1, err2)
}

// lose gives up an execution for lost. It returns nil if its lease was extended meanwhile.
func (s *store) lose(ctx context.Context, before *record) (*record, error) {
	steps.At(ctx, "lose")
	after := *before
	after.status, after.failure, after.settled = Failed, FailureLost, s.now()
	after.leaseOwner, after.leaseUntil = "", time.Time{}
	after.output = after.notRun()
	e := entry(before, &after)
	e.Event, e.Detail = eventLost, "The lease ran out: the outcome is unknown."
	moved, err := s.change(ctx, before, &after, e, "AND lease_until = ?", before.leaseUntil)
	switch {
	case err != nil:
		return nil, fmt.Errorf("approval: the call %s is lost, but that could not be recorded: %w", quote(before.id), err)
	case !moved:
		return nil, nil
	}
	s.report(slog.LevelError, "an execution was lost; its outcome is unknown", &after)
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
	failed := func(what string, err error) {
		if err != nil && ctx.Err() == nil {
			s.cfg.Log.Error("approval: "+what, "error", err)
		}
	}
	for {
		_, err := s.Expire(ctx)
		failed("expired calls could not be settled", err)
		if s.cfg.Keep > 0 {
			_, err = s.Prune(ctx, s.now().Add(-s.cfg.Keep))
			failed("old calls could not be deleted", err)
		}
		err = s.begin(ctx, &group, func(_ *record, err error) { failed("a call could not be resumed", err) })
		failed("open calls could not be resumed", err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
}
