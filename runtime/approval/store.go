package approval

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"sync/atomic"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/database"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// callKey identifies a call: IDs are unique within a thread of a tenant.
type callKey struct{ tenant, thread, id string }

// whereCall is the SQL condition for a callKey, with its args.
const whereCall = "tenant = ? AND thread_id = ? AND tool_call_id = ?"

func (k callKey) args(more ...any) []any { return append([]any{k.tenant, k.thread, k.id}, more...) }

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
	receipts  string // JSON: the repairs of the model's arguments
	message   string
	created   time.Time
	expires   time.Time
}

// verdict is the decision on a call and its signature.
type verdict struct {
	validated   *bool  // nil: undecided
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
	output     *string // JSON of the [runtime.ToolOutput]
	late       *string // the same, of an execution that was given up for lost
}

// The columns of tool_calls: those that stay as requested, and those that change with the status. The column
// late_output is written separately.
const (
	requestColumns = "tenant, thread_id, tool_call_id, seq, name, requested, receipts, message_id, created_at, expires_at, tier"
	statusColumns  = "arguments, validated, edited, binding, decided_at, decided_by, decider_kind, reason, " +
		"status, failure, lease_owner, lease_until, settled_at, output"
	callColumns = requestColumns + ", " + statusColumns + ", late_output"
)

// requestFields point to the fields of the requestColumns.
func (r *record) requestFields() []any {
	return []any{&r.tenant, &r.thread, &r.id, &r.seq, &r.name, &r.requested, &r.receipts, &r.message, &r.created, &r.expires, &r.tier}
}

// statusFields point to the fields of the statusColumns.
func (r *record) statusFields() []any {
	return []any{
		&r.arguments, &r.validated, &r.edited, &r.binding, &r.decided, &r.decidedBy, &r.deciderKind, &r.reason,
		&r.status, &r.failure, &r.leaseOwner, &r.leaseUntil, &r.settled, &r.output,
	}
}

// scanCall reads the callColumns of a row, and more.
func scanCall(row database.Row, more ...any) (*record, error) {
	r := &record{}
	dest := append(r.requestFields(), r.statusFields()...)
	return r, row.Scan(append(append(dest, &r.late), more...)...)
}

// values returns what fields point to.
func values(fields []any) []any {
	list := make([]any, len(fields))
	for i, field := range fields {
		list[i] = reflect.ValueOf(field).Elem().Interface()
	}
	return list
}

// marks returns n placeholders.
func marks(n int) string { return "(?" + strings.Repeat(", ?", n-1) + ")" }

// repairs returns the receipts. They are for display only, so unreadable ones are ignored.
func (r *record) repairs() (receipts []runtime.Receipt) {
	if json.Unmarshal([]byte(r.receipts), &receipts) != nil {
		return nil
	}
	return receipts
}

// stored returns the stored form of an output, which has been marshalled before.
func stored(out runtime.ToolOutput) *string {
	return new(database.Text(string(show.JSON(out))))
}

// read returns a stored output, nil if there is none. An unreadable one becomes an error output, so that one
// broken row does not break lists.
func (r *record) read(text *string) *runtime.ToolOutput {
	if text == nil {
		return nil
	}
	out := runtime.ToolOutput{}
	if err := json.Unmarshal([]byte(*text), &out); err != nil {
		out = failure(r, runtime.FailureInternal,
			"The stored outcome of this call cannot be read. Find out what has happened before you make the call again.")
	}
	return &out
}

// store reads and writes calls and audit, and reads the database's clock.
type store struct {
	cfg      *Config
	db       *database.DB
	clock    atomic.Pointer[reading]
	recorded counts
}

// report logs what became of a call.
func (s *store) report(level slog.Level, what string, r *record, more ...any) {
	about := []any{"tool_call_id", r.id, "thread", r.thread, "tool", r.name}
	s.cfg.Log.Log(context.Background(), level, "approval: "+what, append(about, more...)...)
}

// count returns the number of rows that are selected by the text after FROM.
func (s *store) count(ctx context.Context, q database.Querier, from string, args ...any) (n int, err error) {
	err = s.db.First(ctx, q, []any{&n}, "SELECT count(*) FROM "+from, args...)
	return n, err
}

// records returns the calls that are selected by the text after FROM tool_calls.
func (s *store) records(ctx context.Context, q database.Querier, rest string, args ...any) (found []*record, err error) {
	for row := range s.db.Rows(ctx, q, "SELECT "+callColumns+" FROM tool_calls "+rest, args...) {
		r, err := scanCall(row)
		if err != nil {
			return nil, fmt.Errorf("approval: %w", err)
		}
		found = append(found, r)
	}
	return found, nil
}

// load returns a call, or ErrNotFound.
func (s *store) load(ctx context.Context, q database.Querier, key callKey) (*record, error) {
	found, err := s.records(ctx, q, "WHERE "+whereCall, key.args()...)
	if err == nil && len(found) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// insert stores a new call, and its message if that is new.
func (s *store) insert(ctx context.Context, tx *sql.Tx, r *record) error {
	_, err := s.db.Run(ctx, tx, "INSERT INTO messages (tenant, thread_id, id, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
		r.tenant, r.thread, r.message, r.created)
	if err != nil {
		return err
	}
	all := values(append(r.requestFields(), r.statusFields()...))
	_, err = s.db.Run(ctx, tx, "INSERT INTO tool_calls ("+requestColumns+", "+statusColumns+") VALUES "+marks(len(all)), all...)
	return err
}

// move writes the changes from before to after if the row still equals before: the compare-and-set on which
// everything depends. guard is an additional condition. It reports whether the row was changed.
func (s *store) move(ctx context.Context, tx *sql.Tx, before, after *record, guard string, args ...any) (bool, error) {
	set := values(after.statusFields())
	query := "UPDATE tool_calls SET (" + statusColumns + ") = " + marks(len(set)) +
		" WHERE " + whereCall + " AND status = ? AND binding = ? AND lease_owner = ? " + guard
	n, err := s.db.Run(ctx, tx, query, append(append(set, before.args(before.status, before.binding, before.leaseOwner)...), args...)...)
	return n == 1, err
}

// prolong extends the lease of a running execution, and reports whether it was still held.
func (s *store) prolong(ctx context.Context, r *record) (bool, error) {
	n, err := s.db.Run(ctx, s.db, "UPDATE tool_calls SET lease_until = ? WHERE status = ? AND lease_owner = ? AND "+whereCall,
		append([]any{s.now().Add(s.cfg.Lease), Executing, r.leaseOwner}, r.args()...)...)
	return n == 1, err
}

// reading is the database's time with the local monotonic time at which it was read, from which the current
// time is extrapolated.
type reading struct{ said, at time.Time }

// readClock reads the database's clock. Every transaction does.
func (s *store) readClock(ctx context.Context, q database.Querier) error {
	if s.cfg.Now != nil {
		return nil
	}
	now, err := s.db.Now(ctx, q)
	if err == nil {
		s.clock.Store(&reading{said: now, at: time.Now()})
	}
	return err
}

// now returns the time of the database's clock, at its precision.
func (s *store) now() time.Time {
	if s.cfg.Now != nil {
		return s.cfg.Now().UTC().Truncate(time.Microsecond)
	}
	r := s.clock.Load()
	return r.said.Add(time.Since(r.at)).UTC().Truncate(time.Microsecond)
}
