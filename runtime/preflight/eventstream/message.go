package eventstream

import (
	"bytes"
	"encoding/json"

	"github.com/toolgen/toolgen/runtime/preflight"
)

// Message is an event as the hub keeps it.
type Message struct {
	// Thread is the conversation.
	Thread string
	// Seq is the number of the event in the thread, from 1 on. A [Gap] has the number of the
	// event in front of the first one after it.
	Seq int64
	// JSON is the event: {"type", "data", "tool_call_id"}. It is shared and must not be changed.
	JSON []byte

	epoch string
}

// ID is the id of the message, from which a reader that has seen it goes on.
func (m Message) ID() string { return position{m.epoch, m.Seq}.String() }

// Event reads the message. That fails for a [Gap], which no gate has sent.
func (m Message) Event() (preflight.Event, error) {
	var e preflight.Event
	err := json.Unmarshal(m.JSON, &e)
	e.Seq, e.Thread = m.Seq, m.Thread
	return e, err
}

// Gap tells a reader that events are missing between the last one that it has seen and the next.
type Gap struct {
	// Missed is how many events are missing; 0 means that this is not known, since the history
	// that the reader has followed is gone.
	Missed int64 `json:"missed,omitempty"`
}

// EventType implements [preflight.EventData].
func (Gap) EventType() string { return "gap" }

func gapMessage(thread string, at position, gap Gap) Message {
	text, _ := preflight.Event{Data: gap}.MarshalJSON() // a number can be marshalled
	return Message{Thread: thread, Seq: at.seq, JSON: text, epoch: at.epoch}
}

// appendFrame appends the message in the form of a server-sent event.
func appendFrame(b []byte, m Message) []byte {
	b = append(b, "id: "...)
	b = append(b, m.ID()...)
	b = append(b, '\n')
	// What json.Marshal writes is one line; a line break would end the message early, so what
	// stands here must not rely on that.
	for rest, more := m.JSON, true; more; {
		line := rest
		if i := bytes.IndexAny(rest, "\r\n"); i >= 0 {
			line, rest = rest[:i], rest[i:]
			rest = rest[len(lineBreak(rest)):]
		} else {
			more = false
		}
		b = append(b, "data: "...)
		b = append(b, line...)
		b = append(b, '\n')
	}
	return append(b, '\n')
}

// lineBreak is the line break that text begins with.
func lineBreak(text []byte) []byte {
	if bytes.HasPrefix(text, []byte("\r\n")) {
		return text[:2]
	}
	return text[:1]
}
