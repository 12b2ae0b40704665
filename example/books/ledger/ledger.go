package ledger

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/toolgen/toolgen/runtime/database"
)

// A Ledger is the service. It is safe for use by several goroutines, and by several processes on
// one database.
type Ledger struct {
	db     *database.DB
	tools  []tool
	now    func() time.Time
	faults *Faults
}

// An Option changes how a ledger behaves.
type Option func(*Ledger)

// WithClock sets where the time of day comes from. Without it, that is [time.Now].
func WithClock(now func() time.Time) Option { return func(l *Ledger) { l.now = now } }

// WithFaults makes the service fail on purpose, as the faults say.
func WithFaults(f *Faults) Option { return func(l *Ledger) { l.faults = f } }

// New makes the service over a database, in which it makes the tables that are missing. The
// database stays the caller's to close.
func New(ctx context.Context, db *database.DB, opts ...Option) (*Ledger, error) {
	tools, err := loadTools()
	if err != nil {
		return nil, fmt.Errorf("ledger: schemas/books.tools.json: %w", err)
	}
	if err := db.Migrate(ctx, "ledger", migrations); err != nil {
		return nil, fmt.Errorf("ledger: %w", err)
	}
	l := &Ledger{db: db, tools: tools, now: time.Now, faults: new(Faults)}
	for _, opt := range opts {
		opt(l)
	}
	return l, nil
}

// inTurn runs f in a transaction, in which it has the number of a call. The lock of that counter
// lets one in after the other: what f reads, no other call is about to change.
func (l *Ledger) inTurn(ctx context.Context, f func(s *store, number int64) error) error {
	return l.db.InTx(ctx, func(tx *sql.Tx) error {
		s := &store{ctx: ctx, db: l.db, q: tx}
		number := s.next("CALL")
		if s.err != nil {
			return s.err
		}
		return f(s, number)
	})
}

var (
	// errRepeated rolls back: nothing is written, and the number is not used.
	errRepeated = errors.New("the call was carried out before")
	// errKeyOfAnother is a mistake of the caller's that would lose a call if it went unsaid.
	errKeyOfAnother = errors.New("the idempotency key belongs to a call of another tool")
)

// write carries a call out and records it, or gives the answer of the call that came first with
// the same key. An empty key is none.
func (l *Ledger) write(ctx context.Context, t *tool, arguments []byte, key string) (result []byte, err error) {
	// The hash has the same form for every key, however long and whatever is in it.
	sum := sha256.Sum256([]byte(key))
	hash := sql.NullString{String: hex.EncodeToString(sum[:]), Valid: key != ""}
	err = l.inTurn(ctx, func(s *store, number int64) error {
		var first string
		result = nil
		s.get([]any{&first, &result}, "SELECT tool, result FROM ledger_calls WHERE key_hash = ?", hash)
		switch {
		case s.err != nil:
			return s.err
		case first == t.Name:
			return errRepeated
		case first != "":
			return errKeyOfAnother
		}
		c := &change{store: s, args: parseFields(arguments), now: l.now()}
		id, answer := t.write(c)
		result = encode(answer)
		s.insert("ledger_calls", row{
			{"number", number}, {"key_hash", hash}, {"tool", t.Name}, {"record_id", id},
			{"arguments", clean(string(arguments))}, {"result", string(result)}, {"made_at", l.db.Time(c.now)},
		})
		return s.err
	})
	if errors.Is(err, errRepeated) {
		err = nil
	}
	return result, err
}
