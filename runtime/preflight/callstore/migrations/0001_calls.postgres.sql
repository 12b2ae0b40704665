CREATE TABLE preflight_calls (
	call       TEXT PRIMARY KEY,
	state      BYTEA NOT NULL,
	changed_at TIMESTAMP NOT NULL
);
CREATE INDEX preflight_calls_changed ON preflight_calls (changed_at);
