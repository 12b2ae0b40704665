package approval_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
)

// TestHTTPStatus covers every outcome of a decision.
func TestHTTPStatus(t *testing.T) {
	edit := func(args string) string {
		return `{"toolCallId":"c1","isValidated":true,"validatedInputs":` + args + `}`
	}
	for _, test := range []struct {
		name   string
		body   string
		before func(*site) // preparation
		user   string
		status int
		word   string
		call   approval.Status // in the answer
		runs   int
	}{
		{name: "approve", body: approveC1, status: 200, call: approval.Done, runs: 1},
		{name: "approve with null", body: edit("null"), status: 200, call: approval.Done, runs: 1},
		{name: "approve with an edit", body: edit(`{"To":"ada","Amount":99.5}`), status: 200, call: approval.Done, runs: 1},
		{name: "reject", body: `{"toolCallId":"c1","isValidated":false,"reason":"too much"}`, status: 200, call: approval.Rejected},
		{name: "reject with inputs", body: `{"toolCallId":"c1","isValidated":false,"validatedInputs":{"To":"ada","Amount":5}}`,
			status: 200, call: approval.Rejected},
		{name: "the tool fails", body: approveC1, before: func(s *site) { s.fail = errors.New("no money") }, status: 200,
			word: "handler", call: approval.Failed, runs: 1},
		{name: "invalid edit", body: edit(`{"To":"ada","Amount":-1}`), status: 422, word: "invalid_arguments"},
		{name: "empty edit", body: edit(`{}`), status: 422, word: "invalid_arguments"},
		{name: "edit that raises the tier", body: edit(`{"To":"ada","Amount":500}`), before: func(s *site) {
			s.tier = func(inv runtime.Invocation) runtime.ConfirmSpec {
				return runtime.ConfirmSpec{Tier: 1 + int(inv.Args.(*payArgs).Amount)/500}
			}
		}, status: 422, word: "tier_raised"},
		{name: "edit beyond the limit", body: edit(`{"To":"ada","Amount":1001}`), status: 403, word: "forbidden"},
		{name: "without the role", body: approveC1, user: "trainee", status: 403, word: "forbidden"},
		{name: "of another thread", body: approveC1, user: "eve", status: 404, word: "not_found"},
		{name: "unknown", body: `{"toolCallId":"c2","isValidated":true}`, status: 404, word: "not_found"},
		{name: "an ID that no database takes", body: `{"toolCallId":"c\u0000","isValidated":true}`, status: 404, word: "not_found"},
		{name: "not signed in", body: approveC1, user: "nobody", status: 401, word: "unidentified"},
		{name: "without a name", body: approveC1, user: "nameless", status: 401, word: "unidentified"},
		{name: "decided before", body: approveC1, before: func(s *site) { s.post(`{"toolCallId":"c1","isValidated":false}`) },
			status: 409, word: "settled", call: approval.Rejected},
		{name: "expired", body: approveC1, before: func(s *site) { s.clock.add(time.Hour) }, status: 410, word: "expired",
			call: approval.Expired},
		{name: "rejected too late", body: `{"toolCallId":"c1","isValidated":false}`, before: func(s *site) { s.clock.add(time.Hour) },
			status: 410, word: "expired", call: approval.Expired},
		{name: "expires while it is decided", body: approveC1, before: func(s *site) {
			s.at("decide",
				func() { s.clock.add(time.Hour) })
		}, status: 410, word: "expired", call: approval.Expired},
		{name: "tampered with", body: approveC1, before: func(s *site) { s.exec("UPDATE tool_calls SET tier = 0") }, status: 409,
			word: "refused"},
		{name: "tampered with once it was decided", body: approveC1, before: func(s *site) {
			s.at("decided",
				func() { s.exec("UPDATE tool_calls SET tier = 0") })
		}, status: 409, word: "refused", call: approval.Failed},
		{name: "another process takes it", body: approveC1, before: func(s *site) {
			s.at("decided", func() { s.exec("UPDATE tool_calls SET status = 'executing'") })
		}, status: 202, call: approval.Executing},
		{name: "the database fails", body: approveC1, before: func(s *site) { s.exec("ALTER TABLE tool_calls RENAME TO gone") },
			status: 500, word: "internal"},
		{name: "a bug in the house", body: approveC1, user: "bug", status: 500, word: "internal"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, t.TempDir()+"/a.db")
			s.request("c1")
			if test.before != nil {
				test.before(s)
			}
			user := test.user
			if user == "" {
				user = "grace"
			}
			s.expect(test.name, s.post(test.body, userHeader+": "+user), test.status, test.word, test.call)
			if s.runs() != test.runs {
				t.Errorf("the tool ran %d times", s.runs())
			}
			switch test.status {
			case 401, 403, 404, 422:
				if s.status("c1") != approval.Pending {
					t.Errorf("the call is %s", s.status("c1"))
				}
			}
		})
	}
}

// at runs a function once, at a step of a call.
func (s *site) at(step string, do func()) {
	s.step = func(name string) {
		if name == step {
			s.step = func(string) {}
			do()
		}
	}
}

// TestHTTPLife follows calls through all endpoints, on both databases.
func TestHTTPLife(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		s := newSite(t, address)
		for _, id := range []string{"c1", "c2", "c3"} {
			s.request(id)
			s.clock.add(time.Second)
		}
		if got := ids(s.list(approval.PendingPath + "?threadId=t1")); got != "c1 c2 c3" {
			t.Errorf("pending: %s", got)
		}
		o := s.expect("approve", s.post(approveC1), 200, "", approval.Done)
		if string(o.Result) != `{"Paid":100}` || o.ToolCallID != "c1" {
			t.Errorf("%+v", o)
		}
		o = s.expect("reject", s.post(`{"toolCallId":"c2","isValidated":false,"reason":"Who is Ada?"}`), 200, "", approval.Rejected)
		var why runtime.ToolError
		if err := json.Unmarshal(o.Result, &why); err != nil || why.Kind != runtime.FailureApproval ||
			!strings.Contains(why.Message, `"Who is Ada?"`) {
			t.Errorf("the result of a rejection: %s, %v", o.Result, err)
		}
		s.clock.add(time.Hour)
		o = s.expect("expired", s.post(`{"toolCallId":"c3","isValidated":true}`), 410, "expired", approval.Expired)
		if strings.Contains(o.Message, "rejected by") || !strings.Contains(o.Message, "nobody approved or rejected it") {
			t.Errorf("%s", o.Message)
		}
		// The model gets the same results as the people.
		outs, err := s.Results(t.Context(), "t1")
		if err != nil || len(outs) != 3 || string(outs[0].Payload) != `{"Paid":100}` || outs[1].Error.Message != why.Message ||
			outs[2].Error.Message != o.Message {
			t.Errorf("%+v, %v", outs, err)
		}
		history := s.list(approval.HistoryPath + "?threadId=t1")
		if ids(history) != "c1 c2 c3" || *history[0].Validated != true || *history[1].Validated != false ||
			history[2].Validated != nil || history[1].Reason != "Who is Ada?" {
			t.Errorf("history: %+v", history)
		}
		if got := ids(s.list(approval.HistoryPath + "?threadId=t1&limit=2")); got != "c2 c3" {
			t.Errorf("the latest two: %s", got)
		}
		if got := s.list(approval.PendingPath + "?threadId=t1"); len(got) != 0 {
			t.Errorf("still pending: %+v", got)
		}
		s.verified()
	})
}

// TestHTTPEdit edits a call until the arguments are valid.
func TestHTTPEdit(t *testing.T) {
	each(t, func(t *testing.T, address string) {
		s := newSite(t, address)
		s.request("c1")
		a := s.post(`{"toolCallId":"c1","isValidated":true,"validatedInputs":{"To":7,"Amount":0,"Amuont":1}}`)
		o := s.expect("invalid", a, 422, "invalid_arguments", "")
		if got := fields(o.Issues); got != "Amount exclusiveMinimum, Amuont additionalProperties, To type" {
			t.Errorf("issues: %s", got)
		}
		// A hint that knows the tool contains more than the issues.
		if o.Hint == nil || o.Hint.Tool != "pay" || o.Hint.Reason != runtime.InvalidArguments || o.ToolCallID != "c1" {
			t.Errorf("%s", a.body)
		}
		// It also knows the edit: a misspelt key is renamed.
		a = s.post(`{"toolCallId":"c1","isValidated":true,"validatedInputs":{"To":"ada","Amuont":77,"Pin":"•••"}}`)
		o = s.expect("misspelt", a, 422, "invalid_arguments", "")
		if o.Hint == nil || len(o.Hint.Changes) == 0 || o.Hint.Changes[0].Kind != "rename" || o.Hint.Changes[0].From != "Amuont" ||
			o.Hint.Changes[0].Field != "Amount" {
			t.Errorf("%s", a.body)
		}
		if s.status("c1") != approval.Pending || s.runs() != 0 {
			t.Errorf("%s, %d runs", s.status("c1"), s.runs())
		}
		o = s.expect("valid", s.post(`{"toolCallId":"c1","isValidated":true,"validatedInputs":{"To":"bob","Amount":50}}`), 200, "", approval.Done)
		if string(o.Result) != `{"Paid":50}` || s.runs() != 1 || s.paid[0].To != "bob" {
			t.Errorf("%s, %+v", o.Result, s.paid)
		}
		call := s.list(approval.HistoryPath + "?threadId=t1")[0]
		if !call.Edited || !strings.Contains(string(call.Args), `"bob"`) || !strings.Contains(string(call.RequestArgs), `"ada"`) {
			t.Errorf("%+v", call)
		}
	})
}

// TestHTTPMasks checks that a sensitive value is never shown, and that its mask stands for the value.
func TestHTTPMasks(t *testing.T) {
	s := newSite(t, t.TempDir()+"/a.db")
	s.request("c1")
	shown := func(a reply) reply {
		t.Helper()
		for _, secret := range []string{"1234", "98765"} {
			if strings.Contains(a.body, secret) {
				t.Errorf("a sensitive value is shown: %s", a.body)
			}
		}
		return a
	}
	if a := shown(s.ask(http.MethodGet, approval.PendingPath, "")); !strings.Contains(a.body, runtime.Redacted) {
		t.Errorf("%s", a.body)
	}
	a := shown(s.post(`{"toolCallId":"c1","isValidated":true,"validatedInputs":{"To":"ada","Amount":100,"Pin":98765}}`))
	s.expect("a PIN of the wrong type", a, 422, "invalid_arguments", "")
	a = shown(s.post(`{"toolCallId":"c1","isValidated":true,"validatedInputs":{"To":"ada","Amount":90,"Pin":"•••"}}`))
	s.expect("a mask", a, 200, "", approval.Done)
	if s.runs() != 1 || *s.paid[0].Pin != "1234" || *s.paid[0].Tenant != "x" || s.paid[0].Amount != 90 {
		t.Errorf("%+v", s.paid)
	}
	shown(s.ask(http.MethodGet, approval.HistoryPath+"?threadId=t1", ""))
	shown(s.post(approveC1))
	s.request("c2")
	a = shown(s.post(`{"toolCallId":"c2","isValidated":true,"validatedInputs":{"To":"ada","Amount":100,"Tenant":"y"}}`))
	if o := s.expect("a field of the server", a, 422, "invalid_arguments", ""); fields(o.Issues) != "Tenant rule" {
		t.Errorf("%s", a.body)
	}
}

// TestHTTPReceipts shows deciders what was repaired in the model's arguments.
func TestHTTPReceipts(t *testing.T) {
	s := newSite(t, t.TempDir()+"/a.db", func(cfg *approval.Config) { cfg.Tools = cfg.Tools.Decoding(runtime.Lenient()) })
	if _, err := s.rig.ask("t1", "c1", "pay", `{"To":"ada","Amount":"100"}`); err != nil {
		t.Fatal(err)
	}
	if calls := s.list(approval.PendingPath); len(calls) != 1 || len(calls[0].Receipts) != 1 || calls[0].Receipts[0].Field != "Amount" {
		t.Errorf("%+v", calls)
	}
	// Edits are decoded strictly.
	a := s.post(`{"toolCallId":"c1","isValidated":true,"validatedInputs":{"To":"ada","Amount":"90"}}`)
	if o := s.expect("a number as text", a, 422, "invalid_arguments", ""); fields(o.Issues) != "Amount type" {
		t.Errorf("%s", a.body)
	}
	o := s.expect("approve", s.post(approveC1), 200, "", approval.Done)
	if len(o.Receipts) != 1 || o.Receipts[0].Kind != runtime.ReceiptScalar {
		t.Errorf("%+v", o.Receipts)
	}
}

// TestHTTPExecutorPanics checks that there is an answer, and that the call is settled.
func TestHTTPExecutorPanics(t *testing.T) {
	s := newSite(t, t.TempDir()+"/a.db", func(cfg *approval.Config) {
		cfg.Execute = func(context.Context, string, runtime.Invocation) runtime.ToolOutput { panic("secret 1234") }
	})
	s.request("c1")
	a := s.post(approveC1)
	s.expect("panic", a, 200, "internal", approval.Failed)
	if strings.Contains(a.body, "secret") {
		t.Errorf("%s", a.body)
	}
	s.expect("again", s.post(approveC1), 409, "settled", approval.Failed)
}

// TestHTTPMasksWhatATool checks that a secret of the arguments is masked in an error, and that a character that reorders text is
// escaped for deciders.
func TestHTTPMasksWhatComesBack(t *testing.T) {
	s := newSite(t, t.TempDir()+"/a.db")
	s.fail = errors.New("the PIN 1234 is blocked")
	if _, err := s.rig.ask("t1", "c1", "pay", `{"To":"a\u202eda","Amount":100,"Pin":"1234"}`); err != nil {
		t.Fatal(err)
	}
	if body := s.ask(http.MethodGet, approval.PendingPath, "").body; strings.Contains(body, "\u202e") || !strings.Contains(body, `\u202e`) {
		t.Errorf("%s", body)
	}
	if a := s.post(approveC1); strings.Contains(a.body, "1234") {
		t.Errorf("%s", a.body)
	}
}
