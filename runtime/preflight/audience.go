package preflight

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"
)

// audience receives the events and records of a gate.
type audience struct {
	life      *life
	watching  watching
	sinks     []*queue
	recorders []*queue
	unkept    []atomic.Int64 // for each keeper, how many records it has not kept
}

func newAudience(w watching, l *life) *audience {
	a := &audience{life: l, watching: w, unkept: make([]atomic.Int64, len(w.keepers))}
	for i := range w.sinks {
		a.sinks = append(a.sinks, newQueue(fmt.Sprintf("sink %d", i)))
	}
	for i := range w.recorders {
		a.recorders = append(a.recorders, newQueue(fmt.Sprintf("recorder %d", i)))
	}
	return a
}

// emit queues an event for every sink.
func (a *audience) emit(thread, callID string, data EventData) {
	for i, q := range a.sinks {
		q.put(func() { a.watching.sinks[i].Emit(Event{Thread: thread, CallID: callID, Data: data}) })
	}
}

// record queues the record of a completed call for every recorder.
func (a *audience) record(r Record) {
	for i, q := range a.recorders {
		q.put(func() { a.watching.recorders[i].Record(r) })
	}
}

// keepTimeout is how long the answer to a call waits until its record is kept.
const keepTimeout = 10 * time.Second

// keep passes a record to all keepers and waits for them, even if the caller has gone away.
func (a *audience) keep(r Record) {
	for i, keep := range a.watching.keepers {
		ctx, cancel := context.WithTimeout(context.Background(), keepTimeout)
		if _, err := apart(ctx, a.life, func(ctx context.Context) (struct{}, error) { return struct{}{}, keep(ctx, r) }); err != nil {
			a.unkept[i].Add(1)
		}
		cancel()
	}
}

// close ends the queues and waits for their takers. Each gets the whole time, however long another takes.
func (a *audience) close(deadline <-chan struct{}) error {
	var faults []error
	all := slices.Concat(a.sinks, a.recorders)
	for _, q := range all {
		close(q.items)
	}
	for _, q := range all {
		if !ended(q.done, deadline) {
			faults = append(faults, fmt.Errorf("preflight: %s has not taken everything", q.name))
		}
	}
	return errors.Join(faults...)
}

// milliseconds returns the time since another one, for events.
func milliseconds(since time.Time) int64 { return time.Since(since).Milliseconds() }

// queueSize is the number of events that a sink may lag behind before it misses some.
const queueSize = 1024

// queue passes values to one taker in a separate goroutine, so that put never waits for the taker.
type queue struct {
	name   string // of the taker
	items  chan func()
	done   chan struct{}
	missed atomic.Int64 // values that found the queue full, or at which the taker panicked
}

func newQueue(name string) *queue {
	q := &queue{name: name, items: make(chan func(), queueSize), done: make(chan struct{})}
	go func() {
		defer close(q.done)
		for hand := range q.items {
			q.run(hand)
		}
	}()
	return q
}

// run hands one value to the taker, and recovers from its panics.
func (q *queue) run(hand func()) {
	defer func() {
		if recover() != nil {
			q.missed.Add(1)
		}
	}()
	hand()
}

// put adds a function that hands a value to the taker, or counts the value as missed if the queue is full.
func (q *queue) put(hand func()) {
	select {
	case q.items <- hand:
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
