package approval

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"
)

// Metrics are figures about approvals. Package otelmetrics exports them.
type Metrics struct {
	// Pending is the number of pending calls in the database, and Oldest the age of the oldest.
	Pending int64
	Oldest  time.Duration
	// Counters of this Service since it was created.
	Requested, Approved, Rejected, Expired int64
	Lost                                   int64 // started, with unknown outcome
	Refused                                int64 // signature or tool mismatch; see [RefusedError]
}

// Metrics reads the current figures.
func (s *Service) Metrics(ctx context.Context) (Metrics, error) {
	s.recorded.mu.Lock()
	n := s.recorded.of
	m := Metrics{
		Requested: n[string(Pending)], Approved: n[string(Approved)], Rejected: n[string(Rejected)], Expired: n[string(Expired)],
		Lost: n[eventLost], Refused: n[eventRefused],
	}
	s.recorded.mu.Unlock()
	err := s.readClock(ctx, s.db)
	var oldest time.Time
	if err == nil {
		const query = "SELECT count(*), min(created_at) FROM tool_calls WHERE status = 'pending' AND expires_at > ?"
		err = s.db.First(ctx, s.db, []any{&m.Pending, &oldest}, query, s.now())
	}
	if err != nil {
		return Metrics{}, fmt.Errorf("approval: metrics: %w", err)
	}
	if m.Pending > 0 {
		m.Oldest = max(0, s.now().Sub(oldest))
	}
	return m, nil
}

// counts are the numbers of audit rows by event.
type counts struct {
	mu sync.Mutex
	of map[string]int64
}

func (c *counts) add(events []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of == nil {
		c.of = map[string]int64{}
	}
	for _, event := range events {
		c.of[event]++
	}
}

// announce calls the OnPending hook. A hook that hangs or panics does not block anyone.
func (s *Service) announce(ctx context.Context, r *record) {
	if s.cfg.OnPending == nil {
		return
	}
	call := s.call(r)
	ctx = context.WithoutCancel(ctx)
	go func() {
		defer func() {
			if v := recover(); v != nil {
				s.cfg.Log.Error("approval: OnPending panicked", "tool_call_id", call.ToolCallID, "panic", v, "stack", string(debug.Stack()))
			}
		}()
		s.cfg.OnPending(ctx, call)
	}()
}
