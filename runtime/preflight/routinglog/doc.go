// Package routinglog records the calls of the gate in a SQL table and computes how well models perform.
//
//	db, err := sqlite.Open(ctx, "gate.db") // or postgres.Open
//	log, err := routinglog.Open(ctx, db)
//	// The log is a preflight.Recorder: give it to the gate.
//
//	health, err := log.Health(ctx, time.Now().Add(-24*time.Hour))
//	fmt.Printf("%.0f%% of the calls were blocked\n", 100*health.Total.BlockRate)
//
// # The table
//
// Each gated call is a row of query_routing_logs, on SQLite and PostgreSQL:
//
//	created_at            time of the call
//	thread_id             the conversation
//	decision_point        scope of the attempt count; the call's id if the gate has none
//	query                 the person's request, truncated to 2 kB
//	tool_call_id, tool    the call
//	attempt               number of the attempt at the decision point
//	outcome               see preflight.Outcome
//	is_write_operation    whether the tool is a write tool
//	write_tool_results    JSON: [{tool, validation_status, fields_checked, broken, mcp_result}], empty for
//	                      read-only tools; the status is passed, blocked or aborted
//	guardrails_triggered  write_preflight_block if an invalid call of a write tool was blocked
//	tools_used            the tool, if it ran
//	tools_failed          the tool, if it ran and failed, or the call was blocked as invalid
//	duration_ms           duration of the call, including the wait for a person
//
// The lists are text[] on PostgreSQL and JSON on SQLite:
//
//	SELECT count(*) FROM query_routing_logs WHERE 'write_preflight_block' = ANY(guardrails_triggered); -- PostgreSQL
//	SELECT count(*) FROM query_routing_logs, json_each(guardrails_triggered) WHERE value = 'write_preflight_block'; -- SQLite
//
// Text comes from people, models and services. It is truncated and stored as valid UTF-8 without NUL;
// invalid characters are replaced by U+FFFD. A result that exceeds 16 kB, is not JSON, or is beyond what
// PostgreSQL stores as jsonb (NUL characters, huge numbers, deep nesting) is stored as a truncated string.
//
// # Asynchronous and synchronous recording
//
// As a recorder of a gate ([preflight.WithRecorder]), the log is never waited for. If the database is too slow, the
// gate's queue overflows and records are missed, which [preflight.Gate.Stats] counts; if the database fails, they are
// dropped: see [Log.Dropped]. A killed process loses the queue.
//
// If the log must contain every answered call, give [Log.Add] to the gate instead, which writes each row
// before the call returns. Calls then wait for the database, with one transaction each:
//
//	gate, err := preflight.New(tools, preflight.WithKeptRecords(log.Add), …)
package routinglog
