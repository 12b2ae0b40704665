package routinglog

import (
	"context"
	"embed"
	"errors"
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

const (
	maxQueue = 4096
	maxBatch = 100
	// batchTimeout is the time limit for writing a batch.
	batchTimeout = 10 * time.Second
	// closeTimeout is the time limit for writing the queue on Close.
	closeTimeout = 30 * time.Second
)

// Log writes the calls of gates to the table query_routing_logs. It is a [preflight.Recorder], safe for
// concurrent use. Create it with [Open], and close it.
type Log struct {
	db      *database.DB
	queue   chan item
	closing chan struct{}      // closed by Close
	ended   chan struct{}      // closed when the writer has returned
	cancel  context.CancelFunc // aborts the writer

	mu      sync.Mutex
	closed  bool
	dropped uint64
	err     error // why the last record was dropped
	lost    error // why records were dropped during Close
}

// item is a row to write or, if flushed is set, a mark that is closed once all rows before it are written.
type item struct {
	row     Row
	flushed chan struct{}
}

// ErrClosed is returned after the log was closed.
var ErrClosed = errors.New("routinglog: the log is closed")

// errFull is the error of a record that did not fit into the queue.
var errFull = errors.New("routinglog: the queue is full; the database is too slow")

// Open creates or migrates the table and starts the writer. The caller owns db and must close it after the log.
func Open(ctx context.Context, db *database.DB) (*Log, error) {
	if err := db.Migrate(ctx, "routinglog", migrations); err != nil {
		return nil, fmt.Errorf("routinglog: %w", err)
	}
	return start(db, maxQueue), nil
}

func start(db *database.DB, limit int) *Log {
	ctx, cancel := context.WithCancel(context.Background())
	l := &Log{db: db, queue: make(chan item, limit), closing: make(chan struct{}), ended: make(chan struct{}), cancel: cancel}
	go l.write(ctx)
	return l
}

// Record implements [preflight.Recorder]. It never blocks: the record is queued, or dropped if the queue is
// full.
func (l *Log) Record(r preflight.Record) {
	row := newRow(r)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		l.drop(1, ErrClosed)
		return
	}
	select {
	case l.queue <- item{row: row}:
	default:
		l.drop(1, errFull)
	}
}

// Add writes a record synchronously, for preflight.WithKeptRecords.
func (l *Log) Add(ctx context.Context, r preflight.Record) error {
	return l.insert(ctx, []Row{newRow(r)})
}

// Flush waits until all earlier records are written or dropped. It returns the error of ctx; [Log.Err] reports
// dropped records.
func (l *Log) Flush(ctx context.Context) error {
	mark := item{flushed: make(chan struct{})}
	select {
	case l.queue <- mark:
	case <-l.ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case <-mark.flushed:
	case <-l.ended:
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

// Dropped returns the number of dropped records.
func (l *Log) Dropped() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.dropped
}

// Err returns the reason for the last dropped record, or nil.
func (l *Log) Err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// Close writes the queue, for at most 30 seconds, and stops the log. It returns the error of records dropped in
// that time. Later records are dropped. It is idempotent.
func (l *Log) Close() error {
	l.mu.Lock()
	if !l.closed {
		l.closed = true
		close(l.closing)
		defer time.AfterFunc(closeTimeout, l.cancel).Stop()
	}
	l.mu.Unlock()
	<-l.ended
	l.cancel()
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lost
}

// drop counts dropped records.
func (l *Log) drop(n int, err error) {
	l.dropped += uint64(n)
	l.err = err
	if l.closed && !errors.Is(err, ErrClosed) {
		l.lost = err
	}
}

// write writes the queue in batches until the log is closed and the queue is empty.
func (l *Log) write(ctx context.Context) {
	defer close(l.ended)
	for {
		select {
		case first := <-l.queue:
			l.writeBatch(ctx, first)
			continue
		case <-l.closing:
		}
		select {
		case first := <-l.queue:
			l.writeBatch(ctx, first)
		default:
			return
		}
	}
}

// writeBatch writes an item and those that follow it in the queue.
func (l *Log) writeBatch(ctx context.Context, next item) {
	var rows []Row
	var marks []chan struct{}
	for more := true; more; {
		if next.flushed != nil {
			marks = append(marks, next.flushed)
		} else {
			rows = append(rows, next.row)
		}
		if len(rows) == maxBatch {
			break
		}
		select {
		case next = <-l.queue:
		default:
			more = false
		}
	}
	if lost, err := l.insertAll(ctx, rows); lost > 0 {
		l.mu.Lock()
		l.drop(lost, err)
		l.mu.Unlock()
	}
	for _, mark := range marks {
		close(mark)
	}
}

// insertAll inserts a batch in one statement. If that fails, it inserts the rows one by one, so that one
// rejected row does not affect the others.
func (l *Log) insertAll(ctx context.Context, batch []Row) (lost int, err error) {
	ctx, cancel := context.WithTimeout(ctx, batchTimeout)
	defer cancel()
	if len(batch) == 0 || l.insert(ctx, batch) == nil {
		return 0, nil
	}
	for _, row := range batch {
		if e := l.insert(ctx, []Row{row}); e != nil {
			lost, err = lost+1, e
		}
	}
	return lost, err
}

// insert inserts all rows or none.
func (l *Log) insert(ctx context.Context, rows []Row) error {
	const columns = "created_at, thread_id, decision_point, query, tool_call_id, tool, attempt, outcome, " +
		"is_write_operation, write_tool_results, guardrails_triggered, tools_used, tools_failed, duration_ms"
	values := make([]string, len(rows))
	var args []any
	for i, r := range rows {
		row := []any{
			r.CreatedAt, r.Thread, r.Point, r.Query, r.CallID, r.Tool, r.Attempt, r.Outcome,
			r.Write, string(show.JSON(r.WriteToolResults)), l.list(r.Guardrails), l.list(r.ToolsUsed), l.list(r.ToolsFailed), r.DurationMS,
		}
		values[i] = "(?" + strings.Repeat(", ?", len(row)-1) + ")"
		args = append(args, row...)
	}
	_, err := l.db.Run(ctx, l.db, "INSERT INTO query_routing_logs ("+columns+") VALUES "+strings.Join(values, ", "), args...)
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
