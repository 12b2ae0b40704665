package eventstream

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/preflight"
)

func FuzzLastEventID(f *testing.F) {
	for _, id := range []string{
		"", "-", "7", "0123456789abcdef-7", "0123456789abcdef-0", "0123456789abcdef-007", "0123456789abcdef-+7", "0123456789abcdef--7",
		"0123456789ABCDEF-7", "0123456789abcdef-9223372036854775807", "0123456789abcdef-9223372036854775808", "0123456789abcdef-7\n",
		"\x00", "é-1",
	} {
		f.Add(id)
	}
	hub := NewHub(Limits{Events: 3})
	for range 5 {
		hub.Emit(preflight.Event{Thread: "t", Data: preflight.ToolRetry{}})
	}
	history := hub.threads["t"]
	history.epoch = "0123456789abcdef"
	f.Fuzz(func(t *testing.T, id string) {
		p, ok := parsePosition(id)
		if ok && (p.String() != id || p.seq < 0) {
			t.Errorf("%q was read as %+v", id, p)
		}
		got := history.since(id)
		if len(got) > 4 || !ok && len(got) != 3 {
			t.Fatalf("%q gives %d messages", id, len(got))
		}
		for i, m := range got { // for any id, the messages are contiguous and end with the last event
			if want := 5 - int64(len(got)-1-i); m.Seq != want {
				t.Errorf("%q: message %d has the number %d, want %d", id, i, m.Seq, want)
			}
		}
	})
}

func TestParsePosition(t *testing.T) {
	t.Parallel()
	const epoch = "0123456789abcdef"
	for id, want := range map[string]int64{
		epoch + "-7": 7, epoch + "-0": 0, epoch + "-9223372036854775807": 1<<63 - 1,
		"": -1, "7": -1, epoch: -1, epoch + "-": -1, epoch + "-007": -1, epoch + "-+7": -1, epoch + "--7": -1, epoch + "-1e3": -1,
		epoch + "-9223372036854775808": -1, epoch + "-7 ": -1, strings.ToUpper(epoch) + "-7": -1, epoch + "0-7": -1,
	} {
		got := int64(-1)
		if p, ok := parsePosition(id); ok {
			got = p.seq
		}
		if got != want {
			t.Errorf("%q: %d, want %d", id, got, want)
		}
	}
}
