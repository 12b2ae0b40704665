package approval

import (
	"context"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"time"

	"github.com/toolgen/toolgen/runtime/database"
)

// AuditEntry is a row of the audit: a transition of a call, or an attempt. For a call that is done, has failed
// or has a late result, the decider is the approver. Values of sensitive fields are masked.
type AuditEntry struct {
	Tenant      string          `json:"tenant,omitempty"`
	Seq         int64           `json:"seq"` // counted per tenant
	At          time.Time       `json:"at"`
	ThreadID    string          `json:"threadId"`
	ToolCallID  string          `json:"toolCallId"`
	ToolName    string          `json:"toolName"`
	Event       string          `json:"event"`            // the new status, or "refused", "lost", "late_result", "attempt" or "erased"
	Before      Status          `json:"before,omitempty"` // "" for a new call
	After       Status          `json:"after"`            // "" for a deleted call
	DeciderKind DeciderKind     `json:"deciderKind"`
	DeciderID   string          `json:"deciderId,omitempty"`
	Reason      string          `json:"reason,omitempty"`
	ArgsBefore  json.RawMessage `json:"argsBefore,omitempty"` // if they were edited
	Args        json.RawMessage `json:"args,omitempty"`       // if requested or decided
	Detail      string          `json:"detail,omitempty"`
	Result      string          `json:"result,omitempty"` // SHA-256 of the stored output
	Texts       string          `json:"texts,omitempty"`  // keyed digest of Reason, ArgsBefore and Args, which may be erased; "" in old rows
	KeyID       string          `json:"keyId"`
	Hash        string          `json:"hash"` // over the row, with Texts in place of these three, and the hash of the tenant's previous row
}

// Events that are not the name of a status.
const (
	eventRefused    = "refused"
	eventLost       = "lost"
	eventLateResult = "late_result"
	eventAttempt    = "attempt" // a refused decision
	eventErased     = "erased"  // by Prune or Erase
)

// auditColumns are the columns of approval_audit, without the erasable texts of older versions.
const auditColumns = "tenant, seq, at, thread_id, tool_call_id, name, event, before_status, after_status, decider_kind, decider_id, " +
	"detail, result, texts, key_id, hash"

// fields point to the fields of the auditColumns.
func (e *AuditEntry) fields() []any {
	return []any{
		&e.Tenant, &e.Seq, &e.At, &e.ThreadID, &e.ToolCallID, &e.ToolName, &e.Event, &e.Before, &e.After, &e.DeciderKind, &e.DeciderID,
		&e.Detail, &e.Result, &e.Texts, &e.KeyID, &e.Hash,
	}
}

// hash authenticates the row, chained to the previous one. ok is false if the key is missing.
func (k *Keyring) hash(previous string, e AuditEntry) (hash string, ok bool) {
	seq, at := strconv.FormatInt(e.Seq, 10), strconv.FormatInt(e.At.UnixMicro(), 10)
	purpose, parts := "audit row", []string{previous, e.Tenant, seq, at}
	if e.Texts == "" { // a row of an older version, which had a single tenant
		purpose, parts = "audit", []string{previous, seq, at}
	}
	parts = append(parts, e.ThreadID, e.ToolCallID, e.ToolName, e.Event, string(e.Before), string(e.After), string(e.DeciderKind), e.DeciderID)
	switch {
	case e.Texts != "":
		parts = append(parts, e.Detail, e.Result, e.Texts)
	case e.Result != "":
		parts = append(parts, e.Reason, string(e.ArgsBefore), string(e.Args), e.Detail, e.Result)
	default:
		parts = append(parts, e.Reason, string(e.ArgsBefore), string(e.Args), e.Detail)
	}
	sum, ok := k.mac(e.KeyID, purpose, parts...)
	return hex.EncodeToString(sum), ok
}

// textsOf returns the keyed digest of the erasable texts of a row. It differs between rows with equal texts.
func (k *Keyring) textsOf(e AuditEntry) string {
	sum, _ := k.mac(e.KeyID, "audit texts", e.Tenant, strconv.FormatInt(e.Seq, 10), e.Reason, string(e.ArgsBefore), string(e.Args))
	return hex.EncodeToString(sum)
}

// bare reports whether the row has no erasable texts, or none any more.
func (e AuditEntry) bare() bool { return e.Reason == "" && len(e.ArgsBefore) == 0 && len(e.Args) == 0 }

// inTx runs f in a transaction that may write to a tenant's audit. These transactions are serialized across all
// processes by locking the tenant's audit head first, so that the chain never forks and there are no deadlocks.
// Tenants do not wait for each other.
func (s *store) inTx(ctx context.Context, tenant string, f func(tx *auditTx) error) error {
	query := "SELECT seq, hash FROM approval_audit_head WHERE tenant = ?"
	if s.db.Dialect == database.PostgreSQL {
		query += " FOR UPDATE"
	}
	var a *auditTx
	err := s.db.InTx(ctx, func(tx *sql.Tx) error {
		a = &auditTx{Tx: tx, store: s, head: AuditHead{Tenant: tenant}}
		head := []any{&a.head.Seq, &a.head.Hash}
		err := s.db.First(ctx, tx, head, query, tenant)
		if errors.Is(err, sql.ErrNoRows) { // first row of the tenant
			_, err = s.db.Run(ctx, tx, "INSERT INTO approval_audit_head (tenant, seq, hash) VALUES (?, 0, '') ON CONFLICT DO NOTHING", tenant)
			if err == nil {
				err = s.db.First(ctx, tx, head, query, tenant)
			}
		}
		if err != nil {
			return fmt.Errorf("approval: the head of the audit: %w", err)
		}
		if err := s.readClock(ctx, tx); err != nil {
			return fmt.Errorf("approval: %w", err)
		}
		return f(a)
	})
	if err == nil {
		s.recorded.add(a.events)
	}
	return err
}

// auditTx is a transaction that holds the audit head.
type auditTx struct {
	*sql.Tx
	store  *store
	head   AuditHead
	events []string // of the added rows
}

// next returns the number of the next row.
func (tx *auditTx) next() int64 { return tx.head.Seq + 1 }

// add appends a row.
func (tx *auditTx) add(ctx context.Context, e AuditEntry) error {
	s := tx.store
	e.Tenant, e.Seq, e.At, e.KeyID = tx.head.Tenant, tx.next(), s.now(), s.cfg.Keys.current
	e.DeciderID, e.Reason, e.Detail = database.Text(e.DeciderID), database.Text(e.Reason), database.Text(e.Detail)
	e.Texts = s.cfg.Keys.textsOf(e)
	e.Hash, _ = s.cfg.Keys.hash(tx.head.Hash, e)
	row := append(values(e.fields()), "", "", "")
	_, err := s.db.Run(ctx, tx, "INSERT INTO approval_audit ("+auditColumns+", reason, args_before, args) VALUES "+marks(len(row)), row...)
	if err == nil && !e.bare() {
		_, err = s.db.Run(ctx, tx, "INSERT INTO approval_audit_texts (tenant, seq, reason, args_before, args) VALUES (?, ?, ?, ?, ?)",
			e.Tenant, e.Seq, e.Reason, string(e.ArgsBefore), string(e.Args))
	}
	if err == nil {
		_, err = s.db.Run(ctx, tx, "UPDATE approval_audit_head SET seq = ?, hash = ? WHERE tenant = ?", e.Seq, e.Hash, e.Tenant)
	}
	if err != nil {
		return fmt.Errorf("approval: audit: %w", err)
	}
	tx.head = AuditHead{e.Tenant, e.Seq, e.Hash}
	tx.events = append(tx.events, e.Event)
	return nil
}

// change moves a call and records that. It reports whether the call was still as before, see [store.move].
func (tx *auditTx) change(ctx context.Context, before, after *record, e AuditEntry, guard string, args ...any) (moved bool, err error) {
	if moved, err = tx.store.move(ctx, tx.Tx, before, after, guard, args...); err != nil || !moved {
		return moved, err
	}
	return true, tx.add(ctx, e)
}

// change is [auditTx.change] in a transaction of its own.
func (s *store) change(ctx context.Context, before, after *record, e AuditEntry, guard string, args ...any) (moved bool, err error) {
	err = s.inTx(ctx, before.tenant, func(tx *auditTx) error {
		moved, err = tx.change(ctx, before, after, e, guard, args...)
		return err
	})
	return moved && err == nil, err
}

// entry builds the row for a transition.
func entry(before, after *record) AuditEntry {
	e := AuditEntry{
		ThreadID: after.thread, ToolCallID: after.id, ToolName: after.name,
		Event: string(after.status), After: after.status,
		DeciderKind: DeciderSystem, Result: digestOf(after.output),
	}
	if before != nil {
		e.Before = before.status
	}
	if (after.status == Done || after.status == Failed) && after.decidedBy != "" {
		e.DeciderKind, e.DeciderID = after.deciderKind, after.decidedBy
	}
	return e
}

// digestOf returns the digest of a stored output, "" if there is none.
func digestOf(text *string) string {
	if text == nil {
		return ""
	}
	return digest([]byte(*text))
}

// entries yields the rows of the audit that are selected by the text after FROM approval_audit a.
func (s *store) entries(ctx context.Context, rest string, args ...any) iter.Seq2[AuditEntry, error] {
	const query = "SELECT " + auditColumns + ", " +
		"COALESCE(t.reason, a.reason), COALESCE(t.args_before, a.args_before), COALESCE(t.args, a.args) " +
		"FROM approval_audit a LEFT JOIN approval_audit_texts t USING (tenant, seq) "
	return func(yield func(AuditEntry, error) bool) {
		for row := range s.db.Rows(ctx, s.db, query+rest, args...) {
			var e AuditEntry
			err := row.Scan(append(e.fields(), &e.Reason, (*[]byte)(&e.ArgsBefore), (*[]byte)(&e.Args))...)
			if err != nil {
				err = fmt.Errorf("approval: audit: %w", err)
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// Audit returns the audit of a thread, oldest first, or [ErrNotFound] if who may not see the thread. It does
// not verify the chain; see [Service.VerifyAudit].
func (s *Service) Audit(ctx context.Context, who Principal, thread string) ([]AuditEntry, error) {
	if err := s.maySee(ctx, who, thread); err != nil {
		return nil, err
	}
	var entries []AuditEntry
	for e, err := range s.entries(ctx, "WHERE a.tenant = ? AND a.thread_id = ? ORDER BY a.seq", who.Tenant, thread) {
		if err != nil {
			return nil, err
		}
		entries = append(entries, e)
	}
	return entries, nil
}
