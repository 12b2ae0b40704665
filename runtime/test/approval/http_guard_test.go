package approval_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/approval"
)

// TestHTTPCrossOrigin rejects requests of pages of another origin.
func TestHTTPCrossOrigin(t *testing.T) {
	t.Parallel()
	s := newSite(t, t.TempDir()+"/a.db")
	s.request("c1")
	own := strings.TrimPrefix(s.url, "http://")
	for _, test := range []struct {
		name    string
		headers []string
		refused bool
	}{
		{"cross-site", []string{"Sec-Fetch-Site: cross-site"}, true},
		{"same-site", []string{"Sec-Fetch-Site: same-site"}, true},
		{"another origin", []string{"Origin: https://evil.example"}, true},
		{"no origin that could be named", []string{"Origin: null"}, true},
		{"own name, but cross-site", []string{"Origin: http://" + own, "Sec-Fetch-Site: cross-site"}, true},
		{"same-origin", []string{"Sec-Fetch-Site: same-origin"}, false},
		{"the address bar", []string{"Sec-Fetch-Site: none"}, false},
		{"own origin", []string{"Origin: http://" + own}, false},
		{"no browser", nil, false},
	} {
		for _, path := range []string{approval.PendingPath, approval.HistoryPath + "?threadId=t1"} {
			a := s.ask(http.MethodGet, path, "", test.headers...)
			if refused := a.status == http.StatusForbidden; refused != test.refused {
				t.Errorf("GET %s, %s: %d %s", path, test.name, a.status, a.body)
			}
		}
		for _, path := range []string{approval.DecidePath, approval.BatchPath} {
			a := s.ask(http.MethodPost, path, "{}", test.headers...) // malformed otherwise
			if test.refused {
				s.expect(path+", "+test.name, a, http.StatusForbidden, "cross_origin", "")
			} else {
				s.expect(path+", "+test.name, a, http.StatusBadRequest, "malformed", "")
			}
		}
	}
	if s.status("c1") != approval.Pending {
		t.Errorf("the call is %s", s.status("c1"))
	}
}

// TestHTTPTrustedOrigin accepts pages of a trusted origin.
func TestHTTPTrustedOrigin(t *testing.T) {
	t.Parallel()
	s := newSite(t, t.TempDir()+"/a.db")
	s.request("c1")
	protection := http.NewCrossOriginProtection()
	if err := protection.AddTrustedOrigin("https://desk.example"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(approval.Handler(s.Service, protection))
	defer server.Close()
	s.url = server.URL
	a := s.post(approveC1, "Origin: https://evil.example", "Sec-Fetch-Site: cross-site")
	s.expect("evil", a, http.StatusForbidden, "cross_origin", "")
	a = s.post(approveC1, "Origin: https://desk.example", "Sec-Fetch-Site: cross-site")
	s.expect("desk", a, http.StatusOK, "", approval.Done)
}

// TestHTTPMethods checks that other methods and paths also get a JSON response.
func TestHTTPMethods(t *testing.T) {
	t.Parallel()
	s := newSite(t, t.TempDir()+"/a.db")
	s.request("c1")
	for _, path := range []string{approval.DecidePath, approval.BatchPath} {
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPut, http.MethodDelete, http.MethodOptions} {
			s.method(method, path, "POST")
		}
	}
	for _, path := range []string{approval.PendingPath, approval.HistoryPath} {
		for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions} {
			s.method(method, path, "GET, HEAD")
		}
		get, head := s.ask(http.MethodGet, path, ""), s.ask(http.MethodHead, path, "")
		if head.body = get.body; !same(get, head) || get.status != http.StatusOK {
			t.Errorf("HEAD %s: %+v; GET: %+v", path, head, get)
		}
	}
	for _, path := range []string{"/", "/api/qa", "/api/qa/", "/api/qa/validate", approval.DecidePath + "/",
		approval.PendingPath + "/t1", "/api/qa/always_allow"} {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			s.expect(path, s.ask(method, path, ""), http.StatusNotFound, "not_found", "")
		}
	}
}

func (s *site) method(method, path, allow string) {
	s.t.Helper()
	a := s.ask(method, path, "")
	if a.status != http.StatusMethodNotAllowed || a.header.Get("Allow") != allow {
		s.t.Errorf("%s %s: %d, Allow: %s", method, path, a.status, a.header.Get("Allow"))
	}
	if method != http.MethodHead {
		s.expect(method+" "+path, a, http.StatusMethodNotAllowed, "method_not_allowed", "")
	}
}

// everything lets everyone see every thread.
type everything struct{ door }

func (everything) MaySee(context.Context, approval.Principal, string) error { return nil }

// TestHTTPStrangeIDs uses IDs that databases do not accept, as a user who may see everything.
func TestHTTPStrangeIDs(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		s := newSite(t, address, func(cfg *approval.Config) { cfg.Authorizer = everything{} })
		s.request("c1")
		for _, thread := range []string{"", "%00", "%ff", strings.Repeat("t", 512+1)} {
			for _, path := range []string{approval.PendingPath, approval.HistoryPath} {
				s.expect(thread, s.ask(http.MethodGet, path+"?threadId="+thread, ""), http.StatusNotFound, "not_found", "")
			}
		}
		strange := `{"toolCallId":"c1\u0000","isValidated":true}`
		s.expect("a decision", s.post(strange), http.StatusNotFound, "not_found", "")
		o := s.expect("a batch", s.ask(http.MethodPost, approval.BatchPath, batchOf(decides("c1", true), strange)), http.StatusNotFound,
			"not_found", "")
		if o.ToolCallID != "c1\x00" || s.status("c1") != approval.Pending {
			t.Errorf("%+v, %s", o, s.status("c1"))
		}
		if got := s.list(approval.PendingPath + "?threadId=nowhere"); len(got) != 0 {
			t.Errorf("%+v", got)
		}
	})
}

// TestHTTPParameters rejects ambiguous parameters.
func TestHTTPParameters(t *testing.T) {
	t.Parallel()
	s := newSite(t, t.TempDir()+"/a.db")
	s.request("c1")
	for _, query := range []string{
		"?threadID=t1", "?thread=t1", "?threadId=t1&threadId=t2", "?threadId=%zz", "?threadId=t1;x", "?threadId=t1&x", "?limit=-1&threadId=t1",
	} {
		for _, path := range []string{approval.PendingPath, approval.HistoryPath} {
			s.expect(path+query, s.ask(http.MethodGet, path+query, ""), http.StatusBadRequest, "malformed", "")
		}
	}
	for _, limit := range []string{"", "0", "-1", "501", "1e2", "ten", "99999999999999999999"} {
		for _, path := range []string{approval.PendingPath, approval.HistoryPath} {
			s.expect(limit, s.ask(http.MethodGet, path+"?limit="+limit, ""), http.StatusBadRequest, "malformed", "")
			if limit != "501" {
				s.expect(limit, s.ask(http.MethodGet, path+"?from="+limit, ""), http.StatusBadRequest, "malformed", "")
			}
		}
	}
}
