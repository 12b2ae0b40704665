CREATE TABLE query_routing_logs (
	id                   INTEGER PRIMARY KEY AUTOINCREMENT,
	created_at           TIMESTAMP NOT NULL,
	thread_id            TEXT NOT NULL,
	decision_point       TEXT NOT NULL,
	query                TEXT NOT NULL,
	tool_call_id         TEXT NOT NULL,
	tool                 TEXT NOT NULL,
	attempt              INTEGER NOT NULL,
	outcome              TEXT NOT NULL,
	is_write_operation   BOOLEAN NOT NULL,
	write_tool_results   JSON NOT NULL CHECK (json_valid(write_tool_results)),
	guardrails_triggered JSON NOT NULL CHECK (json_valid(guardrails_triggered)),
	tools_used           JSON NOT NULL CHECK (json_valid(tools_used)),
	tools_failed         JSON NOT NULL CHECK (json_valid(tools_failed)),
	duration_ms          REAL NOT NULL
);
CREATE INDEX query_routing_logs_created_at ON query_routing_logs (created_at);
