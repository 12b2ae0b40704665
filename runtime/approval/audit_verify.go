package approval

import (
	"context"
	"crypto/hmac"
	"fmt"
)

// AuditHead is the last row of the audit. Kept where the owner of the database cannot write, it
// anchors everything up to it.
type AuditHead struct {
	Seq  int64  `json:"seq"` // 0 for an empty audit
	Hash string `json:"hash"`
}

// AuditError says that the audit is not what was written, and where that begins.
type AuditError struct {
	Seq    int64 // of the first row that is broken or missing
	Reason string
}

// Error names the row.
func (e *AuditError) Error() string {
	return fmt.Sprintf("approval: the audit is broken at row %d: %s", e.Seq, e.Reason)
}

// VerifyAudit verifies the whole audit and gives its head, and holds the calls against it: their status, who has
// decided them, their result and their late result. An [*AuditError] names the first row
// that is broken or missing. That rows are missing at the end is seen as long as the head in the
// database was not put back with them; against who can do both, keep the head elsewhere and use
// [Service.VerifyAuditFrom].
func (s *Service) VerifyAudit(ctx context.Context) (AuditHead, error) {
	return s.VerifyAuditFrom(ctx, AuditHead{})
}

// VerifyAuditFrom verifies that the audit still holds a head that was kept elsewhere, and all rows
// after it. It finds out when the end of the audit was cut off, and needs no keys that only older
// rows were signed with. What the rows up to the head say it does not look at: they are verified by
// [Service.VerifyAudit], or by the verification that gave the head.
func (s *Service) VerifyAuditFrom(ctx context.Context, from AuditHead) (AuditHead, error) {
	// Read before the rows: those that come in the meantime are verified, too, and are beyond it.
	var stored AuditHead
	if err := s.db.QueryRowContext(ctx, "SELECT seq, hash FROM approval_audit_head WHERE id = 1").Scan(&stored.Seq, &stored.Hash); err != nil {
		return AuditHead{}, fmt.Errorf("approval: the head of the audit: %w", err)
	}
	at, seen := from, from.Seq == 0
	// No row comes before the first one. Those that somebody has put there would be listed like any other.
	err := s.auditRows(ctx, s.db, "WHERE seq < 1 OR seq >= ? ORDER BY seq", []any{from.Seq}, func(e AuditEntry) error {
		if e.Seq < 1 {
			return &AuditError{e.Seq, "it stands in front of the first row"}
		}
		if e.Seq == stored.Seq && e.Hash != stored.Hash {
			return &AuditError{e.Seq, "it is not the row that the stored head was taken of"}
		}
		if !seen {
			seen = true
			if e.Seq != from.Seq || !hmac.Equal([]byte(e.Hash), []byte(from.Hash)) {
				return &AuditError{from.Seq, "it is not the row that the head was taken of"}
			}
			return nil
		}
		if e.Seq != at.Seq+1 {
			return &AuditError{at.Seq + 1, "it is missing"}
		}
		hash, ok := s.cfg.Keys.hash(at.Hash, e)
		if !ok {
			return &AuditError{e.Seq, "its key " + quote(e.KeyID) + " is not in the keyring"}
		}
		if !hmac.Equal([]byte(hash), []byte(e.Hash)) {
			return &AuditError{e.Seq, "it was changed, or a row before it was"}
		}
		at = AuditHead{e.Seq, e.Hash}
		return nil
	})
	switch {
	case err != nil:
		return AuditHead{}, err
	case !seen:
		return AuditHead{}, &AuditError{from.Seq, "it is missing, and so is what followed"}
	case at.Seq < stored.Seq:
		return AuditHead{}, &AuditError{at.Seq + 1, "it is missing, and so is what followed"}
	case stored.Seq == 0 && at.Seq > 0, stored.Seq == 0 && stored.Hash != "", stored.Seq < from.Seq:
		return AuditHead{}, &AuditError{stored.Seq + 1, "the stored head was put back"}
	}
	return at, s.verifyCalls(ctx, at.Seq)
}
