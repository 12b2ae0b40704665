CREATE TABLE query_routing_logs (
	id                   BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	created_at           TIMESTAMPTZ NOT NULL,
	thread_id            TEXT NOT NULL,
	decision_point       TEXT NOT NULL,
	query                TEXT NOT NULL,
	tool_call_id         TEXT NOT NULL,
	tool                 TEXT NOT NULL,
	attempt              BIGINT NOT NULL,
	outcome              TEXT NOT NULL,
	is_write_operation   BOOLEAN NOT NULL,
	write_tool_results   JSONB NOT NULL,
	guardrails_triggered TEXT[] NOT NULL,
	tools_used           TEXT[] NOT NULL,
	tools_failed         TEXT[] NOT NULL,
	duration_ms          DOUBLE PRECISION NOT NULL
);
CREATE INDEX query_routing_logs_created_at ON query_routing_logs (created_at);
