// Package callstore is a [preflight.Memory] in a database: the gates of several processes, and of a
// process and the one that is started after it, make a call of one ID once.
//
//	calls, err := callstore.New(ctx, db)
//	gate, err := preflight.New(tools, preflight.WithMemory(calls), …)
//	…
//	_, err = calls.Prune(ctx, time.Now().Add(-30*24*time.Hour)) // now and then
//
// The table preflight_calls has what tools have returned as it is, sensitive values included: whoever
// is given a call a second time gets the same answer. It is to be guarded as the tools' own data are,
// and [Store.Prune] forgets it.
package callstore

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"time"

	"github.com/toolgen/toolgen/runtime/database"
)

//go:embed migrations
var migrations embed.FS

// Store keeps calls in a database. It may be used by many goroutines at once.
type Store struct{ db *database.DB }

// New makes a store in the database, whose tables it creates or brings up to date.
func New(ctx context.Context, db *database.DB) (*Store, error) {
	if db == nil {
		return nil, errors.New("callstore: New needs a database")
	}
	if err := db.Migrate(ctx, "callstore", migrations); err != nil {
		return nil, err
	}
	return &Store{db}, nil
}

// CompareAndSwap implements [preflight.Memory].
func (s *Store) CompareAndSwap(ctx context.Context, key string, prev, next []byte) (stored []byte, swapped bool, err error) {
	now := s.db.Time(time.Now())
	var result sql.Result
	switch {
	case prev == nil && next == nil:
	case prev == nil:
		result, err = s.db.ExecContext(ctx, s.db.Rebind("INSERT INTO preflight_calls (call, state, changed_at) VALUES (?, ?, ?) ON CONFLICT (call) DO NOTHING"), key, next, now)
	case next == nil:
		result, err = s.db.ExecContext(ctx, s.db.Rebind("DELETE FROM preflight_calls WHERE call = ? AND state = ?"), key, prev)
	default:
		result, err = s.db.ExecContext(ctx, s.db.Rebind("UPDATE preflight_calls SET state = ?, changed_at = ? WHERE call = ? AND state = ?"), next, now, key, prev)
	}
	var n int64
	if err == nil && result != nil {
		n, err = result.RowsAffected()
	}
	if err != nil {
		return nil, false, fmt.Errorf("callstore: %w", err)
	}
	if n == 1 {
		return next, true, nil
	}
	// One statement decides, so that what is read here may be newer than what has kept it from swapping.
	err = s.db.QueryRowContext(ctx, s.db.Rebind("SELECT state FROM preflight_calls WHERE call = ?"), key).Scan(&stored)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, prev == nil && next == nil, nil
	case err != nil:
		return nil, false, fmt.Errorf("callstore: %w", err)
	}
	return stored, false, nil
}

// Prune forgets the calls of which nothing was heard since before, and says how many there were. A call
// that comes again after that is made again: before must be longer ago than any call is delivered twice.
func (s *Store) Prune(ctx context.Context, before time.Time) (int64, error) {
	result, err := s.db.ExecContext(ctx, s.db.Rebind("DELETE FROM preflight_calls WHERE changed_at < ?"), s.db.Time(before))
	if err != nil {
		return 0, fmt.Errorf("callstore: %w", err)
	}
	return result.RowsAffected()
}
