package approval

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/database"
)

// callKey identifies a call: IDs are unique within a thread of a tenant.
type callKey struct{ tenant, thread, id string }

// whereCall is the SQL condition for a callKey, with its args.
const whereCall = "tenant = ? AND thread_id = ? AND tool_call_id = ?"

func (k callKey) args() []any { return []any{k.tenant, k.thread, k.id} }

// record is a row of tool_calls.
type record struct {
	callKey
	proposal
	verdict
	progress
}

// proposal is a call as requested.
type proposal struct {
	seq       int64 // position in lists
	name      string
	requested string // the model's arguments
	receipts  []runtime.Receipt
	message   string
	created   time.Time
	expires   time.Time
}

// verdict is the decision on a call and its signature.
type verdict struct {
	validated   sql.NullBool
	arguments   string // to run
	edited      bool
	tier        int
	binding     string
	decided     time.Time
	decidedBy   string
	deciderKind DeciderKind
	reason      string
}

// progress is the state of a call and its results.
type progress struct {
	status     Status
	failure    Failure
	leaseOwner string
	leaseUntil time.Time
	settled    time.Time
	output     *runtime.ToolOutput
	late       *runtime.ToolOutput // of an execution that was given up for lost
}

const selectRecord = `SELECT c.tenant, c.thread_id, c.tool_call_id, c.seq, c.name, c.arguments, c.requested, c.receipts, c.validated, c.message_id,
	c.status, c.failure, c.tier, c.binding, c.created_at, c.expires_at, c.edited, c.decided_at, c.decided_by, c.decider_kind,
	c.reason, c.lease_owner, c.lease_until, c.settled_at, c.output, c.late_output
FROM tool_calls c `

// queryer is a database or a transaction.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// store reads and writes calls and audit, and reads the database's clock.
type store struct {
	cfg      *Config
	db       *database.DB
	clock    atomic.Pointer[reading]
	recorded counts
}

// records runs a SELECT; rest follows FROM.
func (s *store) records(ctx context.Context, q queryer, rest string, args ...any) ([]*record, error) {
	rows, err := q.QueryContext(ctx, s.db.Rebind(selectRecord+rest), args...)
	if err != nil {
		return nil, fmt.Errorf("approval: %w", err)
	}
	defer rows.Close()
	var found []*record
	for rows.Next() {
		r := &record{}
		var created, expires, decided, until, settled database.Time
		var receipts string
		var output, late sql.NullString
		err := rows.Scan(&r.tenant, &r.thread, &r.id, &r.seq, &r.name, &r.arguments, &r.requested, &receipts, &r.validated, &r.message,
			&r.status, &r.failure, &r.tier, &r.binding, &created, &expires, &r.edited, &decided, &r.decidedBy, &r.deciderKind,
			&r.reason, &r.leaseOwner, &until, &settled, &output, &late)
		if err != nil {
			return nil, fmt.Errorf("approval: %w", err)
		}
		r.created, r.expires, r.decided, r.leaseUntil, r.settled = created.Time, expires.Time, decided.Time, until.Time, settled.Time
		if err := json.Unmarshal([]byte(receipts), &r.receipts); err != nil {
			r.receipts = nil // for display only
		}
		r.output, r.late = readOutput(r, output), readOutput(r, late)
		found = append(found, r)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("approval: %w", err)
	}
	return found, nil
}

// readOutput reads a stored output. An unreadable one becomes an error output, so that one broken row does not
// break lists.
func readOutput(r *record, text sql.NullString) *runtime.ToolOutput {
	if !text.Valid {
		return nil
	}
	out := runtime.ToolOutput{}
	if err := json.Unmarshal([]byte(text.String), &out); err != nil {
		out = failure(r, runtime.FailureInternal, "What is stored of the outcome of this call cannot be read. Find out what has happened before you make it again.")
	}
	return &out
}

// load returns a call, or ErrNotFound.
func (s *store) load(ctx context.Context, q queryer, key callKey) (*record, error) {
	found, err := s.records(ctx, q, "WHERE "+whereCall, key.args()...)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, ErrNotFound
	}
	return found[0], nil
}

// insert stores a new call, and its message if that is new.
func (s *store) insert(ctx context.Context, tx *sql.Tx, r *record) error {
	receipts, err := marshal(r.receipts)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, s.db.Rebind("INSERT INTO messages (tenant, thread_id, id, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"),
		r.tenant, r.thread, r.message, s.db.Time(r.created))
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, s.db.Rebind(`INSERT INTO tool_calls
	(tenant, thread_id, tool_call_id, seq, name, arguments, requested, receipts, message_id, status, tier, binding, created_at, expires_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
		r.tenant, r.thread, r.id, r.seq, r.name, r.arguments, r.requested, string(receipts), r.message, string(r.status), r.tier, r.binding,
		s.db.Time(r.created), s.db.Time(r.expires))
	return err
}

// storedText returns the stored form of an output.
func storedText(out *runtime.ToolOutput) (string, error) {
	text, err := marshal(out)
	return validText(string(text)), err
}

// move writes the changes from before to after if the row still equals before: the compare-and-set on which
// everything depends. guard is an additional condition. It reports whether the row was changed.
func (s *store) move(ctx context.Context, tx *sql.Tx, before, after *record, guard string, args ...any) (bool, error) {
	var output any
	if after.output != nil {
		text, err := storedText(after.output)
		if err != nil {
			return false, err
		}
		output = text
	}
	var validated any
	if after.validated.Valid {
		validated = after.validated.Bool
	}
	result, err := tx.ExecContext(ctx, s.db.Rebind(`UPDATE tool_calls SET status = ?, failure = ?, validated = ?, arguments = ?, edited = ?,
	binding = ?, decided_at = ?, decided_by = ?, decider_kind = ?, reason = ?, lease_owner = ?, lease_until = ?, settled_at = ?, output = ?
WHERE `+whereCall+` AND status = ? AND binding = ? AND lease_owner = ? `+guard),
		append([]any{
			string(after.status), string(after.failure), validated, after.arguments, after.edited,
			after.binding, s.db.NullTime(after.decided), after.decidedBy, string(after.deciderKind), after.reason,
			after.leaseOwner, s.db.NullTime(after.leaseUntil), s.db.NullTime(after.settled), output,
			before.tenant, before.thread, before.id, string(before.status), before.binding, before.leaseOwner,
		}, args...)...)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n == 1, err
}

// prolong extends the lease of a running execution, and reports whether it was still held.
func (s *store) prolong(ctx context.Context, r *record) (bool, error) {
	until := s.now().Add(s.cfg.Lease)
	result, err := s.db.ExecContext(ctx, s.db.Rebind("UPDATE tool_calls SET lease_until = ? WHERE "+whereCall+" AND status = ? AND lease_owner = ?"),
		s.db.Time(until), r.tenant, r.thread, r.id, string(Executing), r.leaseOwner)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n == 1, err
}
