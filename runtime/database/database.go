package database

import (
	"database/sql"
	"strconv"
	"strings"
)

// Dialect is the SQL that a database speaks.
type Dialect string

const (
	// SQLite is embedded in the program; see package database/sqlite.
	SQLite Dialect = "sqlite"
	// PostgreSQL is a server; see package database/postgres.
	PostgreSQL Dialect = "postgres"
)

// DB is a database and its dialect.
type DB struct {
	*sql.DB
	Dialect Dialect
}

// Wrap takes a database that the program has opened with a driver of its choice. A SQLite database must be
// opened with _txlock=immediate, foreign keys on and a busy timeout, as package database/sqlite does: the
// stores rely on a transaction having the write lock from its beginning.
func Wrap(db *sql.DB, dialect Dialect) *DB { return &DB{DB: db, Dialect: dialect} }

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
