package routinglog_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime/database"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/runtime/preflight/routinglog"
)

func TestHealthOfNothing(t *testing.T) {
	each(t, func(t *testing.T, l *routinglog.Log, _ *database.DB) {
		h, err := l.Health(t.Context(), noon)
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(h)
		const want = `{"since":"2026-03-01T12:00:00Z","total":{"calls":0,"blocked":0,"block_rate":0,"blocked_points":0,"corrected":0,"self_correction_rate":0,"ran":0,"failed":0,"failure_rate":0,"valid":0,"turns_to_valid":0,"median_ms":0,"p95_ms":0},"tools":[]}`
		if err != nil || string(got) != want {
			t.Errorf("%v\n%s\n%s", err, got, want)
		}
	})
}

// scenario has, after one call that is too old:
//
//	tool  point  calls (attempt and outcome)
//	pay   t1/p1  1 blocked, 2 blocked, 3 done          corrected
//	pay   t1/p2  1 done
//	pay   t2/p1  1 blocked, 2 hand_back                not corrected: t1/p1 is another thread
//	pay   t2/p2  2 done, 1 blocked                     valid before: not corrected
//	pay   t2/p3  1 blocked, 1 done                     calls of one turn: not corrected
//	pay   t2/p4  2 blocked, 3 failed, 1 done           corrected, though the tool failed
//	void  t1/p1  1 cancelled, 1 approval, 1 unasked    valid, did not run
//	void  t3/p1  1 failed
//	void  t3/p2  1 blocked, 2 aborted                  not corrected
var scenario = []struct {
	tool, thread, point string
	attempt             int
	outcome             preflight.Outcome
	minute              int
	duration            time.Duration
}{
	{"pay", "t1", "p1", 1, preflight.OutcomeBlocked, -1, 0},
	{"pay", "t1", "p1", 1, preflight.OutcomeBlocked, 0, 1},
	{"pay", "t1", "p1", 2, preflight.OutcomeBlocked, 1, 1},
	{"pay", "t1", "p1", 3, preflight.OutcomeDone, 2, 100 * time.Millisecond},
	{"pay", "t1", "p2", 1, preflight.OutcomeDone, 2, 300 * time.Millisecond},
	{"pay", "t2", "p1", 1, preflight.OutcomeBlocked, 3, 1},
	{"pay", "t2", "p1", 2, preflight.OutcomeHandBack, 3, 1},
	{"pay", "t2", "p2", 2, preflight.OutcomeDone, 4, 200 * time.Millisecond},
	{"pay", "t2", "p2", 1, preflight.OutcomeBlocked, 5, 1},
	{"pay", "t2", "p3", 1, preflight.OutcomeBlocked, 6, 1},
	{"pay", "t2", "p3", 1, preflight.OutcomeDone, 7, 400 * time.Millisecond},
	{"pay", "t2", "p4", 2, preflight.OutcomeBlocked, 14, 1},
	{"pay", "t2", "p4", 3, preflight.OutcomeFailed, 15, 1500 * time.Microsecond},
	{"pay", "t2", "p4", 1, preflight.OutcomeDone, 16, 250 * time.Millisecond},
	{"void", "t1", "p1", 1, preflight.OutcomeCancelled, 15, time.Hour},
	{"void", "t1", "p1", 1, preflight.OutcomeApproval, 15, time.Hour},
	{"void", "t1", "p1", 1, preflight.OutcomeUnasked, 15, time.Hour},
	{"void", "t3", "p1", 1, preflight.OutcomeFailed, 19, 2 * time.Second},
	{"void", "t3", "p2", 1, preflight.OutcomeBlocked, 20, 1},
	{"void", "t3", "p2", 2, preflight.OutcomeAborted, 20, time.Hour},
}

func addScenario(t *testing.T, l *routinglog.Log, noon time.Time) {
	t.Helper()
	for i, c := range scenario {
		err := l.Add(t.Context(), preflight.Record{
			Thread: c.thread, Point: c.point, CallID: strconv.Itoa(i), Tool: c.tool, Write: true, Attempt: c.attempt, Outcome: c.outcome,
			Started: noon.Add(time.Duration(c.minute) * time.Minute), Duration: c.duration,
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestHealth(t *testing.T) {
	pay := routinglog.Figures{
		Calls: 13, Blocked: 7, BlockRate: 7.0 / 13, BlockedPoints: 5, Corrected: 2, SelfCorrectionRate: 0.4,
		Ran: 6, Failed: 1, FailureRate: 1.0 / 6, Valid: 6, TurnsToValid: 11.0 / 6, MedianMS: 200, P95MS: 400,
	}
	void := routinglog.Figures{
		Calls: 6, Blocked: 1, BlockRate: 1.0 / 6, BlockedPoints: 1,
		Ran: 1, Failed: 1, FailureRate: 1, Valid: 4, TurnsToValid: 1, MedianMS: 2000, P95MS: 2000,
	}
	total := routinglog.Figures{
		Calls: 19, Blocked: 8, BlockRate: 8.0 / 19, BlockedPoints: 6, Corrected: 2, SelfCorrectionRate: 1.0 / 3,
		Ran: 7, Failed: 2, FailureRate: 2.0 / 7, Valid: 10, TurnsToValid: 1.5, MedianMS: 250, P95MS: 2000,
	}
	each(t, func(t *testing.T, l *routinglog.Log, _ *database.DB) {
		addScenario(t, l, noon)
		got, err := l.Health(t.Context(), noon)
		if err != nil {
			t.Fatal(err)
		}
		want := routinglog.Health{Since: noon, Total: total, Tools: []routinglog.ToolHealth{{Tool: "pay", Figures: pay}, {Tool: "void",
			Figures: void}}}
		if diff := testdiff.Diff(plainJSON(t, want), plainJSON(t, got)); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	})
}

func TestSeries(t *testing.T) {
	each(t, func(t *testing.T, l *routinglog.Log, _ *database.DB) {
		noon := time.Now().UTC().Truncate(time.Minute).Add(-27 * time.Minute)
		addScenario(t, l, noon)
		got, err := l.Series(t.Context(), noon, 5*time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		at := func(minute int) time.Time { return noon.Add(time.Duration(minute) * time.Minute) }
		want := []routinglog.Bucket{
			{Start: at(0), Calls: 7, Blocked: 4, Corrected: 1},
			{Start: at(5), Calls: 3, Blocked: 2},
			{Start: at(10), Calls: 1, Blocked: 1},
			{Start: at(15), Calls: 6, Corrected: 1, Failed: 2},
			{Start: at(20), Calls: 2, Blocked: 1},
			{Start: at(25)},
		}
		if diff := testdiff.Diff(want, got); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		for _, bucket := range []time.Duration{0, -time.Second, time.Microsecond} {
			if _, err := l.Series(t.Context(), noon, bucket); err == nil {
				t.Errorf("a bucket of %v was taken", bucket)
			}
		}
		if got, err := l.Series(t.Context(), time.Now().Add(time.Hour), time.Minute); err != nil || len(got) != 1 {
			t.Errorf("in the future: %v, %v", got, err)
		}
	})
}

// TestRanks uses 20 durations, so that 95 % is a whole number of calls.
func TestRanks(t *testing.T) {
	each(t, func(t *testing.T, l *routinglog.Log, _ *database.DB) {
		for i := range 20 {
			r := donePayment
			r.Duration = time.Duration(i+1) * time.Second
			l.Record(r)
		}
		h, err := l.Health(t.Context(), noon)
		if err != nil || h.Total.MedianMS != 10_000 || h.Total.P95MS != 19_000 || h.Tools[0].MedianMS != 10_000 || h.Tools[0].P95MS != 19_000 {
			t.Errorf("%v: %+v", err, h)
		}
	})
}

// naiveHealth computes the figures in the simplest way.
func naiveHealth(records []preflight.Record) (f routinglog.Figures) {
	points := map[[3]string][]preflight.Record{}
	var durations []float64
	for _, r := range records {
		f.Calls++
		if blocked(r.Outcome) {
			f.Blocked++
		}
		if r.Outcome == preflight.OutcomeFailed {
			f.Failed++
		}
		if r.Outcome.Ran() {
			f.Ran++
			durations = append(durations, float64(r.Duration.Microseconds())/1000)
		}
		key := [3]string{r.Tool, r.Thread, r.Point}
		points[key] = append(points[key], r)
	}
	turns, valid := 0, 0
	for _, calls := range points {
		slices.SortStableFunc(calls, func(a, b preflight.Record) int { return a.Started.Compare(b.Started) })
		anyBlocked, corrected := false, false
		for i, c := range calls {
			if blocked(c.Outcome) {
				anyBlocked = true
			}
			if blocked(c.Outcome) || c.Outcome == preflight.OutcomeAborted {
				continue
			}
			valid++
			turns += c.Attempt
			// Whether this call follows the first blocked call of the point in order and in attempt number.
			later, higher := false, false
			lowest := math.MaxInt
			for j, other := range calls {
				if blocked(other.Outcome) {
					later = later || j < i || other.Started.Equal(c.Started)
					lowest = min(lowest, other.Attempt)
				}
			}
			higher = c.Attempt > lowest
			corrected = corrected || later && higher
		}
		if anyBlocked {
			f.BlockedPoints++
		}
		if corrected {
			f.Corrected++
		}
	}
	div := func(a, b int) float64 {
		if b == 0 {
			return 0
		}
		return float64(a) / float64(b)
	}
	f.BlockRate, f.SelfCorrectionRate = div(f.Blocked, f.Calls), div(f.Corrected, f.BlockedPoints)
	f.FailureRate, f.TurnsToValid = div(f.Failed, f.Ran), div(turns, valid)
	f.Valid = valid
	slices.Sort(durations)
	if n := len(durations); n > 0 {
		f.MedianMS, f.P95MS = durations[(n+1)/2-1], durations[(95*n+99)/100-1]
	}
	return f
}

// TestHealthOfRandomCalls compares with the naive computation.
func TestHealthOfRandomCalls(t *testing.T) {
	outcomes := []preflight.Outcome{
		preflight.OutcomeBlocked, preflight.OutcomeBlocked, preflight.OutcomeHandBack, preflight.OutcomeCancelled,
		preflight.OutcomeUnasked, preflight.OutcomeApproval, preflight.OutcomeAborted, preflight.OutcomeFailed, preflight.OutcomeDone,
	}
	each(t, func(t *testing.T, l *routinglog.Log, db *database.DB) {
		for seed := range uint64(12) {
			r := rand.New(rand.NewPCG(seed, 7))
			if _, err := db.Exec("DELETE FROM query_routing_logs"); err != nil {
				t.Fatal(err)
			}
			pick := func(prefix string, n int) string { return prefix + strconv.Itoa(r.IntN(n)) }
			var records []preflight.Record
			byTool := map[string][]preflight.Record{}
			corrected := 0
			for i := range r.IntN(250) {
				record := preflight.Record{
					Thread: pick("t", 3), Point: pick("p", 5), Tool: pick("tool", 4), CallID: strconv.Itoa(i), Write: r.IntN(2) == 0,
					Attempt: 1 + r.IntN(4), Outcome: outcomes[r.IntN(len(outcomes))],
					Started: noon.Add(time.Duration(r.IntN(3600)-600) * time.Second), Duration: time.Duration(r.IntN(50)) * 500 * time.Microsecond,
				}
				l.Record(record)
				if !record.Started.Before(noon) {
					records = append(records, record)
					byTool[record.Tool] = append(byTool[record.Tool], record)
				}
			}
			want := routinglog.Health{Since: noon, Total: naiveHealth(records), Tools: []routinglog.ToolHealth{}}
			for tool, records := range byTool {
				want.Tools = append(want.Tools, routinglog.ToolHealth{Tool: tool, Figures: naiveHealth(records)})
			}
			slices.SortFunc(want.Tools, func(a, b routinglog.ToolHealth) int {
				if a.Calls != b.Calls {
					return b.Calls - a.Calls
				}
				return strings.Compare(a.Tool, b.Tool)
			})
			got, err := l.Health(t.Context(), noon)
			if diff := testdiff.Diff(plainJSON(t, want), plainJSON(t, got)); diff != "" || err != nil {
				t.Fatalf("seed %d: %v (-want +got)\n%s", seed, err, diff)
			}
			buckets, err := l.Series(t.Context(), noon, 24*time.Hour)
			if err != nil {
				t.Fatal(err)
			}
			var sum routinglog.Bucket
			for _, b := range buckets {
				sum.Calls, sum.Blocked, sum.Failed = sum.Calls+b.Calls, sum.Blocked+b.Blocked, sum.Failed+b.Failed
				corrected += b.Corrected
			}
			if sum.Calls != got.Total.Calls || sum.Blocked != got.Total.Blocked || sum.Failed != got.Total.Failed ||
				corrected != got.Total.Corrected {
				t.Errorf("seed %d: the series adds up to %+v and %d corrected, want %+v", seed, sum, corrected, got.Total)
			}
		}
	})
}

func blocked(o preflight.Outcome) bool {
	return o == preflight.OutcomeBlocked || o == preflight.OutcomeHandBack
}
