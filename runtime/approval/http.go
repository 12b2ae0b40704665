package approval

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"net/url"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval/internal/request"
)

// Paths of [Handler]. To mount it below another path, use http.StripPrefix.
const (
	DecidePath  = "/api/qa/validate_tool"
	BatchPath   = "/api/qa/validate_tools"
	PendingPath = "/api/qa/pending"
	HistoryPath = "/api/qa/history"
)

// Handler returns the HTTP API for approvers:
//
//	POST /api/qa/validate_tool   {"toolCallId", "isValidated", "threadId", "validatedInputs", "reason", "version"}
//	POST /api/qa/validate_tools  {"decisions": [{as above}, …]}
//	GET  /api/qa/pending?threadId=…&limit=…&from=…
//	GET  /api/qa/history?threadId=…&limit=…&from=…
//
// The response to a decision is sent when the call is settled, which for an approved call takes as long as its
// tool: {"success", "toolCallId", "status", "message", "result"}. success means that the decision was carried
// out: the call was rejected, or ran without a failure. result is what the model gets on its next turn. Closing
// the connection aborts nothing. Without validatedInputs, or with null, an approved call runs unchanged; for a
// rejected call they are ignored. The decisions of a batch are recorded atomically and run in order; the response
// is {"success", "results"} with one of the above each.
//
// A decision with the version of a listed [Call] applies only to the call that the decider has seen, even if
// somebody replaced it in the database.
//
// Call IDs are unique within a thread. Without threadId, a decision concerns the only call with this ID that the
// requester may see.
//
// Lists of pending calls and the history (at most 100 or limit) are {"success", "calls", "next"}, with a [Call]
// each. Pass next as from to get the next page; the last page has none. Without threadId they include all threads
// that the requester may see, as [Service.Inbox] and [Service.Decided].
//
// All other responses are {"success": false, "error", "message"}: a word and a sentence.
//
//	status  error              meaning
//	200     "" or a word       decided; the word is how the tool failed
//	202     ""                 approved; another process is about to run it
//	202     unfilled           approved; runs as soon as the server can fill it, until it expires
//	400     malformed          invalid body or query, with "issues" if it is JSON; nothing was decided
//	401     unidentified       the Authorizer does not know the requester
//	403     forbidden          the requester may see the call, but not decide it
//	403     cross_origin       cross-origin request of a browser
//	404     not_found          no call or thread that the requester may see
//	405     method_not_allowed wrong method
//	409     settled            decided by somebody else, with the status, result and message of the call
//	409     ambiguous          several calls have this ID: threadId is required
//	409     changed            the call has another version; still pending
//	409     refused            the signature does not match, or the tool has changed: the call will not run
//	410     expired            not decided or not started in time
//	413     too_large          the body exceeds MaxBody bytes
//	415     not_json           the body is not application/json
//	422     invalid_arguments  the edited arguments are invalid, with "issues" and "hint"; still pending
//	422     tier_raised        the edit requires a stricter tier; still pending
//	500     internal           server error; see its log
//	503     unfilled           an injected field could not be filled; still pending
//
// For a batch, status and error describe the faulty decision, which toolCallId names; none was recorded.
//
// Cross-origin requests of browsers are rejected, including safe methods. protection names trusted origins; nil
// trusts none. Its own deny handler is not called.
func Handler(s *Service, protection *http.CrossOriginProtection) http.Handler {
	if protection == nil {
		protection = http.NewCrossOriginProtection()
	}
	h := &handler{service: s, log: s.cfg.Log, protection: protection}
	h.routes = map[string]route{
		DecidePath: {http.MethodPost, h.decide},
		BatchPath:  {http.MethodPost, h.batch},
		PendingPath: {http.MethodGet, func(_ http.ResponseWriter, r *http.Request, who Principal) (int, any) {
			return h.list(r, who, s.Inbox, s.Pending)
		}},
		HistoryPath: {http.MethodGet, func(_ http.ResponseWriter, r *http.Request, who Principal) (int, any) {
			return h.list(r, who, s.Decided, s.History)
		}},
	}
	return h
}

type handler struct {
	service    *Service
	log        *slog.Logger
	routes     map[string]route // by path
	protection *http.CrossOriginProtection
}

// route is the handler of a path, which returns status and body of the response.
type route struct {
	method string
	serve  func(w http.ResponseWriter, r *http.Request, who Principal) (status int, body any)
}

// ServeHTTP writes all responses, so that all have the same headers.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	status, body := h.answer(w, r)
	text, err := json.Marshal(body)
	if err != nil {
		h.log.Error("approval: a response cannot be marshalled", "error", err)
		status, text = http.StatusInternalServerError, []byte(`{"success":false,"error":"internal"}`)
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	// Responses must not be stored in shared caches.
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(text)
}

// answer checks a request and passes it to its route.
func (h *handler) answer(w http.ResponseWriter, r *http.Request) (status int, body any) {
	defer func() {
		switch v := recover(); v {
		case nil:
		case http.ErrAbortHandler:
			panic(v)
		default:
			h.log.ErrorContext(r.Context(), "approval: a request panicked", "path", r.URL.Path, "panic", v, "stack", string(debug.Stack()))
			status, body = http.StatusInternalServerError, internal()
		}
	}()
	// http.CrossOriginProtection allows safe methods. Here even the timing and size of a response reveal calls,
	// so these requests are checked as well.
	asked := r.WithContext(r.Context())
	asked.Method = http.MethodPost
	if err := h.protection.Check(asked); err != nil {
		return http.StatusForbidden, Outcome{Error: "cross_origin", Message: "Cross-origin requests are refused."}
	}
	route, ok := h.routes[r.URL.Path]
	if !ok {
		return http.StatusNotFound, Outcome{Error: "not_found", Message: "There is nothing at this path."}
	}
	allowed := []string{route.method}
	if route.method == http.MethodGet {
		allowed = append(allowed, http.MethodHead)
	}
	if !slices.Contains(allowed, r.Method) {
		allow := strings.Join(allowed, ", ")
		w.Header().Set("Allow", allow)
		return http.StatusMethodNotAllowed, Outcome{Error: "method_not_allowed", Message: "This path takes " + allow + "."}
	}
	who, err := h.service.cfg.Authorizer.Identify(r)
	if err != nil || checkIDs(who.ID) != nil {
		return http.StatusUnauthorized, Outcome{Error: "unidentified", Message: "Sign in first."}
	}
	return route.serve(w, r, who)
}

func (h *handler) decide(w http.ResponseWriter, r *http.Request, who Principal) (int, any) {
	asked, status, refusal := read(w, r, request.DecodeDecision)
	if status != 0 {
		return status, refusal
	}
	d := decision(asked)
	settled, err := h.service.Decide(r.Context(), who, d)
	if settled.record == nil {
		return h.faulty(r, who, d, err)
	}
	status, o := h.recorded(r, settled, err)
	return status, h.masked(settled.record, d, o)
}

// recorded responds to a recorded decision, whatever happened afterwards.
func (h *handler) recorded(r *http.Request, settled Settled, err error) (int, Outcome) {
	o := outcomeOf(settled)
	switch status := settled.Call.Status; {
	case status == Expired:
		return http.StatusGone, o
	case isA[*RefusedError](err):
		return http.StatusConflict, o
	case errors.Is(err, ErrUnfilled) && status == Approved:
		h.log.ErrorContext(r.Context(), "approval: a call was approved and cannot be filled",
			"tool_call_id", settled.Call.ToolCallID, "error", err)
		o.Success, o.Error = false, "unfilled"
		o.Message += " The server could not fill in its part of the call, and tries again until the call expires."
		return http.StatusAccepted, o
	case err != nil:
		h.log.ErrorContext(r.Context(), "approval: a decision was recorded, but not all that follows from it",
			"tool_call_id", settled.Call.ToolCallID, "error", err)
		o.Success, o.Error = false, "internal"
		return http.StatusInternalServerError, o
	case !status.Settled():
		return http.StatusAccepted, o
	}
	return http.StatusOK, o
}

func (h *handler) batch(w http.ResponseWriter, r *http.Request, who Principal) (int, any) {
	asked, status, refusal := read(w, r, request.DecodeBatch)
	if status != 0 {
		return status, refusal
	}
	decisions := make([]Decision, len(asked.Decisions))
	for i, a := range asked.Decisions {
		d := decision((*request.Decision)(&a))
		same := func(other Decision) bool { return other.ToolCallID == d.ToolCallID && other.ThreadID == d.ThreadID }
		if slices.ContainsFunc(decisions[:i], same) {
			field := "decisions[" + strconv.Itoa(i) + "].toolCallId"
			return malformed(runtime.Invalid(field, "uniqueItems", nil, "One call is decided twice."))
		}
		decisions[i] = d
	}
	settled, err := h.service.DecideAll(r.Context(), who, decisions)
	if len(settled) == 0 {
		which, ok := errors.AsType[*DecisionError](err)
		if !ok {
			return h.faulty(r, who, Decision{}, err)
		}
		status, o := h.faulty(r, who, decisions[which.Index], which.Err)
		// With several decisions, tell which one is meant.
		o.ToolCallID = which.ToolCallID
		o.Message = "Nothing was decided. " + o.Message
		return status, o
	}
	answer := struct {
		Success bool      `json:"success"`
		Results []Outcome `json:"results"`
	}{true, make([]Outcome, len(settled))}
	for i, one := range settled {
		answer.Results[i] = h.masked(one.record, Decision{}, outcomeOf(one))
		answer.Success = answer.Success && answer.Results[i].Success
	}
	if err != nil {
		h.log.ErrorContext(r.Context(), "approval: decisions were recorded, but not all that follows from them", "error", err)
	}
	return http.StatusOK, answer
}

// list responds with a page of calls, of all threads or of one.
func (h *handler) list(r *http.Request, who Principal, all func(context.Context, Principal, Page) (List, error),
	of func(context.Context, Principal, string, Page) (List, error)) (int, any) {
	refused := func(message string) (int, any) {
		return http.StatusBadRequest, Outcome{Error: "malformed", Message: message}
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	for name, values := range query {
		// Without threadId, a request with a misspelt one would apply to all threads.
		if len(values) != 1 || !slices.Contains([]string{"threadId", "limit", "from"}, name) {
			err = errors.New("unknown or repeated")
		}
	}
	if err != nil {
		return refused("The parameters of the request are not those of this path.")
	}
	number := func(name string, most int64) int64 {
		if !query.Has(name) {
			return 0
		}
		n, fault := strconv.ParseInt(query.Get(name), 10, 64)
		if fault != nil || n < 1 || n > most {
			err = errors.New(name + " must be a number from 1 to " + strconv.FormatInt(most, 10) + ".")
		}
		return n
	}
	page := Page{Limit: int(number("limit", maxPage)), From: number("from", math.MaxInt64)}
	if err != nil {
		return refused(err.Error())
	}
	var list List
	if query.Has("threadId") {
		list, err = of(r.Context(), who, query.Get("threadId"), page)
	} else {
		list, err = all(r.Context(), who, page)
	}
	if err != nil {
		return h.faulty(r, who, Decision{}, err)
	}
	if list.Calls == nil {
		list.Calls = []Call{}
	}
	return http.StatusOK, struct {
		Success bool `json:"success"`
		List
	}{true, list}
}
