package pgtest

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"net/url"

	"github.com/jackc/pgx/v5/stdlib"
	"modernc.org/sqlite"

	"github.com/toolgen/toolgen/runtime/database"
	pg "github.com/toolgen/toolgen/runtime/database/postgres"
)

// A Hook is called before and after each statement and commit. An error after a commit hides that it took place.
type Hook func(after, commit bool) error

// OpenHooked opens a database like [Open], with a hook in its driver.
func OpenHooked(address string, hook Hook) *database.DB {
	h := hooked{inner: &sqlite.Driver{}, hook: hook}
	dialect := database.SQLite
	if pg.Is(address) {
		h.inner, h.name, dialect = stdlib.GetDefaultDriver(), address, database.PostgreSQL
	} else {
		options := url.Values{"_txlock": {"immediate"}, "_pragma": {"busy_timeout(15000)", "foreign_keys(1)", "journal_mode(WAL)", "synchronous(FULL)"}}
		h.name = "file:" + address + "?" + options.Encode()
	}
	db := sql.OpenDB(h)
	db.SetMaxOpenConns(8)
	return database.Wrap(db, dialect)
}

type hooked struct {
	inner driver.Driver
	name  string
	hook  Hook
}

func (h hooked) Driver() driver.Driver { return h.inner }

func (h hooked) Connect(context.Context) (driver.Conn, error) {
	c, err := h.inner.Open(h.name)
	return hookedConn{c, h.hook}, err
}

type hookedConn struct {
	driver.Conn
	hook Hook
}

func (c hookedConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if err := c.hook(false, false); err != nil {
		return nil, err
	}
	r, err := c.Conn.(driver.ExecerContext).ExecContext(ctx, query, args)
	if err == nil {
		err = c.hook(true, false)
	}
	return r, err
}

func (c hookedConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if err := c.hook(false, false); err != nil {
		return nil, err
	}
	return c.Conn.(driver.QueryerContext).QueryContext(ctx, query, args)
}

func (c hookedConn) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	tx, err := c.Conn.(driver.ConnBeginTx).BeginTx(ctx, opts)
	return hookedTx{tx, c.hook}, err
}

func (c hookedConn) CheckNamedValue(v *driver.NamedValue) error {
	if checker, ok := c.Conn.(driver.NamedValueChecker); ok {
		return checker.CheckNamedValue(v)
	}
	return driver.ErrSkip
}

type hookedTx struct {
	driver.Tx
	hook Hook
}

func (t hookedTx) Commit() error {
	if err := t.hook(false, true); err != nil {
		return err
	}
	err := t.Tx.Commit()
	if err == nil {
		err = t.hook(true, true)
	}
	return err
}
