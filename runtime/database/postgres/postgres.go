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

// maxConns is the size of the connection pool. A server accepts 100 connections by default, from all programs.
const maxConns = 16

// Is reports whether an address has the form of a PostgreSQL URL.
func Is(address string) bool {
	return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
}

// Open connects to the database at a libpq URL and pings it. Errors do not contain the URL, which may hold a
// password.
func Open(ctx context.Context, address string) (*database.DB, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil || !Is(address) {
		return nil, errors.New("database: invalid PostgreSQL address; the form is postgres://USER:PASSWORD@HOST:PORT/NAME")
	}
	db := stdlib.OpenDB(*config)
	db.SetMaxOpenConns(maxConns)
	db.SetMaxIdleConns(maxConns) // a new connection starts a server process
	if err := db.PingContext(ctx); err != nil {
		_ = db.Close()
		return nil, fmt.Errorf("database: the postgres database does not answer: %w", err)
	}
	return database.Wrap(db, database.PostgreSQL), nil
}
