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

// Respond takes a person's answer to the question of a call to whoever waits for it. The thread is
// the one in which the requester may act; a call of another thread must be answered as one that
// does not exist. [preflight.Gate.RespondIn] is such a function.
type Respond func(ctx context.Context, thread string, response preflight.MCQResponse) error

// maxResponseBytes bounds the body of an answer, whose largest part is a phrase.
const maxResponseBytes = 16 << 10

// Responder takes answers to questions, POSTed as
//
//	{"type": "mcq_response", "data": {"tool_call_id": "…", "value": "confirm", "phrase": "…"}}
//
// with the content type application/json, and answers 204 when an answer has reached the call. Its
// errors are {"error": "…"}, with one of these statuses:
//
//	400  that is no answer, or does not name a call
//	403  the requester may not answer in this thread, or a browser asks for a page of another origin
//	404  preflight.ErrNoQuestion
//	409  preflight.ErrAnswered
//	413  the body has more than 16 kB
//	415  the content type is another one
//	422  preflight.ErrInvalidAnswer; if the phrase was wrong, the error is what to tell the person
//	503  preflight.ErrClosed
//
// and 500 for other errors, whose text is not shown. It is made by [NewResponder].
type Responder struct {
	authorize Authorize
	respond   Respond
	origins   *http.CrossOriginProtection
}

// NewResponder makes a responder. It panics without one of the functions.
func NewResponder(authorize Authorize, respond Respond) *Responder {
	if authorize == nil || respond == nil {
		panic("eventstream: NewResponder needs a function that authorizes requests, and one that takes answers")
	}
	return &Responder{authorize: authorize, respond: respond, origins: http.NewCrossOriginProtection()}
}

// ServeHTTP takes one answer.
func (p *Responder) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		refuse(w, http.StatusMethodNotAllowed, "answers are sent with POST")
		return
	}
	if p.origins.Check(r) != nil {
		refuse(w, http.StatusForbidden, "a page of another origin may not answer")
		return
	}
	thread, ok := authorized(w, r, p.authorize)
	if !ok {
		return
	}
	response, ok := readResponse(w, r)
	if !ok {
		return
	}
	if err := p.respond(r.Context(), thread, response); err != nil {
		refuse(w, statusOf(err), wordsFor(err))
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func statusOf(err error) int {
	switch {
	case errors.Is(err, preflight.ErrNoQuestion):
		return http.StatusNotFound
	case errors.Is(err, preflight.ErrAnswered):
		return http.StatusConflict
	case errors.Is(err, preflight.ErrInvalidAnswer):
		return http.StatusUnprocessableEntity
	case errors.Is(err, preflight.ErrClosed):
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}

// wordsFor says why an answer was not taken, without the text of errors that are not made for
// people.
func wordsFor(err error) string {
	if wrong := new(preflight.WrongPhraseError); errors.As(err, &wrong) && wrong.Notice != "" {
		return wrong.Notice
	}
	switch statusOf(err) {
	case http.StatusNotFound:
		return "nobody waits for this answer"
	case http.StatusConflict:
		return "this question has been answered"
	case http.StatusUnprocessableEntity:
		return "this is no answer to the question"
	}
	return "the answer could not be taken"
}

// readResponse reads the answer, or refuses the request.
func readResponse(w http.ResponseWriter, r *http.Request) (response preflight.MCQResponse, ok bool) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		refuse(w, http.StatusUnsupportedMediaType, "answers are application/json")
		return response, false
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxResponseBytes))
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		refuse(w, http.StatusRequestEntityTooLarge, "the answer is too long")
		return response, false
	}
	var event preflight.Event
	if err == nil {
		err = json.Unmarshal(text, &event)
	}
	response, is := event.Data.(preflight.MCQResponse)
	if err != nil || !is {
		refuse(w, http.StatusBadRequest, `an answer is {"type": "mcq_response", "data": {"tool_call_id", "value"}}`)
		return response, false
	}
	// The call may be named outside of the data, as in the events of the gate; not two calls.
	if response.ToolCallID == "" {
		response.ToolCallID = event.CallID
	}
	if response.ToolCallID == "" || event.CallID != "" && event.CallID != response.ToolCallID {
		refuse(w, http.StatusBadRequest, "the answer does not say to which call it belongs")
		return response, false
	}
	return response, true
}
