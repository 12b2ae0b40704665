package approval

import (
	"encoding/json"
	"errors"
	"net/http"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/mask"
)

// Outcome is the response of [Handler] to one decision.
type Outcome struct {
	Success    bool              `json:"success"`
	ToolCallID string            `json:"toolCallId,omitempty"`
	Status     Status            `json:"status,omitempty"`
	Result     json.RawMessage   `json:"result,omitempty"` // the tool's result, or a [runtime.ToolError] that says why there is none
	Receipts   []runtime.Receipt `json:"receipts,omitempty"`

	Error   string                    `json:"error,omitempty"`
	Message string                    `json:"message,omitempty"`
	Issues  []runtime.ValidationIssue `json:"issues,omitempty"`
	Hint    *runtime.RetryHint        `json:"hint,omitempty"`
}

// outcomeOf builds the response for a call, settled or not.
func outcomeOf(settled Settled) Outcome {
	call, out := settled.Call, settled.Output
	o := Outcome{
		Success:    call.Status == Done || call.Status == Rejected,
		ToolCallID: call.ToolCallID,
		Status:     call.Status,
		Message:    call.Text,
		Result:     out.Payload,
		Receipts:   out.Receipts,
		Hint:       out.RetryHint,
	}
	if out.Error != nil && len(o.Result) == 0 {
		o.Result, _ = marshal(out.Error)
	}
	switch {
	case call.Status == Expired:
		o.Error = "expired"
	case call.Status == Failed && call.Failure == FailureTool && out.Error != nil:
		o.Error, o.Message = string(out.Error.Kind), out.Error.Message
	case call.Status == Failed:
		o.Error = string(call.Failure)
	}
	return o
}

// shown masks an outcome. The decider is a person, so sensitive values in arguments, results, errors, issues
// and hints are masked as in events and logs.
func (h *handler) shown(r *http.Request, who Principal, d Decision, o Outcome) Outcome {
	call, err := h.service.visible(r.Context(), who, d.ThreadID, o.ToolCallID)
	if err != nil {
		o.Result = nil // nobody can tell what in it is sensitive
		return o
	}
	tool, ok := h.service.strict.Lookup(call.name)
	if !ok {
		o.Result = nil
		return o
	}
	for _, args := range []string{call.arguments, call.requested, string(d.Arguments)} {
		m := mask.New(tool.Spec(), []byte(args))
		if m == nil {
			break
		}
		if len(o.Result) > 0 {
			o.Result = m.Result(o.Result)
		}
		var masked Outcome
		if text, err := marshal(o); err == nil && json.Unmarshal(m.Hint(text), &masked) == nil {
			masked.ToolCallID, masked.Status = o.ToolCallID, o.Status
			o = masked
		}
	}
	return o
}

// faulty returns the response for an error if no decision was recorded. Unknown errors are logged and reported
// as a server error.
func (h *handler) faulty(r *http.Request, who Principal, d Decision, err error) (int, Outcome) {
	var (
		settled   *SettledError
		invalid   *runtime.ValidationError
		refused   *RefusedError
		forbidden *ForbiddenError
	)
	switch {
	case errors.Is(err, ErrNotFound):
		// Nothing of the request is repeated: the response is byte for byte the same for everything that the
		// requester may not see.
		return http.StatusNotFound, Outcome{Error: "not_found", Message: "There is no such call or thread, or none that you may see."}
	case errors.Is(err, ErrAmbiguous):
		return http.StatusConflict, Outcome{ToolCallID: d.ToolCallID, Error: "ambiguous", Message: "Several calls have this ID: say in threadId which one."}
	case errors.Is(err, ErrForbidden):
		if errors.As(err, &forbidden) {
			h.log.WarnContext(r.Context(), "approval: somebody may not decide a call", "tool_call_id", forbidden.ToolCallID, "who", who.ID, "cause", forbidden.Cause)
		}
		return http.StatusForbidden, Outcome{ToolCallID: d.ToolCallID, Error: "forbidden", Message: "You may not decide this call."}
	case errors.As(err, &settled):
		o := outcomeOf(settled.Settled)
		o.Message = settled.Settled.Call.Text
		if errors.Is(err, ErrExpired) {
			o.Error = "expired"
			return http.StatusGone, o
		}
		o.Error = "settled"
		return http.StatusConflict, o
	case errors.As(err, &refused):
		return http.StatusConflict, Outcome{ToolCallID: d.ToolCallID, Error: "refused", Message: "The call was refused and will not run: " + refused.Reason.Error() + "."}
	case errors.Is(err, ErrChanged):
		return http.StatusConflict, Outcome{ToolCallID: d.ToolCallID, Error: "changed",
			Message: "The call is not the one that you have looked at; it is still pending. Look at it again before you decide."}
	case errors.Is(err, ErrTierRaised):
		return http.StatusUnprocessableEntity, Outcome{ToolCallID: d.ToolCallID, Error: "tier_raised",
			Message: "The edit would put the call into a stricter tier; the call is still pending. Reject it and have it made again."}
	case errors.Is(err, ErrUnfilled):
		h.log.ErrorContext(r.Context(), "approval: a call cannot be filled", "tool_call_id", d.ToolCallID, "error", err)
		message := "The server could not fill in its part of the call; the call is still pending. Try again later"
		if _, ok := h.service.cfg.Authorizer.(Rejecter); ok && d.Approve {
			message += ", or reject the call"
		}
		return http.StatusServiceUnavailable, Outcome{ToolCallID: d.ToolCallID, Error: "unfilled", Message: message + "."}
	case errors.Is(err, ErrInvalidDecision):
		return http.StatusBadRequest, Outcome{ToolCallID: d.ToolCallID, Error: "malformed", Message: "That is not a decision."}
	case errors.As(err, &invalid):
		return http.StatusUnprocessableEntity, Outcome{ToolCallID: d.ToolCallID, Error: "invalid_arguments",
			Message: "The edited arguments are not valid; the call is still pending.", Issues: invalid.Issues(), Hint: h.hint(r, who, d, err)}
	}
	if r.Context().Err() != nil {
		h.log.InfoContext(r.Context(), "approval: the asker has gone before anything was decided", "path", r.URL.Path)
	} else {
		h.log.ErrorContext(r.Context(), "approval: a request failed", "path", r.URL.Path, "error", err)
	}
	return http.StatusInternalServerError, internal()
}

// hint returns the hint about edited arguments.
func (h *handler) hint(r *http.Request, who Principal, d Decision, err error) *runtime.RetryHint {
	call, fault := h.service.visible(r.Context(), who, d.ThreadID, d.ToolCallID)
	if fault != nil {
		return runtime.BuildHint(nil, err)
	}
	tool, ok := h.service.strict.Lookup(call.name)
	if !ok {
		return runtime.BuildHint(nil, err)
	}
	// Checking needs the masked values.
	args, fault := tool.Spec().Unredact(d.Arguments, []byte(call.arguments))
	if fault != nil {
		return runtime.BuildHint(tool, err)
	}
	return runtime.BuildHint(tool, err, runtime.WithCall(args))
}

func internal() Outcome {
	return Outcome{Error: "internal", Message: "Something went wrong here. Look at the call again before you decide."}
}

// fail responds that the request failed, even if the call itself succeeded.
func (h *handler) fail(w http.ResponseWriter, status int, o Outcome) {
	o.Success = false
	h.write(w, status, o)
}

// write writes every response, so that all have the same headers.
func (h *handler) write(w http.ResponseWriter, status int, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		h.log.Error("approval: an answer cannot be written", "error", err)
		status, text = http.StatusInternalServerError, []byte(`{"success":false,"error":"internal"}`)
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	// Responses must not be stored in shared caches.
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(text)
}
