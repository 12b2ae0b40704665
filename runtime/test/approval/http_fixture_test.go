package approval_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
)

// door is a house that identifies people by a header.
type door struct{ house }

const userHeader = "X-User"

func (door) Identify(r *http.Request) (approval.Principal, error) {
	switch r.Header.Get(userHeader) {
	case "grace":
		return grace, nil
	case "eve":
		return eve, nil
	case "trainee":
		return trainee, nil
	case "nameless":
		return approval.Principal{Extra: grace.Extra}, nil
	case "bug":
		panic("the door is broken")
	}
	return approval.Principal{}, errHouse
}

// site is a rig behind a real server.
type site struct {
	*rig
	url string
}

func newSite(t *testing.T, address string, change ...func(*approval.Config)) *site {
	t.Helper()
	r := newRig(t, address, append([]func(*approval.Config){func(cfg *approval.Config) { cfg.Authorizer = door{} }}, change...)...)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		approval.Handler(r.Service, nil).ServeHTTP(w, req.WithContext(r.stepping(req.Context())))
	}))
	t.Cleanup(server.Close)
	return &site{r, server.URL}
}

// reply is a response as received.
type reply struct {
	status int
	header http.Header
	body   string
}

// outcome is the body of a response to a decision.
func (a reply) outcome(t *testing.T) approval.Outcome {
	t.Helper()
	var o approval.Outcome
	if err := json.Unmarshal([]byte(a.body), &o); err != nil {
		t.Fatalf("%d %s: %v", a.status, a.body, err)
	}
	return o
}

// ask sends a request as grace, unless the headers ("Name: value") say otherwise.
func (s *site) ask(method, path, body string, headers ...string) reply {
	s.t.Helper()
	answer, err := s.try(s.t.Context(), method, path, body, headers...)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer
}

func (s *site) try(ctx context.Context, method, path, body string, headers ...string) (reply, error) {
	req, err := http.NewRequestWithContext(ctx, method, s.url+path, strings.NewReader(body))
	if err != nil {
		return reply{}, err
	}
	if body == "" {
		req.Body, req.ContentLength = nil, 0
	}
	req.Header.Set(userHeader, "grace")
	req.Header.Set("Content-Type", "application/json")
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		req.Header.Set(name, value)
		if value == "" {
			req.Header.Del(name)
		}
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return reply{}, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	return reply{resp.StatusCode, resp.Header, string(text)}, err
}

// post sends a decision as grace.
func (s *site) post(body string, headers ...string) reply {
	s.t.Helper()
	return s.ask(http.MethodPost, approval.DecidePath, body, headers...)
}

const approveC1 = `{"toolCallId":"c1","isValidated":true}`

// expect compares a response with its status, error and call status.
func (s *site) expect(name string, a reply, status int, word string, call approval.Status) approval.Outcome {
	s.t.Helper()
	o := a.outcome(s.t)
	if a.status != status || o.Error != word || o.Status != call || o.Success != (word == "" && (call == approval.Done ||
		call == approval.Rejected)) {
		s.t.Errorf("%s: %d %s; want %d, error %q, status %q", name, a.status, a.body, status, word, call)
	}
	for header, want := range map[string]string{
		"Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
	} {
		if got := a.header.Get(header); got != want {
			s.t.Errorf("%s: %s is %q", name, header, got)
		}
	}
	if o.Message == "" {
		s.t.Errorf("%s: the answer has no message: %s", name, a.body)
	}
	return o
}

// status returns the status of a call in the database.
func (s *site) status(id string) approval.Status {
	s.t.Helper()
	var status approval.Status
	if err := s.db.QueryRow(s.db.Rebind("SELECT status FROM tool_calls WHERE tool_call_id = ?"), id).Scan(&status); err != nil {
		s.t.Fatal(err)
	}
	return status
}

// list requests a list of calls.
func (s *site) list(path string, headers ...string) []approval.Call {
	s.t.Helper()
	a := s.ask(http.MethodGet, path, "", headers...)
	var list struct {
		Success bool            `json:"success"`
		Calls   []approval.Call `json:"calls"`
	}
	if err := json.Unmarshal([]byte(a.body), &list); err != nil || a.status != http.StatusOK || !list.Success || list.Calls == nil {
		s.t.Fatalf("%s: %d %s, %v", path, a.status, a.body, err)
	}
	return list.Calls
}

func ids(calls []approval.Call) string {
	var all []string
	for _, c := range calls {
		all = append(all, c.ToolCallID)
	}
	return strings.Join(all, " ")
}

func fields(issues []runtime.ValidationIssue) string {
	var all []string
	for _, i := range issues {
		all = append(all, i.Field+" "+i.Constraint)
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

// same reports whether two responses are indistinguishable.
func same(a, b reply) bool {
	text := func(h http.Header) string {
		h = h.Clone()
		h.Del("Date")
		var b bytes.Buffer
		_ = h.Write(&b)
		return b.String()
	}
	return a.status == b.status && a.body == b.body && text(a.header) == text(b.header)
}
