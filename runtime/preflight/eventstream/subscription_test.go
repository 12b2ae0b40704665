package eventstream

import (
	"errors"
	"testing"

	"github.com/toolgen/toolgen/runtime/preflight"
)

// TestEndIsToldAfterTheRest closes the hub while a reader has pending messages: it gets them first, then the
// end.
func TestEndIsToldAfterTheRest(t *testing.T) {
	t.Parallel()
	hub := NewHub(Limits{})
	s, err := hub.Subscribe("t", "")
	if err != nil {
		t.Fatal(err)
	}
	hub.Emit(preflight.Event{Thread: "t", Data: preflight.ToolRetry{}})
	hub.Close()
	<-s.wake
	if messages, err := s.take(); len(messages) != 1 || err != nil {
		t.Errorf("got %d messages, %v", len(messages), err)
	}
	select {
	case <-s.wake:
	default:
		t.Error("a reader that waits now waits for ever")
	}
	if messages, err := s.take(); len(messages) != 0 || !errors.Is(err, ErrClosed) {
		t.Errorf("got %d messages, %v", len(messages), err)
	}
}
