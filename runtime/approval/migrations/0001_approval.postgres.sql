CREATE TABLE messages (
	id         UUID PRIMARY KEY,
	thread_id  TEXT NOT NULL,
	created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX messages_thread ON messages (thread_id, created_at);

CREATE TABLE tool_calls (
	tool_call_id TEXT PRIMARY KEY,
	name         TEXT NOT NULL,
	arguments    TEXT NOT NULL, -- to be run
	requested    TEXT NOT NULL, -- as the model asked for them
	receipts     TEXT NOT NULL, -- what was repaired in them
	validated    BOOLEAN,       -- NULL: undecided; true: approved; false: rejected
	message_id   UUID NOT NULL REFERENCES messages (id),
	status       TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'rejected', 'expired', 'executing', 'done', 'failed')),
	failure      TEXT NOT NULL DEFAULT '',
	tier         BIGINT NOT NULL,
	binding      TEXT NOT NULL,
	created_at   TIMESTAMPTZ NOT NULL,
	expires_at   TIMESTAMPTZ NOT NULL,
	edited       BOOLEAN NOT NULL DEFAULT FALSE,
	decided_at   TIMESTAMPTZ,
	decided_by   TEXT NOT NULL DEFAULT '',
	decider_kind TEXT NOT NULL DEFAULT '',
	reason       TEXT NOT NULL DEFAULT '',
	lease_owner  TEXT NOT NULL DEFAULT '',
	lease_until  TIMESTAMPTZ,
	settled_at   TIMESTAMPTZ,
	output       TEXT,
	late_output  TEXT, -- of an execution that was given up for lost
	told_at      TIMESTAMPTZ
);
CREATE INDEX tool_calls_message ON tool_calls (message_id);
CREATE INDEX tool_calls_status ON tool_calls (status, expires_at);

CREATE TABLE approval_audit (
	seq          BIGINT PRIMARY KEY,
	at           TIMESTAMPTZ NOT NULL,
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

CREATE FUNCTION approval_audit_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'approval_audit is append-only'; END $$;
CREATE TRIGGER approval_audit_no_change BEFORE UPDATE OR DELETE ON approval_audit
FOR EACH ROW EXECUTE FUNCTION approval_audit_append_only();
CREATE TRIGGER approval_audit_no_truncate BEFORE TRUNCATE ON approval_audit
FOR EACH STATEMENT EXECUTE FUNCTION approval_audit_append_only();

CREATE TABLE approval_audit_head (
	id   BIGINT PRIMARY KEY CHECK (id = 1),
	seq  BIGINT NOT NULL,
	hash TEXT NOT NULL
);
INSERT INTO approval_audit_head (id, seq, hash) VALUES (1, 0, '');
