package approval

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"runtime/debug"
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval/internal/request"
)

// Paths of [Handler].
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
// For a batch, status and error are those of the faulty decision, named by toolCallId, because of which none was
// recorded.
//
// Cross-origin requests of browsers are rejected, including safe methods. protection names trusted origins; nil
// trusts none. Its own deny handler is not called.
func Handler(s *Service, protection *http.CrossOriginProtection) http.Handler {
	if protection == nil {
		protection = http.NewCrossOriginProtection()
	}
	h := &handler{service: s, log: s.cfg.Log, mux: http.NewServeMux(), protection: protection}
	h.take(http.MethodPost, DecidePath, h.decide)
	h.take(http.MethodPost, BatchPath, h.batch)
	h.take(http.MethodGet, PendingPath, h.pending)
	h.take(http.MethodGet, HistoryPath, h.history)
	h.mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		h.fail(w, http.StatusNotFound, Outcome{Error: "not_found", Message: "There is nothing at this path."})
	})
	return h
}

type handler struct {
	service    *Service
	log        *slog.Logger
	mux        *http.ServeMux
	protection *http.CrossOriginProtection
}

// take registers a path and rejects its other methods.
func (h *handler) take(method, path string, next func(http.ResponseWriter, *http.Request, Principal)) {
	h.mux.HandleFunc(method+" "+path, func(w http.ResponseWriter, r *http.Request) {
		who, err := h.service.cfg.Authorizer.Identify(r)
		if err != nil || checkIDs(who.ID) != nil {
			h.fail(w, http.StatusUnauthorized, Outcome{Error: "unidentified", Message: "Sign in first."})
			return
		}
		next(w, r, who)
	})
	allow := method
	if method == http.MethodGet {
		allow = "GET, HEAD"
	}
	h.mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Allow", allow)
		h.fail(w, http.StatusMethodNotAllowed, Outcome{Error: "method_not_allowed", Message: "This path takes " + allow + "."})
	})
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer func() {
		switch v := recover(); v {
		case nil:
		case http.ErrAbortHandler:
			panic(v)
		default:
			h.log.ErrorContext(r.Context(), "approval: a request panicked", "path", r.URL.Path, "panic", v, "stack", string(debug.Stack()))
			h.fail(w, http.StatusInternalServerError, internal())
		}
	}()
	// http.CrossOriginProtection allows safe methods. Here even the timing and size of a response reveal calls,
	// so these requests are checked as well.
	asked := r.WithContext(r.Context())
	asked.Method = http.MethodPost
	if err := h.protection.Check(asked); err != nil {
		h.fail(w, http.StatusForbidden, Outcome{Error: "cross_origin", Message: "Requests of other origins are refused."})
		return
	}
	h.mux.ServeHTTP(w, r)
}

func (h *handler) decide(w http.ResponseWriter, r *http.Request, who Principal) {
	body, ok := h.body(w, r)
	if !ok {
		return
	}
	asked, err := request.DecodeDecision(body)
	if err != nil {
		h.malformed(w, err)
		return
	}
	d := decision(asked.GetThreadID(), asked.ToolCallID, asked.IsValidated, asked.GetValidatedInputs(), asked.GetReason(), asked.GetVersion())
	settled, err := h.service.Decide(r.Context(), who, d)
	if settled.Call.ToolCallID != "" { // recorded
		status, outcome := h.recorded(r, settled, err)
		h.write(w, status, h.shown(r, who, d, outcome))
		return
	}
	status, outcome := h.faulty(r, who, d, err)
	h.fail(w, status, h.shown(r, who, d, outcome))
}

// recorded responds to a recorded decision, whatever happened afterwards.
func (h *handler) recorded(r *http.Request, settled Settled, err error) (int, Outcome) {
	outcome := outcomeOf(settled)
	switch status := settled.Call.Status; {
	case status == Expired:
		return http.StatusGone, outcome
	case errors.Is(err, ErrRefused):
		return http.StatusConflict, outcome
	case errors.Is(err, ErrUnfilled) && status == Approved:
		h.log.ErrorContext(r.Context(), "approval: a call was approved and cannot be filled", "tool_call_id", settled.Call.ToolCallID, "error", err)
		outcome.Success, outcome.Error = false, "unfilled"
		outcome.Message += " The server could not fill in its part of the call, and tries again until the call expires."
		return http.StatusAccepted, outcome
	case err != nil:
		h.log.ErrorContext(r.Context(), "approval: a decision was recorded, but not all that follows from it", "tool_call_id", settled.Call.ToolCallID, "error", err)
		outcome.Success, outcome.Error = false, "internal"
		return http.StatusInternalServerError, outcome
	case !status.Settled():
		return http.StatusAccepted, outcome
	}
	return http.StatusOK, outcome
}

func (h *handler) batch(w http.ResponseWriter, r *http.Request, who Principal) {
	body, ok := h.body(w, r)
	if !ok {
		return
	}
	asked, err := request.DecodeBatch(body)
	if err != nil {
		h.malformed(w, err)
		return
	}
	decisions := make([]Decision, len(asked.Decisions))
	for i, d := range asked.Decisions {
		decisions[i] = decision(d.GetThreadID(), d.ToolCallID, d.IsValidated, d.GetValidatedInputs(), d.GetReason(), d.GetVersion())
		again := func(other Decision) bool {
			return other.ToolCallID == d.ToolCallID && other.ThreadID == decisions[i].ThreadID
		}
		if slices.ContainsFunc(decisions[:i], again) {
			field := "decisions[" + strconv.Itoa(i) + "].toolCallId"
			h.malformed(w, runtime.Invalid(field, "uniqueItems", nil, "One call is decided twice."))
			return
		}
	}
	settled, err := h.service.DecideAll(r.Context(), who, decisions)
	if len(settled) == 0 {
		h.nothingDecided(w, r, who, decisions, err)
		return
	}
	answer := struct {
		Success bool      `json:"success"`
		Results []Outcome `json:"results"`
	}{true, make([]Outcome, len(settled))}
	for i, one := range settled {
		answer.Results[i] = h.shown(r, who, Decision{ThreadID: one.Call.ThreadID}, outcomeOf(one))
		answer.Success = answer.Success && answer.Results[i].Success
	}
	if err != nil {
		h.log.ErrorContext(r.Context(), "approval: decisions were recorded, but not all that follows from them", "error", err)
	}
	h.write(w, http.StatusOK, answer)
}

// nothingDecided responds to a batch that recorded nothing.
func (h *handler) nothingDecided(w http.ResponseWriter, r *http.Request, who Principal, decisions []Decision, err error) {
	var which *DecisionError
	if !errors.As(err, &which) {
		status, outcome := h.faulty(r, who, Decision{}, err)
		h.fail(w, status, outcome)
		return
	}
	status, outcome := h.faulty(r, who, decisions[which.Index], which.Err)
	// With several decisions, tell which one is meant.
	outcome.ToolCallID = which.ToolCallID
	outcome.Message = "Nothing was decided. " + outcome.Message
	h.fail(w, status, h.shown(r, who, decisions[which.Index], outcome))
}

func (h *handler) pending(w http.ResponseWriter, r *http.Request, who Principal) {
	h.list(w, r, who, h.service.Inbox, h.service.Pending)
}

func (h *handler) history(w http.ResponseWriter, r *http.Request, who Principal) {
	h.list(w, r, who, h.service.Decided, h.service.History)
}

// list responds with a page of calls, of all threads or of one.
func (h *handler) list(w http.ResponseWriter, r *http.Request, who Principal,
	all func(context.Context, Principal, Page) (List, error), of func(context.Context, Principal, string, Page) (List, error)) {
	query, ok := h.query(w, r, "threadId", "limit", "from")
	if !ok {
		return
	}
	page := Page{}
	for name, most := range map[string]int64{"limit": maxPage, "from": math.MaxInt64} {
		if !query.Has(name) {
			continue
		}
		n, err := strconv.ParseInt(query.Get(name), 10, 64)
		if err != nil || n < 1 || n > most {
			h.fail(w, http.StatusBadRequest, Outcome{Error: "malformed", Message: name + " has to be a number from 1 to " + strconv.FormatInt(most, 10) + "."})
			return
		}
		if name == "limit" {
			page.Limit = int(n)
		} else {
			page.From = n
		}
	}
	var list List
	var err error
	if query.Has("threadId") {
		list, err = of(r.Context(), who, query.Get("threadId"), page)
	} else {
		list, err = all(r.Context(), who, page)
	}
	if err != nil {
		status, outcome := h.faulty(r, who, Decision{}, err)
		h.fail(w, status, outcome)
		return
	}
	if list.Calls == nil {
		list.Calls = []Call{}
	}
	h.write(w, http.StatusOK, struct {
		Success bool `json:"success"`
		List
	}{true, list})
}
