package approval

import (
	"context"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
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
	Texts       string          `json:"texts,omitempty"`  // keyed digest of Reason, ArgsBefore and Args, which may be erased; "" in rows of older versions
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

// hash authenticates the row, chained to the previous one. ok is false if the key is missing.
func (k *Keyring) hash(previous string, e AuditEntry) (hash string, ok bool) {
	if e.Texts != "" {
		sum, ok := k.mac(e.KeyID, "audit row", previous, e.Tenant, strconv.FormatInt(e.Seq, 10), strconv.FormatInt(e.At.UnixMicro(), 10),
			e.ThreadID, e.ToolCallID, e.ToolName, e.Event, string(e.Before), string(e.After), string(e.DeciderKind), e.DeciderID,
			e.Detail, e.Result, e.Texts)
		return hex.EncodeToString(sum), ok
	}
	// A row of an older version, which had a single tenant.
	parts := []string{previous, strconv.FormatInt(e.Seq, 10), strconv.FormatInt(e.At.UnixMicro(), 10),
		e.ThreadID, e.ToolCallID, e.ToolName, e.Event, string(e.Before), string(e.After), string(e.DeciderKind), e.DeciderID,
		e.Reason, string(e.ArgsBefore), string(e.Args), e.Detail}
	if e.Result != "" {
		parts = append(parts, e.Result)
	}
	sum, ok := k.mac(e.KeyID, "audit", parts...)
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
	var a *auditTx
	err := s.db.InTx(ctx, func(tx *sql.Tx) error {
		query := "SELECT seq, hash FROM approval_audit_head WHERE tenant = ?"
		if s.db.Dialect == database.PostgreSQL {
			query += " FOR UPDATE"
		}
		a = &auditTx{Tx: tx, store: s, head: AuditHead{Tenant: tenant}}
		read := func() error {
			return tx.QueryRowContext(ctx, s.db.Rebind(query), tenant).Scan(&a.head.Seq, &a.head.Hash)
		}
		err := read()
		if errors.Is(err, sql.ErrNoRows) { // first row of the tenant
			_, err = tx.ExecContext(ctx, s.db.Rebind("INSERT INTO approval_audit_head (tenant, seq, hash) VALUES (?, 0, '') ON CONFLICT DO NOTHING"), tenant)
			if err == nil {
				err = read()
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
	e.DeciderID, e.Reason, e.Detail = validText(e.DeciderID), validText(e.Reason), validText(e.Detail)
	e.Texts = s.cfg.Keys.textsOf(e)
	e.Hash, _ = s.cfg.Keys.hash(tx.head.Hash, e)
	_, err := tx.ExecContext(ctx, s.db.Rebind(`INSERT INTO approval_audit
	(tenant, seq, at, thread_id, tool_call_id, name, event, before_status, after_status, decider_kind, decider_id, reason, args_before, args, detail, result, texts, key_id, hash)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', '', '', ?, ?, ?, ?, ?)`),
		e.Tenant, e.Seq, s.db.Time(e.At), e.ThreadID, e.ToolCallID, e.ToolName, e.Event, string(e.Before), string(e.After), string(e.DeciderKind),
		e.DeciderID, e.Detail, e.Result, e.Texts, e.KeyID, e.Hash)
	if err == nil && !e.bare() {
		_, err = tx.ExecContext(ctx, s.db.Rebind("INSERT INTO approval_audit_texts (tenant, seq, reason, args_before, args) VALUES (?, ?, ?, ?, ?)"),
			e.Tenant, e.Seq, e.Reason, string(e.ArgsBefore), string(e.Args))
	}
	if err == nil {
		_, err = tx.ExecContext(ctx, s.db.Rebind("UPDATE approval_audit_head SET seq = ?, hash = ? WHERE tenant = ?"), e.Seq, e.Hash, e.Tenant)
	}
	if err != nil {
		return fmt.Errorf("approval: audit: %w", err)
	}
	tx.head = AuditHead{e.Tenant, e.Seq, e.Hash}
	tx.events = append(tx.events, e.Event)
	return nil
}

// entry builds the row for a transition.
func (s *store) entry(before *record, after *record) AuditEntry {
	e := AuditEntry{
		ThreadID: after.thread, ToolCallID: after.id, ToolName: after.name,
		Event: string(after.status), After: after.status,
		DeciderKind: DeciderSystem,
	}
	if before != nil {
		e.Before = before.status
	}
	if (after.status == Done || after.status == Failed) && after.decidedBy != "" {
		e.DeciderKind, e.DeciderID = after.deciderKind, after.decidedBy
	}
	if after.output != nil {
		if text, err := storedText(after.output); err == nil {
			e.Result = digest([]byte(text))
		}
	}
	return e
}

const selectAudit = `SELECT a.tenant, a.seq, a.at, a.thread_id, a.tool_call_id, a.name, a.event, a.before_status, a.after_status, a.decider_kind, a.decider_id,
	COALESCE(t.reason, a.reason), COALESCE(t.args_before, a.args_before), COALESCE(t.args, a.args), a.detail, a.result, a.texts, a.key_id, a.hash
FROM approval_audit a LEFT JOIN approval_audit_texts t ON t.tenant = a.tenant AND t.seq = a.seq `

// auditRows calls f for each row until it returns an error.
func (s *store) auditRows(ctx context.Context, q queryer, rest string, args []any, f func(AuditEntry) error) error {
	rows, err := q.QueryContext(ctx, s.db.Rebind(selectAudit+rest), args...)
	if err != nil {
		return fmt.Errorf("approval: audit: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var e AuditEntry
		var at database.Time
		var argsBefore, argsAfter string
		err := rows.Scan(&e.Tenant, &e.Seq, &at, &e.ThreadID, &e.ToolCallID, &e.ToolName, &e.Event, &e.Before, &e.After, &e.DeciderKind, &e.DeciderID,
			&e.Reason, &argsBefore, &argsAfter, &e.Detail, &e.Result, &e.Texts, &e.KeyID, &e.Hash)
		if err != nil {
			return fmt.Errorf("approval: audit: %w", err)
		}
		e.At = at.Time
		if argsBefore != "" {
			e.ArgsBefore = json.RawMessage(argsBefore)
		}
		if argsAfter != "" {
			e.Args = json.RawMessage(argsAfter)
		}
		if err := f(e); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("approval: audit: %w", err)
	}
	return nil
}

// Audit returns the audit of a thread, oldest first, or [ErrNotFound] if who may not see the thread. It does
// not verify the chain; see [Service.VerifyAudit].
func (s *Service) Audit(ctx context.Context, who Principal, thread string) ([]AuditEntry, error) {
	if err := s.maySee(ctx, who, thread); err != nil {
		return nil, err
	}
	var entries []AuditEntry
	err := s.auditRows(ctx, s.db, "WHERE a.tenant = ? AND a.thread_id = ? ORDER BY a.seq", []any{who.Tenant, thread}, func(e AuditEntry) error {
		entries = append(entries, e)
		return nil
	})
	return entries, err
}
