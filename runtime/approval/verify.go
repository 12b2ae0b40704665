package approval

import (
	"cmp"
	"context"
	"crypto/hmac"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
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
// a truncated or removed audit, and does not need keys of older rows. Rows before the head are read, but not verified
// again. The state of each call of a tenant is in memory meanwhile.
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
func (s *store) tenants(ctx context.Context) ([]string, error) {
	tenants, err := s.db.Texts(ctx, s.db,
		"SELECT tenant FROM approval_audit_head UNION SELECT tenant FROM approval_audit UNION SELECT tenant FROM tool_calls")
	if err != nil {
		return nil, fmt.Errorf("approval: audit: %w", err)
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
	calls := map[callKey]*audited{}
	for e, err := range s.entries(ctx, "WHERE a.tenant = ? ORDER BY a.seq", tenant) {
		switch {
		case err != nil:
			return none, err
		case e.Seq < 1: // it can only have been inserted
			return broken(e.Seq, "it precedes the first row")
		case e.Seq == stored.Seq && e.Hash != stored.Hash:
			return broken(e.Seq, "it does not match the stored head")
		}
		key := callKey{tenant, e.ThreadID, e.ToolCallID}
		call := calls[key]
		if call == nil {
			call = &audited{decider: " ", first: e.Seq}
			calls[key] = call
		}
		if call.add(e); e.Event == eventErased {
			delete(calls, key)
		}
		if e.Seq < from.Seq {
			continue
		}
		if !seen {
			if e.Seq != from.Seq || !hmac.Equal([]byte(e.Hash), []byte(from.Hash)) {
				return broken(from.Seq, "it does not match the kept head")
			}
			seen = true
			continue
		}
		hash, ok := s.cfg.Keys.hash(at.Hash, e)
		switch {
		case e.Seq != at.Seq+1:
			return broken(at.Seq+1, "it is missing")
		case !ok:
			return broken(e.Seq, "its key "+quote(e.KeyID)+" is not in the keyring")
		case !hmac.Equal([]byte(hash), []byte(e.Hash)):
			return broken(e.Seq, "it was changed, or a row before it was")
		case e.Texts == "" || hmac.Equal([]byte(s.cfg.Keys.textsOf(e)), []byte(e.Texts)):
		case !e.bare():
			return broken(e.Seq, "its reason or its arguments were changed")
		case call.bare == 0:
			call.bare = e.Seq
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
	}
	return at, s.verifyCalls(ctx, at, calls)
}

// audited is the state of a call according to the audit.
type audited struct {
	status                        Status
	decider                       string
	result, late                  string // digests
	first, moved, decided, lateAt int64  // rows that record it
	bare                          int64  // the first row whose texts are gone
}

// add applies a row.
func (a *audited) add(e AuditEntry) {
	switch e.Event {
	case eventAttempt:
		return
	case eventLateResult:
		a.late, a.lateAt = e.Result, e.Seq
		return
	case string(Approved), string(Rejected):
		a.decider, a.decided = string(e.DeciderKind)+" "+e.DeciderID, e.Seq
	}
	a.status, a.result, a.moved = e.After, e.Result, e.Seq
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
		err = signed.differs(r, signed.Stage, signed.Version)
	}
	if errors.Is(err, ErrKeyRemoved) || errors.Is(err, ErrExpiryChanged) {
		return nil
	}
	return err
}

// verifyCalls compares a tenant's calls with their signatures and with the audit up to a row. It returns the fault with
// the first row. Calls that changed since that row was read are skipped.
func (s *store) verifyCalls(ctx context.Context, upTo AuditHead, calls map[callKey]*audited) error {
	faults := map[callKey]*AuditError{}
	for row := range s.db.Rows(ctx, s.db, "SELECT "+callColumns+" FROM tool_calls WHERE tenant = ?", upTo.Tenant) {
		r, err := scanCall(row)
		if err != nil {
			return fmt.Errorf("approval: audit: %w", err)
		}
		fault := func(seq int64, reason string) { faults[r.callKey] = &AuditError{upTo.Tenant, seq, reason} }
		a := calls[r.callKey]
		if a == nil {
			fault(upTo.Seq+1, "the call "+quote(r.id)+" is in no row")
			continue
		}
		if a.bare == 0 {
			delete(calls, r.callKey)
		}
		if seq, what := a.differs(r); what != "" {
			fault(seq, "the "+what+" of the call "+quote(r.id)+" differs from the row")
		} else if err := s.unsigned(r); err != nil {
			fault(max(a.decided, a.first), "the call "+quote(r.id)+" differs from what was signed: "+err.Error())
		}
	}
	for key, a := range calls {
		faults[key] = &AuditError{upTo.Tenant, a.first, "the call " + quote(key.id) + " that it records is gone, and was not erased"}
		if a.bare > 0 {
			faults[key] = &AuditError{upTo.Tenant, a.bare, "its reason and its arguments are gone, and the call was not erased"}
		}
	}
	firstFault := func(a, b callKey) int {
		return cmp.Or(cmp.Compare(faults[a].Seq, faults[b].Seq), strings.Compare(a.thread, b.thread), strings.Compare(a.id, b.id))
	}
	for _, key := range slices.SortedFunc(maps.Keys(faults), firstFault) {
		var last sql.NullInt64
		err := s.db.First(ctx, s.db, []any{&last}, "SELECT max(seq) FROM approval_audit WHERE "+whereCall, key.args()...)
		if err != nil {
			return fmt.Errorf("approval: audit: %w", err)
		}
		if last.Int64 <= upTo.Seq {
			return faults[key]
		}
	}
	return nil
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
