package database

import (
	"database/sql"
	"strconv"
	"strings"
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

// Rebind replaces the question marks of a query by the dialect's placeholders. It does not parse string
// literals, which queries must not contain.
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
