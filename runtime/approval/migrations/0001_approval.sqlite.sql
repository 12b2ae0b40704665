CREATE TABLE messages (
	id         TEXT PRIMARY KEY,
	thread_id  TEXT NOT NULL,
	created_at TIMESTAMP NOT NULL
);
CREATE INDEX messages_thread ON messages (thread_id, created_at);

CREATE TABLE tool_calls (
	tool_call_id TEXT PRIMARY KEY,
	name         TEXT NOT NULL,
	arguments    TEXT NOT NULL, -- to be run
	requested    TEXT NOT NULL, -- as the model asked for them
	receipts     TEXT NOT NULL, -- what was repaired in them
	validated    BOOLEAN,       -- NULL: undecided; true: approved; false: rejected
	message_id   TEXT NOT NULL REFERENCES messages (id),
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
	told_at      TIMESTAMP
);
CREATE INDEX tool_calls_message ON tool_calls (message_id);
CREATE INDEX tool_calls_status ON tool_calls (status, expires_at);

CREATE TABLE approval_audit (
	seq          INTEGER PRIMARY KEY,
	at           TIMESTAMP NOT NULL,
	thread_id    TEXT NOT NULL,
	tool_call_id TEXT NOT NULL,
	name         TEXT NOT NULL,
	event        TEXT NOT NULL,
	before_status TEXT NOT NULL,
	after_status TEXT NOT NULL,
	decider_kind TEXT NOT NULL,
	decider_id   TEXT NOT NULL,
	reason       TEXT NOT NULL,
	args_before  TEXT NOT NULL,
	args         TEXT NOT NULL,
	detail       TEXT NOT NULL,
	key_id       TEXT NOT NULL,
	hash         TEXT NOT NULL
);
CREATE INDEX approval_audit_thread ON approval_audit (thread_id, seq);
-- A call begins to be run at most once, whatever the status in its row says.
CREATE UNIQUE INDEX approval_audit_runs_once ON approval_audit (tool_call_id) WHERE event = 'executing';

CREATE TRIGGER approval_audit_no_update BEFORE UPDATE ON approval_audit
BEGIN SELECT RAISE(ABORT, 'approval_audit is append-only'); END;
CREATE TRIGGER approval_audit_no_delete BEFORE DELETE ON approval_audit
BEGIN SELECT RAISE(ABORT, 'approval_audit is append-only'); END;
-- INSERT OR REPLACE deletes without asking the trigger on DELETE.
CREATE TRIGGER approval_audit_no_replace BEFORE INSERT ON approval_audit
WHEN EXISTS (SELECT 1 FROM approval_audit WHERE seq >= NEW.seq OR
	(event = 'executing' AND NEW.event = 'executing' AND tool_call_id = NEW.tool_call_id))
BEGIN SELECT RAISE(ABORT, 'approval_audit is append-only'); END;

CREATE TABLE approval_audit_head (
	id   INTEGER PRIMARY KEY CHECK (id = 1),
	seq  INTEGER NOT NULL,
	hash TEXT NOT NULL
);
INSERT INTO approval_audit_head (id, seq, hash) VALUES (1, 0, '');
