package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"modernc.org/sqlite" // the driver "sqlite"
)

// Dialect is the SQL that a database speaks.
type Dialect string

const (
	// SQLite is the embedded default, through modernc.org/sqlite.
	SQLite Dialect = "sqlite"
	// PostgreSQL is reached through github.com/jackc/pgx/v5.
	PostgreSQL Dialect = "postgres"
)

// DB is a database and its dialect.
type DB struct {
	*sql.DB
	Dialect Dialect
}

// Wrap takes a database that the program has opened by itself. A SQLite database must be opened
// with _txlock=immediate, foreign keys on and a busy timeout, as [Open] does: the stores rely on a
// transaction having the write lock from its beginning.
func Wrap(db *sql.DB, dialect Dialect) *DB { return &DB{DB: db, Dialect: dialect} }

// Open opens the database at the address and makes sure that it answers. An address that begins
// with postgres:// or postgresql:// is PostgreSQL's, in the form of libpq. Any other is the path
// of a SQLite file, with or without "sqlite:" in front, which is created if it is not there; the
// path ":memory:" is a database that lives as long as the DB.
//
// Errors do not repeat the address, since that may hold a password.
func Open(ctx context.Context, address string) (*DB, error) {
	db, err := open(address)
	if err != nil {
		return nil, err
	}
	if err := db.ping(ctx); err != nil {
		_ = db.Close()
		var failed *sqlite.Error
		switch {
		case !errors.As(err, &failed):
		case failed.Code()&0xff == sqliteCannotOpen:
			return nil, fmt.Errorf("database: the SQLite file cannot be opened: %w; name a file in a directory that is there and that this program may write to", err)
		case failed.Code()&0xff == sqliteNotADatabase:
			return nil, fmt.Errorf("database: the file is no SQLite database: %w; name another file, which is created if it is not there", err)
		}
		return nil, fmt.Errorf("database: the %s database does not answer: %w", db.Dialect, err)
	}
	return db, nil
}

// ping makes a connection. Where several programs open a SQLite file that is new, one of them makes
// it a file with a write-ahead log, and SQLite tells the others at once that it is busy, whatever the
// busy timeout is.
func (db *DB) ping(ctx context.Context) error {
	const patience, pause = 5 * time.Second, 20 * time.Millisecond
	for began := time.Now(); ; {
		err := db.PingContext(ctx)
		var busy *sqlite.Error
		if time.Since(began) > patience || !errors.As(err, &busy) || busy.Code()&0xff != sqliteBusy {
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
	sqliteBusy         = 5
	sqliteCannotOpen   = 14
	sqliteNotADatabase = 26
)

func open(address string) (*DB, error) {
	if strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://") {
		config, err := pgx.ParseConfig(address)
		if err != nil {
			return nil, errors.New("database: the PostgreSQL address cannot be read; it has the form postgres://USER:PASSWORD@HOST:PORT/NAME")
		}
		db := stdlib.OpenDB(*config)
		db.SetMaxOpenConns(maxConns)
		db.SetMaxIdleConns(maxConns) // opening one means starting a process there
		return Wrap(db, PostgreSQL), nil
	}
	path := strings.TrimPrefix(address, "sqlite:")
	if strings.HasPrefix(path, "file:") {
		return nil, errors.New("database: give the path of the SQLite file as it is, without file: and options; Wrap takes a database with options of its own")
	}
	if path == "" || strings.Contains(path, "://") {
		return nil, errors.New("database: the address is neither postgres://… nor the path of a SQLite file")
	}
	db, err := sql.Open("sqlite", sqliteName(path))
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	if path == memory {
		// Every connection to :memory: is a database of its own.
		db.SetMaxOpenConns(1)
		db.SetConnMaxIdleTime(0)
	} else {
		db.SetMaxOpenConns(8)
	}
	return Wrap(db, SQLite), nil
}

const memory = ":memory:"

// maxConns is how many connections are held to a PostgreSQL server, which takes 100 by default,
// from all programs together.
const maxConns = 16

// sqliteName is the driver's name of a file, with what the stores rely on.
func sqliteName(path string) string {
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

// Rebind writes a query that has a question mark for each argument in the dialect's form. It does
// not look into strings: queries have none, since values are arguments.
func (db *DB) Rebind(query string) string {
	if db.Dialect != PostgreSQL {
		return query
	}
	var b strings.Builder
	n := 0
	for _, r := range query {
		if r != '?' {
			b.WriteRune(r)
			continue
		}
		n++
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(n))
	}
	return b.String()
}
