// Package sqlite opens SQLite databases for the stores of approvals and of the gate, through
// modernc.org/sqlite, which needs no C compiler.
//
//	db, err := sqlite.Open(ctx, "approvals.db")
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"modernc.org/sqlite"

	"github.com/toolgen/toolgen/runtime/database"
)

const memory = ":memory:"

// Open opens the SQLite file at path, creates it if necessary, and checks that it is usable. The path may start
// with "sqlite:"; ":memory:" is a database that lives as long as the DB.
func Open(ctx context.Context, path string) (*database.DB, error) {
	path = strings.TrimPrefix(path, "sqlite:")
	if strings.HasPrefix(path, "file:") {
		return nil, errors.New("database: the address must be a plain path of a SQLite file, without file: and options; " +
			"use database.Wrap for other options")
	}
	if path == "" || strings.Contains(path, "://") {
		return nil, errors.New("database: the address is not a path of a SQLite file")
	}
	raw, err := sql.Open("sqlite", dataSource(path))
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	raw.SetMaxOpenConns(8)
	if path == memory {
		// Each connection to :memory: is a separate database.
		raw.SetMaxOpenConns(1)
		raw.SetConnMaxIdleTime(0)
	}
	if err := ping(ctx, raw); err != nil {
		_ = raw.Close()
		return nil, explained(err)
	}
	return database.Wrap(raw, database.SQLite), nil
}

// ping opens a connection. If several programs create the same SQLite file, one of them switches it to the
// write-ahead log, and SQLite returns SQLITE_BUSY to the others at once, ignoring the busy timeout.
func ping(ctx context.Context, db *sql.DB) error {
	const patience, pause = 5 * time.Second, 20 * time.Millisecond
	for began := time.Now(); ; {
		err := db.PingContext(ctx)
		if time.Since(began) > patience || code(err) != busy {
			return err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return err
		}
	}
}

// Primary result codes, the low byte of SQLite's error codes: SQLITE_BUSY, SQLITE_CANTOPEN, SQLITE_NOTADB.
const (
	busy         = 5
	cannotOpen   = 14
	notADatabase = 26
)

// code returns the primary result code, 0 for errors of other origin.
func code(err error) int {
	var failed *sqlite.Error
	if !errors.As(err, &failed) {
		return 0
	}
	return failed.Code() & 0xff
}

func explained(err error) error {
	switch code(err) {
	case cannotOpen:
		return fmt.Errorf("database: the SQLite file cannot be opened: %w; "+
			"name a file in a directory that exists and that this program may write to", err)
	case notADatabase:
		return fmt.Errorf("database: the file is not a SQLite database: %w; name another file, which is created if it does not exist", err)
	default:
		return fmt.Errorf("database: the sqlite database does not answer: %w", err)
	}
}

// dataSource returns the driver's data source name with the options that the stores need.
func dataSource(path string) string {
	options := url.Values{
		// Take the write lock at the start of a transaction: of two that start by reading, only one could
		// proceed to write.
		"_txlock": {"immediate"},
		"_pragma": {
			"busy_timeout(15000)",
			"foreign_keys(1)",
			// Readers and the writer do not block each other.
			"journal_mode(WAL)",
			// Committed transactions survive a power loss.
			"synchronous(FULL)",
		},
	}
	if path == memory {
		return "file::memory:?" + options.Encode()
	}
	return "file:" + (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath() + "?" + options.Encode()
}
