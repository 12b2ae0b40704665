package eventstream

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"
)

// Authorize returns the thread that the request asks for if the requester may read it, and an error otherwise.
// [ErrUnauthenticated] and [ErrNoThread], also wrapped, are answered with status 401 and 404; any other error,
// and an empty thread, with 403. The error text is not sent to the client.
type Authorize func(*http.Request) (thread string, err error)

// Handler streams the events of one thread to one reader as server-sent events. Create it with [NewHandler]; its fields
// may be set before the first request. A field of 0 or less means the default.
type Handler struct {
	hub       *Hub
	authorize Authorize

	// Heartbeat is the silence after which a comment is sent. The default is 15 seconds.
	Heartbeat time.Duration
	// Retry is how long browsers wait before they reconnect. The default is 2 seconds.
	Retry time.Duration
	// WriteTimeout is how long the connection may block writes before the reader is dropped. The default is 10 seconds.
	// The write timeout of http.Server is not applied, since event streams do not end.
	WriteTimeout time.Duration
	// Lifetime is how long a connection lasts before the reader has to reconnect and is authorized again. The default is
	// one hour.
	Lifetime time.Duration
}

// NewHandler returns a Handler. It panics if hub or authorize is nil: events contain the conversation, so
// access must always be checked.
func NewHandler(hub *Hub, authorize Authorize) *Handler {
	if hub == nil || authorize == nil {
		panic("eventstream: NewHandler: hub and authorize must not be nil")
	}
	return &Handler{hub: hub, authorize: authorize}
}

// ServeHTTP answers GET with the stream. It returns when the client disconnects, falls behind or reaches the
// lifetime of a connection, or when the hub is closed.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet {
		w.Header().Set("Allow", http.MethodGet)
		writeError(w, http.StatusMethodNotAllowed, "method not allowed: use GET")
		return
	}
	thread, ok := authorizeRequest(w, r, h.authorize)
	if !ok {
		return
	}
	subscription, err := h.hub.Subscribe(thread, lastEventID(r))
	if err != nil {
		w.Header().Set("Retry-After", "5")
		writeError(w, http.StatusServiceUnavailable, "too many readers, try again later")
		return
	}
	defer subscription.Close()
	h.serve(w, r, subscription)
}

// lastEventID returns the id of the last event that the client received. On reconnect a browser sends it in the
// header, while the query still holds the initial one.
func lastEventID(r *http.Request) string {
	if id := r.Header.Get("Last-Event-ID"); id != "" {
		return id
	}
	return r.URL.Query().Get("lastEventId")
}

func (h *Handler) serve(w http.ResponseWriter, r *http.Request, subscription *Subscription) {
	out := &stream{w: w, control: http.NewResponseController(w), timeout: cmp.Or(max(h.WriteTimeout, 0), 10*time.Second)}
	header := w.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-cache, no-transform")
	header.Set("X-Accel-Buffering", "no") // disables response buffering in nginx
	header.Set("X-Content-Type-Options", "nosniff")
	out.setWriteDeadline(time.Now().Add(out.timeout))
	if err := out.control.Flush(); errors.Is(err, http.ErrNotSupported) {
		// Without Flush the events would be buffered until they are useless.
		writeError(w, http.StatusInternalServerError, "streaming is not supported")
		return
	}
	out.comment("retry: " + strconv.FormatInt(cmp.Or(max(h.Retry, 0), 2*time.Second).Milliseconds(), 10))
	ctx, cancel := context.WithTimeout(r.Context(), cmp.Or(max(h.Lifetime, 0), time.Hour))
	defer cancel()
	for out.err == nil {
		silence, stop := context.WithTimeout(ctx, cmp.Or(max(h.Heartbeat, 0), 15*time.Second))
		messages, err := subscription.Next(silence)
		stop()
		switch {
		case err == nil:
			out.send(messages)
		case ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded):
			out.comment(":")
		default:
			return
		}
	}
}

// stream writes to one connection until the first error.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	timeout time.Duration
	err     error
}

// send writes messages and flushes once.
func (s *stream) send(messages []Message) {
	for _, m := range messages {
		s.write(m.frame())
	}
	s.flush()
}

// comment writes and flushes an SSE comment.
func (s *stream) comment(line string) {
	s.write([]byte(line + "\n\n"))
	s.flush()
}

// write writes a message or a comment. The write timeout applies to each.
func (s *stream) write(frame []byte) {
	if s.err == nil {
		s.setWriteDeadline(time.Now().Add(s.timeout))
		_, s.err = s.w.Write(frame)
	}
}

func (s *stream) flush() {
	if s.err == nil {
		s.err = s.control.Flush()
	}
	if s.err == nil {
		// No deadline applies while nothing is being written, not even the server's.
		s.setWriteDeadline(time.Time{})
	}
}

// setWriteDeadline sets the write deadline of the connection. It also clears the read deadline, which the
// server set for the request and which would end the stream. Connections without deadlines, as in tests, are
// supported.
func (s *stream) setWriteDeadline(until time.Time) {
	for _, err := range []error{s.control.SetWriteDeadline(until), s.control.SetReadDeadline(time.Time{})} {
		if err != nil && !errors.Is(err, http.ErrNotSupported) {
			s.err = err
		}
	}
}

var (
	// ErrUnauthenticated is returned by [Authorize] if the requester is unknown (status 401).
	ErrUnauthenticated = errors.New("eventstream: not authenticated")
	// ErrNoThread is returned by [Authorize] if the thread does not exist, or if the client must not learn that
	// it does (status 404).
	ErrNoThread = errors.New("eventstream: no such thread")
)

// authorizeRequest returns the thread of the request, or answers the request with an error.
func authorizeRequest(w http.ResponseWriter, r *http.Request, authorize Authorize) (thread string, ok bool) {
	thread, err := authorize(r)
	switch {
	case errors.Is(err, ErrUnauthenticated):
		writeError(w, http.StatusUnauthorized, "not authenticated")
	case errors.Is(err, ErrNoThread):
		writeError(w, http.StatusNotFound, "no such thread")
	case err != nil || thread == "":
		writeError(w, http.StatusForbidden, "not allowed")
	default:
		return thread, true
	}
	return "", false
}

// writeError answers with {"error": message}.
func writeError(w http.ResponseWriter, status int, message string) {
	header := w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"error": message})
}
