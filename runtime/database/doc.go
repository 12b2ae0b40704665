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
