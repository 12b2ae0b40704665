package eventstream

import (
	"bytes"
	"encoding/json"

	"github.com/toolgen/toolgen/runtime/preflight"
)

// Message is an event stored by the hub.
type Message struct {
	Thread string
	// Seq is the number of the event in its thread, starting at 1. A [Gap] has the number of the last missing
	// event.
	Seq int64
	// JSON is the event: {"type", "data", "tool_call_id"}. It is shared and must not be modified.
	JSON []byte

	epoch string
}

// ID returns the event id, with which a reader resumes after this message.
func (m Message) ID() string { return position{m.epoch, m.Seq}.String() }

// Event decodes the message. It fails for a [Gap], which is not an event of a gate.
func (m Message) Event() (preflight.Event, error) {
	var e preflight.Event
	err := json.Unmarshal(m.JSON, &e)
	e.Seq, e.Thread = m.Seq, m.Thread
	return e, err
}

// Gap tells a reader that events are missing between its last event and the next one.
type Gap struct {
	// Missed is the number of missing events, 0 if unknown because the history that the reader followed is
	// gone.
	Missed int64 `json:"missed,omitempty"`
}

// EventType implements [preflight.EventData].
func (Gap) EventType() string { return "gap" }

func gapMessage(thread string, at position, gap Gap) Message {
	text, _ := preflight.Event{Data: gap}.MarshalJSON() // marshaling a number cannot fail
	return Message{Thread: thread, Seq: at.seq, JSON: text, epoch: at.epoch}
}

// appendFrame appends the message as a server-sent event.
func appendFrame(b []byte, m Message) []byte {
	b = append(b, "id: "...)
	b = append(b, m.ID()...)
	b = append(b, '\n')
	// json.Marshal writes a single line. Do not rely on that here: a line break would end the SSE message
	// early.
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

// lineBreak returns the line break at the start of text.
func lineBreak(text []byte) []byte {
	if bytes.HasPrefix(text, []byte("\r\n")) {
		return text[:2]
	}
	return text[:1]
}
