package routinglog

import (
	"context"
	"fmt"
	"time"
)

// Health summarizes the calls since a point in time.
type Health struct {
	Since time.Time    `json:"since"`
	Total Figures      `json:"total"`
	Tools []ToolHealth `json:"tools"` // by number of calls, then by name; at most 200. Total covers all tools
}

// ToolHealth summarizes the calls of one tool.
type ToolHealth struct {
	Tool string `json:"tool"`
	Figures
}

// Figures are counts and rates. A rate with denominator 0 is 0.
//
// A point, below, is a decision point of a thread for one tool: attempts are counted per tool. Only calls in
// the requested period are considered.
type Figures struct {
	// Calls is the number of calls.
	Calls int `json:"calls"`
	// Blocked is the number of invalid calls, which had no effect.
	Blocked int `json:"blocked"`
	// BlockRate is Blocked / Calls.
	BlockRate float64 `json:"block_rate"`
	// BlockedPoints is the number of points with a blocked call.
	BlockedPoints int `json:"blocked_points"`
	// Corrected is the number of these points where a later attempt than the first blocked one was valid. A
	// valid call in the same turn of the model as a blocked one corrects nothing.
	Corrected int `json:"corrected"`
	// SelfCorrectionRate is Corrected / BlockedPoints.
	SelfCorrectionRate float64 `json:"self_correction_rate"`
	// Ran is the number of calls whose tool ran: valid and, if required, confirmed or approved.
	Ran int `json:"ran"`
	// Failed is the number of calls whose tool ran and failed.
	Failed int `json:"failed"`
	// FailureRate is Failed / Ran: the rate of failures after validation.
	FailureRate float64 `json:"failure_rate"`
	// Valid is the number of valid calls, whatever their outcome. Aborted calls are neither valid nor blocked.
	Valid int `json:"valid"`
	// TurnsToValid is the mean attempt number of valid calls; 1 is the best.
	TurnsToValid float64 `json:"turns_to_valid"`
	// MedianMS and P95MS are the median and 95th percentile (nearest rank) of the duration of calls that ran,
	// in milliseconds, including the time spent waiting for a person.
	MedianMS float64 `json:"median_ms"`
	P95MS    float64 `json:"p95_ms"`
}

func ratio(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}

// maxTools is the maximum number of tools that Health lists. Tool names may come from models.
const maxTools = 200

// markedCalls selects the calls with the columns is_blocked and corrects: a valid call after a blocked one of
// its point. Its parameters are the start and the end of the period.
const markedCalls = `
WITH calls AS (
	SELECT id, created_at, tool, thread_id, decision_point, attempt, outcome, duration_ms,
		CASE WHEN outcome IN ('blocked', 'hand_back') THEN 1 ELSE 0 END AS is_blocked,
		CASE WHEN outcome IN ('cancelled', 'unasked', 'approval', 'failed', 'done') THEN 1 ELSE 0 END AS is_valid,
		min(CASE WHEN outcome IN ('blocked', 'hand_back') THEN attempt END) OVER point AS first_blocked,
		min(CASE WHEN outcome IN ('blocked', 'hand_back') THEN created_at END) OVER point AS first_blocked_at
	FROM query_routing_logs WHERE created_at >= ? AND created_at < ?
	WINDOW point AS (PARTITION BY tool, thread_id, decision_point)
), marked AS (
	SELECT calls.*,
		CASE WHEN is_valid = 1 AND attempt > first_blocked AND created_at >= first_blocked_at THEN 1 ELSE 0 END AS corrects
	FROM calls
)`

// selectFigures counts all calls by tool, and all of them once more as the total, in which every is 1.
const selectFigures = markedCalls + `, counted AS (
	SELECT 0 AS every, tool AS name, marked.* FROM marked UNION ALL SELECT 1, '', marked.* FROM marked
), points AS (
	SELECT every, name, count(*) AS calls, sum(is_blocked) AS blocked, max(is_blocked) AS any_blocked, max(corrects) AS corrected,
		sum(CASE WHEN outcome IN ('done', 'failed') THEN 1 ELSE 0 END) AS ran,
		sum(CASE WHEN outcome = 'failed' THEN 1 ELSE 0 END) AS failed,
		sum(is_valid) AS valid, sum(CASE WHEN is_valid = 1 THEN attempt ELSE 0 END) AS turns
	FROM counted GROUP BY every, name, tool, thread_id, decision_point
), ranked AS (
	SELECT every, name, duration_ms, row_number() OVER durations AS i, count(*) OVER (PARTITION BY every, name) AS n
	FROM counted WHERE outcome IN ('done', 'failed')
	WINDOW durations AS (PARTITION BY every, name ORDER BY duration_ms)
), percentiles AS (
	SELECT every, name, max(CASE WHEN i = (n + 1) / 2 THEN duration_ms END) AS median,
		max(CASE WHEN i = (95 * n + 99) / 100 THEN duration_ms END) AS p95
	FROM ranked GROUP BY every, name
)
SELECT every, name, CAST(sum(calls) AS BIGINT), CAST(sum(blocked) AS BIGINT), sum(any_blocked), sum(corrected),
	CAST(sum(ran) AS BIGINT), CAST(sum(failed) AS BIGINT), CAST(sum(valid) AS BIGINT), CAST(sum(turns) AS BIGINT),
	COALESCE(max(median), 0), COALESCE(max(p95), 0)
FROM points LEFT JOIN percentiles USING (every, name) GROUP BY every, name ORDER BY 1 DESC, 3 DESC, 2`

// maxTime is later than all calls.
var maxTime = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// Health summarizes the calls since a point in time, in total and by tool.
func (l *Log) Health(ctx context.Context, since time.Time) (Health, error) {
	h := Health{Since: since.UTC(), Tools: []ToolHealth{}}
	for row := range l.db.Rows(ctx, l.db, selectFigures, h.Since, maxTime) {
		var total, turns int
		var t ToolHealth
		f := &t.Figures
		err := row.Scan(&total, &t.Tool, &f.Calls, &f.Blocked, &f.BlockedPoints, &f.Corrected, &f.Ran, &f.Failed, &f.Valid, &turns,
			&f.MedianMS, &f.P95MS)
		if err != nil {
			return Health{}, fmt.Errorf("routinglog: health: %w", err)
		}
		f.BlockRate = ratio(f.Blocked, f.Calls)
		f.SelfCorrectionRate = ratio(f.Corrected, f.BlockedPoints)
		f.FailureRate = ratio(f.Failed, f.Ran)
		f.TurnsToValid = ratio(turns, f.Valid)
		switch {
		case total == 1:
			h.Total = t.Figures
		case len(h.Tools) < maxTools:
			h.Tools = append(h.Tools, t)
		}
	}
	return h, nil
}
