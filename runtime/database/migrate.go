package database

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"runtime/debug"
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
// that has been run must never change. A database that a newer version has migrated is refused with a
// [*NewerError], which names the version to run.
func (db *DB) Migrate(ctx context.Context, component string, fsys fs.FS) error {
	return db.migrate(ctx, component, fsys, moduleVersion())
}

func (db *DB) migrate(ctx context.Context, component string, fsys fs.FS, version string) error {
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
		// The last of the unknown ones needs the newest version.
		for _, name := range slices.Backward(slices.Sorted(maps.Keys(done))) {
			if !slices.Contains(names, name) {
				return &NewerError{Component: component, Migration: name, Version: done[name], Program: version}
			}
		}
		for _, name := range names {
			if _, ok := done[name]; ok {
				continue
			}
			if _, err := tx.ExecContext(ctx, files[name]); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			_, err := tx.ExecContext(ctx, db.Rebind("INSERT INTO toolgen_migrations (component, name, applied_at, version) VALUES (?, ?, ?, ?)"),
				component, name, db.Time(time.Now()), version)
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

// migrated gives the migrations of a component that have been run, and the version that has run each, ""
// where that is not known.
func (db *DB) migrated(ctx context.Context, tx *sql.Tx, component string) (map[string]string, error) {
	_, err := tx.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS toolgen_migrations (
	component  TEXT NOT NULL,
	name       TEXT NOT NULL,
	applied_at TIMESTAMP NOT NULL,
	version    TEXT NOT NULL DEFAULT '',
	PRIMARY KEY (component, name)
)`)
	if err != nil {
		return nil, err
	}
	if err := db.addVersion(ctx, tx); err != nil {
		return nil, err
	}
	rows, err := tx.QueryContext(ctx, db.Rebind("SELECT name, version FROM toolgen_migrations WHERE component = ?"), component)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	done := map[string]string{}
	for rows.Next() {
		var name, version string
		if err := rows.Scan(&name, &version); err != nil {
			return nil, err
		}
		done[name] = version
	}
	return done, rows.Err()
}

// addVersion adds the column that the table did not have at first.
func (db *DB) addVersion(ctx context.Context, tx *sql.Tx) error {
	columns := "SELECT count(*) FROM pragma_table_info('toolgen_migrations') WHERE name = 'version'"
	if db.Dialect == PostgreSQL {
		columns = "SELECT count(*) FROM pg_attribute WHERE attrelid = 'toolgen_migrations'::regclass AND attname = 'version'"
	}
	var n int
	if err := tx.QueryRowContext(ctx, columns).Scan(&n); err != nil || n == 1 {
		return err
	}
	_, err := tx.ExecContext(ctx, "ALTER TABLE toolgen_migrations ADD COLUMN version TEXT NOT NULL DEFAULT ''")
	return err
}

// NewerError says that a newer version of toolgen has migrated a database than the program has. Nothing was
// changed.
type NewerError struct {
	Component string // whose tables they are
	Migration string // the last one that the program does not know
	Version   string // of toolgen that has run it; "" where it had none, as in a checkout
	Program   string // the version of toolgen that the program has, or ""
}

// Error names the version to run.
func (e *NewerError) Error() string {
	use, have := "the version of toolgen that has made it", ""
	if e.Version != "" {
		use = "toolgen " + e.Version
	}
	if e.Program != "" {
		have = ", built with toolgen " + e.Program + ","
	}
	return fmt.Sprintf("the database has the migration %s, which this program%s does not know: run %s or a newer one", e.Migration, have, use)
}

// moduleVersion is the version of toolgen in this program, or "" where it was built from a checkout.
func moduleVersion() string {
	const module = "github.com/toolgen/toolgen/runtime"
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, m := range append([]*debug.Module{&info.Main}, info.Deps...) {
		if m.Path == module && m.Replace == nil && m.Version != "(devel)" {
			return m.Version
		}
	}
	return ""
}
