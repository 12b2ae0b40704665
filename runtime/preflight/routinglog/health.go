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

	turns int // sum of the attempt numbers of valid calls
}

func (f *Figures) add(g Figures) {
	f.Calls += g.Calls
	f.Blocked += g.Blocked
	f.BlockedPoints += g.BlockedPoints
	f.Corrected += g.Corrected
	f.Ran += g.Ran
	f.Failed += g.Failed
	f.Valid += g.Valid
	f.turns += g.turns
}

func (f *Figures) rates() {
	f.BlockRate = ratio(f.Blocked, f.Calls)
	f.SelfCorrectionRate = ratio(f.Corrected, f.BlockedPoints)
	f.FailureRate = ratio(f.Failed, f.Ran)
	f.TurnsToValid = ratio(f.turns, f.Valid)
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
	SELECT id, created_at, tool, thread_id, decision_point, attempt, outcome,
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

const selectFigures = markedCalls + `, points AS (
	SELECT tool, count(*) AS calls, sum(is_blocked) AS blocked, max(is_blocked) AS any_blocked, max(corrects) AS corrected,
		sum(CASE WHEN outcome IN ('done', 'failed') THEN 1 ELSE 0 END) AS ran,
		sum(CASE WHEN outcome = 'failed' THEN 1 ELSE 0 END) AS failed,
		sum(is_valid) AS valid, sum(CASE WHEN is_valid = 1 THEN attempt ELSE 0 END) AS turns
	FROM marked GROUP BY tool, thread_id, decision_point
)
SELECT tool, CAST(sum(calls) AS BIGINT), CAST(sum(blocked) AS BIGINT), sum(any_blocked), sum(corrected),
	CAST(sum(ran) AS BIGINT), CAST(sum(failed) AS BIGINT), CAST(sum(valid) AS BIGINT), CAST(sum(turns) AS BIGINT)
FROM points GROUP BY tool ORDER BY 2 DESC, tool`

// maxTime is later than all calls.
var maxTime = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// Health summarizes the calls since a point in time, in total and by tool.
func (l *Log) Health(ctx context.Context, since time.Time) (Health, error) {
	h := Health{Since: since.UTC(), Tools: []ToolHealth{}}
	if err := l.figures(ctx, &h); err != nil {
		return Health{}, fmt.Errorf("routinglog: health: %w", err)
	}
	if err := l.durations(ctx, &h); err != nil {
		return Health{}, fmt.Errorf("routinglog: durations: %w", err)
	}
	return h, nil
}

func (l *Log) figures(ctx context.Context, h *Health) error {
	rows, err := l.db.QueryContext(ctx, l.db.Rebind(selectFigures), l.db.Time(h.Since), l.db.Time(maxTime))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var t ToolHealth
		if err := rows.Scan(&t.Tool, &t.Calls, &t.Blocked, &t.BlockedPoints, &t.Corrected, &t.Ran, &t.Failed, &t.Valid, &t.turns); err != nil {
			return err
		}
		h.Total.add(t.Figures)
		if len(h.Tools) < maxTools {
			t.rates()
			h.Tools = append(h.Tools, t)
		}
	}
	h.Total.rates()
	return rows.Err()
}

const selectDurations = `
WITH ran AS (
	SELECT tool, duration_ms,
		row_number() OVER (PARTITION BY tool ORDER BY duration_ms) AS i, count(*) OVER (PARTITION BY tool) AS n,
		row_number() OVER (ORDER BY duration_ms) AS total_i, count(*) OVER () AS total_n
	FROM query_routing_logs WHERE created_at >= ? AND outcome IN ('done', 'failed')
)
SELECT tool,
	max(CASE WHEN i = (n + 1) / 2 THEN duration_ms END), max(CASE WHEN i = (95 * n + 99) / 100 THEN duration_ms END),
	max(CASE WHEN total_i = (total_n + 1) / 2 THEN duration_ms END), max(CASE WHEN total_i = (95 * total_n + 99) / 100 THEN duration_ms END)
FROM ran GROUP BY tool`

func (l *Log) durations(ctx context.Context, h *Health) error {
	tools := map[string]*Figures{}
	for i := range h.Tools {
		tools[h.Tools[i].Tool] = &h.Tools[i].Figures
	}
	rows, err := l.db.QueryContext(ctx, l.db.Rebind(selectDurations), l.db.Time(h.Since))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var tool string
		var median, p95 float64
		var totalMedian, totalP95 *float64 // set only for the tool with the call of that rank
		if err := rows.Scan(&tool, &median, &p95, &totalMedian, &totalP95); err != nil {
			return err
		}
		if f := tools[tool]; f != nil {
			f.MedianMS, f.P95MS = median, p95
		}
		if totalMedian != nil {
			h.Total.MedianMS = *totalMedian
		}
		if totalP95 != nil {
			h.Total.P95MS = *totalP95
		}
	}
	return rows.Err()
}
