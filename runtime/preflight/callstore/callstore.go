// Package callstore is a [preflight.Memory] in a database. Gates in several processes, including one that
// is started after a crash, run a call of one id once.
//
//	calls, err := callstore.New(ctx, db)
//	gate, err := preflight.New(tools, preflight.WithMemory(calls), …)
//	…
//	_, err = calls.Prune(ctx, time.Now().Add(-30*24*time.Hour)) // now and then
//
// The table preflight_calls contains tool results unredacted, sensitive values included, because a repeated
// call gets the same answer. Protect it like the data of the tools, and delete old rows with [Store.Prune].
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

// Store keeps calls in a database. It is safe for concurrent use.
type Store struct{ db *database.DB }

// New returns a Store, and creates or migrates its tables.
func New(ctx context.Context, db *database.DB) (*Store, error) {
	if db == nil {
		return nil, errors.New("callstore: New: db must not be nil")
	}
	if err := db.Migrate(ctx, "callstore", migrations); err != nil {
		return nil, err
	}
	return &Store{db}, nil
}

// CompareAndSwap implements [preflight.Memory].
func (s *Store) CompareAndSwap(ctx context.Context, key string, prev, next []byte) (stored []byte, swapped bool, err error) {
	const (
		insert  = "INSERT INTO preflight_calls (state, changed_at, call) VALUES (?, ?, ?) ON CONFLICT (call) DO NOTHING"
		replace = "UPDATE preflight_calls SET state = ?, changed_at = ? WHERE call = ? AND state = ?"
		remove  = "DELETE FROM preflight_calls WHERE call = ? AND state = ?"
	)
	now := time.Now()
	var changed int64
	switch {
	case prev == nil && next == nil:
	case prev == nil:
		changed, err = s.db.Run(ctx, s.db, insert, next, now, key)
	case next == nil:
		changed, err = s.db.Run(ctx, s.db, remove, key, prev)
	default:
		changed, err = s.db.Run(ctx, s.db, replace, next, now, key, prev)
	}
	if changed == 1 && err == nil {
		return next, true, nil
	}
	if err == nil {
		// The row may be newer than the one that prevented the swap; that is fine, since only the statement above
		// decides.
		err = s.db.First(ctx, s.db, []any{&stored}, "SELECT state FROM preflight_calls WHERE call = ?", key)
	}
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, prev == nil && next == nil, nil
	case err != nil:
		return nil, false, fmt.Errorf("callstore: %w", err)
	}
	return stored, false, nil
}

// Prune deletes calls last updated before the given time and returns their number. A deleted call runs again if
// it is delivered again, so before must be older than any redelivery.
func (s *Store) Prune(ctx context.Context, before time.Time) (int64, error) {
	n, err := s.db.Run(ctx, s.db, "DELETE FROM preflight_calls WHERE changed_at < ?", before)
	if err != nil {
		return 0, fmt.Errorf("callstore: %w", err)
	}
	return n, nil
}
