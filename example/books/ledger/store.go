package ledger

import (
	"context"
	"database/sql"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/runtime/database"
)

//go:embed migrations/*.sql
var migrations embed.FS

// store runs the queries of one call, on the database or in a transaction. After an error it does
// nothing more, and err is that error.
type store struct {
	ctx context.Context
	db  *database.DB
	q   interface {
		ExecContext(context.Context, string, ...any) (sql.Result, error)
		QueryContext(context.Context, string, ...any) (*sql.Rows, error)
	}
	err error
}

// A row is the columns of a record, in the order in which they are written.
type row []column

type column struct {
	name  string
	value any
}

// notFoundError is the one fault that a call can have: the record to change is not there.
type notFoundError struct{ kind, id string }

func (e *notFoundError) Error() string { return fmt.Sprintf("there is no %s %.64q", e.kind, e.id) }

func (s *store) exec(query string, args ...any) {
	if s.err == nil {
		_, s.err = s.q.ExecContext(s.ctx, s.db.Rebind(query), args...)
	}
}

// query calls scan for each row of the answer.
func (s *store) query(scan func(*sql.Rows) error, query string, args ...any) {
	if s.err != nil {
		return
	}
	rows, err := s.q.QueryContext(s.ctx, s.db.Rebind(query), args...)
	if err != nil {
		s.err = err
		return
	}
	defer rows.Close()
	for s.err == nil && rows.Next() {
		s.err = scan(rows)
	}
	s.err = errors.Join(s.err, rows.Err())
}

// get reads the columns of the one row of an answer; without a row the targets stay as they are.
func (s *store) get(targets []any, query string, args ...any) {
	s.query(func(rows *sql.Rows) error { return rows.Scan(targets...) }, query, args...)
}

// next is the next number of a counter. The counter stays locked until the transaction ends.
func (s *store) next(counter string) (n int64) {
	s.get([]any{&n}, "UPDATE ledger_counters SET last = last + 1 WHERE name = ? RETURNING last", counter)
	return n
}

// newID is the id of a new record, for example INV-001.
func (s *store) newID(prefix string) string { return fmt.Sprintf("%s-%03d", prefix, s.next(prefix)) }

func (s *store) insert(table string, r row) {
	names, values := make([]string, len(r)), make([]any, len(r))
	for i, c := range r {
		names[i], values[i] = c.name, c.value
	}
	s.exec("INSERT INTO "+table+" ("+strings.Join(names, ", ")+") VALUES (?"+strings.Repeat(", ?", len(r)-1)+")", values...)
}

func (s *store) update(table, id string, r row) {
	names, values := make([]string, len(r)), make([]any, len(r))
	for i, c := range r {
		names[i], values[i] = c.name+" = ?", c.value
	}
	s.exec("UPDATE "+table+" SET "+strings.Join(names, ", ")+" WHERE id = ?", append(values, id)...)
}

// load reads a record that is to be changed.
func (s *store) load(k kind, id string) (status string, body fields) {
	var text string
	s.get([]any{&status, &text}, "SELECT status, body FROM "+k.table+" WHERE id = ?", id)
	if s.err == nil && status == "" {
		s.err = &notFoundError{k.name, id}
	}
	return status, parseFields([]byte(text))
}

// A Record is a record as it is stored.
type Record struct {
	ID, Status string
	// Body is the arguments that made the record, with those of later changes merged in.
	Body json.RawMessage
}

// Records lists the records of a kind by their ids, for tests and demonstrations. The kinds are
// contacts, accounts, invoices, bills, credit_notes, payments and journals.
func (l *Ledger) Records(ctx context.Context, kind string) ([]Record, error) {
	switch kind {
	case "contacts", "accounts", "invoices", "bills", "credit_notes", "payments", "journals":
	default:
		return nil, fmt.Errorf("ledger: %.64q is no kind of record", kind)
	}
	var records []Record
	s := store{ctx: ctx, db: l.db, q: l.db}
	s.query(func(rows *sql.Rows) error {
		var r Record
		err := rows.Scan(&r.ID, &r.Status, (*[]byte)(&r.Body))
		records = append(records, r)
		return err
	}, "SELECT id, status, body FROM ledger_"+kind+" ORDER BY length(id), id")
	return records, s.err
}

// A Call is a call that wrote something.
type Call struct {
	Tool string
	// RecordID is the record that the call made or changed.
	RecordID string
	// Arguments are the arguments as they came, Result is the answer.
	Arguments, Result json.RawMessage
}

// Calls lists the calls that wrote something, in their order. Neither a call that failed nor one
// that an idempotency key kept from writing is among them, nor what [Ledger.Seed] wrote.
func (l *Ledger) Calls(ctx context.Context) ([]Call, error) {
	var calls []Call
	s := store{ctx: ctx, db: l.db, q: l.db}
	s.query(func(rows *sql.Rows) error {
		var c Call
		err := rows.Scan(&c.Tool, &c.RecordID, (*[]byte)(&c.Arguments), (*[]byte)(&c.Result))
		calls = append(calls, c)
		return err
	}, "SELECT tool, record_id, arguments, result FROM ledger_calls ORDER BY number")
	return calls, s.err
}
