package approval

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/steps"
)

// keepResult is how long a process keeps trying to save a result after its lease ended.
const keepResult = 24 * time.Hour

// lease is the local end of this process's lease, by a monotonic clock. It is never earlier than in the
// database, since it is counted from the database's response.
type lease struct{ until atomic.Pointer[time.Time] }

func (l *lease) prolong(d time.Duration) {
	until := time.Now().Add(d)
	l.until.Store(&until)
}

func (l *lease) left() time.Duration { return time.Until(*l.until.Load()) }

// carryOut runs the tool and waits for it until Config.Timeout plus the lease. A tool that takes longer is
// given up for lost; its eventual result is stored with the call.
func (s *Service) carryOut(ctx context.Context, running *record, inv runtime.Invocation) (*record, error) {
	var held lease
	held.prolong(s.cfg.Lease)
	limited, cancel := context.WithTimeout(ctx, s.cfg.Timeout)
	defer cancel()
	result := make(chan runtime.ToolOutput, 1)
	go func() {
		out := failure(running, runtime.FailureInternal, "The tool failed: its goroutine was ended. It is not known how far it got.")
		defer func() { result <- out }()
		out = s.run(limited, running, inv)
	}()
	beating := make(chan struct{})
	go func() { defer close(beating); s.beat(limited, running, &held) }()
	finish := func(out runtime.ToolOutput) (*record, error) {
		cancel()
		<-beating
		steps.At(ctx, "ran")
		return s.finish(ctx, running, out, &held)
	}
	select {
	case out := <-result:
		return finish(out)
	case <-limited.Done():
	}
	<-beating
	select { // the lease is no longer extended
	case out := <-result:
		return finish(out)
	case <-time.After(held.left()):
	}
	go func() { s.keepTrying(ctx, running, <-result) }()
	return s.outlived(ctx, running)
}

// outlived settles an execution of this process whose lease has ended.
func (s *store) outlived(ctx context.Context, running *record) (*record, error) {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.Lease)
	defer cancel()
	now, err := s.load(ctx, s.db, running.callKey)
	if err != nil {
		return running, err
	}
	if now.status == Executing && now.leaseOwner == running.leaseOwner {
		if _, err := s.lose(ctx, now); err != nil {
			return running, err
		}
	}
	return s.load(ctx, s.db, running.callKey)
}

// beat extends the lease until the context ends, at the latest after Config.Timeout.
func (s *store) beat(ctx context.Context, r *record, held *lease) {
	ticker := time.NewTicker(max(s.cfg.Lease/3, time.Millisecond))
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		still, err := s.prolong(ctx, r)
		switch {
		case err == nil && still:
			held.prolong(s.cfg.Lease)
		case err != nil && ctx.Err() == nil:
			s.report(slog.LevelWarn, "a lease could not be extended", r, "error", err)
		case err == nil:
			s.report(slog.LevelWarn, "an execution has lost its lease; it continues, and its result will be stored with the call as late", r)
			return
		}
	}
}

// finish saves the result of an execution. If the database fails, it retries until the lease ends; then it
// returns an error but keeps trying, since the call may be given up for lost at any time.
func (s *Service) finish(ctx context.Context, running *record, out runtime.ToolOutput, held *lease) (*record, error) {
	err := s.save(ctx, running, out, s.cfg.Lease/10, held.left())
	if err == nil {
		steps.At(ctx, "saved")
		return s.load(ctx, s.db, running.callKey)
	}
	s.report(slog.LevelError, "a call was run, but its result could not be saved yet", running, "error", err)
	go s.keepTrying(ctx, running, out)
	return running, fmt.Errorf("approval: the call %s was run, but its result could not be saved yet: %w", quote(running.id), err)
}

// keepTrying saves a late result.
func (s *store) keepTrying(ctx context.Context, running *record, out runtime.ToolOutput) {
	if err := s.save(ctx, running, out, s.cfg.Lease, keepResult); err != nil {
		s.report(slog.LevelError, "a call was run, but its result could not be saved and is lost", running, "error", err)
	}
}

// save saves a result. After a failure it tries again for some time, after growing pauses of at most longest.
func (s *store) save(ctx context.Context, running *record, out runtime.ToolOutput, longest, during time.Duration) error {
	until := time.Now().Add(during)
	longest = max(longest, time.Millisecond)
	for pause := max(longest/32, time.Millisecond); ; pause = min(2*pause, longest) {
		err := s.saveOnce(ctx, running, out)
		if err == nil || time.Until(until) < pause {
			return err
		}
		time.Sleep(pause)
	}
}

// saveOnce saves the result of an execution that still has its lease. Otherwise the call was given up for lost,
// and the result is stored as late.
func (s *store) saveOnce(ctx context.Context, running *record, out runtime.ToolOutput) error {
	ctx, cancel := context.WithTimeout(ctx, max(s.cfg.Lease, time.Second))
	defer cancel()
	after := *running
	after.status, after.leaseOwner, after.leaseUntil = Done, "", time.Time{}
	after.output = stored(out)
	switch {
	case runtime.WasNotRun(out):
		after.status, after.failure = Failed, FailureNotRun
	case out.Error != nil, out.RetryHint != nil && out.RetryHint.Reason == runtime.Internal: // also a result that is an error
		after.status, after.failure = Failed, FailureTool
	}
	return s.inTx(ctx, running.tenant, func(tx *auditTx) error {
		after.settled = s.now()
		if moved, err := tx.change(ctx, running, &after, entry(running, &after), ""); err != nil || moved {
			return err
		}
		return s.keepLate(ctx, tx, &after)
	})
}
