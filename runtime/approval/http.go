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

// The paths of [Handler].
const (
	DecidePath  = "/api/qa/validate_tool"
	BatchPath   = "/api/qa/validate_tools"
	PendingPath = "/api/qa/pending"
	HistoryPath = "/api/qa/history"
)

// Handler is the endpoint at which people decide:
//
//	POST /api/qa/validate_tool   {"toolCallId", "isValidated", "threadId", "validatedInputs", "reason", "version"}
//	POST /api/qa/validate_tools  {"decisions": [{as above}, …]}
//	GET  /api/qa/pending?threadId=…&limit=…&from=…
//	GET  /api/qa/history?threadId=…&limit=…&from=…
//
// A decision is answered when the call has been settled, which for an approved one takes as long as
// its tool: with {"success", "toolCallId", "status", "message", "result"}. Success says that what
// was decided has been done: the call was rejected, or has run without a failure. Result is what
// the model is told on its next turn. Whoever goes away in the meantime aborts nothing. Without
// validatedInputs, or with null, an approved call runs as it was asked for; those of a rejected
// call mean nothing. Decisions of a batch are recorded all or not at all and then run in order;
// the answer is {"success", "results"} with one of the above each.
//
// With a version, that of the [Call] as it was listed, a decision is about no call but the one that
// the decider has looked at, even if somebody has put another into its place in the database.
//
// The ID of a call is its own within its thread. Without threadId a decision is about the one call of that ID
// that the asker may see.
//
// Pending calls and the history, at most 100 or limit, are {"success", "calls", "next"}, each call a [Call]. The
// next page is asked for with from, which is the next of this one; the last page has none. Without threadId they
// are those of all threads that the asker may see, as [Service.Inbox] and [Service.Decided] list them.
//
// Whatever else there is to say is {"success": false, "error", "message"}: a word and a sentence.
//
//	status  error              what has happened
//	200     "" or a word       it was decided; the word says in which way the tool has failed
//	202     ""                 it was approved, and another process is about to run it
//	202     unfilled           it was approved, and runs as soon as the server can fill it, until it expires
//	400     malformed          not such a body or query, with "issues" where it is JSON; nothing was decided
//	401     unidentified       the Authorizer does not know the asker
//	403     forbidden          the asker may see the call, but not decide it
//	403     cross_origin       a browser asks for a page of another origin
//	404     not_found          no such call or thread, or not for the asker's eyes: both look the same
//	405     method_not_allowed the path takes other methods
//	409     settled            somebody else has decided, with the status, result and message of the call
//	409     ambiguous          several calls have this ID: threadId has to say which one
//	409     changed            the call is not the one of the version that was given; still pending
//	409     refused            the call is not what was signed, or the tool has changed: it will not run
//	410     expired            nobody decided in time, or the call was not begun in time
//	413     too_large          the body has more than MaxBody bytes
//	415     not_json           the body is not application/json
//	422     invalid_arguments  the edited arguments are at fault, with "issues" and "hint"; still pending
//	422     tier_raised        the edit puts the call into a stricter tier; still pending
//	500     internal           a fault of the server, which its log describes
//	503     unfilled           a field that the server fills could not be filled; still pending
//
// In a batch the same words and numbers are of the one decision that keeps all from being
// recorded, which toolCallId names.
//
// Requests that a browser sends from pages of other origins are refused, those that only read, too.
// protection names the origins that are trusted; nil means that none are. Its own handler of
// denials is not called.
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

// take has a path answered, and its other methods refused.
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
	// The protection lets requests pass that only read. Here even the time and size of an answer
	// tell of calls, so that these are checked against the same rules.
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
	if settled.Call.ToolCallID != "" { // it was recorded
		status, outcome := h.recorded(r, settled, err)
		h.write(w, status, h.shown(r, who, d, outcome))
		return
	}
	status, outcome := h.faulty(r, who, d, err)
	h.fail(w, status, h.shown(r, who, d, outcome))
}

// recorded is the answer to a decision that was recorded, whatever came of it afterwards.
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

// nothingDecided answers a batch of which no decision was recorded.
func (h *handler) nothingDecided(w http.ResponseWriter, r *http.Request, who Principal, decisions []Decision, err error) {
	var which *DecisionError
	if !errors.As(err, &which) {
		status, outcome := h.faulty(r, who, Decision{}, err)
		h.fail(w, status, outcome)
		return
	}
	status, outcome := h.faulty(r, who, decisions[which.Index], which.Err)
	// Other than for one decision the asker cannot know which one is meant.
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

// list answers with a page of the calls of all threads, or of one.
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
