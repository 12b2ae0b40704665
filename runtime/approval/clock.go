package approval

import (
	"context"
	"database/sql"
	"time"
)

// reading is the database's time with the local monotonic time at which it was read, from which the current
// time is extrapolated.
type reading struct{ said, at time.Time }

// readClock reads the database's clock. Every transaction does.
func (s *store) readClock(ctx context.Context, q interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}) error {
	if s.cfg.Now != nil {
		return nil
	}
	now, err := s.db.Now(ctx, q)
	if err == nil {
		s.clock.Store(&reading{said: now, at: time.Now()})
	}
	return err
}

// now returns the time of the database's clock, at its precision.
func (s *store) now() time.Time {
	if s.cfg.Now != nil {
		return s.cfg.Now().UTC().Truncate(time.Microsecond)
	}
	r := s.clock.Load()
	return r.said.Add(time.Since(r.at)).UTC().Truncate(time.Microsecond)
}
