package routinglog

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"time"

	"github.com/toolgen/toolgen/runtime/database"
	"github.com/toolgen/toolgen/runtime/preflight"
)

//go:embed migrations/*.sql
var files embed.FS

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
	db     *database.DB
	limit  int
	cancel context.CancelFunc // aborts the writer
	ended  chan struct{}      // closed when the writer has returned

	mu      sync.Mutex
	backlog backlog
	work    chan struct{} // holds a token if the queue may have changed
	settled chan struct{} // closed and replaced after each batch
	err     error
	closed  bool
	lost    error // why rows were dropped during Close
}

// backlog is the queue of a log, and counts of what went through it.
type backlog struct {
	queue   []Row
	writing int    // rows taken by the writer
	taken   uint64 // rows added to the queue
	done    uint64 // rows written or dropped
	dropped uint64
}

// ErrClosed is returned after the log was closed.
var ErrClosed = errors.New("routinglog: the log is closed")

// errFull is the error of a record that did not fit into the queue.
var errFull = fmt.Errorf("routinglog: the queue of %d records is full; the database is too slow", maxQueue)

// Open creates or migrates the table and starts the writer. The caller owns db and must close it after the log.
func Open(ctx context.Context, db *database.DB) (*Log, error) {
	migrations, err := fs.Sub(files, "migrations")
	if err != nil {
		return nil, err
	}
	if err := db.Migrate(ctx, "routinglog", migrations); err != nil {
		return nil, fmt.Errorf("routinglog: %w", err)
	}
	return start(db, maxQueue), nil
}

func start(db *database.DB, limit int) *Log {
	ctx, cancel := context.WithCancel(context.Background())
	l := &Log{
		db: db, limit: limit, cancel: cancel,
		ended: make(chan struct{}), work: make(chan struct{}, 1), settled: make(chan struct{}),
	}
	go l.write(ctx)
	return l
}

// Record implements [preflight.Recorder]. It never blocks: the record is queued, or dropped if the queue is
// full.
func (l *Log) Record(r preflight.Record) {
	row := newRow(r)
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.closed:
		l.drop(1, ErrClosed)
	case len(l.backlog.queue)+l.backlog.writing >= l.limit:
		l.drop(1, errFull)
	default:
		l.backlog.queue = append(l.backlog.queue, row)
		l.backlog.taken++
		l.signal()
	}
}

// Add writes a record synchronously, for preflight.WithKeptRecords.
func (l *Log) Add(ctx context.Context, r preflight.Record) error {
	return l.insert(ctx, []Row{newRow(r)})
}

// Flush waits until all earlier records are written or dropped. It returns the error of ctx; [Log.Err] reports
// dropped records.
func (l *Log) Flush(ctx context.Context) error {
	l.mu.Lock()
	want := l.backlog.taken
	for l.backlog.done < want {
		settled := l.settled
		l.mu.Unlock()
		select {
		case <-settled:
		case <-ctx.Done():
			return ctx.Err()
		}
		l.mu.Lock()
	}
	l.mu.Unlock()
	return nil
}

// Dropped returns the number of dropped records.
func (l *Log) Dropped() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.backlog.dropped
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
	first := !l.closed
	l.closed = true
	l.signal()
	l.mu.Unlock()
	if first {
		defer time.AfterFunc(closeTimeout, l.cancel).Stop()
	}
	<-l.ended
	l.cancel()
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lost
}

// drop counts dropped records.
func (l *Log) drop(n int, err error) {
	l.backlog.dropped += uint64(n)
	l.err = err
}

func (l *Log) signal() {
	select {
	case l.work <- struct{}{}:
	default:
	}
}
