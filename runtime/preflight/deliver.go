package preflight

import "sync/atomic"

// queueSize is the number of events that wait for a sink before it misses some.
const queueSize = 1024

// queue hands values to one taker, from a goroutine of its own, so that whoever puts a value in
// never waits for the taker.
type queue[T any] struct {
	items  chan T
	done   chan struct{}
	missed atomic.Int64 // values that found the queue full, or at which the taker panicked
}

func newQueue[T any](size int, take func(T)) *queue[T] {
	q := &queue[T]{items: make(chan T, size), done: make(chan struct{})}
	go func() {
		defer close(q.done)
		for v := range q.items {
			q.hand(v, take)
		}
	}()
	return q
}

// hand gives the taker one value. A panic of the taker is its own affair.
func (q *queue[T]) hand(v T, take func(T)) {
	defer func() {
		if recover() != nil {
			q.missed.Add(1)
		}
	}()
	take(v)
}

// put adds a value, or counts it as missed where the queue is full.
func (q *queue[T]) put(v T) {
	select {
	case q.items <- v:
	default:
		q.missed.Add(1)
	}
}

// ended waits for done, and reports whether it came before the deadline.
func ended(done, deadline <-chan struct{}) bool {
	select {
	case <-done:
		return true
	case <-deadline:
	}
	select {
	case <-done: // both have
		return true
	default:
		return false
	}
}
