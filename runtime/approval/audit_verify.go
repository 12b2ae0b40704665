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
	from := map[string]AuditHead{}
	for _, head := range kept {
		from[head.Tenant] = head
	}
	tenants, err := s.tenants(ctx)
	if err != nil {
		return nil, err
	}
	for _, head := range kept {
		if !slices.Contains(tenants, head.Tenant) {
			tenants = append(tenants, head.Tenant)
		}
	}
	slices.Sort(tenants)
	heads := make([]AuditHead, len(tenants))
	for i, tenant := range tenants {
		head := from[tenant]
		head.Tenant = tenant
		if heads[i], err = s.verifyAudit(ctx, head); err != nil {
			return nil, err
		}
	}
	return heads, nil
}

// tenants returns the tenants with an audit or calls.
func (s *store) tenants(ctx context.Context) ([]string, error) {
	rows, err := s.db.QueryContext(ctx, "SELECT tenant FROM approval_audit_head UNION SELECT tenant FROM approval_audit UNION SELECT tenant FROM tool_calls")
	if err != nil {
		return nil, fmt.Errorf("approval: audit: %w", err)
	}
	defer rows.Close()
	var tenants []string
	for rows.Next() {
		var tenant string
		if err := rows.Scan(&tenant); err != nil {
			return nil, fmt.Errorf("approval: audit: %w", err)
		}
		tenants = append(tenants, tenant)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("approval: audit: %w", err)
	}
	return tenants, nil
}

// verifyAudit verifies a tenant's audit starting at a head.
func (s *store) verifyAudit(ctx context.Context, from AuditHead) (AuditHead, error) {
	tenant := from.Tenant
	broken := func(seq int64, reason string) error { return &AuditError{tenant, seq, reason} }
	// Read the head before the rows: rows added in the meantime are verified as well. A missing head is treated
	// like one that was put back.
	var stored AuditHead
	err := s.db.QueryRowContext(ctx, s.db.Rebind("SELECT seq, hash FROM approval_audit_head WHERE tenant = ?"), tenant).Scan(&stored.Seq, &stored.Hash)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return AuditHead{}, fmt.Errorf("approval: the head of the audit: %w", err)
	}
	at, seen := from, from.Seq == 0
	bare := map[callKey]int64{} // rows whose texts are gone, of calls that no row has said to be erased
	// Rows before the first one can only have been inserted, and are reported.
	err = s.auditRows(ctx, s.db, "WHERE a.tenant = ? AND (a.seq < 1 OR a.seq >= ?) ORDER BY a.seq", []any{tenant, from.Seq}, func(e AuditEntry) error {
		if e.Seq < 1 {
			return broken(e.Seq, "it stands in front of the first row")
		}
		if e.Seq == stored.Seq && e.Hash != stored.Hash {
			return broken(e.Seq, "it is not the row that the stored head was taken of")
		}
		if !seen {
			seen = true
			if e.Seq != from.Seq || !hmac.Equal([]byte(e.Hash), []byte(from.Hash)) {
				return broken(from.Seq, "it is not the row that the head was taken of")
			}
			return nil
		}
		if e.Seq != at.Seq+1 {
			return broken(at.Seq+1, "it is missing")
		}
		hash, ok := s.cfg.Keys.hash(at.Hash, e)
		if !ok {
			return broken(e.Seq, "its key "+quote(e.KeyID)+" is not in the keyring")
		}
		if !hmac.Equal([]byte(hash), []byte(e.Hash)) {
			return broken(e.Seq, "it was changed, or a row before it was")
		}
		key := callKey{tenant, e.ThreadID, e.ToolCallID}
		switch {
		case e.Event == eventErased:
			delete(bare, key)
		case e.Texts == "" || hmac.Equal([]byte(s.cfg.Keys.textsOf(e)), []byte(e.Texts)):
		case !e.bare():
			return broken(e.Seq, "its reason or its arguments were changed")
		case bare[key] == 0:
			bare[key] = e.Seq
		}
		at = AuditHead{tenant, e.Seq, e.Hash}
		return nil
	})
	switch {
	case err != nil:
		return AuditHead{}, err
	case !seen:
		return AuditHead{}, broken(from.Seq, "it is missing, and so is what followed")
	case at.Seq < stored.Seq:
		return AuditHead{}, broken(at.Seq+1, "it is missing, and so is what followed")
	case stored.Seq == 0 && at.Seq > 0, stored.Seq == 0 && stored.Hash != "", stored.Seq < from.Seq:
		return AuditHead{}, broken(stored.Seq+1, "the stored head was put back")
	case len(bare) > 0:
		return AuditHead{}, broken(slices.Min(slices.Collect(maps.Values(bare))), "its reason and its arguments are gone, and the call was not erased")
	}
	if err := s.verifyErased(ctx, tenant, at.Seq); err != nil {
		return AuditHead{}, err
	}
	return at, s.verifyCalls(ctx, tenant, at.Seq)
}
