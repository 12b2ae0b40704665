// Package database is what the stores of the gate and of approvals keep their rows in: SQLite or PostgreSQL,
// opened by the packages database/sqlite and database/postgres, which are modules of their own, so that a
// program requires the driver that it uses. It holds what the two do differently, so that each store has one
// implementation over database/sql.
//
//	db, err := sqlite.Open(ctx, "approvals.db")
//	db, err := postgres.Open(ctx, os.Getenv("DATABASE_URL"))
//
// A program that has a *sql.DB already hands it over with [Wrap].
package database
