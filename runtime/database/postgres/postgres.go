// Package postgres opens PostgreSQL databases for the stores of approvals and of the gate, through
// github.com/jackc/pgx/v5.
//
//	db, err := postgres.Open(ctx, os.Getenv("DATABASE_URL"))
package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/toolgen/toolgen/runtime/database"
)

// maxConns is how many connections are held to a server, which takes 100 by default, from all programs
// together.
const maxConns = 16

// Is reports whether an address begins as a URL of PostgreSQL does.
func Is(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

// Open opens the database at the URL, in the form of libpq, and makes sure that it answers. Errors do not
// repeat the URL, which may hold a password.
func Open(ctx context.Context, address string) (*database.DB, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil || !Is(address) {
		return nil, errors.New("database: the PostgreSQL address cannot be read; it has the form postgres://USER:PASSWORD@HOST:PORT/NAME")
	}
	db := stdlib.OpenDB(*config)
	db.SetMaxOpenConns(maxConns)
	db.SetMaxIdleConns(maxConns) // opening one means starting a process there
	if err := db.PingContext(ctx); err != nil {
		_ = db.Close()
		return nil, fmt.Errorf("database: the postgres database does not answer: %w", err)
	}
	return database.Wrap(db, database.PostgreSQL), nil
}
