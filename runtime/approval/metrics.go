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
	Refused                                int64 // signature or tool mismatch; see [ErrRefused]
}

// Metrics reads the current figures.
func (s *Service) Metrics(ctx context.Context) (Metrics, error) {
	m := Metrics{
		Requested: s.recorded.get(string(Pending)), Approved: s.recorded.get(string(Approved)), Rejected: s.recorded.get(string(Rejected)),
		Expired: s.recorded.get(string(Expired)), Lost: s.recorded.get(eventLost), Refused: s.recorded.get(eventRefused),
	}
	err := s.readClock(ctx, s.db)
	var oldest time.Time
	if err == nil {
		err = s.db.First(ctx, s.db, []any{&m.Pending, &oldest}, "SELECT count(*), min(created_at) FROM tool_calls WHERE status = 'pending' AND expires_at > ?", s.now())
	}
	if err != nil {
		return Metrics{}, fmt.Errorf("approval: metrics: %w", err)
	}
	if m.Pending > 0 {
		m.Oldest = max(0, s.now().Sub(oldest))
	}
	return m, nil
}

// counts counts the audit rows by event.
type counts struct {
	mu sync.Mutex
	n  map[string]int64
}

func (c *counts) get(event string) int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n[event]
}

func (c *counts) add(events []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n == nil {
		c.n = map[string]int64{}
	}
	for _, event := range events {
		c.n[event]++
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
