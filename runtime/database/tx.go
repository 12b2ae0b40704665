package database

import (
	"context"
	"database/sql"
	"errors"
)

// maxTries is how often a transaction is tried that the database gave up for the sake of another.
const maxTries = 5

// InTx runs f in a transaction, which is committed if f returns nil and rolled back otherwise. f
// may run several times: where the database gave the transaction up for the sake of another one,
// it is tried again from its beginning. f must therefore have no effect beside those on tx.
//
// On SQLite the transaction has the write lock from its beginning; on PostgreSQL it is READ
// COMMITTED, and f locks the rows that it relies on.
func (db *DB) InTx(ctx context.Context, f func(tx *sql.Tx) error) error {
	var err error
	for range maxTries {
		if err = db.once(ctx, f); !givenUp(err) || ctx.Err() != nil {
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

// givenUp reports whether PostgreSQL ended a transaction so that another could go on. SQLite waits
// for its lock instead.
func givenUp(err error) bool {
	var state interface{ SQLState() string } // of the drivers of PostgreSQL
	if !errors.As(err, &state) {
		return false
	}
	const serializationFailure, deadlockDetected = "40001", "40P01"
	code := state.SQLState()
	return code == serializationFailure || code == deadlockDetected
}
