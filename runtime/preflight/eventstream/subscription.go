package eventstream

import "context"

// Subscription is one reader of one thread. It has no buffer of its own: what it has not taken yet
// is what the thread keeps, and when that is not enough, the reader is dropped. One goroutine at a
// time may use it.
type Subscription struct {
	hub    *Hub
	thread *thread
	wake   chan struct{} // holds a token if there may be something to take

	// Guarded by the lock of the hub.
	pending []Message // what was there in the beginning, until it is taken
	next    int64     // the number of the event to take next
	err     error     // why it has ended
}

// Subscribe begins to read a thread after the event that has the id lastEventID, or from the
// first event that is kept if that is empty or no id that the hub has given. If events are missing
// in between, the first message is a [Gap]. The caller must see to it that whoever reads may do so.
// The errors are [ErrFull] and [ErrClosed].
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
	s := &Subscription{hub: h, thread: t, wake: make(chan struct{}, 1), pending: t.behind(lastEventID), next: t.end()}
	if len(s.pending) > 0 {
		s.signal()
	}
	if t.resting != nil {
		h.idle.Remove(t.resting)
		t.resting = nil
	}
	t.readers[s] = struct{}{}
	h.stats.Readers++
	return s, nil
}

// Next waits for messages and returns all that there are. Its errors are that of ctx, and
// [ErrBehind] or [ErrClosed] when the subscription has ended.
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

// Close ends the subscription. It may be called twice.
func (s *Subscription) Close() {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	s.hub.end(s, ErrClosed)
	s.hub.forget()
}

// take returns what there is, without waiting.
func (s *Subscription) take() ([]Message, error) {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	// What came before the hub was closed is still there to be read.
	if s.err != nil && (s.err != ErrClosed || !s.hub.closed || s.next < s.thread.first) {
		return nil, s.err
	}
	messages := append(s.pending, s.thread.from(s.next)...)
	s.pending, s.next = nil, s.thread.end()
	if len(messages) == 0 {
		return nil, s.err
	}
	if s.err != nil {
		s.signal() // that it has ended is still to be told
	}
	return messages, nil
}

func (s *Subscription) signal() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// end ends a subscription, once.
func (h *Hub) end(s *Subscription, err error) {
	if s.err != nil {
		return
	}
	s.err = err
	s.signal()
	h.stats.Readers--
	delete(s.thread.readers, s)
	if len(s.thread.readers) == 0 {
		h.rest(s.thread)
	}
}
