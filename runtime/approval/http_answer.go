package approval

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval/internal/request"
	"github.com/toolgen/toolgen/runtime/internal/mask"
	"github.com/toolgen/toolgen/runtime/internal/show"
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
		o.Result = show.JSON(out.Error)
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

// masked masks an outcome. The decider is a person, so sensitive values in arguments, results, errors, issues
// and hints are masked as in events and logs.
func (h *handler) masked(call *record, d Decision, o Outcome) Outcome {
	spec := h.service.specOf(call.name)
	if spec == nil {
		o.Result = nil // nobody can tell what in it is sensitive
		return o
	}
	m := mask.New(spec, []byte(call.arguments), []byte(call.requested), d.Arguments)
	if m == nil {
		return o
	}
	// The result has a limit of its own, and what else is too large to be masked is left out.
	masked := Outcome{Success: o.Success, Error: o.Error, Message: m.Text(o.Message)}
	result := o.Result
	o.Result = nil
	_ = json.Unmarshal(m.Hint(show.JSON(o)), &masked)
	masked.ToolCallID, masked.Status = o.ToolCallID, o.Status
	if len(result) > 0 {
		masked.Result = m.Result(result)
	}
	return masked
}

// answers are the responses to requests that recorded no decision, by their error.
var answers = []struct {
	is      func(error) bool
	status  int
	word    string
	message string
}{
	{wraps(ErrNotFound), http.StatusNotFound, "not_found", "There is no such call or thread, or none that you may see."},
	{wraps(ErrAmbiguous), http.StatusConflict, "ambiguous", "Several calls have this ID: say in threadId which one."},
	{isA[*ForbiddenError], http.StatusForbidden, "forbidden", "You may not decide this call."},
	{isA[*RefusedError], http.StatusConflict, "refused", "The call was refused and will not run"},
	{wraps(ErrChanged), http.StatusConflict, "changed",
		"The call is not the one that you looked at; it is still pending. Look at it again before you decide."},
	{isA[*TierError], http.StatusUnprocessableEntity, "tier_raised",
		"The edit would put the call into a stricter tier; the call is still pending. Reject it and have it made again."},
	{wraps(ErrUnfilled), http.StatusServiceUnavailable, "unfilled",
		"The server could not fill in its part of the call; the call is still pending. Try again later"},
	{wraps(ErrInvalidDecision), http.StatusBadRequest, "malformed", "That is not a decision."},
	{wraps(runtime.ErrInvalidArguments), http.StatusUnprocessableEntity, "invalid_arguments",
		"The edited arguments are not valid; the call is still pending."},
}

// wraps returns a function that reports whether an error is, or wraps, the target.
func wraps(target error) func(error) bool {
	return func(err error) bool { return errors.Is(err, target) }
}

// faulty returns the response for an error if no decision was recorded. Unknown errors are logged and reported
// as a server error.
func (h *handler) faulty(r *http.Request, who Principal, d Decision, err error) (int, Outcome) {
	if settled, ok := errors.AsType[*SettledError](err); ok {
		o := outcomeOf(settled.Settled)
		o.Success, o.Error, o.Message = false, "settled", settled.Settled.Call.Text
		status := http.StatusConflict
		if settled.Settled.Call.Status == Expired {
			status, o.Error = http.StatusGone, "expired"
		}
		return status, h.masked(settled.Settled.record, d, o)
	}
	for _, a := range answers {
		if a.is(err) {
			return a.status, h.detailed(r, who, d, err, Outcome{ToolCallID: d.ToolCallID, Error: a.word, Message: a.message})
		}
	}
	if r.Context().Err() != nil {
		h.log.InfoContext(r.Context(), "approval: the requester has gone before anything was decided", "path", r.URL.Path)
	} else {
		h.log.ErrorContext(r.Context(), "approval: a request failed", "path", r.URL.Path, "error", err)
	}
	return http.StatusInternalServerError, internal()
}

// detailed adds what only the error tells to its response, and logs what must not be in it.
func (h *handler) detailed(r *http.Request, who Principal, d Decision, err error, o Outcome) Outcome {
	switch o.Error {
	case "not_found":
		// Nothing of the request is repeated: the response is byte for byte the same for everything that the
		// requester may not see.
		o.ToolCallID = ""
	case "forbidden":
		if forbidden, ok := errors.AsType[*ForbiddenError](err); ok {
			h.log.WarnContext(r.Context(), "approval: somebody may not decide a call",
				"tool_call_id", forbidden.ToolCallID, "who", who.ID, "cause", forbidden.Cause)
		}
	case "refused":
		if refused, ok := errors.AsType[*RefusedError](err); ok {
			o.Message += ": " + refused.Reason.Error() + "."
		}
	case "unfilled":
		h.log.ErrorContext(r.Context(), "approval: a call cannot be filled", "tool_call_id", d.ToolCallID, "error", err)
		if _, ok := h.service.cfg.Authorizer.(Rejecter); ok && d.Approve {
			o.Message += ", or reject the call"
		}
		o.Message += "."
	case "invalid_arguments":
		call, fault := h.service.visible(r.Context(), who, d.ThreadID, d.ToolCallID)
		if fault != nil {
			return o // nobody can tell what in the issues is sensitive
		}
		if invalid, ok := errors.AsType[*runtime.ValidationError](err); ok {
			o.Issues = invalid.Issues()
		}
		o.Hint = h.hint(call, d, err)
		o = h.masked(call, d, o)
	}
	return o
}

// hint returns the hint about edited arguments.
func (h *handler) hint(call *record, d Decision, err error) *runtime.RetryHint {
	tool, _ := h.service.strict.Lookup(call.name)
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

// MaxBody is the maximum size of a request body, in bytes.
const MaxBody = 1 << 20

// read decodes a JSON body of limited size. On failure it returns status and body of the response.
func read[T any](w http.ResponseWriter, r *http.Request, decode func([]byte, ...runtime.DecodeOption) (*T, error)) (*T, int, any) {
	// A cross-site form cannot send this type without a preflight request.
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return nil, http.StatusUnsupportedMediaType, Outcome{Error: "not_json", Message: "The content type must be application/json."}
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		message := "The body has more than " + strconv.Itoa(MaxBody) + " bytes."
		return nil, http.StatusRequestEntityTooLarge, Outcome{Error: "too_large", Message: message}
	}
	if err != nil { // it was cut off, or the requester has gone
		return nil, http.StatusBadRequest, Outcome{Error: "malformed", Message: "The body cannot be read to its end."}
	}
	v, err := decode(body)
	if err != nil {
		status, refusal := malformed(err)
		return nil, status, refusal
	}
	return v, 0, nil
}

// malformed responds to an invalid body. The schemas in internal/request define decisions; unknown members are
// rejected, so that a misspelt "isValidated" is never taken for a rejection.
func malformed(err error) (int, any) {
	o := Outcome{Error: "malformed", Message: "The body of the request is not a decision. Nothing was decided."}
	if invalid, ok := errors.AsType[*runtime.ValidationError](err); ok {
		o.Issues = invalid.Issues()
	}
	return http.StatusBadRequest, o
}

// decision converts a decision of a request.
func decision(asked *request.Decision) Decision {
	d := Decision{
		ThreadID: asked.GetThreadID(), ToolCallID: asked.ToolCallID, Approve: asked.IsValidated,
		Reason: asked.GetReason(), Version: asked.GetVersion(),
	}
	if d.Approve {
		// Pages may send arguments with a rejection; it is still a rejection.
		d.Arguments = asked.ValidatedInputs.Or(nil)
	}
	return d
}
