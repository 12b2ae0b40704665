package approval_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/toolgen/toolgen/runtime/approval"
)

// TestHTTPDoubleSubmit has one of several submissions decide; the others get the outcome.
func TestHTTPDoubleSubmit(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		s := newSite(t, address)
		for round := range 5 {
			id := fmt.Sprint("c", round)
			s.request(id)
			answers := make([]reply, 8)
			var all sync.WaitGroup
			for i := range answers {
				all.Go(func() {
					approve := i%2 == 0
					a, err := s.try(t.Context(), http.MethodPost, approval.DecidePath, decides(id, approve))
					if err != nil {
						t.Error(err)
					}
					answers[i] = a
				})
			}
			all.Wait()
			won := 0
			var first approval.Outcome
			for _, a := range answers {
				if a.status == http.StatusOK {
					won++
					first = a.outcome(t)
				}
			}
			if won != 1 {
				t.Fatalf("%d of the submissions were answered with 200: %+v", won, answers)
			}
			for _, a := range answers {
				o := a.outcome(t)
				switch {
				case a.status == http.StatusOK:
				case a.status != http.StatusConflict || o.Error != "settled":
					t.Errorf("%d %s", a.status, a.body)
				case first.Status == approval.Rejected && o.Status != approval.Rejected, first.Status == approval.Done &&
					o.Status != approval.Approved && o.Status != approval.Executing && o.Status != approval.Done:
					t.Errorf("%s, but the call was settled as %s", a.body, first.Status)
				}
			}
			if want := map[approval.Status]int{approval.Done: 1, approval.Rejected: 0}[first.Status]; s.runs() != want {
				t.Errorf("%s, and the tool ran %d times", first.Status, s.runs())
			}
			s.mu.Lock()
			s.paid = nil
			s.mu.Unlock()
		}
		s.verified()
	})
}

// TestHTTPSubmitWhileRunning answers a second submission immediately, and after the run with its result.
func TestHTTPSubmitWhileRunning(t *testing.T) {
	s := newSite(t, t.TempDir()+"/a.db")
	s.request("c1")
	running, release := make(chan struct{}), make(chan struct{})
	s.hold = func(context.Context) { close(running); <-release }
	first := make(chan reply, 1)
	go func() {
		a, err := s.try(t.Context(), http.MethodPost, approval.DecidePath, approveC1)
		if err != nil {
			t.Error(err)
		}
		first <- a
	}()
	<-running
	if o := s.expect("meanwhile", s.post(approveC1), http.StatusConflict, "settled", approval.Executing); len(o.Result) != 0 ||
		!strings.Contains(o.Message, "not known yet") {
		t.Errorf("%+v", o)
	}
	close(release)
	o := s.expect("first", <-first, http.StatusOK, "", approval.Done)
	again := s.expect("afterwards", s.post(approveC1), http.StatusConflict, "settled", approval.Done)
	if string(again.Result) != string(o.Result) || string(o.Result) != `{"Paid":100}` || s.runs() != 1 {
		t.Errorf("%s, %s, %d runs", o.Result, again.Result, s.runs())
	}
}

// TestHTTPClientGoesAway checks that a disconnect does not abort an approved call.
func TestHTTPClientGoesAway(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		s := newSite(t, address)
		gone, answered := make(chan struct{}), make(chan struct{})
		handler := approval.Handler(s.Service, nil)
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			context.AfterFunc(r.Context(), func() { close(gone) })
			handler.ServeHTTP(w, r)
			close(answered)
		}))
		defer server.Close()
		s.url = server.URL
		s.request("c1")
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		s.hold = func(ctx context.Context) {
			cancel()
			<-gone // the server has noticed the disconnect
			if ctx.Err() != nil {
				t.Errorf("the tool was cancelled: %v", ctx.Err())
			}
		}
		if _, err := s.try(ctx, http.MethodPost, approval.DecidePath, approveC1); err == nil {
			t.Error("the client did not disconnect")
		}
		<-answered
		if s.runs() != 1 || s.status("c1") != approval.Done {
			t.Errorf("%d runs, the call is %s", s.runs(), s.status("c1"))
		}
	})
}
