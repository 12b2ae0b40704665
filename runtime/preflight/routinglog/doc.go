// Package routinglog keeps the calls of the gate in a SQL table, and says how well the models do.
//
//	db, err := sqlite.Open(ctx, "gate.db") // or postgres.Open
//	log, err := routinglog.Open(ctx, db)
//	defer log.Close()
//	// The log is a preflight.Recorder: give it to the gate.
//
//	health, err := log.Health(ctx, time.Now().Add(-24*time.Hour))
//	fmt.Printf("%.0f%% of the calls were blocked\n", 100*health.Total.BlockRate)
//
// # The table
//
// Each gated call is a row of query_routing_logs, on SQLite and PostgreSQL:
//
//	created_at            when the call came
//	thread_id             the conversation
//	decision_point        where attempts are counted; the id of the call if the gate names none
//	query                 what the person asked for, cut at 2 kB
//	tool_call_id, tool    the call
//	attempt               which attempt at the decision point it was
//	outcome               what became of it, see preflight.Outcome
//	is_write_operation    whether the tool is a write tool
//	write_tool_results    JSON: [{tool, validation_status, fields_checked, broken, mcp_result}], empty for
//	                      tools that only read; the status is passed, blocked or aborted
//	guardrails_triggered  write_preflight_block if an invalid call of a write tool was blocked
//	tools_used            the tool, if it was run
//	tools_failed          the tool, if it was run and failed, or the call was blocked as invalid
//	duration_ms           how long the call took, with the time for which a person was waited for
//
// The last lists are text[] on PostgreSQL and JSON on SQLite:
//
//	SELECT count(*) FROM query_routing_logs WHERE 'write_preflight_block' = ANY(guardrails_triggered); -- PostgreSQL
//	SELECT count(*) FROM query_routing_logs, json_each(guardrails_triggered) WHERE value = 'write_preflight_block'; -- SQLite
//
// Texts come from people, models and services. They are stored as valid UTF-8 without NUL, and cut:
// a replaced character is U+FFFD. A result of more than 16 kB, or one that is no JSON, is stored as
// a string of its beginning.
//
// # No call waits for the log
//
// [Log.Record] puts a call into a bounded queue that one goroutine writes to the database. If that
// is too slow or fails, records are lost: [Log.Dropped] counts them, and [Log.Err] is the last error.
// What is in the queue when the process is killed is lost, too.
//
// Where the log has to have every call that was answered, give the gate [Log.Add] instead, which writes a
// row at once. Calls then wait for the database, and each is a transaction of its own:
//
//	gate, err := preflight.New(tools, preflight.WithKeptRecords(log.Add), …)
package routinglog
