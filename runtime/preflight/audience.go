package preflight

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// audience receives the events and records of a gate.
type audience struct {
	life      *life
	sinks     []*queue[Event]
	recorders []*queue[Record]
	keepers   []*keeper
}

// keeper is a function that keeps records.
type keeper struct {
	keep   func(context.Context, Record) error
	failed atomic.Int64
}

func newAudience(w watching, l *life) audience {
	a := audience{life: l}
	for _, sink := range w.sinks {
		a.sinks = append(a.sinks, newQueue(w.queue, sink.Emit))
	}
	for _, recorder := range w.recorders {
		a.recorders = append(a.recorders, newQueue(w.queue, recorder.Record))
	}
	for _, keep := range w.keepers {
		a.keepers = append(a.keepers, &keeper{keep: keep})
	}
	return a
}

// emit queues an event for every sink.
func (a *audience) emit(thread, callID string, data EventData) {
	for _, q := range a.sinks {
		q.put(Event{Thread: thread, CallID: callID, Data: data})
	}
}

// record queues the record of a completed call for every recorder.
func (a *audience) record(r Record) {
	for _, q := range a.recorders {
		q.put(r)
	}
}

// keepTimeout is how long the answer to a call waits until its record is kept.
const keepTimeout = 10 * time.Second

// keep passes a record to all keepers and waits for them, even if the caller has gone away.
func (a *audience) keep(r Record) {
	for _, k := range a.keepers {
		ctx, cancel := context.WithTimeout(context.Background(), keepTimeout)
		if _, err := apart(ctx, a.life, func(ctx context.Context) (struct{}, error) { return struct{}{}, k.keep(ctx, r) }); err != nil {
			k.failed.Add(1)
		}
		cancel()
	}
}

// missed returns how much each sink, recorder and keeper has missed.
func (a *audience) missed() (events, records, unkept []int64) {
	for _, q := range a.sinks {
		events = append(events, q.missed.Load())
	}
	for _, q := range a.recorders {
		records = append(records, q.missed.Load())
	}
	for _, k := range a.keepers {
		unkept = append(unkept, k.failed.Load())
	}
	return events, records, unkept
}

// close ends the queues and waits for their takers. Each gets the whole time, however long another takes.
func (a *audience) close(deadline <-chan struct{}) error {
	for _, q := range a.sinks {
		close(q.items)
	}
	for _, q := range a.recorders {
		close(q.items)
	}
	var faults []error
	for i, q := range a.sinks {
		if !ended(q.done, deadline) {
			faults = append(faults, fmt.Errorf("preflight: sink %d has not taken all events", i))
		}
	}
	for i, q := range a.recorders {
		if !ended(q.done, deadline) {
			faults = append(faults, fmt.Errorf("preflight: recorder %d has not taken all records", i))
		}
	}
	return errors.Join(faults...)
}

// milliseconds returns the time since another one, for events.
func milliseconds(since time.Time) int64 { return time.Since(since).Milliseconds() }

// queueSize is the number of events that a sink may lag behind before it misses some.
const queueSize = 1024

// queue passes values to one taker in a separate goroutine, so that put never waits for the taker.
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

// hand passes one value to the taker, and recovers from its panics.
func (q *queue[T]) hand(v T, take func(T)) {
	defer func() {
		if recover() != nil {
			q.missed.Add(1)
		}
	}()
	take(v)
}

// put adds a value, or counts it as missed if the queue is full.
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
