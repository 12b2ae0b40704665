package database

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// migrationLock is the PostgreSQL advisory lock held during migrations, so that replicas that start
// concurrently run each migration once.
const migrationLock = 7_022_019_513

// Migrate runs the pending migrations of a component in the order of their names, in one transaction.
// Migrations that ran are recorded by component and name in the table toolgen_migrations.
//
// A migration in fsys is a file NAME.sql, or two files NAME.sqlite.sql and NAME.postgres.sql. Files must not
// change after they were released. A database that was migrated by a newer version is rejected with a
// [*NewerError].
func (db *DB) Migrate(ctx context.Context, component string, fsys fs.FS) error {
	names, files, err := db.migrations(fsys)
	if err != nil {
		return fmt.Errorf("database: migrations of %s: %w", component, err)
	}
	err = db.InTx(ctx, func(tx *sql.Tx) error {
		if db.Dialect == PostgreSQL {
			if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", migrationLock); err != nil {
				return err
			}
		}
		done, err := db.migrated(ctx, tx, component)
		if err != nil {
			return err
		}
		for _, name := range done {
			if !slices.Contains(names, name) {
				return &NewerError{Component: component, Migration: name}
			}
		}
		for _, name := range names {
			if slices.Contains(done, name) {
				continue
			}
			if _, err := tx.ExecContext(ctx, files[name]); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			_, err := db.Run(ctx, tx, "INSERT INTO toolgen_migrations (component, name, applied_at) VALUES (?, ?, ?)", component, name, time.Now())
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("database: migrate %s: %w", component, err)
	}
	return nil
}

// migrations reads the files for this dialect: ordered names, and contents by name.
func (db *DB) migrations(fsys fs.FS) (names []string, files map[string]string, err error) {
	files = map[string]string{}
	err = fs.WalkDir(fsys, ".", func(file string, _ fs.DirEntry, err error) error {
		name, isSQL := strings.CutSuffix(path.Base(file), ".sql")
		name, dialect, split := strings.Cut(name, ".")
		if err != nil || !isSQL || split && Dialect(dialect) != db.Dialect {
			return err
		}
		if _, twice := files[name]; twice {
			return fmt.Errorf("two files for the migration %s", name)
		}
		text, err := fs.ReadFile(fsys, file)
		files[name] = string(text)
		names = append(names, name)
		return err
	})
	slices.Sort(names)
	return names, files, err
}

// migrated returns the recorded migrations of a component, the newest first.
func (db *DB) migrated(ctx context.Context, tx *sql.Tx, component string) (done []string, err error) {
	_, err = tx.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS toolgen_migrations (
	component  TEXT NOT NULL,
	name       TEXT NOT NULL,
	applied_at TIMESTAMP NOT NULL,
	PRIMARY KEY (component, name)
)`)
	if err != nil {
		return nil, err
	}
	return db.Texts(ctx, tx, "SELECT name FROM toolgen_migrations WHERE component = ? ORDER BY name DESC", component)
}

// NewerError reports a database that was migrated by a newer version of toolgen than the program uses. The
// database is unchanged.
type NewerError struct {
	Component string // component that owns the tables
	Migration string // last migration unknown to the program
}

// Error says what to do.
func (e *NewerError) Error() string {
	return fmt.Sprintf("the database has the migration %s of %s, which is unknown to this program: "+
		"use the version of toolgen that created it, or a newer one", e.Migration, e.Component)
}
