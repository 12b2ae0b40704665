package eventstream

import (
	"container/list"
	"slices"
	"time"
)

// thread is the kept history of a conversation and its readers. It is guarded by the mutex of the hub.
type thread struct {
	name        string
	epoch       string // identifies this history
	first       int64  // number of kept[0], or of the next event if nothing is kept
	kept        []Message
	bytes       int // size of the JSON in kept
	readers     map[*Subscription]struct{}
	used        time.Time
	idleElement *list.Element // position in Hub.idle
}

func newThread(name string) *thread {
	return &thread{name: name, epoch: newEpoch(), first: 1, readers: map[*Subscription]struct{}{}}
}

// end returns the number of the next event.
func (t *thread) end() int64 { return t.first + int64(len(t.kept)) }

// add appends an event and drops the oldest ones beyond the limits. It returns the change in size.
func (t *thread) add(text []byte, limits Limits) int {
	before := t.bytes
	t.kept = append(t.kept, Message{Thread: t.name, Seq: t.end(), JSON: text, epoch: t.epoch})
	t.bytes += len(text)
	for len(t.kept) > 1 && (len(t.kept) > limits.Events || t.bytes > limits.Bytes) {
		t.bytes -= len(t.kept[0].JSON)
		t.kept[0] = Message{} // release it from the backing array
		t.kept = t.kept[1:]
		t.first++
	}
	return t.bytes - before
}

// from returns the events starting at seq, which must not be below t.first.
func (t *thread) from(seq int64) []Message { return slices.Clone(t.kept[seq-t.first:]) }

// since returns the messages for a reader that last received id: a gap if events are missing, and the events.
func (t *thread) since(id string) []Message {
	seen, ok := parsePosition(id)
	switch {
	case !ok, seen.epoch == t.epoch && seen.seq >= t.end():
		return t.from(t.first)
	case seen.epoch == t.epoch && seen.seq >= t.first-1:
		return t.from(seen.seq + 1)
	}
	var gap Gap
	if seen.epoch == t.epoch {
		gap.Missed = t.first - 1 - seen.seq
	}
	notice := gapMessage(t.name, position{t.epoch, t.first - 1}, gap)
	return append([]Message{notice}, t.kept...)
}
