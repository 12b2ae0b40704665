// Package database opens the databases that the gate's log and the approvals are kept in: SQLite,
// embedded, or PostgreSQL. It holds what the two do differently, so that each store has one
// implementation over database/sql.
//
//	db, err := database.Open(ctx, os.Getenv("DATABASE_URL")) // postgres://… or a file's path
//
// A program that has a *sql.DB already hands it over with [Wrap].
package database
