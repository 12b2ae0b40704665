package routinglog

import (
	"context"
	"embed"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/toolgen/toolgen/runtime/database"
	"github.com/toolgen/toolgen/runtime/internal/show"
	"github.com/toolgen/toolgen/runtime/preflight"
)

//go:embed migrations/*.sql
var migrations embed.FS

// recordTimeout is how long Record waits for the database.
const recordTimeout = 10 * time.Second

// Log writes the calls of gates to the table query_routing_logs. It is a [preflight.Recorder], safe for
// concurrent use. Create it with [Open].
type Log struct {
	db *database.DB

	mu      sync.Mutex
	dropped uint64
	err     error // why the last record was dropped
}

// Open returns a Log, and creates or migrates its table. The caller owns db and closes it after the gates.
func Open(ctx context.Context, db *database.DB) (*Log, error) {
	if err := db.Migrate(ctx, "routinglog", migrations); err != nil {
		return nil, fmt.Errorf("routinglog: %w", err)
	}
	return &Log{db: db}, nil
}

// Record implements [preflight.Recorder]. A record that cannot be written within 10 seconds is dropped.
func (l *Log) Record(r preflight.Record) {
	ctx, cancel := context.WithTimeout(context.Background(), recordTimeout)
	defer cancel()
	if err := l.Add(ctx, r); err != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.dropped++
		l.err = err
	}
}

// Dropped returns the number of records that [Log.Record] dropped, and why it dropped the last one.
func (l *Log) Dropped() (n uint64, last error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.dropped, l.err
}

// Add writes a record, for preflight.WithKeptRecords.
func (l *Log) Add(ctx context.Context, record preflight.Record) error {
	const columns = "created_at, thread_id, decision_point, query, tool_call_id, tool, attempt, outcome, " +
		"is_write_operation, write_tool_results, guardrails_triggered, tools_used, tools_failed, duration_ms"
	r := newRow(record)
	values := []any{
		r.CreatedAt, r.Thread, r.Point, r.Query, r.CallID, r.Tool, r.Attempt, r.Outcome,
		r.Write, string(show.JSON(r.WriteToolResults)), l.list(r.Guardrails), l.list(r.ToolsUsed), l.list(r.ToolsFailed), r.DurationMS,
	}
	_, err := l.db.Run(ctx, l.db, "INSERT INTO query_routing_logs ("+columns+") VALUES (?"+strings.Repeat(", ?", len(values)-1)+")", values...)
	if err != nil {
		return fmt.Errorf("routinglog: insert: %w", err)
	}
	return nil
}

// list returns a query argument for a list: an array on PostgreSQL, JSON on SQLite.
func (l *Log) list(texts []string) any {
	if l.db.Dialect == database.PostgreSQL {
		return texts
	}
	return string(show.JSON(texts))
}
