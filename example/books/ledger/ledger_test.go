package ledger_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/example/books/ledger"
	"github.com/toolgen/toolgen/test/pgtest"
)

var kinds = []string{"contacts", "invoices", "bills", "credit_notes", "payments", "journals"}

// all returns every record of a ledger.
func all(t *testing.T, l *ledger.Ledger) map[string][]*ledger.Record {
	t.Helper()
	records := map[string][]*ledger.Record{}
	for _, kind := range kinds {
		found, err := l.Records(t.Context(), kind)
		if err != nil {
			t.Fatal(err)
		}
		records[kind] = found
	}
	return records
}

// TestZeroPayment shows why there is a gate: the service records a payment of 0 that settles nothing.
func TestZeroPayment(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, address string) {
		l := open(t, address)
		call(t, inMemory(t, l), "create_payment", `{"AccountId":"","Amount":0,"Applications":[]}`)
		got, err := l.Records(t.Context(), "payments")
		if err != nil {
			t.Fatal(err)
		}
		const want = `{"AccountId":"","Amount":0,"Applications":[],"Date":"2026-02-01"}`
		if len(got) != 1 || got[0].ID != "PAY-001" || got[0].Status != "RECORDED" || got[0].Body.String() != want {
			t.Errorf("%v, not %s", got, want)
		}
	})
}

func TestRestartKeepsAll(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, address string) {
		l := open(t, address)
		runMonth(t, inMemory(t, l))
		before := all(t, l)
		again := open(t, address) // adds no initial records, because there are some
		if diff := cmp.Diff(before, all(t, again)); diff != "" {
			t.Errorf("after a restart (-want +got):\n%s", diff)
		}
		if got := call(t, inMemory(t, again), "create_bill", `{}`); !strings.Contains(got, `"BILL-004"`) {
			t.Errorf("the next bill is %s", got)
		}
	})
}

// TestSessionOutlivesRestart has a client continue with a restarted service.
func TestSessionOutlivesRestart(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, address string) {
		var serving atomic.Pointer[http.Handler]
		start := func() *ledger.Ledger {
			l := open(t, address)
			h := l.Handler()
			serving.Store(&h)
			return l
		}
		start()
		host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { (*serving.Load()).ServeHTTP(w, r) }))
		t.Cleanup(host.Close)
		session := connect(t, &mcp.StreamableClientTransport{Endpoint: host.URL, HTTPClient: host.Client(), MaxRetries: -1})
		for i := range 3 {
			want := fmt.Sprintf(`"PAY-%03d"`, i+1)
			if got := call(t, session, "create_payment", `{"Amount":1}`); !strings.Contains(got, want) {
				t.Errorf("%s, not %s", got, want)
			}
			if n := count(t, start(), "payments"); n != i+1 {
				t.Errorf("%d payments after %d", n, i+1)
			}
		}
	})
}

// TestOtherSites checks that a page of another site in a browser on this machine cannot call the service.
func TestOtherSites(t *testing.T) {
	t.Parallel()
	l := open(t, ":memory:")
	host := httptest.NewServer(l.Handler())
	t.Cleanup(host.Close)
	const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_payment","arguments":{}}}`
	for _, foreign := range []http.Header{{"Origin": {"https://evil.example"}}, {"Sec-Fetch-Site": {"cross-site"}}, {"Host": {"evil.example"}}} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, host.URL, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header = foreign.Clone()
		r.Host = foreign.Get("Host")
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		response, err := host.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != http.StatusForbidden {
			t.Errorf("%v gives %s", foreign, response.Status)
		}
	}
	if n := count(t, l, "payments"); n != 0 {
		t.Errorf("%d payments", n)
	}
}

func TestIdempotencyKey(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, address string) {
		l := open(t, address)
		session := inMemory(t, l)
		first := call(t, session, "create_payment", `{"Amount":1}`, "k1")
		if again := call(t, session, "create_payment", `{"Amount":1}`, "k1"); again != first || first == "" {
			t.Errorf("first %s, then %s", first, again)
		}
		if got := call(t, session, "create_payment", `{"Amount":1}`, "k2"); got == first {
			t.Errorf("another key gives %s", got)
		}
		if got := call(t, session, "create_bill", `{}`, "k1"); !strings.HasPrefix(got, "error: ") {
			t.Errorf("another tool gets %s", got)
		}
		if got := call(t, session, "create_payment", `{"Amount":1}`, strings.Repeat("long\x00", 1000)); got == first {
			t.Errorf("a long key gives %s", got)
		}
		// A call that wrote nothing does not use up its key.
		if got := call(t, session, "send_invoice", `{"InvoiceId":"INV-009"}`, "k3"); !strings.HasPrefix(got, "error: ") {
			t.Errorf("an invoice that does not exist was sent: %s", got)
		}
		if got := call(t, session, "send_invoice", `{"InvoiceId":"INV-004"}`, "k3"); strings.HasPrefix(got, "error: ") {
			t.Errorf("the key was used up: %s", got)
		}
		if n, bills := count(t, l, "payments"), count(t, l, "bills"); n != 3 || bills != 2 {
			t.Errorf("%d payments and %d bills", n, bills)
		}
	})
}

// TestConcurrentCalls has two services on one database, and 20 clients that each repeat one call of their own
// and one that all share.
func TestConcurrentCalls(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, address string) {
		ledgers := []*ledger.Ledger{open(t, address), open(t, address)}
		var group sync.WaitGroup
		var same, own sync.Map
		const clients = 20
		for i := range clients {
			session := inMemory(t, ledgers[i%2])
			group.Go(func() {
				for range 2 {
					same.Store(call(t, session, "create_payment", `{"Amount":1,"Applications":[{"InvoiceId":"INV-001","Amount":1}]}`, "same"), true)
					own.Store(call(t, session, "create_payment", `{"Amount":2,"Applications":[{"InvoiceId":"INV-001","Amount":2}]}`, fmt.Sprint("own ", i)), true)
				}
			})
		}
		group.Wait()
		if a, b := size(&same), size(&own); a != 1 || b != clients {
			t.Errorf("%d different answers to the shared call, %d to the %d others", a, b, clients)
		}
		if n := count(t, ledgers[1], "payments"); n != clients+1 {
			t.Errorf("%d payments", n)
		}
		got := call(t, inMemory(t, ledgers[0]), "get_all_invoices", `{"DueBefore":"2026-01-01"}`)
		if want := fmt.Sprintf(`"AmountDue":%d.00`, 1200-1-2*clients); !strings.Contains(got, want) {
			t.Errorf("%s, not %s", got, want)
		}
	})
}

// TestCallsGoInTurn delays the first of two calls with one key, so that they overlap.
func TestCallsGoInTurn(t *testing.T) {
	t.Parallel()
	address := pgtest.URL(t)
	l := open(t, address)
	db, err := pgtest.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(t.Context(), "LOCK TABLE ledger_calls IN EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	var answers [2]string
	for i := range answers {
		session := inMemory(t, l)
		group.Go(func() { answers[i] = call(t, session, "create_payment", `{"Amount":1}`, "k") })
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	const waiting = "SELECT count(*) FROM pg_sleep(0.02), pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
	for n := 0; n < len(answers); {
		if err := db.QueryRowContext(ctx, waiting).Scan(&n); err != nil {
			t.Fatal(err)
		}
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	group.Wait()
	if answers[0] != answers[1] || count(t, l, "payments") != 1 {
		t.Errorf("two calls with one key give %q", answers)
	}
}

func size(m *sync.Map) (n int) {
	m.Range(func(any, any) bool { n++; return true })
	return n
}

// TestVoidedOnce checks that voiding or approving again changes nothing.
func TestVoidedOnce(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.March, 1, 0, 0, 0, 0, time.UTC)
	db, err := pgtest.Open(t.Context(), ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	l, err := ledger.New(t.Context(), db, func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	session := inMemory(t, l)
	var before map[string][]*ledger.Record
	for range 2 {
		for tool, id := range map[string]string{"void_invoice": `"InvoiceId":"INV-001","Reason"`, "approve_bill": `"BillId":"BILL-002","Note"`} {
			if got := call(t, session, tool, fmt.Sprintf(`{%s:"in %s"}`, id, now.Month())); !strings.Contains(got, "2026-03-01T00:00:00Z") {
				t.Errorf("%s in %s gives %s", tool, now.Month(), got)
			}
		}
		if before == nil {
			before = all(t, l)
		}
		now = now.AddDate(0, 1, 0)
	}
	if diff := cmp.Diff(before, all(t, l)); diff != "" {
		t.Errorf("(-once +twice)\n%s", diff)
	}
}

func TestFailNext(t *testing.T) {
	t.Parallel()
	l := open(t, ":memory:")
	session := inMemory(t, l)
	l.FailNext("the period is closed")
	if got := call(t, session, "get_contacts", `{"Search":"none"}`); got != `{"HasMore":false,"contacts":[]}` {
		t.Errorf("a read gives %s", got)
	}
	if got := call(t, session, "create_payment", `{"Amount":1}`, "k"); got != "error: the period is closed" {
		t.Errorf("the fault gives %s", got)
	}
	if n := count(t, l, "payments"); n != 0 {
		t.Errorf("%d payments despite the fault", n)
	}
	if got := call(t, session, "create_payment", `{"Amount":1}`, "k"); !strings.Contains(got, `"PAY-001"`) {
		t.Errorf("after the fault %s", got)
	}
}

// TestLostAnswer loses an answer after the payment was recorded: only the key prevents a second payment.
func TestLostAnswer(t *testing.T) {
	t.Parallel()
	l := open(t, ":memory:")
	h := l.Handler()
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || !strings.Contains(string(body), "create_payment") {
			r.Body = io.NopCloser(strings.NewReader(string(body)))
			h.ServeHTTP(w, r)
			return
		}
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		h.ServeHTTP(httptest.NewRecorder(), r)
		panic(http.ErrAbortHandler)
	}))
	t.Cleanup(host.Close)
	session := connect(t, &mcp.StreamableClientTransport{Endpoint: host.URL, HTTPClient: host.Client(), MaxRetries: -1})
	payment := &mcp.CallToolParams{Name: "create_payment", Arguments: json.RawMessage(`{"Amount":1}`), Meta: mcp.Meta{"idempotencyKey": "k"}}
	if result, err := session.CallTool(t.Context(), payment); !errors.Is(err, io.EOF) {
		t.Errorf("the call whose answer was lost returned %v, %v", result, err)
	}
	if got := call(t, overHTTP(t, l), "create_payment", `{"Amount":1}`, "k"); !strings.Contains(got, `"PAY-001"`) {
		t.Errorf("the retry returned %s", got)
	}
	if n := count(t, l, "payments"); n != 1 {
		t.Errorf("%d payments after the retry", n)
	}
}
