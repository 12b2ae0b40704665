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

// migrationLock is the advisory lock under which PostgreSQL is migrated, so that replicas that
// start together do not run a migration twice.
const migrationLock = 7_022_019_513

// Migrate brings the tables of a component up to date: it runs the migrations of fsys that have
// not been run yet, in the order of their names, all in one transaction. What has been run is kept
// by component and name in the table toolgen_migrations.
//
// A migration is a file NAME.sql, or the two files NAME.sqlite.sql and NAME.postgres.sql. A file
// that has been run must never change; a database that a newer version has migrated is refused.
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
				return fmt.Errorf("the database has the migration %s, which this program does not know; use a newer version", name)
			}
		}
		for _, name := range names {
			if slices.Contains(done, name) {
				continue
			}
			if _, err := tx.ExecContext(ctx, files[name]); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			_, err := tx.ExecContext(ctx, db.Rebind("INSERT INTO toolgen_migrations (component, name, applied_at) VALUES (?, ?, ?)"),
				component, name, db.Time(time.Now()))
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

// migrations reads the files that are for this dialect: their names in order, and their texts.
func (db *DB) migrations(fsys fs.FS) (names []string, files map[string]string, err error) {
	files = map[string]string{}
	err = fs.WalkDir(fsys, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, isSQL := strings.CutSuffix(path.Base(file), ".sql")
		if !isSQL {
			return nil
		}
		if base, dialect, ok := strings.Cut(name, "."); ok {
			if Dialect(dialect) != db.Dialect {
				return nil
			}
			name = base
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

// migrated lists the migrations of a component that have been run.
func (db *DB) migrated(ctx context.Context, tx *sql.Tx, component string) ([]string, error) {
	_, err := tx.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS toolgen_migrations (
	component  TEXT NOT NULL,
	name       TEXT NOT NULL,
	applied_at TIMESTAMP NOT NULL,
	PRIMARY KEY (component, name)
)`)
	if err != nil {
		return nil, err
	}
	rows, err := tx.QueryContext(ctx, db.Rebind("SELECT name FROM toolgen_migrations WHERE component = ?"), component)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var done []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		done = append(done, name)
	}
	return done, rows.Err()
}
