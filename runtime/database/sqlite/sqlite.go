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

// Open opens the SQLite file at the path, which is created if it does not exist, and makes sure that it can
// be used. The path may begin with "sqlite:"; the path ":memory:" is a database that lives as long as the DB.
func Open(ctx context.Context, path string) (*database.DB, error) {
	path = strings.TrimPrefix(path, "sqlite:")
	if strings.HasPrefix(path, "file:") {
		return nil, errors.New("database: give the path of the SQLite file as it is, without file: and options; database.Wrap takes a database with options of its own")
	}
	if path == "" || strings.Contains(path, "://") {
		return nil, errors.New("database: the address is not the path of a SQLite file")
	}
	raw, err := sql.Open("sqlite", dataSource(path))
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	raw.SetMaxOpenConns(8)
	if path == memory {
		// Every connection to :memory: is a database of its own.
		raw.SetMaxOpenConns(1)
		raw.SetConnMaxIdleTime(0)
	}
	if err := ping(ctx, raw); err != nil {
		_ = raw.Close()
		return nil, explained(err)
	}
	return database.Wrap(raw, database.SQLite), nil
}

// ping opens a connection. Where several programs open a new SQLite file, one of them gives it a write-ahead
// log, and SQLite reports to the others at once that it is busy, whatever the busy timeout is.
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

// SQLITE_BUSY, SQLITE_CANTOPEN and SQLITE_NOTADB, the low bytes of all codes that mean them.
const (
	busy         = 5
	cannotOpen   = 14
	notADatabase = 26
)

// code is the low byte of an error's code, 0 if the error is not SQLite's.
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
		return fmt.Errorf("database: the SQLite file cannot be opened: %w; name a file in a directory that exists and that this program may write to", err)
	case notADatabase:
		return fmt.Errorf("database: the file is no SQLite database: %w; name another file, which is created if it does not exist", err)
	default:
		return fmt.Errorf("database: the sqlite database does not answer: %w", err)
	}
}

// dataSource is the driver's name of a file, with what the stores rely on.
func dataSource(path string) string {
	options := url.Values{
		// The write lock is taken when a transaction begins: two that began by reading could
		// not both go on to write.
		"_txlock": {"immediate"},
		"_pragma": {
			"busy_timeout(15000)",
			"foreign_keys(1)",
			// Readers and the one writer do not wait for each other.
			"journal_mode(WAL)",
			// What was committed is there after a loss of power, too.
			"synchronous(FULL)",
		},
	}
	if path == memory {
		return "file::memory:?" + options.Encode()
	}
	return "file:" + (&url.URL{Path: filepath.ToSlash(path)}).EscapedPath() + "?" + options.Encode()
}
