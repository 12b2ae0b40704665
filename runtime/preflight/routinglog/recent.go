package routinglog

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/toolgen/toolgen/runtime/database"
)

// maxRecent is the maximum number of rows that Recent returns.
const maxRecent = 1000

// Recent returns the last n calls, newest first; at most 1,000.
func (l *Log) Recent(ctx context.Context, n int) ([]Row, error) {
	list := func(column string) string { return column }
	if l.db.Dialect == database.PostgreSQL {
		list = func(column string) string { return "to_json(" + column + ")::text" }
	}
	query := `SELECT id, created_at, thread_id, decision_point, query, tool_call_id, tool, attempt, outcome, is_write_operation, ` +
		`CAST(write_tool_results AS TEXT), ` + list("guardrails_triggered") + `, ` + list("tools_used") + `, ` + list("tools_failed") +
		`, duration_ms FROM query_routing_logs ORDER BY created_at DESC, id DESC LIMIT ?`
	recent := []Row{}
	for row := range l.db.Rows(ctx, l.db, query, min(max(n, 0), maxRecent)) {
		var r Row
		err := row.Scan(&r.ID, &r.CreatedAt, &r.Thread, &r.Point, &r.Query, &r.CallID, &r.Tool, &r.Attempt, &r.Outcome, &r.Write,
			asJSON{&r.WriteToolResults}, asJSON{&r.Guardrails}, asJSON{&r.ToolsUsed}, asJSON{&r.ToolsFailed}, &r.DurationMS)
		if err != nil {
			return nil, fmt.Errorf("routinglog: recent: %w", err)
		}
		recent = append(recent, r)
	}
	return recent, nil
}

// asJSON scans a JSON column into a variable.
type asJSON struct{ into any }

// Scan implements sql.Scanner.
func (j asJSON) Scan(src any) error {
	switch src := src.(type) {
	case string:
		return json.Unmarshal([]byte(src), j.into)
	case []byte:
		return json.Unmarshal(src, j.into)
	}
	return fmt.Errorf("cannot scan %T as JSON", src)
}
