package routinglog_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/database"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/runtime/preflight/routinglog"
	"github.com/toolgen/toolgen/test/pgtest"
)

func TestMain(m *testing.M) {
	if address := os.Getenv(childEnv); address != "" {
		os.Exit(child(address))
	}
	os.Exit(pgtest.Run(m))
}

// each runs a test with a log on each database.
func each(t *testing.T, f func(t *testing.T, l *routinglog.Log, db *database.DB)) {
	for name, address := range map[string]func(t *testing.T) string{
		"sqlite":   func(t *testing.T) string { return filepath.Join(t.TempDir(), "log.db") },
		"postgres": func(t *testing.T) string { return pgtest.URL(t) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, err := pgtest.Open(t.Context(), address(t))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = db.Close() })
			l, err := routinglog.Open(t.Context(), db)
			if err != nil {
				t.Fatal(err)
			}
			f(t, l, db)
		})
	}
}

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// blockedPayment and donePayment are two calls of one decision point: the model corrects itself.
var (
	blockedPayment = preflight.Record{
		Thread: "t1", Point: "p1", Query: "Pay the invoice.", CallID: "c1", Tool: "create_payment", Write: true, Attempt: 1,
		Outcome: preflight.OutcomeBlocked, Fields: []string{"Amount", "Applications[0].InvoiceId"}, Broken: []string{"Amount: minimum"},
		Started: noon, Duration: 1500 * time.Microsecond,
	}
	donePayment = preflight.Record{
		Thread: "t1", Point: "p1", Query: "Pay the invoice.", CallID: "c2", Tool: "create_payment", Write: true, Attempt: 2,
		Outcome: preflight.OutcomeDone, Fields: []string{"AccountId", "Amount"}, Result: []byte(`{"id": "pay_1", "n": 12.50}`),
		Started: noon.Add(time.Second), Duration: 2 * time.Second,
	}
	failedSearch = preflight.Record{
		Thread: "t1", Point: "p2", CallID: "c3", Tool: "search", Attempt: 1, Outcome: preflight.OutcomeFailed,
		Fields: []string{"q"}, Result: []byte(`"down"`), Started: noon.Add(2 * time.Second), Duration: time.Second,
	}
)

func TestRows(t *testing.T) {
	each(t, func(t *testing.T, l *routinglog.Log, db *database.DB) {
		for _, r := range []preflight.Record{blockedPayment, donePayment, failedSearch} {
			if err := l.Add(t.Context(), r); err != nil {
				t.Fatal(err)
			}
		}
		got, err := l.Recent(t.Context(), 10)
		if err != nil {
			t.Fatal(err)
		}
		want := []routinglog.Row{
			{
				ID: 3, CreatedAt: noon.Add(2 * time.Second), Thread: "t1", Point: "p2", CallID: "c3", Tool: "search", Attempt: 1,
				Outcome:          preflight.OutcomeFailed,
				WriteToolResults: []routinglog.WriteToolResult{}, Guardrails: []string{}, ToolsUsed: []string{"search"},
				ToolsFailed: []string{"search"}, DurationMS: 1000,
			},
			{
				ID: 2, CreatedAt: noon.Add(time.Second), Thread: "t1", Point: "p1", Query: "Pay the invoice.", CallID: "c2",
				Tool: "create_payment", Attempt: 2, Outcome: preflight.OutcomeDone, Write: true,
				WriteToolResults: []routinglog.WriteToolResult{{Tool: "create_payment", ValidationStatus: preflight.Passed,
					FieldsChecked: []string{"AccountId", "Amount"}, Result: json.RawMessage(`{"id":"pay_1","n":12.50}`)}},
				Guardrails: []string{}, ToolsUsed: []string{"create_payment"}, ToolsFailed: []string{}, DurationMS: 2000,
			},
			{
				ID: 1, CreatedAt: noon, Thread: "t1", Point: "p1", Query: "Pay the invoice.", CallID: "c1", Tool: "create_payment",
				Attempt: 1, Outcome: preflight.OutcomeBlocked, Write: true,
				WriteToolResults: []routinglog.WriteToolResult{{Tool: "create_payment", ValidationStatus: preflight.Blocked,
					FieldsChecked: []string{"Amount", "Applications[0].InvoiceId"}, Broken: []string{"Amount: minimum"}, Result: json.RawMessage("null")}},
				Guardrails: []string{"write_preflight_block"}, ToolsUsed: []string{}, ToolsFailed: []string{"create_payment"}, DurationMS: 1.5,
			},
		}
		if diff := testdiff.Diff(plainJSON(t, want), plainJSON(t, got)); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
		if got, err := l.Recent(t.Context(), 1); err != nil || len(got) != 1 || got[0].ID != 3 {
			t.Errorf("the last one: %v, %v", got, err)
		}
	})
}

// plainJSON is a value as decoded from its JSON, so that white space, which PostgreSQL changes, and unexported
// fields are ignored.
func plainJSON(t *testing.T, value any) (read any) {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	return read
}

// TestQueries runs typical queries on the table.
func TestQueries(t *testing.T) {
	each(t, func(t *testing.T, l *routinglog.Log, db *database.DB) {
		for _, r := range []preflight.Record{blockedPayment, donePayment, failedSearch} {
			if err := l.Add(t.Context(), r); err != nil {
				t.Fatal(err)
			}
		}
		queries := map[database.Dialect]map[string]int{
			database.PostgreSQL: {
				"SELECT count(*) FROM query_routing_logs WHERE 'write_preflight_block' = ANY(guardrails_triggered)":                           1,
				"SELECT count(*) FROM query_routing_logs WHERE is_write_operation AND write_tool_results->0->>'validation_status' = 'passed'": 1,
				"SELECT count(*) FROM query_routing_logs WHERE write_tool_results->0->'mcp_result'->>'id' = 'pay_1'":                          1,
				"SELECT count(*) FROM query_routing_logs WHERE tools_failed = '{search}' AND tools_used @> ARRAY['search']":                   1,
				"SELECT count(*) FROM query_routing_logs WHERE created_at >= TIMESTAMPTZ '2026-03-01 13:00:01+01'":                            2,
			},
			database.SQLite: {
				"SELECT count(*) FROM query_routing_logs, json_each(guardrails_triggered) WHERE value = 'write_preflight_block'":              1,
				"SELECT count(*) FROM query_routing_logs WHERE is_write_operation AND write_tool_results->0->>'validation_status' = 'passed'": 1,
				"SELECT count(*) FROM query_routing_logs WHERE write_tool_results->0->'mcp_result'->>'id' = 'pay_1'":                          1,
				"SELECT count(*) FROM query_routing_logs WHERE tools_failed = '[\"search\"]'":                                                 1,
				"SELECT count(*) FROM query_routing_logs WHERE created_at >= '2026-03-01 12:00:01'":                                           2,
			},
		}
		for query, want := range queries[db.Dialect] {
			var got int
			if err := db.QueryRowContext(t.Context(), query).Scan(&got); err != nil || got != want {
				t.Errorf("%s: %d, %v, want %d", query, got, err, want)
			}
		}
	})
}

// TestHostile stores values that databases reject or might interpret as SQL.
func TestHostile(t *testing.T) {
	long := strings.Repeat("ö", 5000)
	deep := strings.Repeat(`[`, 5000) + strings.Repeat(`]`, 5000)
	texts := []string{"\x00", "a\x00b", "\xff\xfe", "\xed\xa0\x80", "'); DROP TABLE query_routing_logs; --", "{a,\"b\"}", `\`,
		"$1 ? ?", "\u2028", long, "\xff" + long, strings.Repeat("\xff", 5000)}
	results := []string{`"\u0000"`, `{"\u0000":"\ud800","a":["\udc00\ud800"]}`, `1e999999`, `[1e-999999,123456789e300]`, `{"a":`,
		"{}{}", "\xff", "[\"\xff\"]", deep, `"` + long + `"`, `{"a":1,"a":2}`, `-0`, strings.Repeat("9", 5000),
		`"` + strings.Repeat("\\u0000", 2700) + `"`}
	each(t, func(t *testing.T, l *routinglog.Log, db *database.DB) {
		n := 0
		add := func(r preflight.Record) {
			t.Helper()
			n++
			if err := l.Add(t.Context(), r); err != nil {
				t.Fatalf("record %d, tool %.60q, result %.60q: %v", n, r.Tool, r.Result, err)
			}
		}
		for _, s := range texts {
			add(preflight.Record{Thread: s, Point: s, Query: s, CallID: s, Tool: s, Write: true, Outcome: preflight.OutcomeDone,
				Fields: []string{s}, Result: []byte(s)})
			add(preflight.Record{Thread: s, Tool: s, Write: true, Outcome: preflight.OutcomeFailed, Fields: make([]string, 1000)})
			add(preflight.Record{Thread: s, Tool: s, Outcome: preflight.Outcome(s), Attempt: -1 << 31, Duration: -1 << 63})
		}
		for _, s := range results {
			add(preflight.Record{Tool: "t", Write: true, Outcome: preflight.OutcomeDone, Result: []byte(s)})
		}
		rows, err := l.Recent(t.Context(), 1000)
		if err != nil || len(rows) != n {
			t.Fatalf("%d rows of %d, %v", len(rows), n, err)
		}
		for _, r := range rows {
			all := r.Thread + r.Point + r.Query + r.CallID + r.Tool + strings.Join(r.ToolsUsed, "") + strings.Join(r.ToolsFailed, "")
			if !utf8.ValidString(all) || strings.Contains(all, "\x00") {
				t.Errorf("not clean: %.60q", all)
			}
			for _, w := range r.WriteToolResults {
				if len(w.FieldsChecked) > 100 || len(w.Result) > 32<<10 || !json.Valid(w.Result) {
					t.Errorf("%d fields, %d bytes of result %.60q", len(w.FieldsChecked), len(w.Result), w.Result)
				}
			}
			if len(r.Query) > 2<<10 || len(r.Thread) > 512 || len(r.Tool) > 512 {
				t.Errorf("%d bytes of query, %d of thread, %d of tool", len(r.Query), len(r.Thread), len(r.Tool))
			}
		}
		if _, err := l.Health(t.Context(), time.Time{}); err != nil {
			t.Error(err)
		}
	})
}

// TestRecorder has a gate with concurrent calls, whose records are all written once the gate is closed.
func TestRecorder(t *testing.T) {
	each(t, func(t *testing.T, l *routinglog.Log, db *database.DB) {
		gate, err := preflight.New(runtime.NewToolset(), preflight.WithRecorder(l))
		if err != nil {
			t.Fatal(err)
		}
		const workers, calls = 4, 25
		var group sync.WaitGroup
		for w := range workers {
			group.Go(func() {
				for i := range calls {
					gate.Call(t.Context(), preflight.Turn{Thread: "t"}, runtime.ToolCall{ID: strconv.Itoa(w*calls + i), Name: "none"})
				}
			})
		}
		group.Wait()
		if err := gate.Close(); err != nil {
			t.Fatal(err)
		}
		rows, err := l.Recent(t.Context(), 1000)
		if n, last := l.Dropped(); len(rows) != workers*calls || err != nil || n != 0 || last != nil {
			t.Errorf("%d rows, %v; %d dropped, %v", len(rows), err, n, last)
		}
	})
}

// TestBrokenDatabase uses a database that fails.
func TestBrokenDatabase(t *testing.T) {
	each(t, func(t *testing.T, l *routinglog.Log, db *database.DB) {
		if _, err := db.Exec("DROP TABLE query_routing_logs"); err != nil {
			t.Fatal(err)
		}
		l.Record(donePayment)
		l.Record(donePayment)
		if n, last := l.Dropped(); n != 2 || last == nil {
			t.Errorf("%d dropped, %v", n, last)
		}
		if err := l.Add(t.Context(), donePayment); err == nil {
			t.Error("a row was added to no table")
		}
		if _, err := l.Health(t.Context(), noon); err == nil {
			t.Error("health of no table")
		}
	})
}

// TestCallsWithoutPoint uses calls without a decision point, which never correct each other.
func TestCallsWithoutPoint(t *testing.T) {
	each(t, func(t *testing.T, l *routinglog.Log, db *database.DB) {
		for _, r := range []preflight.Record{blockedPayment, donePayment} {
			r.Point = ""
			if err := l.Add(t.Context(), r); err != nil {
				t.Fatal(err)
			}
		}
		h, err := l.Health(t.Context(), noon)
		if err != nil || h.Total.BlockedPoints != 1 || h.Total.Corrected != 0 {
			t.Errorf("%v: %+v", err, h.Total)
		}
	})
}
