package eventstream

import (
	"container/list"
	"slices"
	"time"
)

// thread is the end of the history of a conversation, and who reads it. The hub's lock guards it.
type thread struct {
	name    string
	epoch   string // names this life of the history
	first   int64  // the number of kept[0], or of the event to come
	kept    []Message
	bytes   int // of the JSON of kept
	readers map[*Subscription]struct{}
	used    time.Time
	resting *list.Element // its place among the threads without readers
}

func newThread(name string) *thread {
	return &thread{name: name, epoch: newEpoch(), first: 1, readers: map[*Subscription]struct{}{}}
}

// end is the number of the event to come.
func (t *thread) end() int64 { return t.first + int64(len(t.kept)) }

// add keeps an event, and drops the oldest ones that are too many or too large. It returns by how
// many bytes the thread has grown.
func (t *thread) add(text []byte, limits Limits) int {
	before := t.bytes
	t.kept = append(t.kept, Message{Thread: t.name, Seq: t.end(), JSON: text, epoch: t.epoch})
	t.bytes += len(text)
	for len(t.kept) > 1 && (len(t.kept) > limits.Events || t.bytes > limits.Bytes) {
		t.bytes -= len(t.kept[0].JSON)
		t.kept[0] = Message{} // the array behind the slice must not hold it
		t.kept = t.kept[1:]
		t.first++
	}
	return t.bytes - before
}

// from returns the events from a number on, which must not be below t.first.
func (t *thread) from(seq int64) []Message { return slices.Clone(t.kept[seq-t.first:]) }

// behind returns what a reader gets that has seen the event of an id: a notice if events are
// missing, and the events.
func (t *thread) behind(id string) []Message {
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
