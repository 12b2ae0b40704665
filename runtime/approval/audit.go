package approval

import (
	"context"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/toolgen/toolgen/runtime/database"
)

// AuditEntry is one row of the audit: who moved a call from where to where, or tried to. Of a call that is done,
// has failed or has a late result the decider is who approved it. The values of sensitive fields are masked.
type AuditEntry struct {
	Seq         int64           `json:"seq"`
	At          time.Time       `json:"at"`
	ThreadID    string          `json:"threadId"`
	ToolCallID  string          `json:"toolCallId"`
	ToolName    string          `json:"toolName"`
	Event       string          `json:"event"`            // the new status, or "refused", "lost", "late_result" or "attempt"
	Before      Status          `json:"before,omitempty"` // "" for a new call
	After       Status          `json:"after"`
	DeciderKind DeciderKind     `json:"deciderKind"`
	DeciderID   string          `json:"deciderId,omitempty"`
	Reason      string          `json:"reason,omitempty"`
	ArgsBefore  json.RawMessage `json:"argsBefore,omitempty"` // where they were edited
	Args        json.RawMessage `json:"args,omitempty"`       // where they were asked for or decided
	Detail      string          `json:"detail,omitempty"`
	Result      string          `json:"result,omitempty"` // SHA-256 of the output that the call has got, as it is stored
	KeyID       string          `json:"keyId"`
	Hash        string          `json:"hash"` // over the row and the hash of the row before
}

// The events that are not the name of the status that a call has got.
const (
	eventRefused    = "refused"
	eventLost       = "lost"
	eventLateResult = "late_result"
	eventAttempt    = "attempt" // to decide, which was refused
)

// hash authenticates the row, chained to the one before. ok is false where the key is gone.
func (k *Keyring) hash(previous string, e AuditEntry) (hash string, ok bool) {
	parts := []string{previous, strconv.FormatInt(e.Seq, 10), strconv.FormatInt(e.At.UnixMicro(), 10),
		e.ThreadID, e.ToolCallID, e.ToolName, e.Event, string(e.Before), string(e.After), string(e.DeciderKind), e.DeciderID,
		e.Reason, string(e.ArgsBefore), string(e.Args), e.Detail}
	if e.Result != "" { // rows of older versions have none
		parts = append(parts, e.Result)
	}
	sum, ok := k.mac(e.KeyID, "audit", parts...)
	return hex.EncodeToString(sum), ok
}

// inTx runs f in a transaction that may write to the audit. All of them, in all processes, run one
// after another: the head of the audit is locked first. The chain thus never forks, and no two
// transactions wait for each other's rows.
func (s *Service) inTx(ctx context.Context, f func(tx *auditTx) error) error {
	var a *auditTx
	err := s.db.InTx(ctx, func(tx *sql.Tx) error {
		query := "SELECT seq, hash FROM approval_audit_head WHERE id = 1"
		if s.db.Dialect == database.PostgreSQL {
			query += " FOR UPDATE"
		}
		a = &auditTx{Tx: tx, service: s}
		if err := tx.QueryRowContext(ctx, query).Scan(&a.head.Seq, &a.head.Hash); err != nil {
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

// auditTx is a transaction that holds the head of the audit.
type auditTx struct {
	*sql.Tx
	service *Service
	head    AuditHead
	events  []string // of the rows that were added
}

// add appends a row.
func (tx *auditTx) add(ctx context.Context, e AuditEntry) error {
	s := tx.service
	e.Seq, e.At, e.KeyID = tx.head.Seq+1, s.now(), s.cfg.Keys.current
	e.DeciderID, e.Reason, e.Detail = validText(e.DeciderID), validText(e.Reason), validText(e.Detail)
	e.Hash, _ = s.cfg.Keys.hash(tx.head.Hash, e)
	_, err := tx.ExecContext(ctx, s.db.Rebind(`INSERT INTO approval_audit
	(seq, at, thread_id, tool_call_id, name, event, before_status, after_status, decider_kind, decider_id, reason, args_before, args, detail, result, key_id, hash)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
		e.Seq, s.db.Time(e.At), e.ThreadID, e.ToolCallID, e.ToolName, e.Event, string(e.Before), string(e.After), string(e.DeciderKind),
		e.DeciderID, e.Reason, string(e.ArgsBefore), string(e.Args), e.Detail, e.Result, e.KeyID, e.Hash)
	if err != nil {
		return fmt.Errorf("approval: audit: %w", err)
	}
	if _, err := tx.ExecContext(ctx, s.db.Rebind("UPDATE approval_audit_head SET seq = ?, hash = ? WHERE id = 1"), e.Seq, e.Hash); err != nil {
		return fmt.Errorf("approval: audit: %w", err)
	}
	tx.head = AuditHead{e.Seq, e.Hash}
	tx.events = append(tx.events, e.Event)
	return nil
}

// entry is the row about a move of a call.
func (s *Service) entry(before *record, after *record) AuditEntry {
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

const selectAudit = `SELECT seq, at, thread_id, tool_call_id, name, event, before_status, after_status, decider_kind, decider_id,
	reason, args_before, args, detail, result, key_id, hash FROM approval_audit `

// auditRows hands the rows to f, one by one, until f returns an error.
func (s *Service) auditRows(ctx context.Context, q queryer, rest string, args []any, f func(AuditEntry) error) error {
	rows, err := q.QueryContext(ctx, s.db.Rebind(selectAudit+rest), args...)
	if err != nil {
		return fmt.Errorf("approval: audit: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var e AuditEntry
		var at database.Time
		var argsBefore, argsAfter string
		err := rows.Scan(&e.Seq, &at, &e.ThreadID, &e.ToolCallID, &e.ToolName, &e.Event, &e.Before, &e.After, &e.DeciderKind, &e.DeciderID,
			&e.Reason, &argsBefore, &argsAfter, &e.Detail, &e.Result, &e.KeyID, &e.Hash)
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

// Audit lists the audit of a thread, oldest first. Who may not see the thread gets ErrNotFound.
// It does not verify the chain; see [Service.VerifyAudit].
func (s *Service) Audit(ctx context.Context, who Principal, thread string) ([]AuditEntry, error) {
	if err := s.maySee(ctx, who, thread); err != nil {
		return nil, err
	}
	var entries []AuditEntry
	err := s.auditRows(ctx, s.db, "WHERE thread_id = ? ORDER BY seq", []any{thread}, func(e AuditEntry) error {
		entries = append(entries, e)
		return nil
	})
	return entries, err
}
