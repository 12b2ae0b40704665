package routinglog

import (
	"context"
	"fmt"
	"strings"

	"github.com/toolgen/toolgen/runtime/database"
)

// write takes batches from the queue until the log is closed and the queue is empty.
func (l *Log) write(ctx context.Context) {
	defer close(l.ended)
	for {
		batch, more := l.nextBatch()
		if len(batch) > 0 {
			lost, err := l.insertAll(ctx, batch)
			l.finishBatch(len(batch), lost, err)
			continue
		}
		if !more {
			return
		}
		<-l.work
	}
}

// nextBatch waits for a batch; more is false when there are none left.
func (l *Log) nextBatch() (batch []Row, more bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := min(len(l.backlog.queue), maxBatch)
	batch = l.backlog.queue[:n:n]
	if l.backlog.queue = l.backlog.queue[n:]; len(l.backlog.queue) == 0 {
		l.backlog.queue = nil
	}
	l.backlog.writing = n
	return batch, !l.closed
}

// finishBatch records that a batch was written, except for lost rows.
func (l *Log) finishBatch(n, lost int, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.backlog.writing = 0
	l.backlog.done += uint64(n)
	if lost > 0 {
		l.drop(lost, err)
		if l.closed {
			l.lost = err
		}
	}
	close(l.settled)
	l.settled = make(chan struct{})
}

// insertAll inserts a batch in one statement. If that fails, it inserts the rows one by one, so that one
// rejected row does not affect the others.
func (l *Log) insertAll(ctx context.Context, batch []Row) (lost int, err error) {
	ctx, cancel := context.WithTimeout(ctx, batchTimeout)
	defer cancel()
	err = l.insert(ctx, batch)
	switch {
	case err == nil:
		return 0, nil
	case len(batch) == 1:
		return 1, err
	}
	for _, row := range batch {
		if e := l.insert(ctx, []Row{row}); e != nil {
			lost, err = lost+1, e
		}
	}
	return lost, err
}

const insertInto = `INSERT INTO query_routing_logs (
	created_at, thread_id, decision_point, query, tool_call_id, tool, attempt, outcome,
	is_write_operation, write_tool_results, guardrails_triggered, tools_used, tools_failed, duration_ms
) VALUES `

// insert inserts all rows or none.
func (l *Log) insert(ctx context.Context, rows []Row) error {
	values := make([]string, 0, len(rows))
	var args []any
	for _, r := range rows {
		row := []any{
			l.db.Time(r.CreatedAt), r.Thread, r.Point, r.Query, r.CallID, r.Tool, r.Attempt, string(r.Outcome),
			r.Write, string(marshal(r.WriteToolResults)), l.list(r.Guardrails), l.list(r.ToolsUsed), l.list(r.ToolsFailed), r.DurationMS,
		}
		values = append(values, "(?"+strings.Repeat(", ?", len(row)-1)+")")
		args = append(args, row...)
	}
	if _, err := l.db.ExecContext(ctx, l.db.Rebind(insertInto+strings.Join(values, ", ")), args...); err != nil {
		return fmt.Errorf("routinglog: insert: %w", err)
	}
	return nil
}

// list returns a query argument for a list: an array on PostgreSQL, JSON on SQLite.
func (l *Log) list(texts []string) any {
	if l.db.Dialect == database.PostgreSQL {
		return texts
	}
	return string(marshal(texts))
}
