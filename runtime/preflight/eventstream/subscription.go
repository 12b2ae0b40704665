package eventstream

import "context"

// Subscription is one reader of one thread. It has no buffer: it reads from the events kept by the thread, and
// is dropped when the next one is no longer kept. It must not be used concurrently.
type Subscription struct {
	hub    *Hub
	thread *thread
	wake   chan struct{} // holds a token if there may be messages

	// Guarded by the mutex of the hub.
	pending []Message // messages available at the start
	next    int64     // number of the next event
	err     error     // why the subscription ended
}

// Subscribe starts reading a thread after the event lastEventID, or at the first kept event if the id is empty
// or was not issued by the hub. If events are missing in between, the first message is a [Gap]. The caller must
// check that the reader is authorized. It returns [ErrFull] or [ErrClosed].
func (h *Hub) Subscribe(thread, lastEventID string) (*Subscription, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return nil, ErrClosed
	}
	if h.stats.Readers >= h.limits.Readers {
		return nil, ErrFull
	}
	t := h.thread(thread)
	s := &Subscription{hub: h, thread: t, wake: make(chan struct{}, 1), pending: t.since(lastEventID), next: t.end()}
	if len(s.pending) > 0 {
		s.signal()
	}
	if t.idleElement != nil {
		h.idle.Remove(t.idleElement)
		t.idleElement = nil
	}
	t.readers[s] = struct{}{}
	h.stats.Readers++
	return s, nil
}

// Next waits for messages and returns all that are available. It returns the error of ctx, and [ErrBehind] or
// [ErrClosed] after the subscription ended.
func (s *Subscription) Next(ctx context.Context) ([]Message, error) {
	for {
		if messages, err := s.take(); err != nil || len(messages) > 0 {
			return messages, err
		}
		select {
		case <-s.wake:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// Close ends the subscription. It is idempotent.
func (s *Subscription) Close() {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	s.hub.end(s, ErrClosed)
	s.hub.evict()
}

// take returns the available messages without waiting.
func (s *Subscription) take() ([]Message, error) {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	// Messages that arrived before the hub was closed can still be read.
	if s.err != nil && (s.err != ErrClosed || !s.hub.closed || s.next < s.thread.first) {
		return nil, s.err
	}
	messages := append(s.pending, s.thread.from(s.next)...)
	s.pending, s.next = nil, s.thread.end()
	if len(messages) == 0 {
		return nil, s.err
	}
	if s.err != nil {
		s.signal() // report the end on the next call
	}
	return messages, nil
}

func (s *Subscription) signal() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// end ends a subscription once.
func (h *Hub) end(s *Subscription, err error) {
	if s.err != nil {
		return
	}
	s.err = err
	s.signal()
	h.stats.Readers--
	delete(s.thread.readers, s)
	if len(s.thread.readers) == 0 {
		h.markIdle(s.thread)
	}
}
