package approval

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/toolgen/toolgen/runtime/internal/canon"
)

// audited is the state of a call according to the audit.
type audited struct {
	callKey
	deciderID, result, late             string
	status                              Status
	deciderKind                         DeciderKind
	first, moved, decided, lateAt, last int64 // rows that record it
}

// add applies a row.
func (a *audited) add(e AuditEntry) {
	a.last = e.Seq
	if a.first == 0 {
		a.first = e.Seq
	}
	switch e.Event {
	case eventAttempt:
		return
	case eventLateResult:
		a.late, a.lateAt = e.Result, e.Seq
		return
	case string(Approved), string(Rejected):
		a.deciderKind, a.deciderID, a.decided = e.DeciderKind, e.DeciderID, e.Seq
	}
	a.status, a.result, a.moved = e.After, e.Result, e.Seq
}

// stored is the state of a call according to its row.
type stored struct {
	record
	output, late sql.NullString
}

// differs returns the column in which a call contradicts the audit, and the audit row. Rows of older versions
// have no digests of results.
func (a *audited) differs(c stored) (seq int64, what string) {
	switch {
	case c.status != a.status:
		return a.moved, "status"
	case c.decidedBy != a.deciderID || c.deciderKind != a.deciderKind:
		return max(a.decided, a.first), "decider"
	case !c.status.Settled() && c.output.Valid, a.result != "" && a.result != digestOf(c.output):
		return a.moved, "result"
	case c.late.Valid != (a.lateAt > 0), a.late != "" && a.late != digestOf(c.late):
		return max(a.lateAt, a.first), "late result"
	}
	return 0, ""
}

// unsigned returns the column in which a call contradicts its signatures. Refused and rejected calls are
// exempt, since that may be the reason. It cannot check signatures of removed keys.
func (s *store) unsigned(c stored) string {
	if c.status == Rejected || c.failure == FailureRefused {
		return ""
	}
	b, err := s.cfg.Keys.open(c.binding)
	args, invalid := canon.JSON([]byte(c.arguments))
	switch {
	case errors.Is(err, ErrKeyRemoved):
		return ""
	case err != nil, b.Call != c.id, b.Tenant != c.tenant, b.Thread != c.thread:
		return "signature"
	case b.Tool != c.name:
		return "tool"
	case invalid != nil || b.Args != digest(args):
		return "arguments"
	case b.Tier != c.tier:
		return "tier"
	}
	return ""
}

func digestOf(text sql.NullString) string {
	if !text.Valid {
		return ""
	}
	return digest([]byte(text.String))
}

// verifyCalls compares a tenant's calls with their signatures and with the audit, which has been verified up to
// a row: status, decider and results. Calls that changed since then are skipped.
func (s *store) verifyCalls(ctx context.Context, tenant string, upTo int64) error {
	rows, err := s.db.QueryContext(ctx, s.db.Rebind(`SELECT c.thread_id, c.tool_call_id, c.name, c.arguments, c.tier, c.binding,
	c.status, c.failure, c.decided_by, c.decider_kind, c.output, c.late_output,
	a.seq, a.event, a.after_status, a.decider_kind, a.decider_id, a.result
FROM tool_calls c LEFT JOIN approval_audit a ON a.tenant = c.tenant AND a.thread_id = c.thread_id AND a.tool_call_id = c.tool_call_id
WHERE c.tenant = ? ORDER BY c.thread_id, c.tool_call_id, a.seq`), tenant)
	if err != nil {
		return fmt.Errorf("approval: audit: %w", err)
	}
	defer rows.Close()
	var at audited
	var call stored
	check := func() error {
		if at.id == "" || at.last > upTo {
			return nil
		}
		if at.first == 0 {
			return &AuditError{tenant, upTo + 1, "the call " + quote(at.id) + " is in no row"}
		}
		if seq, what := at.differs(call); what != "" {
			return &AuditError{tenant, seq, "the " + what + " of the call " + quote(at.id) + " is not what the row says"}
		}
		if what := s.unsigned(call); what != "" {
			return &AuditError{tenant, max(at.decided, at.first), "the " + what + " of the call " + quote(at.id) + " is not what was signed"}
		}
		return nil
	}
	for rows.Next() {
		key := callKey{tenant: tenant}
		var c stored
		var seq sql.NullInt64
		var event, after, kind, decider, result sql.NullString
		if err := rows.Scan(&key.thread, &key.id, &c.name, &c.arguments, &c.tier, &c.binding, &c.status, &c.failure, &c.decidedBy, &c.deciderKind, &c.output, &c.late, &seq, &event, &after, &kind, &decider, &result); err != nil {
			return fmt.Errorf("approval: audit: %w", err)
		}
		c.callKey = key
		if key != at.callKey {
			if err := check(); err != nil {
				return err
			}
			at, call = audited{callKey: key}, c
		}
		if seq.Valid {
			at.add(AuditEntry{Seq: seq.Int64, Event: event.String, After: Status(after.String), DeciderKind: DeciderKind(kind.String), DeciderID: decider.String, Result: result.String})
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("approval: audit: %w", err)
	}
	return check()
}

// verifyErased finds a call that is in a tenant's audit up to a row but no longer exists, although it was not
// erased.
func (s *store) verifyErased(ctx context.Context, tenant string, upTo int64) error {
	var seq int64
	var id string
	err := s.db.QueryRowContext(ctx, s.db.Rebind(`SELECT a.seq, a.tool_call_id FROM approval_audit a
WHERE a.tenant = ? AND a.seq <= ? AND a.event = 'pending'
	AND NOT EXISTS (SELECT 1 FROM tool_calls c WHERE c.tenant = a.tenant AND c.thread_id = a.thread_id AND c.tool_call_id = a.tool_call_id)
	AND NOT EXISTS (SELECT 1 FROM approval_audit e WHERE e.tenant = a.tenant AND e.thread_id = a.thread_id AND e.tool_call_id = a.tool_call_id AND e.event = 'erased')
ORDER BY a.seq LIMIT 1`), tenant, upTo).Scan(&seq, &id)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return fmt.Errorf("approval: audit: %w", err)
	}
	return &AuditError{tenant, seq, "the call " + quote(id) + " that it tells of is gone, and was not erased"}
}

// auditedDecider returns who decided a call according to the audit, or "".
func (s *store) auditedDecider(ctx context.Context, tx *auditTx, key callKey) (kind DeciderKind, decider string, err error) {
	err = tx.QueryRowContext(ctx, s.db.Rebind(`SELECT decider_kind, decider_id FROM approval_audit
WHERE `+whereCall+` AND event IN ('approved', 'rejected') ORDER BY seq DESC LIMIT 1`), key.args()...).Scan(&kind, &decider)
	if errors.Is(err, sql.ErrNoRows) {
		return "", "", nil
	}
	return kind, decider, err
}
