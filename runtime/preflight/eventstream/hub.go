package eventstream

import (
	"cmp"
	"container/list"
	"errors"
	"sync"
	"time"

	"github.com/toolgen/toolgen/runtime/preflight"
)

// Limits bound the memory of a hub. A zero field selects its default.
type Limits struct {
	// Events is the number of events kept per thread. The default is 1,024.
	Events int
	// Bytes is the size of the JSON kept per thread; the last event is kept regardless. The default is 1 MiB.
	Bytes int
	// Threads is the number of threads kept without readers; the least recently used is evicted first. The
	// default is 4,096.
	Threads int
	// TotalBytes is the size of the JSON kept in all threads. Threads with readers count but are never evicted.
	// The default is 64 MiB.
	TotalBytes int
	// Idle is how long a thread without readers and new events is kept. The default is one hour.
	Idle time.Duration
	// Readers is the maximum number of concurrent readers. The default is 10,000.
	Readers int
}

func (l Limits) withDefaults() Limits {
	return Limits{
		Events: cmp.Or(max(l.Events, 0), 1024), Bytes: cmp.Or(max(l.Bytes, 0), 1<<20),
		Threads: cmp.Or(max(l.Threads, 0), 4096), TotalBytes: cmp.Or(max(l.TotalBytes, 0), 64<<20),
		Idle: cmp.Or(max(l.Idle, 0), time.Hour), Readers: cmp.Or(max(l.Readers, 0), 10_000),
	}
}

// Hub numbers the events of gates by thread, keeps the latest ones and distributes them to readers. It is a
// [preflight.Sink], safe for concurrent use, and starts no goroutines. Create it with [NewHub].
type Hub struct {
	limits Limits

	mu      sync.Mutex
	threads map[string]*thread
	idle    list.List // of *thread: threads without readers, most recently used first
	stats   Stats
	closed  bool
}

// Stats are counters of a hub.
type Stats struct {
	Threads  int    `json:"threads"`  // threads currently kept
	Readers  int    `json:"readers"`  // current readers
	Bytes    int    `json:"bytes"`    // size of the JSON currently kept
	Events   uint64 `json:"events"`   // events accepted
	Rejected uint64 `json:"rejected"` // events rejected: no thread, not marshalable, or after Close
	Dropped  uint64 `json:"dropped"`  // readers dropped for falling behind
}

var (
	// ErrClosed is returned after the hub was closed.
	ErrClosed = errors.New("eventstream: the hub is closed")
	// ErrFull is returned if the hub has the maximum number of readers.
	ErrFull = errors.New("eventstream: too many readers")
	// ErrBehind is returned to a reader that was dropped because it was too slow.
	ErrBehind = errors.New("eventstream: the reader fell behind")
)

// NewHub returns an empty hub.
func NewHub(limits Limits) *Hub {
	return &Hub{limits: limits.withDefaults(), threads: map[string]*thread{}}
}

// Emit implements [preflight.Sink]. It stores the event and wakes the readers of its thread without waiting for
// them. Events without a thread are rejected, because nobody could be authorized to read them.
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
	h.evict()
}

// Stats returns the current counters.
func (h *Hub) Stats() Stats {
	h.mu.Lock()
	defer h.mu.Unlock()
	stats := h.stats
	stats.Threads = len(h.threads)
	return stats
}

// Close ends all readers with [ErrClosed] and rejects further events and readers. Register it with
// http.Server.RegisterOnShutdown, because a shutdown waits for open connections.
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

// thread returns the thread of this name, created if necessary, and marks it as in use.
func (h *Hub) thread(name string) *thread {
	t := h.threads[name]
	if t == nil {
		t = newThread(name)
		h.threads[name] = t
	}
	t.used = time.Now()
	if len(t.readers) == 0 {
		h.markIdle(t)
	}
	return t
}

// markIdle makes a thread without readers the most recently used candidate for eviction.
func (h *Hub) markIdle(t *thread) {
	if t.idleElement == nil {
		t.idleElement = h.idle.PushFront(t)
	} else {
		h.idle.MoveToFront(t.idleElement)
	}
}

// evict drops idle threads beyond the limits of number, size and age. The most recently used one is kept.
func (h *Hub) evict() {
	for h.idle.Len() > 1 {
		t := h.idle.Back().Value.(*thread)
		if h.idle.Len() <= h.limits.Threads && h.stats.Bytes <= h.limits.TotalBytes && time.Since(t.used) < h.limits.Idle {
			return
		}
		h.idle.Remove(t.idleElement)
		delete(h.threads, t.name)
		h.stats.Bytes -= t.bytes
	}
}
