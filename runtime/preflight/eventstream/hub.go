package eventstream

import (
	"container/list"
	"errors"
	"sync"
	"time"

	"github.com/toolgen/toolgen/runtime/preflight"
)

// Limits bound what a hub keeps. The zero value of a field means its default.
type Limits struct {
	// Events is how many events of a thread are kept. The default is 1,024.
	Events int
	// Bytes is how many bytes of JSON are kept of a thread, except for its last event, which is
	// always kept. The default is 1 MiB.
	Bytes int
	// Threads is how many threads without readers are kept; the one that has been idle longest
	// goes first. The default is 4,096.
	Threads int
	// TotalBytes is how many bytes of JSON all threads keep together, those with readers aside,
	// of which none is forgotten. The default is 64 MiB.
	TotalBytes int
	// Idle is how long a thread without readers and events is kept. The default is an hour.
	Idle time.Duration
	// Readers is how many readers there may be at once. The default is 10,000.
	Readers int
}

func (l Limits) withDefaults() Limits {
	set := func(field *int, value int) {
		if *field <= 0 {
			*field = value
		}
	}
	set(&l.Events, 1024)
	set(&l.Bytes, 1<<20)
	set(&l.Threads, 4096)
	set(&l.TotalBytes, 64<<20)
	set(&l.Readers, 10_000)
	if l.Idle <= 0 {
		l.Idle = time.Hour
	}
	return l
}

// Hub takes the events of gates, numbers them by thread, keeps the last ones and hands them to
// readers. It is a [preflight.Sink]. It is made by [NewHub], for use by many goroutines at once,
// and has none of its own.
type Hub struct {
	limits Limits

	mu      sync.Mutex
	threads map[string]*thread
	idle    list.List // of *thread: those without readers, the one used last in front
	stats   Stats
	closed  bool
}

// Stats are the counts of a hub.
type Stats struct {
	Threads  int    `json:"threads"`  // threads that are kept now
	Readers  int    `json:"readers"`  // readers that there are now
	Bytes    int    `json:"bytes"`    // bytes of JSON that are kept now
	Events   uint64 `json:"events"`   // events that were taken
	Rejected uint64 `json:"rejected"` // events that were not: without a thread, without JSON, or after Close
	Dropped  uint64 `json:"dropped"`  // readers that fell behind
}

var (
	// ErrClosed says that the hub has been closed.
	ErrClosed = errors.New("eventstream: the hub is closed")
	// ErrFull says that the hub has as many readers as it may.
	ErrFull = errors.New("eventstream: too many readers")
	// ErrBehind says that a reader was too slow, and was dropped.
	ErrBehind = errors.New("eventstream: the reader has fallen behind")
)

// NewHub makes a hub.
func NewHub(limits Limits) *Hub {
	return &Hub{limits: limits.withDefaults(), threads: map[string]*thread{}}
}

// Emit implements [preflight.Sink]: it numbers and keeps the event and wakes the readers of its
// thread. It waits for none of them. An event without a thread is not kept, since nobody could be
// shown to have a right to read it.
func (h *Hub) Emit(e preflight.Event) {
	text, err := e.MarshalJSON()
	h.mu.Lock()
	defer h.mu.Unlock()
	if err != nil || e.Thread == "" || h.closed {
		h.stats.Rejected++
		return
	}
	h.stats.Events++
	t := h.thread(e.Thread)
	h.stats.Bytes += t.add(text, h.limits)
	for s := range t.readers {
		if s.next < t.first {
			h.stats.Dropped++
			h.end(s, ErrBehind)
			continue
		}
		s.signal()
	}
	h.forget()
}

// Stats returns the counts by now.
func (h *Hub) Stats() Stats {
	h.mu.Lock()
	defer h.mu.Unlock()
	stats := h.stats
	stats.Threads = len(h.threads)
	return stats
}

// Close ends all readers, with [ErrClosed]. Events and readers that come later are refused. Since
// a server that shuts down waits for its connections, hand it to http.Server.RegisterOnShutdown.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for _, t := range h.threads {
		for s := range t.readers {
			h.end(s, ErrClosed)
		}
	}
}

// thread finds or makes a thread, and notes that it is in use.
func (h *Hub) thread(name string) *thread {
	t := h.threads[name]
	if t == nil {
		t = newThread(name)
		h.threads[name] = t
	}
	t.used = time.Now()
	if len(t.readers) == 0 {
		h.rest(t)
	}
	return t
}

// rest puts a thread without readers in front of those that may be forgotten.
func (h *Hub) rest(t *thread) {
	if t.resting == nil {
		t.resting = h.idle.PushFront(t)
	} else {
		h.idle.MoveToFront(t.resting)
	}
}

// forget drops idle threads that are too many, too large or too old. The one in front, which was
// used last, stays.
func (h *Hub) forget() {
	for h.idle.Len() > 1 {
		t := h.idle.Back().Value.(*thread)
		if h.idle.Len() <= h.limits.Threads && h.stats.Bytes <= h.limits.TotalBytes && time.Since(t.used) < h.limits.Idle {
			return
		}
		h.idle.Remove(t.resting)
		delete(h.threads, t.name)
		h.stats.Bytes -= t.bytes
	}
}
