package crashtest

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"net/url"
	"os"
	"strings"
	"sync/atomic"

	"github.com/jackc/pgx/v5/stdlib"
	"modernc.org/sqlite"

	"github.com/toolgen/toolgen/runtime/database"
)

// killing is a driver that kills the process before or after its nth statement or commit.
type killing struct {
	inner driver.Driver
	name  string
	left  *atomic.Int64
}

// openKilling opens a database whose driver kills the process at step n; 0 disables it.
func openKilling(address string, n int64) *database.DB {
	k := killing{left: new(atomic.Int64)}
	k.left.Store(n)
	dialect := database.SQLite
	if strings.HasPrefix(address, "postgres") {
		k.inner, k.name, dialect = stdlib.GetDefaultDriver(), address, database.PostgreSQL
	} else {
		options := url.Values{"_txlock": {"immediate"}, "_pragma": {"busy_timeout(15000)", "foreign_keys(1)", "journal_mode(WAL)", "synchronous(FULL)"}}
		k.inner, k.name = &sqlite.Driver{}, "file:"+address+"?"+options.Encode()
	}
	db := sql.OpenDB(k)
	db.SetMaxOpenConns(8)
	return database.Wrap(db, dialect)
}

func (k killing) Connect(context.Context) (driver.Conn, error) {
	c, err := k.inner.Open(k.name)
	return conn{c, k}, err
}

func (k killing) step() {
	if k.left.Add(-1) == 0 {
		die()
	}
}

// die ends the process like a power failure.
func die() {
	if self, err := os.FindProcess(os.Getpid()); err == nil {
		_ = self.Kill()
	}
	select {}
}

type conn struct {
	driver.Conn
	k killing
}

func (c conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	c.k.step()
	r, err := c.Conn.(driver.ExecerContext).ExecContext(ctx, query, args)
	c.k.step()
	return r, err
}

func (c conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	c.k.step()
	return c.Conn.(driver.QueryerContext).QueryContext(ctx, query, args)
}

func (c conn) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	tx, err := c.Conn.(driver.ConnBeginTx).BeginTx(ctx, opts)
	return transaction{tx, c.k}, err
}

func (c conn) CheckNamedValue(v *driver.NamedValue) error {
	if checker, ok := c.Conn.(driver.NamedValueChecker); ok {
		return checker.CheckNamedValue(v)
	}
	return driver.ErrSkip
}

type transaction struct {
	driver.Tx
	k killing
}

func (t transaction) Commit() error {
	t.k.step()
	err := t.Tx.Commit()
	t.k.step()
	return err
}

func (k killing) Driver() driver.Driver { return k.inner }
