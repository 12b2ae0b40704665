-- Calls, messages and audit are by tenant, and the IDs of calls and messages are per thread. What older versions
-- have stored belongs to the tenant ''.
CREATE TABLE new_messages (
	tenant     TEXT NOT NULL,
	thread_id  TEXT NOT NULL,
	id         TEXT NOT NULL,
	created_at TIMESTAMP NOT NULL,
	PRIMARY KEY (tenant, thread_id, id)
);
INSERT INTO new_messages (tenant, thread_id, id, created_at) SELECT '', thread_id, id, created_at FROM messages;

CREATE TABLE new_tool_calls (
	tenant       TEXT NOT NULL,
	thread_id    TEXT NOT NULL,
	tool_call_id TEXT NOT NULL,
	seq          INTEGER NOT NULL, -- the row of the audit that it began with, which is its place in lists
	name         TEXT NOT NULL,
	arguments    TEXT NOT NULL, -- to be run
	requested    TEXT NOT NULL, -- as the model asked for them
	receipts     TEXT NOT NULL, -- what was repaired in them
	validated    BOOLEAN,       -- NULL: undecided; true: approved; false: rejected
	message_id   TEXT NOT NULL,
	status       TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'rejected', 'expired', 'executing', 'done', 'failed')),
	failure      TEXT NOT NULL DEFAULT '',
	tier         INTEGER NOT NULL,
	binding      TEXT NOT NULL,
	created_at   TIMESTAMP NOT NULL,
	expires_at   TIMESTAMP NOT NULL,
	edited       BOOLEAN NOT NULL DEFAULT FALSE,
	decided_at   TIMESTAMP,
	decided_by   TEXT NOT NULL DEFAULT '',
	decider_kind TEXT NOT NULL DEFAULT '',
	reason       TEXT NOT NULL DEFAULT '',
	lease_owner  TEXT NOT NULL DEFAULT '',
	lease_until  TIMESTAMP,
	settled_at   TIMESTAMP,
	output       TEXT,
	late_output  TEXT, -- of an execution that was given up for lost
	told_at      TIMESTAMP,
	PRIMARY KEY (tenant, thread_id, tool_call_id),
	FOREIGN KEY (tenant, thread_id, message_id) REFERENCES new_messages (tenant, thread_id, id)
);
INSERT INTO new_tool_calls (tenant, thread_id, tool_call_id, seq, name, arguments, requested, receipts, validated, message_id,
	status, failure, tier, binding, created_at, expires_at, edited, decided_at, decided_by, decider_kind, reason,
	lease_owner, lease_until, settled_at, output, late_output, told_at)
SELECT '', m.thread_id, c.tool_call_id, COALESCE((SELECT min(a.seq) FROM approval_audit a WHERE a.tool_call_id = c.tool_call_id), 0),
	c.name, c.arguments, c.requested, c.receipts, c.validated, c.message_id,
	c.status, c.failure, c.tier, c.binding, c.created_at, c.expires_at, c.edited, c.decided_at, c.decided_by, c.decider_kind, c.reason,
	c.lease_owner, c.lease_until, c.settled_at, c.output, c.late_output, c.told_at
FROM tool_calls c JOIN messages m ON m.id = c.message_id;
DROP TABLE tool_calls;
DROP TABLE messages;
ALTER TABLE new_messages RENAME TO messages;
ALTER TABLE new_tool_calls RENAME TO tool_calls;
CREATE INDEX tool_calls_id ON tool_calls (tenant, tool_call_id);
CREATE INDEX tool_calls_list ON tool_calls (tenant, seq);
CREATE INDEX tool_calls_open ON tool_calls (tenant, status, seq);
CREATE INDEX tool_calls_thread ON tool_calls (tenant, thread_id, seq);
CREATE INDEX tool_calls_message ON tool_calls (tenant, thread_id, message_id);
CREATE INDEX tool_calls_status ON tool_calls (status, expires_at);
CREATE INDEX tool_calls_settled ON tool_calls (settled_at);

CREATE TABLE new_audit (
	tenant       TEXT NOT NULL,
	seq          INTEGER NOT NULL,
	at           TIMESTAMP NOT NULL,
	thread_id    TEXT NOT NULL,
	tool_call_id TEXT NOT NULL,
	name         TEXT NOT NULL,
	event        TEXT NOT NULL,
	before_status TEXT NOT NULL,
	after_status TEXT NOT NULL,
	decider_kind TEXT NOT NULL,
	decider_id   TEXT NOT NULL,
	reason       TEXT NOT NULL, -- this and the arguments: of older versions
	args_before  TEXT NOT NULL,
	args         TEXT NOT NULL,
	detail       TEXT NOT NULL,
	result       TEXT NOT NULL, -- the SHA-256 of the output that the row is about, as it is stored; '' where there is none
	texts        TEXT NOT NULL, -- the keyed digest of what approval_audit_texts has of the row; '' in rows of older versions
	key_id       TEXT NOT NULL,
	hash         TEXT NOT NULL,
	PRIMARY KEY (tenant, seq)
);
INSERT INTO new_audit (tenant, seq, at, thread_id, tool_call_id, name, event, before_status, after_status, decider_kind, decider_id,
	reason, args_before, args, detail, result, texts, key_id, hash)
SELECT '', seq, at, thread_id, tool_call_id, name, event, before_status, after_status, decider_kind, decider_id,
	reason, args_before, args, detail, result, '', key_id, hash
FROM approval_audit;
DROP TABLE approval_audit;
ALTER TABLE new_audit RENAME TO approval_audit;
CREATE INDEX approval_audit_call ON approval_audit (tenant, thread_id, tool_call_id, seq);
CREATE INDEX approval_audit_thread ON approval_audit (tenant, thread_id, seq);
-- A call begins to be run at most once, whatever the status in its row says.
CREATE UNIQUE INDEX approval_audit_runs_once ON approval_audit (tenant, thread_id, tool_call_id) WHERE event = 'executing';

CREATE TRIGGER approval_audit_no_update BEFORE UPDATE ON approval_audit
BEGIN SELECT RAISE(ABORT, 'approval_audit is append-only'); END;
CREATE TRIGGER approval_audit_no_delete BEFORE DELETE ON approval_audit
BEGIN SELECT RAISE(ABORT, 'approval_audit is append-only'); END;
-- INSERT OR REPLACE deletes without asking the trigger on DELETE.
CREATE TRIGGER approval_audit_no_replace BEFORE INSERT ON approval_audit
WHEN EXISTS (SELECT 1 FROM approval_audit WHERE tenant = NEW.tenant AND seq >= NEW.seq) OR
	NEW.event = 'executing' AND EXISTS (SELECT 1 FROM approval_audit
		WHERE event = 'executing' AND tenant = NEW.tenant AND thread_id = NEW.thread_id AND tool_call_id = NEW.tool_call_id)
BEGIN SELECT RAISE(ABORT, 'approval_audit is append-only'); END;

-- What people wrote and what the arguments were, as far as it was not erased. The audit has their digest.
CREATE TABLE approval_audit_texts (
	tenant      TEXT NOT NULL,
	seq         INTEGER NOT NULL,
	reason      TEXT NOT NULL,
	args_before TEXT NOT NULL,
	args        TEXT NOT NULL,
	PRIMARY KEY (tenant, seq)
);

CREATE TABLE new_head (
	tenant TEXT PRIMARY KEY NOT NULL,
	seq    INTEGER NOT NULL,
	hash   TEXT NOT NULL
);
INSERT INTO new_head (tenant, seq, hash) SELECT '', seq, hash FROM approval_audit_head WHERE seq > 0;
DROP TABLE approval_audit_head;
ALTER TABLE new_head RENAME TO approval_audit_head;
