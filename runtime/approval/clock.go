package approval

import (
	"context"
	"database/sql"
	"time"
)

// reading is what the clock of the database has said. Until it is read again the time is counted on from there
// by the monotonic clock, which nobody sets.
type reading struct{ said, at time.Time }

// readClock reads the clock of the database. Every transaction does.
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

// now is the time by the clock of the database, as the database keeps it.
func (s *store) now() time.Time {
	if s.cfg.Now != nil {
		return s.cfg.Now().UTC().Truncate(time.Microsecond)
	}
	r := s.clock.Load()
	return r.said.Add(time.Since(r.at)).UTC().Truncate(time.Microsecond)
}
