-- Calls, messages and audit are by tenant, and the IDs of calls and messages are per thread. What older versions
-- have stored belongs to the tenant ''.
ALTER TABLE tool_calls DROP CONSTRAINT tool_calls_message_id_fkey, DROP CONSTRAINT tool_calls_pkey;
ALTER TABLE tool_calls
	ADD COLUMN tenant TEXT NOT NULL DEFAULT '',
	ADD COLUMN thread_id TEXT,
	ADD COLUMN seq BIGINT; -- the row of the audit that it began with, which is its place in lists
UPDATE tool_calls c SET thread_id = m.thread_id,
	seq = COALESCE((SELECT min(a.seq) FROM approval_audit a WHERE a.tool_call_id = c.tool_call_id), 0)
FROM messages m WHERE m.id = c.message_id;
ALTER TABLE messages DROP CONSTRAINT messages_pkey;
ALTER TABLE messages ADD COLUMN tenant TEXT NOT NULL DEFAULT '';
ALTER TABLE messages ALTER COLUMN tenant DROP DEFAULT, ADD PRIMARY KEY (tenant, thread_id, id);
ALTER TABLE tool_calls
	ALTER COLUMN tenant DROP DEFAULT, ALTER COLUMN thread_id SET NOT NULL, ALTER COLUMN seq SET NOT NULL,
	ADD PRIMARY KEY (tenant, thread_id, tool_call_id),
	ADD FOREIGN KEY (tenant, thread_id, message_id) REFERENCES messages (tenant, thread_id, id);
DROP INDEX messages_thread;
DROP INDEX tool_calls_message;
CREATE INDEX tool_calls_id ON tool_calls (tenant, tool_call_id);
CREATE INDEX tool_calls_list ON tool_calls (tenant, seq);
CREATE INDEX tool_calls_open ON tool_calls (tenant, status, seq);
CREATE INDEX tool_calls_thread ON tool_calls (tenant, thread_id, seq);
CREATE INDEX tool_calls_message ON tool_calls (tenant, thread_id, message_id);
CREATE INDEX tool_calls_settled ON tool_calls (settled_at);

ALTER TABLE approval_audit DROP CONSTRAINT approval_audit_pkey;
ALTER TABLE approval_audit
	ADD COLUMN tenant TEXT NOT NULL DEFAULT '',
	ADD COLUMN texts TEXT NOT NULL DEFAULT ''; -- the keyed digest of what approval_audit_texts has of the row; '' in rows of older versions
ALTER TABLE approval_audit ALTER COLUMN tenant DROP DEFAULT, ALTER COLUMN texts DROP DEFAULT, ADD PRIMARY KEY (tenant, seq);
DROP INDEX approval_audit_thread;
DROP INDEX approval_audit_call;
DROP INDEX approval_audit_runs_once;
CREATE INDEX approval_audit_call ON approval_audit (tenant, thread_id, tool_call_id, seq);
CREATE INDEX approval_audit_thread ON approval_audit (tenant, thread_id, seq);
-- A call begins to be run at most once, whatever the status in its row says.
CREATE UNIQUE INDEX approval_audit_runs_once ON approval_audit (tenant, thread_id, tool_call_id) WHERE event = 'executing';

-- What people wrote and what the arguments were, as far as it was not erased. The audit has their digest.
CREATE TABLE approval_audit_texts (
	tenant      TEXT NOT NULL,
	seq         BIGINT NOT NULL,
	reason      TEXT NOT NULL,
	args_before TEXT NOT NULL,
	args        TEXT NOT NULL,
	PRIMARY KEY (tenant, seq)
);

DELETE FROM approval_audit_head WHERE seq = 0;
ALTER TABLE approval_audit_head DROP COLUMN id;
ALTER TABLE approval_audit_head ADD COLUMN tenant TEXT NOT NULL DEFAULT '';
ALTER TABLE approval_audit_head ALTER COLUMN tenant DROP DEFAULT, ADD PRIMARY KEY (tenant);
