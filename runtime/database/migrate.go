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
		// The last unknown migration requires the newest version.
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
			_, err := db.Run(ctx, tx, "INSERT INTO toolgen_migrations (component, name, applied_at, version) VALUES (?, ?, ?, ?)",
				component, name, time.Now(), version)
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

// migrated returns the recorded migrations of a component with the version that ran each, "" if unknown.
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
	done := map[string]string{}
	for row, err := range db.Rows(ctx, tx, "SELECT name, version FROM toolgen_migrations WHERE component = ?", component) {
		var name, version string
		if err == nil {
			err = row.Scan(&name, &version)
		}
		if err != nil {
			return nil, err
		}
		done[name] = version
	}
	return done, nil
}

// addVersion adds the version column, which early tables lack.
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

// NewerError reports a database that was migrated by a newer version of toolgen than the program uses. The
// database is unchanged.
type NewerError struct {
	Component string // component that owns the tables
	Migration string // last migration unknown to the program
	Version   string // toolgen version that ran it; "" for a development build
	Program   string // toolgen version of the program, or ""
}

// Error names the required version.
func (e *NewerError) Error() string {
	use, have := "the version of toolgen that created it", ""
	if e.Version != "" {
		use = "toolgen " + e.Version
	}
	if e.Program != "" {
		have = " (built with toolgen " + e.Program + ")"
	}
	return fmt.Sprintf("the database has the migration %s, which is unknown to this program%s: use %s or newer", e.Migration, have, use)
}

// moduleVersion returns the version of toolgen in this program, "" for a development build.
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
