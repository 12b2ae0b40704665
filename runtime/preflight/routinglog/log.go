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
	// batchTimeout is what the database has for a batch, before its rows are given up.
	batchTimeout = 10 * time.Second
	// closeTimeout is what it has for all that is left when the log is closed.
	closeTimeout = 30 * time.Second
)

// Log writes the calls of gates to the table query_routing_logs. It is a [preflight.Recorder], for
// use by many goroutines at once. It is made by [Open] and has to be closed.
type Log struct {
	db     *database.DB
	limit  int
	cancel context.CancelFunc // ends the writer in the midst of its work
	ended  chan struct{}      // closed when the writer has ended

	mu      sync.Mutex
	queue   []Row
	writing int           // rows that the writer has taken
	work    chan struct{} // holds a token if the queue may have changed
	settled chan struct{} // closed and replaced when the writer has settled a batch
	taken   uint64        // rows that came into the queue
	done    uint64        // rows of these that have been written or given up
	dropped uint64
	err     error
	closed  bool
	lost    error // for which records were lost while the log was being closed
}

// ErrClosed says that the log has been closed.
var ErrClosed = errors.New("routinglog: the log is closed")

// errFull is the error of a record that did not fit into the queue.
var errFull = fmt.Errorf("routinglog: %d records wait to be written; the database is too slow", maxQueue)

// Open makes the table, or brings it up to date, and begins to write. The database stays the
// caller's, who closes it after the log.
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

// Record implements [preflight.Recorder]. It waits for nothing: the record is written later, or
// dropped if too many are waiting.
func (l *Log) Record(r preflight.Record) {
	row := newRow(r)
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.closed:
		l.drop(1, ErrClosed)
	case len(l.queue)+l.writing >= l.limit:
		l.drop(1, errFull)
	default:
		l.queue = append(l.queue, row)
		l.taken++
		l.signal()
	}
}

// Add writes a record at once. It is what preflight.WithKeptRecords takes.
func (l *Log) Add(ctx context.Context, r preflight.Record) error {
	return l.insert(ctx, []Row{newRow(r)})
}

// Flush waits until all that was recorded before has been written or given up. Its errors are
// those of ctx; [Log.Err] tells whether something was given up.
func (l *Log) Flush(ctx context.Context) error {
	l.mu.Lock()
	want := l.taken
	for l.done < want {
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

// Dropped is how many records were lost by now.
func (l *Log) Dropped() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.dropped
}

// Err is the last reason for which a record was lost, or nil.
func (l *Log) Err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

// Close writes what waits, for at most half a minute, and ends the log. It returns the error for
// which records of the queue were lost in that time. Records that come later are dropped. It may be
// called twice.
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

// drop counts records that are lost.
func (l *Log) drop(n int, err error) {
	l.dropped += uint64(n)
	l.err = err
}

func (l *Log) signal() {
	select {
	case l.work <- struct{}{}:
	default:
	}
}
