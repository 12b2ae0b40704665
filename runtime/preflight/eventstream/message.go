package eventstream

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

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

// frame returns the message as a server-sent event. Its JSON is one line.
func (m Message) frame() []byte { return fmt.Appendf(nil, "id: %s\ndata: %s\n\n", m.ID(), m.JSON) }

// position is the decoded event id: an epoch, which names one history of a thread, and the number of the event.
// Number 0 is the position before the first event. The text form is epoch-number.
type position struct {
	epoch string
	seq   int64
}

// epochBytes is the length of an epoch. Epochs only need to be unlikely to collide; they are not secrets, since
// access to the thread is checked before the id is used.
const epochBytes = 8

func newEpoch() string {
	var b [epochBytes]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

func (p position) String() string { return p.epoch + "-" + strconv.FormatInt(p.seq, 10) }

// parsePosition parses the output of [position.String]. It is strict, since ids come from clients.
func parsePosition(id string) (position, bool) {
	epoch, number, ok := strings.Cut(id, "-")
	if !ok || len(epoch) != 2*epochBytes || strings.Trim(epoch, "0123456789abcdef") != "" {
		return position{}, false
	}
	seq, err := strconv.ParseUint(number, 10, 63)
	p := position{epoch, int64(seq)}
	if err != nil || p.String() != id { // rejects "007" and "+7"
		return position{}, false
	}
	return p, true
}
