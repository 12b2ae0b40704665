// Package ledger is a bookkeeping service as agents meet them: an MCP server with the tools of
// schemas/books.tools.json, on a SQLite or PostgreSQL database.
//
// Like many real services, it validates nothing. Missing values are read as empty, a value of the wrong type
// counts as zero in totals, and the call is recorded as it came: a payment of 0 that settles no invoice is a
// payment. The only error is changing a record that does not exist. So every caller needs a gate.
//
// A call is recorded in one transaction before it is answered. A crash at any point loses no answered call and
// leaves none half done. If a call's _meta has an "idempotencyKey" that was seen before, it gets the first
// call's answer and writes nothing.
//
// Calls are not authenticated: the service belongs on a loopback interface.
package ledger

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/runtime/database"
	"github.com/toolgen/toolgen/runtime/mcptool"
	"github.com/toolgen/toolgen/schemas"
)

//go:embed migrations/*.sql
var migrations embed.FS

// A Ledger is the service. It is safe for concurrent use, also by several processes on one database.
type Ledger struct {
	// Server is an MCP server with the tools of the service.
	Server *mcp.Server

	db    *database.DB
	now   func() time.Time
	fault atomic.Pointer[callError]
}

// New returns the service on a database, and creates its table if it is missing. The books start with the
// contents of books.json. now is the clock. The caller closes the database.
func New(ctx context.Context, db *database.DB, now func() time.Time) (*Ledger, error) {
	if err := db.Migrate(ctx, "ledger", migrations); err != nil {
		return nil, fmt.Errorf("ledger: %w", err)
	}
	l := &Ledger{db: db, now: now, Server: mcp.NewServer(&mcp.Implementation{Name: "books-ledger", Title: "Books", Version: "1"}, nil)}
	// The schemas are served as written, and barely used, as by most servers.
	set, _ := dynamic.Load("books.tools.json", schemas.BooksTools, dynamic.Options{})
	for _, t := range set.Tools {
		listed, err := mcptool.ListedTool(t.Spec())
		if err != nil {
			return nil, fmt.Errorf("ledger: %w", err)
		}
		l.Server.AddTool(listed, l.call) // unlike the function mcp.AddTool, this checks no arguments
	}
	return l, nil
}

// FailNext makes the next call of a write tool fail without being recorded.
func (l *Ledger) FailNext(message string) { l.fault.Store(&callError{message}) }

// Handler serves the tools as streamable HTTP, at any path. Calls are independent of each other, so that a
// client can continue after a restart of the service.
func (l *Ledger) Handler() http.Handler {
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return l.Server },
		&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
	return http.NewCrossOriginProtection().Handler(handler)
}

// callError is a fault that is reported to the caller.
type callError struct{ message string }

func (e *callError) Error() string { return e.message }

// call answers a call. Faults that the caller can correct are results with isError; faults of the service are
// protocol errors, whose cause is only in the log.
func (l *Ledger) call(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	key, _ := req.Params.Meta["idempotencyKey"].(string)
	answer, err := l.answer(ctx, req.Params.Name, cmp.Or(string(req.Params.Arguments), "{}"), key)
	result := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(answer)}}, StructuredContent: json.RawMessage(answer)}
	if told := (*callError)(nil); errors.As(err, &told) {
		result = &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: told.message}}, IsError: true}
	} else if err != nil {
		slog.ErrorContext(ctx, "a call failed", "tool", req.Params.Name, "error", err)
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "the ledger cannot be reached"}
	}
	return result, nil
}

// answer executes a call and records it if it writes, or returns the answer of the first call with the same
// key. An empty key means none.
func (l *Ledger) answer(ctx context.Context, tool, arguments, key string) (result []byte, err error) {
	if list, ok := lists[tool]; ok {
		b, err := l.read(ctx, l.db)
		if err != nil {
			return nil, err
		}
		return encode(list(b, parse([]byte(arguments)))), nil
	}
	if fault := l.fault.Swap(nil); fault != nil {
		return nil, fault
	}
	// A hash, because a key can have any length and content.
	hash := sql.NullString{String: fmt.Sprintf("%x", sha256.Sum256([]byte(key))), Valid: key != ""}
	err = l.db.InTx(ctx, func(tx *sql.Tx) error {
		if l.db.Dialect == database.PostgreSQL { // like SQLite: no other call changes what one has read
			if _, err := tx.ExecContext(ctx, "LOCK TABLE ledger_calls IN EXCLUSIVE MODE"); err != nil {
				return err
			}
		}
		var first string
		err := tx.QueryRowContext(ctx, l.db.Rebind("SELECT tool, result FROM ledger_calls WHERE key_hash = ?"), hash).Scan(&first, &result)
		switch {
		case err == nil && first == tool:
			return nil
		case err == nil:
			return &callError{"the idempotency key belongs to a call of another tool"}
		case !errors.Is(err, sql.ErrNoRows):
			return err
		}
		b, err := l.read(ctx, tx)
		if err != nil {
			return err
		}
		b.now = l.now().UTC()
		answer, err := b.write(tool, parse([]byte(arguments)))
		if err != nil {
			return err
		}
		result = encode(answer)
		_, err = tx.ExecContext(ctx, l.db.Rebind("INSERT INTO ledger_calls (number, key_hash, tool, arguments, result, made_at) VALUES (?, ?, ?, ?, ?, ?)"),
			b.calls+1, hash, tool, clean(arguments), string(result), l.db.Time(b.now))
		return err
	})
	return result, err
}

// read builds the books from the initial and the recorded calls.
func (l *Ledger) read(ctx context.Context, q interface {
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
}) (*book, error) {
	b := newBook()
	rows, err := q.QueryContext(ctx, "SELECT tool, arguments, made_at FROM ledger_calls ORDER BY number")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var tool string
		var arguments []byte
		var at database.Time
		if err := rows.Scan(&tool, &arguments, &at); err != nil {
			return nil, err
		}
		b.now = time.Time(at).UTC()
		if _, err := b.write(tool, parse(arguments)); err != nil {
			return nil, err
		}
		b.calls++
	}
	return b, rows.Err()
}

// Records lists the records of a kind by their ids, for tests and demonstrations. The kinds are
// contacts, invoices, bills, credit_notes, payments and journals.
func (l *Ledger) Records(ctx context.Context, kind string) ([]*Record, error) {
	b, err := l.read(ctx, l.db)
	if err != nil {
		return nil, err
	}
	return b.records[kind], nil
}
