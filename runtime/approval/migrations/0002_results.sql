-- The SHA-256 of the output that a row of the audit is about, as it is stored; '' where there is none.
ALTER TABLE approval_audit ADD COLUMN result TEXT NOT NULL DEFAULT '';
CREATE INDEX approval_audit_call ON approval_audit (tool_call_id, seq);
