package eventstream

import (
	"errors"
	"net/http"
	"strconv"
	"time"
)

// Authorize decides who may read a thread, and which one: it returns the thread that the request
// is about, if whoever makes it may read that thread, and an error otherwise. [ErrUnauthenticated]
// and [ErrNoThread], or errors that wrap them, are answered with 401 and 404; every other error,
// and an empty thread, with 403. What an error says is not shown to the client.
type Authorize func(*http.Request) (thread string, err error)

// Handler sends the events of one thread to one reader, as server-sent events. It is made by
// [NewHandler].
type Handler struct {
	hub          *Hub
	authorize    Authorize
	heartbeat    time.Duration
	retry        time.Duration
	writeTimeout time.Duration
	lifetime     time.Duration
}

// The times where no option says otherwise.
const (
	defaultHeartbeat    = 15 * time.Second
	defaultRetry        = 2 * time.Second
	defaultWriteTimeout = 10 * time.Second
	defaultLifetime     = time.Hour
)

// Option changes how a [Handler] works. A time below 1 means the default.
type Option func(*Handler)

// WithHeartbeat sets after what time of silence a comment is sent. The default is 15 seconds.
func WithHeartbeat(d time.Duration) Option {
	return func(h *Handler) { h.heartbeat = orDefault(d, defaultHeartbeat) }
}

// WithRetry sets what time browsers are told to wait before they connect again. The default is
// 2 seconds.
func WithRetry(d time.Duration) Option {
	return func(h *Handler) { h.retry = orDefault(d, defaultRetry) }
}

// WithWriteTimeout sets how long the connection may take no bytes before the reader is dropped.
// The default is 10 seconds. The timeouts of the http.Server do not count for event streams, which
// have no end.
func WithWriteTimeout(d time.Duration) Option {
	return func(h *Handler) { h.writeTimeout = orDefault(d, defaultWriteTimeout) }
}

// WithLifetime sets after what time a connection is ended, so that the reader comes back and is
// authorized again. The default is an hour.
func WithLifetime(d time.Duration) Option {
	return func(h *Handler) { h.lifetime = orDefault(d, defaultLifetime) }
}

func orDefault(d, def time.Duration) time.Duration {
	if d < 1 {
		return def
	}
	return d
}

// NewHandler makes a handler. It panics if there is no hub or no function that authorizes: what a
// gate says is for those who take part in the conversation.
func NewHandler(hub *Hub, authorize Authorize, options ...Option) *Handler {
	if hub == nil || authorize == nil {
		panic("eventstream: NewHandler needs a hub and a function that authorizes requests")
	}
	h := &Handler{
		hub: hub, authorize: authorize,
		heartbeat: defaultHeartbeat, retry: defaultRetry, writeTimeout: defaultWriteTimeout, lifetime: defaultLifetime,
	}
	for _, option := range options {
		option(h)
	}
	return h
}

// ServeHTTP answers GET with the stream, which it sends until the client leaves, falls behind or
// has been here for the lifetime of a connection, or the hub is closed.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet {
		w.Header().Set("Allow", http.MethodGet)
		refuse(w, http.StatusMethodNotAllowed, "events are read with GET")
		return
	}
	thread, ok := authorized(w, r, h.authorize)
	if !ok {
		return
	}
	subscription, err := h.hub.Subscribe(thread, lastEventID(r))
	if err != nil {
		w.Header().Set("Retry-After", "5")
		refuse(w, http.StatusServiceUnavailable, "no more readers at the moment")
		return
	}
	defer subscription.Close()
	h.serve(w, r, subscription)
}

// lastEventID is the id of the event that the client has seen last. A browser that comes back
// sends it in the header, and still has the query that it began with.
func lastEventID(r *http.Request) string {
	if id := r.Header.Get("Last-Event-ID"); id != "" {
		return id
	}
	return r.URL.Query().Get("lastEventId")
}

func (h *Handler) serve(w http.ResponseWriter, r *http.Request, subscription *Subscription) {
	out := &stream{w: w, control: http.NewResponseController(w), timeout: h.writeTimeout}
	header := w.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-cache, no-transform")
	header.Set("X-Accel-Buffering", "no") // nginx would hold events back
	header.Set("X-Content-Type-Options", "nosniff")
	out.limit(time.Now().Add(h.writeTimeout))
	if err := out.control.Flush(); errors.Is(err, http.ErrNotSupported) {
		// Held back, the events would come when nobody needs them any more.
		refuse(w, http.StatusInternalServerError, "this server cannot stream")
		return
	}
	out.comment("retry: " + strconv.FormatInt(h.retry.Milliseconds(), 10))
	heartbeat := time.NewTimer(h.heartbeat)
	defer heartbeat.Stop()
	lifetime := time.NewTimer(h.lifetime)
	defer lifetime.Stop()
	for out.err == nil {
		select {
		case <-r.Context().Done():
			return
		case <-lifetime.C:
			return
		case <-heartbeat.C:
			out.comment(":")
		case <-subscription.wake:
			messages, err := subscription.take()
			if err != nil {
				return
			}
			out.send(messages)
		}
		heartbeat.Reset(h.heartbeat)
	}
}
