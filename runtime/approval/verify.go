package approval

import (
	"context"
	"crypto/hmac"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// AuditHead is the last row of a tenant's audit. Stored out of reach of the database owner, it anchors
// everything before it.
type AuditHead struct {
	Tenant string `json:"tenant,omitempty"`
	Seq    int64  `json:"seq"`
	Hash   string `json:"hash"`
}

// AuditError reports that the audit was tampered with, and where.
type AuditError struct {
	Tenant string // tenant of the audit
	Seq    int64  // first broken or missing row
	Reason string
}

// Error names the row.
func (e *AuditError) Error() string {
	of := ""
	if e.Tenant != "" {
		of = " of the tenant " + quote(e.Tenant)
	}
	return fmt.Sprintf("approval: the audit%s is broken at row %d: %s", of, e.Seq, e.Reason)
}

// VerifyAudit verifies the audit of each tenant and returns the heads. It also compares the calls with the audit:
// their status, decider, result and late result, and that no call is missing that was not erased. Tool,
// arguments and tier are compared with the signatures, as long as the key exists. An [*AuditError] names the
// first broken or missing row. Missing rows at the end are detected unless the head in the database was put
// back as well; to detect that, store heads elsewhere and pass them as kept.
//
// For a tenant with a kept head, it verifies that the audit contains that row, and all rows after it. It detects
// a truncated or removed audit, and does not need keys of older rows. Rows before the head are not verified
// again.
func (s *Service) VerifyAudit(ctx context.Context, kept ...AuditHead) ([]AuditHead, error) {
	tenants, err := s.tenants(ctx)
	if err != nil {
		return nil, err
	}
	from := map[string]AuditHead{}
	for _, tenant := range tenants {
		from[tenant] = AuditHead{Tenant: tenant}
	}
	for _, head := range kept {
		from[head.Tenant] = head
	}
	var heads []AuditHead
	for _, tenant := range slices.Sorted(maps.Keys(from)) {
		head, err := s.verifyAudit(ctx, from[tenant])
		if err != nil {
			return nil, err
		}
		heads = append(heads, head)
	}
	return heads, nil
}

// tenants returns the tenants with an audit or calls.
func (s *store) tenants(ctx context.Context) (tenants []string, err error) {
	const query = "SELECT tenant FROM approval_audit_head UNION SELECT tenant FROM approval_audit UNION SELECT tenant FROM tool_calls"
	for row := range s.db.Rows(ctx, s.db, query) {
		var tenant string
		if err := row.Scan(&tenant); err != nil {
			return nil, fmt.Errorf("approval: audit: %w", err)
		}
		tenants = append(tenants, tenant)
	}
	return tenants, nil
}

// verifyAudit verifies a tenant's audit starting at a head.
func (s *store) verifyAudit(ctx context.Context, from AuditHead) (none AuditHead, err error) {
	tenant := from.Tenant
	broken := func(seq int64, reason string) (AuditHead, error) { return none, &AuditError{tenant, seq, reason} }
	// Read the head before the rows: rows added in the meantime are verified as well. A missing head is treated
	// like one that was put back.
	var stored AuditHead
	err = s.db.First(ctx, s.db, []any{&stored.Seq, &stored.Hash}, "SELECT seq, hash FROM approval_audit_head WHERE tenant = ?", tenant)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return none, fmt.Errorf("approval: the head of the audit: %w", err)
	}
	at, seen := from, from.Seq == 0
	bare := map[callKey]int64{} // rows whose texts are gone, of calls that were not erased as far as the rows say
	// Rows before the first one can only have been inserted, and are reported.
	for e, err := range s.entries(ctx, "WHERE a.tenant = ? AND (a.seq < 1 OR a.seq >= ?) ORDER BY a.seq", tenant, from.Seq) {
		switch {
		case err != nil:
			return none, err
		case e.Seq < 1:
			return broken(e.Seq, "it precedes the first row")
		case e.Seq == stored.Seq && e.Hash != stored.Hash:
			return broken(e.Seq, "it does not match the stored head")
		case !seen && (e.Seq != from.Seq || !hmac.Equal([]byte(e.Hash), []byte(from.Hash))):
			return broken(from.Seq, "it does not match the kept head")
		case !seen:
			seen = true
			continue
		case e.Seq != at.Seq+1:
			return broken(at.Seq+1, "it is missing")
		}
		hash, ok := s.cfg.Keys.hash(at.Hash, e)
		key := callKey{tenant, e.ThreadID, e.ToolCallID}
		switch {
		case !ok:
			return broken(e.Seq, "its key "+quote(e.KeyID)+" is not in the keyring")
		case !hmac.Equal([]byte(hash), []byte(e.Hash)):
			return broken(e.Seq, "it was changed, or a row before it was")
		case e.Event == eventErased:
			delete(bare, key)
		case e.Texts == "" || hmac.Equal([]byte(s.cfg.Keys.textsOf(e)), []byte(e.Texts)):
		case !e.bare():
			return broken(e.Seq, "its reason or its arguments were changed")
		case bare[key] == 0:
			bare[key] = e.Seq
		}
		at = AuditHead{tenant, e.Seq, e.Hash}
	}
	switch {
	case !seen:
		return broken(from.Seq, "it is missing, and so is what followed")
	case at.Seq < stored.Seq:
		return broken(at.Seq+1, "it is missing, and so is what followed")
	case stored.Seq == 0 && at.Seq > 0, stored.Seq == 0 && stored.Hash != "", stored.Seq < from.Seq:
		return broken(stored.Seq+1, "the stored head was put back")
	case len(bare) > 0:
		return broken(slices.Min(slices.Collect(maps.Values(bare))), "its reason and its arguments are gone, and the call was not erased")
	}
	if err := s.verifyErased(ctx, tenant, at.Seq); err != nil {
		return none, err
	}
	return at, s.verifyCalls(ctx, tenant, at.Seq)
}

// audited is the state of a call according to the audit.
type audited struct {
	status                              Status
	decider                             string
	result, late                        string // digests
	first, moved, decided, lateAt, last int64  // rows that record it
}

// add applies a row.
func (a *audited) add(seq int64, event string, after Status, decider, result string) {
	a.last = seq
	if a.first == 0 {
		a.first = seq
	}
	switch event {
	case eventAttempt:
		return
	case eventLateResult:
		a.late, a.lateAt = result, seq
		return
	case string(Approved), string(Rejected):
		a.decider, a.decided = decider, seq
	}
	a.status, a.result, a.moved = after, result, seq
}

// differs returns how a call contradicts the audit, and the audit row. Rows of older versions have no digests of
// results.
func (a *audited) differs(r *record) (seq int64, what string) {
	switch {
	case r.status != a.status:
		return a.moved, "status"
	case r.decider() != a.decider:
		return max(a.decided, a.first), "decider"
	case !r.status.Settled() && r.output != nil, a.result != "" && a.result != digestOf(r.output):
		return a.moved, "result"
	case (r.late != nil) != (a.lateAt > 0), a.late != "" && a.late != digestOf(r.late):
		return max(a.lateAt, a.first), "late result"
	}
	return 0, ""
}

// decider returns kind and ID of the decider.
func (r *record) decider() string { return string(r.deciderKind) + " " + r.decidedBy }

// unsigned returns how a call contradicts its signature, nil if it does not. Refused and rejected calls are exempt,
// since that may be the reason, and so are signatures of removed keys. A changed expiry only matters when the call
// is to run.
func (s *store) unsigned(r *record) error {
	if r.status == Rejected || r.failure == FailureRefused {
		return nil
	}
	signed, err := s.cfg.Keys.open(r.binding)
	if err == nil {
		err = signed.differs(r)
	}
	if errors.Is(err, ErrKeyRemoved) || errors.Is(err, ErrExpiryChanged) {
		return nil
	}
	return err
}

// verifyCalls compares a tenant's calls with their signatures and with the audit, which has been verified up to
// a row: status, decider and results. Calls that changed since then are skipped.
func (s *store) verifyCalls(ctx context.Context, tenant string, upTo int64) error {
	const query = "SELECT " + callColumns + `, a_seq, a_event, a_status, a_decider, a_result
FROM tool_calls c LEFT JOIN (
	SELECT tenant AS a_tenant, thread_id AS a_thread, tool_call_id AS a_call, seq AS a_seq, event AS a_event, after_status AS a_status,
		decider_kind || ' ' || decider_id AS a_decider, result AS a_result
	FROM approval_audit
) a ON a_tenant = tenant AND a_thread = thread_id AND a_call = tool_call_id
WHERE tenant = ? ORDER BY thread_id, tool_call_id, a_seq`
	var at audited
	call := &record{}
	check := func() error {
		if call.id == "" || at.last > upTo {
			return nil
		}
		if at.first == 0 {
			return &AuditError{tenant, upTo + 1, "the call " + quote(call.id) + " is in no row"}
		}
		if seq, what := at.differs(call); what != "" {
			return &AuditError{tenant, seq, "the " + what + " of the call " + quote(call.id) + " differs from the row"}
		}
		if err := s.unsigned(call); err != nil {
			return &AuditError{tenant, max(at.decided, at.first), "the call " + quote(call.id) + " differs from what was signed: " + err.Error()}
		}
		return nil
	}
	for row := range s.db.Rows(ctx, s.db, query, tenant) {
		var seq sql.NullInt64
		var event, after, decider, result sql.NullString
		next, err := scanCall(row, &seq, &event, &after, &decider, &result)
		if err != nil {
			return fmt.Errorf("approval: audit: %w", err)
		}
		if next.callKey != call.callKey {
			if err := check(); err != nil {
				return err
			}
			at, call = audited{decider: " "}, next
		}
		if seq.Valid {
			at.add(seq.Int64, event.String, Status(after.String), decider.String, result.String)
		}
	}
	return check()
}

// verifyErased finds a call that is in a tenant's audit up to a row but no longer exists, although it was not
// erased.
func (s *store) verifyErased(ctx context.Context, tenant string, upTo int64) error {
	var seq int64
	var id string
	err := s.db.First(ctx, s.db, []any{&seq, &id}, `SELECT a.seq, a.tool_call_id FROM approval_audit a
WHERE a.tenant = ? AND a.seq <= ? AND a.event = 'pending'
	AND NOT EXISTS (SELECT 1 FROM tool_calls c WHERE c.tenant = a.tenant AND c.thread_id = a.thread_id AND c.tool_call_id = a.tool_call_id)
	AND NOT EXISTS (SELECT 1 FROM approval_audit e WHERE e.tenant = a.tenant AND e.thread_id = a.thread_id AND e.tool_call_id = a.tool_call_id AND e.event = 'erased')
ORDER BY a.seq LIMIT 1`, tenant, upTo)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return fmt.Errorf("approval: audit: %w", err)
	}
	return &AuditError{tenant, seq, "the call " + quote(id) + " that it records is gone, and was not erased"}
}

// auditedDecider returns who decided a call according to the audit, or "".
func (s *store) auditedDecider(ctx context.Context, key callKey) (kind DeciderKind, decider string, err error) {
	err = s.db.First(ctx, s.db, []any{&kind, &decider}, "SELECT decider_kind, decider_id FROM approval_audit WHERE "+whereCall+
		" AND event IN ('approved', 'rejected') ORDER BY seq DESC LIMIT 1", key.args()...)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return kind, decider, err
}
