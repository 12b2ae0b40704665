package database_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/toolgen/toolgen/runtime/database"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/test/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Run(m)) }

// each runs a test on both databases.
func each(t *testing.T, f func(t *testing.T, address string)) {
	t.Run("sqlite", func(t *testing.T) { f(t, filepath.Join(t.TempDir(), "odd ?#%name.db")) })
	t.Run("postgres", func(t *testing.T) { f(t, pgtest.URL(t)) })
}

func mustOpen(t *testing.T, address string) *database.DB {
	t.Helper()
	db, err := pgtest.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

var counters = fstest.MapFS{"0001_counters.sql": {Data: []byte("CREATE TABLE counters (name TEXT PRIMARY KEY, n BIGINT NOT NULL);\nINSERT INTO counters VALUES ('a', 0);")}}

func TestReplicasMigrateOnce(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		var group sync.WaitGroup
		for range 4 {
			db := mustOpen(t, address)
			group.Go(func() {
				if err := db.Migrate(context.Background(), "counters", counters); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
	})
}

// TestOpenTogether lets several goroutines create the same file. One of them configures it, which must not make
// the others fail.
func TestOpenTogether(t *testing.T) {
	dir := t.TempDir()
	for round := range 100 {
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				db, err := pgtest.Open(t.Context(), filepath.Join(dir, strconv.Itoa(round)))
				if err != nil {
					t.Error(err)
					return
				}
				if err := db.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
	}
}

func TestNewerDatabaseIsRefused(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		db := mustOpen(t, address)
		newer := fstest.MapFS{"0002_more.sql": {Data: []byte("CREATE TABLE more (n BIGINT)")}}
		newer["0001_counters.sql"] = counters["0001_counters.sql"]
		newest := fstest.MapFS{"0003_most.sql": {Data: []byte("CREATE TABLE most (n BIGINT)")}}
		newest["0001_counters.sql"], newest["0002_more.sql"] = newer["0001_counters.sql"], newer["0002_more.sql"]
		for _, fsys := range []fstest.MapFS{newer, newest} {
			if err := db.Migrate(t.Context(), "counters", fsys); err != nil {
				t.Fatal(err)
			}
		}
		for _, fsys := range []fstest.MapFS{counters, newer} {
			err := db.Migrate(t.Context(), "counters", fsys)
			if refused, ok := errors.AsType[*database.NewerError](err); !ok ||
				*refused != (database.NewerError{Component: "counters", Migration: "0003_most"}) {
				t.Errorf("an older program got %v", err)
			}
		}
	})
}

func TestFailedMigrationLeavesNothing(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		db := mustOpen(t, address)
		broken := fstest.MapFS{"0002_broken.sql": {Data: []byte("CREATE TABLE (")}}
		broken["0001_counters.sql"] = counters["0001_counters.sql"]
		if err := db.Migrate(t.Context(), "counters", broken); err == nil || !strings.Contains(err.Error(), "0002_broken") {
			t.Fatalf("got %v", err)
		}
		if err := db.Migrate(t.Context(), "counters", counters); err != nil {
			t.Errorf("after the failed migration: %v", err)
		}
	})
}

// TestIncrements would lose updates if transactions did not take the lock before they read.
func TestIncrements(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		db := mustOpen(t, address)
		if err := db.Migrate(t.Context(), "counters", counters); err != nil {
			t.Fatal(err)
		}
		read := "SELECT n FROM counters WHERE name = ?"
		if db.Dialect == database.PostgreSQL {
			read += " FOR UPDATE"
		}
		var group sync.WaitGroup
		const workers, times = 20, 5
		for range workers {
			group.Go(func() {
				for range times {
					err := db.InTx(context.Background(), func(tx *sql.Tx) error {
						var n int
						if err := tx.QueryRow(db.Rebind(read), "a").Scan(&n); err != nil {
							return err
						}
						_, err := tx.Exec(db.Rebind("UPDATE counters SET n = ? WHERE name = ?"), n+1, "a")
						return err
					})
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		group.Wait()
		var n int
		if err := db.QueryRow("SELECT n FROM counters").Scan(&n); err != nil || n != workers*times {
			t.Errorf("%d increments, %v", n, err)
		}
	})
}

func TestPanicReleasesTheLock(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		db := mustOpen(t, address)
		if err := db.Migrate(t.Context(), "counters", counters); err != nil {
			t.Fatal(err)
		}
		update := func(tx *sql.Tx) error {
			_, err := tx.Exec("UPDATE counters SET n = n + 1")
			return err
		}
		func() {
			defer func() { _ = recover() }()
			_ = db.InTx(t.Context(), func(tx *sql.Tx) error {
				_ = update(tx)
				panic("bug")
			})
		}()
		if err := db.InTx(t.Context(), update); err != nil {
			t.Fatal(err)
		}
		var n int
		if err := db.QueryRow("SELECT n FROM counters").Scan(&n); err != nil || n != 1 {
			t.Errorf("n is %d, %v", n, err)
		}
	})
}

func TestDeadlockIsTriedAgain(t *testing.T) {
	db := mustOpen(t, pgtest.URL(t))
	if _, err := db.Exec("CREATE TABLE pair (k TEXT PRIMARY KEY, n BIGINT); INSERT INTO pair VALUES ('a', 0), ('b', 0)"); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	meet := make(chan struct{}, 2)
	for _, order := range [][]string{{"a", "b"}, {"b", "a"}} {
		group.Go(func() {
			first := true
			err := db.InTx(context.Background(), func(tx *sql.Tx) error {
				for i, k := range order {
					if _, err := tx.Exec("UPDATE pair SET n = n + 1 WHERE k = $1", k); err != nil {
						return err
					}
					if i == 0 && first { // both hold one row before either requests the other
						first = false
						meet <- struct{}{}
						for len(meet) < 2 {
							time.Sleep(time.Millisecond)
						}
					}
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	var sum int
	if err := db.QueryRow("SELECT sum(n) FROM pair").Scan(&sum); err != nil || sum != 4 {
		t.Errorf("sum %d, %v", sum, err)
	}
}

func TestTimes(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		db := mustOpen(t, address)
		if _, err := db.Exec("CREATE TABLE times (at TIMESTAMP, id BIGINT)"); err != nil {
			t.Fatal(err)
		}
		in := time.Date(2026, 3, 1, 23, 59, 59, 999_999_999, time.FixedZone("", -5*3600))
		for id, at := range []any{db.Time(in), db.Time(time.Time{}), db.Time(in.Add(-time.Hour))} {
			if _, err := db.Exec(db.Rebind("INSERT INTO times VALUES (?, ?)"), at, id); err != nil {
				t.Fatal(err)
			}
		}
		var got []time.Time
		rows, err := db.Query(db.Rebind("SELECT at FROM times WHERE at IS NULL OR at >= ? ORDER BY id"), db.Time(in))
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var at database.Time
			if err := rows.Scan(&at); err != nil {
				t.Fatal(err)
			}
			got = append(got, time.Time(at))
		}
		want := []time.Time{time.Date(2026, 3, 2, 4, 59, 59, 999_999_000, time.UTC), {}}
		if diff := testdiff.Diff(want, got); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	})
}

func TestBadAddress(t *testing.T) {
	for _, address := range []string{"", "sqlite:", "mysql://root:secret@db/x", "postgres://u:secret@host:notaport/x",
		"file:secret.db?mode=ro", "sqlite:file:secret.db"} {
		_, err := pgtest.Open(t.Context(), address)
		if err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", address, err)
		}
	}
	unreachable := "postgres://u:secret@127.0.0.1:1/x?connect_timeout=2"
	if _, err := pgtest.Open(t.Context(), unreachable); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("an unreachable server: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := pgtest.Open(ctx, ":memory:"); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestFileThatCannotBeOpened checks that the error says how to fix it.
func TestFileThatCannotBeOpened(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(text, []byte(strings.Repeat("no database\n", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]string{
		filepath.Join(dir, "nowhere", "a.db"): "name a file in a directory that exists",
		dir:                                   "name a file in a directory that exists",
		text:                                  "not a SQLite database",
	} {
		if _, err := pgtest.Open(t.Context(), address); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), dir) {
			t.Errorf("%s: %v, want %s", address, err, want)
		}
	}
}
