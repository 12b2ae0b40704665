package database

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// sqliteTime has a fixed width, so that times sort as text.
const sqliteTime = "2006-01-02 15:04:05.000000Z07:00"

// Time is t as an argument of a query, in UTC and cut to microseconds, which is what PostgreSQL
// keeps. SQLite has no type for times; it gets text that sorts as the times do.
func (db *DB) Time(t time.Time) any {
	t = t.UTC().Truncate(time.Microsecond)
	if db.Dialect == SQLite {
		return t.Format(sqliteTime)
	}
	return t
}

// NullTime is [DB.Time], and NULL for the zero time.
func (db *DB) NullTime(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return db.Time(t)
}

// Time reads a time that was written by [DB.Time]; NULL is the zero time. It is a sql.Scanner.
type Time struct{ time.Time }

// Scan implements sql.Scanner.
func (t *Time) Scan(src any) error {
	switch src := src.(type) {
	case nil:
		t.Time = time.Time{}
	case time.Time:
		t.Time = src.UTC()
	case string:
		at, err := time.Parse(sqliteTime, src)
		if err != nil {
			return fmt.Errorf("database: %q is no time: %w", src, err)
		}
		t.Time = at.UTC()
	default:
		return fmt.Errorf("database: a %T is no time", src)
	}
	return nil
}

// Now is the time by the clock of the database, which is the same for all programs that use it. SQLite runs
// in the program, and has the clock of the machine.
func (db *DB) Now(ctx context.Context, q interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}) (time.Time, error) {
	if db.Dialect == SQLite {
		return time.Now().UTC(), nil
	}
	var now Time
	if err := q.QueryRowContext(ctx, "SELECT clock_timestamp()").Scan(&now); err != nil {
		return time.Time{}, fmt.Errorf("database: the clock: %w", err)
	}
	return now.Time, nil
}
