package routinglog

import (
	"context"
	"fmt"
	"time"
)

// Health says how the calls since a time fared.
type Health struct {
	Since time.Time    `json:"since"`
	Total Figures      `json:"total"`
	Tools []ToolHealth `json:"tools"` // by number of calls, then by name; at most 200, while Total has all
}

// ToolHealth is how the calls of one tool fared.
type ToolHealth struct {
	Tool string `json:"tool"`
	Figures
}

// Figures are counts and the rates that follow from them. A rate of nothing is 0.
//
// A point, below, is one decision point of one thread as far as one tool is concerned: attempts
// are counted by tool. Only calls since the asked time are looked at.
type Figures struct {
	// Calls is how many calls there were.
	Calls int `json:"calls"`
	// Blocked is how many of them were invalid, and so had no effect.
	Blocked int `json:"blocked"`
	// BlockRate is Blocked as a part of Calls.
	BlockRate float64 `json:"block_rate"`
	// BlockedPoints is at how many points a call was blocked.
	BlockedPoints int `json:"blocked_points"`
	// Corrected is at how many of these the tool then passed: a call was valid that was a later
	// attempt than the first blocked one. A valid call beside a blocked one, in the same turn of
	// the model, corrects nothing.
	Corrected int `json:"corrected"`
	// SelfCorrectionRate is Corrected as a part of BlockedPoints.
	SelfCorrectionRate float64 `json:"self_correction_rate"`
	// Ran is how many calls were valid and, where a person or an approval was needed, allowed, so
	// that the tool was run.
	Ran int `json:"ran"`
	// Failed is how many of these failed.
	Failed int `json:"failed"`
	// FailureRate is Failed as a part of Ran: the rate of failures after validation.
	FailureRate float64 `json:"failure_rate"`
	// Valid is how many calls were valid, whatever became of them then. Calls that were aborted
	// count as neither valid nor blocked.
	Valid int `json:"valid"`
	// TurnsToValid is which attempt the valid calls were, on average; 1 is the best.
	TurnsToValid float64 `json:"turns_to_valid"`
	// MedianMS and P95MS are the duration in milliseconds that half and 95 % of the calls that ran
	// did not exceed (nearest rank), the time for which a person was waited for included.
	MedianMS float64 `json:"median_ms"`
	P95MS    float64 `json:"p95_ms"`

	turns int // the attempts of all valid calls, added up
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

// maxTools is how many tools Health lists. Names may come from models.
const maxTools = 200

// markedCalls is the calls, in the columns is_blocked and corrects: whether a call is a valid one
// after a blocked one of its point. Its arguments are from and until when.
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

// forever is later than all calls.
var forever = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// Health says how the calls since a time fared, in total and by tool.
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
	rows, err := l.db.QueryContext(ctx, l.db.Rebind(selectFigures), l.db.Time(h.Since), l.db.Time(forever))
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
		var totalMedian, totalP95 *float64 // only the tool that has the call of that rank
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
