// Package database abstracts the databases of the gate's and the approvals' stores: SQLite or PostgreSQL,
// opened by packages database/sqlite and database/postgres. These are separate modules, so that a program
// requires only the driver that it uses. Package database hides their differences, so that each store has
// one implementation on top of database/sql.
//
//	db, err := sqlite.Open(ctx, "approvals.db")
//	db, err := postgres.Open(ctx, os.Getenv("DATABASE_URL"))
//
// A program that already has a *sql.DB passes it to [Wrap].
package database

import (
	"context"
	"database/sql"
	"errors"
	"iter"
	"strconv"
	"strings"
	"time"
)

// Dialect is the SQL dialect of a database.
type Dialect string

const (
	// SQLite runs in-process; see package database/sqlite.
	SQLite Dialect = "sqlite"
	// PostgreSQL is a server; see package database/postgres.
	PostgreSQL Dialect = "postgres"
)

// DB is a database with its dialect.
type DB struct {
	*sql.DB
	Dialect Dialect
}

// Wrap returns a DB for a database that the program opened with a driver of its choice. SQLite must be opened
// with _txlock=immediate, foreign keys and a busy timeout, as in package database/sqlite: the stores rely on
// transactions that take the write lock when they begin.
func Wrap(db *sql.DB, dialect Dialect) *DB { return &DB{DB: db, Dialect: dialect} }

// Querier runs statements: a *DB, a *sql.DB or a *sql.Tx.
type Querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// Rebind replaces the question marks of a query by the dialect's placeholders. It does not parse string
// literals, which queries must not contain.
func (db *DB) Rebind(query string) string {
	if db.Dialect != PostgreSQL {
		return query
	}
	var b strings.Builder
	for i, part := range strings.Split(query, "?") {
		if i > 0 {
			b.WriteString("$" + strconv.Itoa(i))
		}
		b.WriteString(part)
	}
	return b.String()
}

// Run runs a statement and returns the number of changed rows. As in [DB.Rows], the query is rebound, and
// times among the arguments are converted by [DB.Time].
func (db *DB) Run(ctx context.Context, q Querier, query string, args ...any) (changed int64, err error) {
	result, err := q.ExecContext(ctx, db.Rebind(query), db.bound(args)...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// Row is a row of a query, or the error that ended it.
type Row struct {
	rows *sql.Rows
	err  error
}

// Scan reads the columns, as [sql.Rows.Scan] does. A time.Time may be read from NULL, as the zero time.
func (r Row) Scan(dest ...any) error {
	if r.err != nil {
		return r.err
	}
	into := make([]any, len(dest))
	for i, d := range dest {
		if at, ok := d.(*time.Time); ok {
			d = (*Time)(at)
		}
		into[i] = d
	}
	return r.rows.Scan(into...)
}

// Rows runs a query and yields its rows. If it fails, Scan of the last one returns the error.
func (db *DB) Rows(ctx context.Context, q Querier, query string, args ...any) iter.Seq[Row] {
	return func(yield func(Row) bool) {
		rows, err := q.QueryContext(ctx, db.Rebind(query), db.bound(args)...)
		if err != nil {
			yield(Row{err: err})
			return
		}
		defer rows.Close()
		for rows.Next() {
			if !yield(Row{rows: rows}) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(Row{err: err})
		}
	}
}

// First runs a query and scans its first row into dest. Without rows it returns [sql.ErrNoRows].
func (db *DB) First(ctx context.Context, q Querier, dest []any, query string, args ...any) error {
	for row := range db.Rows(ctx, q, query, args...) {
		return row.Scan(dest...)
	}
	return sql.ErrNoRows
}

// Texts runs a query for one column of text, and returns its rows.
func (db *DB) Texts(ctx context.Context, q Querier, query string, args ...any) (texts []string, err error) {
	for row := range db.Rows(ctx, q, query, args...) {
		var text string
		if err := row.Scan(&text); err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// bound converts the times among the arguments of a query.
func (db *DB) bound(args []any) []any {
	bound := make([]any, len(args))
	for i, arg := range args {
		if at, ok := arg.(time.Time); ok {
			arg = db.Time(at)
		}
		bound[i] = arg
	}
	return bound
}

// Text returns a text that both databases store: valid UTF-8 without NUL.
func Text(s string) string {
	const replacement = "\uFFFD"
	return strings.ReplaceAll(strings.ToValidUTF8(s, replacement), "\x00", replacement)
}

// maxTries is the number of attempts for a transaction that the database aborts in favor of another one.
const maxTries = 5

// InTx runs f in a transaction, which is committed if f returns nil and rolled back otherwise. If the database
// aborts the transaction in favor of another one, f runs again, so it must have no effects except on tx.
//
// On SQLite the transaction has the write lock from its beginning; on PostgreSQL it is READ COMMITTED, and f
// locks the rows that it relies on.
func (db *DB) InTx(ctx context.Context, f func(tx *sql.Tx) error) error {
	var err error
	for range maxTries {
		if err = db.once(ctx, f); !aborted(err) || ctx.Err() != nil {
			return err
		}
	}
	return err
}

func (db *DB) once(ctx context.Context, f func(tx *sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	// After a commit this does nothing; a panic of f must not leave the lock held.
	defer func() { _ = tx.Rollback() }()
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// aborted reports whether PostgreSQL ended a transaction so that another could proceed. SQLite waits for its
// lock instead.
func aborted(err error) bool {
	const serializationFailure, deadlockDetected = "40001", "40P01"
	// Errors of PostgreSQL's drivers have this method.
	state, ok := errors.AsType[interface {
		error
		SQLState() string
	}](err)
	return ok && (state.SQLState() == serializationFailure || state.SQLState() == deadlockDetected)
}
