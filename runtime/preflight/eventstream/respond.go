package eventstream

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"

	"github.com/toolgen/toolgen/runtime/preflight"
)

// Respond passes a person's answer to the call that asked the question. thread is the thread that the requester
// is authorized for; a call of another thread must be treated as unknown. [preflight.Gate.RespondIn] is such a
// function.
type Respond func(ctx context.Context, thread string, response preflight.MCQResponse) error

// maxResponseBytes bounds the request body. Its largest part is a confirmation phrase.
const maxResponseBytes = 16 << 10

// Responder accepts answers to questions, POSTed as
//
//	{"type": "mcq_response", "data": {"tool_call_id": "…", "value": "confirm", "phrase": "…"}}
//
// with the content type application/json. It responds with 204 if the answer reached the call, otherwise
// with {"error": "…"} and one of these statuses:
//
//	400  malformed answer, or the call is not named
//	403  the requester may not answer in this thread, or the request is cross-origin
//	404  preflight.ErrNoQuestion
//	409  preflight.ErrAnswered
//	413  the body exceeds 16 kB
//	415  wrong content type
//	422  preflight.ErrInvalidAnswer; for a wrong phrase, the error is a message for the person
//	503  preflight.ErrClosed
//	500  any other error, whose text is not exposed
//
// Create it with [NewResponder].
type Responder struct {
	authorize Authorize
	respond   Respond
	origins   *http.CrossOriginProtection
}

// NewResponder returns a Responder. It panics if a function is nil.
func NewResponder(authorize Authorize, respond Respond) *Responder {
	if authorize == nil || respond == nil {
		panic("eventstream: NewResponder: authorize and respond must not be nil")
	}
	return &Responder{authorize: authorize, respond: respond, origins: http.NewCrossOriginProtection()}
}

// ServeHTTP processes one answer.
func (p *Responder) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		writeError(w, http.StatusMethodNotAllowed, "method not allowed: use POST")
		return
	}
	if p.origins.Check(r) != nil {
		writeError(w, http.StatusForbidden, "cross-origin requests are not allowed")
		return
	}
	thread, ok := authorizeRequest(w, r, p.authorize)
	if !ok {
		return
	}
	response, ok := readResponse(w, r)
	if !ok {
		return
	}
	if err := p.respond(r.Context(), thread, response); err != nil {
		status, message := failureOf(err)
		writeError(w, status, message)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// failureOf returns status and message for an error. The text of unknown errors is not exposed.
func failureOf(err error) (status int, message string) {
	if wrong, ok := errors.AsType[*preflight.WrongPhraseError](err); ok && wrong.Notice != "" {
		return http.StatusUnprocessableEntity, wrong.Notice
	}
	switch {
	case errors.Is(err, preflight.ErrNoQuestion):
		return http.StatusNotFound, "no call is waiting for this answer"
	case errors.Is(err, preflight.ErrAnswered):
		return http.StatusConflict, "this question has already been answered"
	case errors.Is(err, preflight.ErrInvalidAnswer):
		return http.StatusUnprocessableEntity, "this is not a valid answer to the question"
	case errors.Is(err, preflight.ErrClosed):
		return http.StatusServiceUnavailable, "the answer could not be processed"
	}
	return http.StatusInternalServerError, "the answer could not be processed"
}

// readResponse reads the answer, or answers the request with an error.
func readResponse(w http.ResponseWriter, r *http.Request) (response preflight.MCQResponse, ok bool) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		writeError(w, http.StatusUnsupportedMediaType, "the content type must be application/json")
		return response, false
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxResponseBytes))
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		writeError(w, http.StatusRequestEntityTooLarge, "the answer is too large")
		return response, false
	}
	var event preflight.Event
	if err == nil {
		err = json.Unmarshal(text, &event)
	}
	response, is := event.Data.(preflight.MCQResponse)
	if err != nil || !is {
		writeError(w, http.StatusBadRequest, `an answer is {"type": "mcq_response", "data": {"tool_call_id", "value"}}`)
		return response, false
	}
	// tool_call_id is accepted outside of data as well, as in the gate's events, but not with two values.
	if response.ToolCallID == "" {
		response.ToolCallID = event.CallID
	}
	if response.ToolCallID == "" || event.CallID != "" && event.CallID != response.ToolCallID {
		writeError(w, http.StatusBadRequest, "tool_call_id is missing or ambiguous")
		return response, false
	}
	return response, true
}
