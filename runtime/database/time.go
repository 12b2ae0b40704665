package database

import (
	"context"
	"fmt"
	"time"
)

// sqliteTime has a fixed width, so that times sort as text.
const sqliteTime = "2006-01-02 15:04:05.000000Z07:00"

// Time returns t as an argument of a query, in UTC and truncated to microseconds, the precision of PostgreSQL; the zero
// time is NULL. SQLite has no time type; it gets text that sorts as the times do.
func (db *DB) Time(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	t = t.UTC().Truncate(time.Microsecond)
	if db.Dialect == SQLite {
		return t.Format(sqliteTime)
	}
	return t
}

// Time reads a time that was written by [DB.Time]; NULL is the zero time. It is a sql.Scanner.
type Time time.Time

// Scan implements sql.Scanner.
func (t *Time) Scan(src any) error {
	var at time.Time
	switch src := src.(type) {
	case nil:
	case time.Time:
		at = src.UTC()
	case string:
		var err error
		if at, err = time.Parse(sqliteTime, src); err != nil {
			return fmt.Errorf("database: %q is not a time: %w", src, err)
		}
		at = at.UTC()
	default:
		return fmt.Errorf("database: a value of type %T is not a time", src)
	}
	*t = Time(at)
	return nil
}

// Now returns the time of the database's clock, which is the same for all programs that use the database. SQLite
// runs in the program, and uses the clock of the machine.
func (db *DB) Now(ctx context.Context, q Querier) (time.Time, error) {
	if db.Dialect == SQLite {
		return time.Now().UTC(), nil
	}
	var now time.Time
	if err := db.First(ctx, q, []any{&now}, "SELECT clock_timestamp()"); err != nil {
		return time.Time{}, fmt.Errorf("database: the clock: %w", err)
	}
	return now, nil
}
