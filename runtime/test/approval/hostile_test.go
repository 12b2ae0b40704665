package approval_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/test/pgtest"
)

// fickle is a house with replaceable checks.
type fickle struct {
	door
	maySee    func(who approval.Principal, thread string) error
	mayDecide func(ctx context.Context, call approval.Call) error
}

func (f fickle) MaySee(ctx context.Context, who approval.Principal, thread string) error {
	if f.maySee != nil {
		return f.maySee(who, thread)
	}
	return f.door.MaySee(ctx, who, thread)
}

func (f fickle) MayDecide(ctx context.Context, who approval.Principal, call approval.Call, args any) error {
	if f.mayDecide != nil {
		return f.mayDecide(ctx, call)
	}
	return f.door.MayDecide(ctx, who, call, args)
}

// TestAuthorizerPanics has the Authorizer panic in the middle of a batch: nothing is decided, and no lock is left behind.
func TestAuthorizerPanics(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		s := newSite(t, address, func(cfg *approval.Config) {
			cfg.Authorizer = fickle{mayDecide: func(_ context.Context, call approval.Call) error {
				if call.ToolCallID == "c2" {
					panic("the rules are broken")
				}
				return nil
			}}
		})
		s.request("c1")
		s.request("c2")
		a := s.ask(http.MethodPost, approval.BatchPath, `{"decisions":[`+decides("c1", true)+`,`+decides("c2", true)+`]}`)
		s.expect("a panic", a, http.StatusInternalServerError, "internal", "")
		if s.status("c1") != approval.Pending || s.status("c2") != approval.Pending || s.runs() != 0 {
			t.Errorf("%s, %s, %d runs", s.status("c1"), s.status("c2"), s.runs())
		}
		s.expect("the other call", s.post(approveC1), http.StatusOK, "", approval.Done)
		s.verified()
	})
}

// TestAuthorizerBlocks has the Authorizer block: others can continue, and a cancelled request has decided nothing.
func TestAuthorizerBlocks(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		asked := make(chan struct{}, 1)
		s := newSite(t, address, func(cfg *approval.Config) {
			cfg.Authorizer = fickle{mayDecide: func(ctx context.Context, call approval.Call) error {
				if call.ToolCallID == "c2" {
					asked <- struct{}{}
					<-ctx.Done()
				}
				return ctx.Err()
			}}
		})
		s.request("c1")
		s.request("c2")
		ctx, leave := context.WithCancel(t.Context())
		left := make(chan error)
		go func() {
			_, err := s.try(ctx, http.MethodPost, approval.DecidePath, decides("c2", true))
			left <- err
		}()
		<-asked
		s.expect("another call", s.post(approveC1), http.StatusOK, "", approval.Done)
		leave()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if s.status("c2") != approval.Pending || s.runs() != 1 {
			t.Errorf("%s, %d runs", s.status("c2"), s.runs())
		}
		s.verified()
	})
}

// TestTierPanics has the program's Tier function panic during verification.
func TestTierPanics(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		s := newSite(t, address)
		s.request("c1")
		s.tier = func(runtime.Invocation) runtime.ConfirmSpec { panic("no tier") }
		s.expect("a panic", s.post(approveC1), http.StatusInternalServerError, "internal", "")
		if s.status("c1") != approval.Pending || s.runs() != 0 {
			t.Errorf("%s, %d runs", s.status("c1"), s.runs())
		}
	})
}

// TestOddIDs uses similar IDs, and IDs with a meaning in shells, paths, SQL and terminals.
func TestOddIDs(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		s := newSite(t, address)
		odd := []string{
			"\u00e9", "e\u0301", "c1 ", " c1", "C1", "c1", "ｃ1", "c\u200b1", "\u202ec1", "c1\n", "c1\x1b[2J", "'; DROP TABLE tool_calls; --",
			"../../c1", "%", "_", "?", "$1", "null", "{}", strings.Repeat("\U0001F980", 512/4), "\ufeff", "\uFFFD", "<script>", `"`, `\`,
		}
		for _, id := range odd {
			s.request(id)
		}
		for i, id := range odd {
			text, _ := json.Marshal(id)
			a := s.post(`{"toolCallId":` + string(text) + `,"isValidated":true}`)
			if o := s.expect(fmt.Sprintf("%q", id), a, http.StatusOK, "", approval.Done); o.ToolCallID != id || s.runs() != i+1 {
				t.Errorf("%q: %q, %d runs", id, o.ToolCallID, s.runs())
			}
		}
		// Half a surrogate pair is decoded as the replacement character, which makes it the ID of another, settled call. It must not
		// decide the pending one.
		if a := s.post(`{"toolCallId":"\ud800","isValidated":true}`); a.status == http.StatusOK {
			t.Errorf("half a pair: %d %s", a.status, a.body)
		}
		if s.runs() != len(odd) {
			t.Errorf("%d runs", s.runs())
		}
		s.verified()
	})
}

// TestNamesOfDeciders rejects deciders whose names databases cannot store.
func TestNamesOfDeciders(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		r.request("c1")
		for _, id := range []string{"", "gr\x00ce", "gr\xffce", strings.Repeat("g", 512+1)} {
			who := grace
			who.ID = id
			if _, err := r.Decide(t.Context(), who, approval.Decision{ToolCallID: "c1", Approve: true}); !isA[*approval.ForbiddenError](err) {
				t.Errorf("%.10q: %v", id, err)
			}
		}
		who := grace
		who.ID = "grâce\n\u202e"
		if settled, err := r.Decide(t.Context(), who, approval.Decision{ToolCallID: "c1", Approve: true}); err != nil ||
			settled.Call.DecidedBy != who.ID {
			t.Errorf("%+v, %v", settled.Call, err)
		}
		r.verified()
	})
}

// TestHugeArguments stores and edits calls of several megabytes.
func TestHugeArguments(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		s := newSite(t, address)
		name := strings.Repeat("a", 3<<20)
		if _, err := s.rig.ask("t1", "c1", "pay", `{"To":"`+name+`","Amount":1}`); err != nil {
			t.Fatal(err)
		}
		a := s.post(`{"toolCallId":"c1","isValidated":true,"validatedInputs":{"To":"` + name + `","Amount":2}}`)
		s.expect("an edit over the endpoint", a, http.StatusRequestEntityTooLarge, "too_large", "")
		_, err := s.Decide(t.Context(), grace, approval.Decision{ToolCallID: "c1", Approve: true,
			Arguments: []byte(`{"To":"` + name + name + `","Amount":2}`)})
		if !errors.Is(err, runtime.ErrInvalidArguments) {
			t.Errorf("an edit in Go: %v", err)
		}
		s.expect("as it is", s.post(approveC1), http.StatusOK, "", approval.Done)
		if len(s.paid[0].To) != len(name) {
			t.Errorf("the tool got %d bytes", len(s.paid[0].To))
		}
	})
}

// TestClockJumps moves the clock of a replica back and forth. An expired call stays expired, none runs twice, and one whose
// lease seems to have expired is lost, not repeated.
func TestClockJumps(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		r := newRig(t, address)
		r.request("c1")
		r.clock.add(time.Hour)
		if n, err := r.Expire(t.Context()); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		r.clock.add(-time.Hour)
		if _, err := r.approve("c1"); !expired(err) {
			t.Errorf("after the clock was set back: %v", err)
		}
		// The clock is set an hour forward while the tool runs, and back again.
		r.request("c2")
		r.hold = func(context.Context) {
			r.clock.add(time.Hour)
			found, err := r.Resume(t.Context())
			if err != nil || len(found.Lost) != 1 || len(found.Executed) != 0 {
				t.Errorf("meanwhile: %+v, %v", found, err)
			}
			r.clock.add(-2 * time.Hour)
		}
		settled, err := r.approve("c2")
		if err != nil || settled.Call.Failure != approval.FailureLost || settled.Late == nil || settled.Late.Error != nil {
			t.Errorf("%+v, %v", settled, err)
		}
		r.hold = nil
		if found, err := r.Resume(t.Context()); err != nil || len(found.Executed)+len(found.Lost) != 0 {
			t.Errorf("%+v, %v", found, err)
		}
		if r.runs() != 1 {
			t.Errorf("%d runs", r.runs())
		}
		r.verified()
	})
}

// TestRotationAmongReplicas has one replica that knows the new key and one that does not. The latter refuses to run what the
// former signs, instead of running it unverified. If all replicas know both keys first, nothing is lost.
func TestRotationAmongReplicas(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		old := newRig(t, address)
		both := newRig(t, address, func(cfg *approval.Config) { cfg.Keys = ring(t, key1, key2) })
		next := newRig(t, address, func(cfg *approval.Config) { cfg.Keys = ring(t, key2, key1) })
		old.request("c1")
		both.request("c2")
		next.request("c3")
		if _, err := next.approve("c1"); err != nil {
			t.Errorf("a call signed with the old key, which is known: %v", err)
		}
		if _, err := next.approve("c2"); err != nil {
			t.Error(err)
		}
		if _, err := both.approve("c3"); err != nil {
			t.Errorf("a call signed with the new key, which is known: %v", err)
		}
		next.request("c4")
		if _, err := old.approve("c4"); !errors.Is(err, approval.ErrKeyRemoved) {
			t.Errorf("a call signed with a key that is not known yet: %v", err)
		}
		for _, r := range []*rig{both, next} {
			r.verified()
		}
		var fault *approval.AuditError
		if _, err := old.VerifyAudit(t.Context()); !errors.As(err, &fault) {
			t.Errorf("the audit without its key: %v", err)
		}
		if n := old.runs() + both.runs() + next.runs(); n != 3 {
			t.Errorf("%d runs", n)
		}
	})
}

// TestExpiresWhileItRuns has a call expire while it runs: it started in time, so its result counts.
func TestExpiresWhileItRuns(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		s := newSite(t, address, func(cfg *approval.Config) { cfg.Lease = 24 * time.Hour })
		s.request("c1")
		s.hold = func(context.Context) {
			s.clock.add(time.Hour)
			if n, err := s.Expire(t.Context()); n != 0 || err != nil {
				t.Error(n, err)
			}
			if found, err := s.Resume(t.Context()); err != nil || len(found.Lost)+len(found.Expired)+len(found.Executed) != 0 {
				t.Errorf("%+v, %v", found, err)
			}
			s.expect("a second decision", s.post(approveC1), http.StatusConflict, "settled", approval.Executing)
		}
		s.expect("the decision", s.post(approveC1), http.StatusOK, "", approval.Done)
		s.verified()
	})
}

// TestRowPutBack restores old rows with their valid signatures, to make a call run again or despite a rejection.
func TestRowPutBack(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		s := newSite(t, address)
		for _, id := range []string{"done", "no"} {
			s.request(id)
		}
		s.exec("CREATE TABLE kept AS SELECT * FROM tool_calls")
		s.exec("CREATE TABLE kept_audit AS SELECT * FROM approval_audit")
		s.expect("done", s.post(decides("done", true)), http.StatusOK, "", approval.Done)
		s.expect("no", s.post(decides("no", false)), http.StatusOK, "", approval.Rejected)
		s.exec("DELETE FROM tool_calls")
		s.exec("INSERT INTO tool_calls SELECT * FROM kept")
		s.expect("again", s.post(decides("done", true)), http.StatusConflict, "refused", approval.Failed)
		if s.runs() != 1 {
			t.Errorf("%d runs", s.runs())
		}
		// A status of approved without an approval.
		s.exec("UPDATE tool_calls SET status = 'approved', validated = ?, decided_at = created_at, decided_by = 'grace', decider_kind = 'user' WHERE tool_call_id = 'no'", true)
		s.clock.add(s.cfg.Lease)
		found, err := s.Resume(t.Context())
		if err != nil || len(found.Refused) != 1 || !errors.Is(found.Refused[0], approval.ErrForged) || s.runs() != 1 {
			t.Errorf("%+v, %v, %d runs", found, err, s.runs())
		}
		for _, query := range []string{"DELETE FROM approval_audit", "UPDATE approval_audit SET reason = 'x'",
			"UPDATE approval_audit SET event = 'x' WHERE event = 'executing'"} {
			if _, err := s.db.Exec(query); err == nil {
				t.Errorf("%s: the audit allowed it", query)
			}
		}
		s.verified()
	})
}

// TestManyReplicas has ten services on one database, each with its own connections, approve or reject one call concurrently over
// HTTP.
func TestManyReplicas(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		first := newSite(t, address)
		first.request("c1")
		sites := []*site{first}
		for range 4 {
			sites = append(sites, newSite(t, address))
		}
		var wg sync.WaitGroup
		answers := make([]reply, 4*len(sites))
		for i := range answers {
			wg.Go(func() {
				var err error
				answers[i], err = sites[i%len(sites)].try(t.Context(), http.MethodPost, approval.DecidePath, decides("c1", i%3 > 0))
				if err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		won, runs := 0, 0
		for _, a := range answers {
			switch a.status {
			case http.StatusOK, http.StatusAccepted:
				won++
			case http.StatusConflict:
			default:
				t.Errorf("%d %s", a.status, a.body)
			}
		}
		for _, s := range sites {
			runs += s.runs()
		}
		approved := first.get("c1").Validated
		if won != 1 || approved == nil || *approved != (runs == 1) || runs > 1 {
			t.Errorf("%d won, %d runs, %+v", won, runs, first.get("c1"))
		}
		first.verified()
	})
}

// TestGarbageInTheRow puts impossible values into columns that no signature covers.
func TestGarbageInTheRow(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		for i, set := range []string{
			"receipts = 'x'", "receipts = '[[[['", "reason = 'x'", "edited = TRUE", "requested = '{'", "lease_owner = 'me'", "failure = 'tool'",
			"told_at = created_at", "output = '{}'", "output = 'x'", "late_output = 'x'", "settled_at = created_at", "decided_by = 'eve'",
			"validated = TRUE",
		} {
			s := newSite(t, fresh(t, address, i))
			s.request("c1")
			s.request("other")
			s.exec("UPDATE tool_calls SET " + set + " WHERE tool_call_id = 'c1'")
			a := s.post(approveC1)
			if a.status == http.StatusOK && s.runs() != 1 || s.runs() > 1 {
				t.Errorf("%s: %d %s, %d runs", set, a.status, a.body, s.runs())
			}
			// A broken call must not prevent others from being listed and decided.
			if got := ids(s.list(approval.PendingPath + "?threadId=t1")); !strings.Contains(got, "other") {
				t.Errorf("%s: pending: %s", set, got)
			}
			if got := ids(s.list(approval.HistoryPath + "?threadId=t1")); !strings.Contains(got, "other") {
				t.Errorf("%s: history: %s", set, got)
			}
			s.expect(set, s.post(decides("other", true)), http.StatusOK, "", approval.Done)
			if outs, err := s.Results(t.Context(), "t1"); err != nil || len(outs) == 0 {
				t.Errorf("%s: the model is told %v, %v", set, outs, err)
			}
			s.clock.add(time.Hour)
			if _, err := s.Resume(t.Context()); err != nil {
				t.Errorf("%s: Resume: %v", set, err)
			}
			if _, err := s.VerifyAudit(t.Context()); strings.Contains(set, "late_output") != (err != nil) {
				t.Errorf("%s: the audit: %v", set, err)
			}
		}
	})
}

// fresh returns the address of an additional database, or in PostgreSQL of a new one that replaces the first.
func fresh(t *testing.T, address string, i int) string {
	t.Helper()
	if !strings.HasPrefix(address, "postgres") {
		return fmt.Sprint(address, i)
	}
	db, err := pgtest.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.InTx(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return address
}
