package approval

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"github.com/toolgen/toolgen/runtime/database"
)

// Metrics says how the approvals are doing. Package otelmetrics gives them to OpenTelemetry.
type Metrics struct {
	// Pending is how many calls wait in the database, and Oldest how long the oldest of them has waited.
	Pending int64
	Oldest  time.Duration
	// What this Service has recorded since it was made.
	Requested, Approved, Rejected, Expired int64
	Lost                                   int64 // begun, with an outcome that nobody knows
	Refused                                int64 // not what was signed; see [ErrRefused]
}

// Metrics reads how the approvals are doing.
func (s *Service) Metrics(ctx context.Context) (Metrics, error) {
	m := Metrics{
		Requested: s.recorded.get(string(Pending)), Approved: s.recorded.get(string(Approved)), Rejected: s.recorded.get(string(Rejected)),
		Expired: s.recorded.get(string(Expired)), Lost: s.recorded.get(eventLost), Refused: s.recorded.get(eventRefused),
	}
	var oldest database.Time
	err := s.readClock(ctx, s.db)
	if err == nil {
		now := s.now()
		err = s.db.QueryRowContext(ctx, s.db.Rebind("SELECT count(*) FROM tool_calls WHERE status = 'pending' AND expires_at > ?"), s.db.Time(now)).Scan(&m.Pending)
		if err == nil && m.Pending > 0 {
			err = s.db.QueryRowContext(ctx, s.db.Rebind("SELECT created_at FROM tool_calls WHERE status = 'pending' AND expires_at > ? ORDER BY created_at LIMIT 1"), s.db.Time(now)).Scan(&oldest)
			if errors.Is(err, sql.ErrNoRows) { // decided in the meantime
				return m, nil
			}
			m.Oldest = max(0, now.Sub(oldest.Time))
		}
	}
	if err != nil {
		return Metrics{}, fmt.Errorf("approval: metrics: %w", err)
	}
	return m, nil
}

// counts counts the rows of the audit by their event.
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

// announce calls the hook with a new pending call. A hook that hangs or panics keeps nobody waiting.
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
