package wire_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/wire"
)

// longCall returns the events of a call with 10 kB of arguments in 500 deltas, by format.
func longCall() map[string]struct {
	format wire.Format
	events [][]byte
} {
	const deltas, size = 500, 20
	all := map[string]struct {
		format wire.Format
		events [][]byte
	}{}
	for name, f := range map[string]struct {
		format            wire.Format
		begin, delta, end string
	}{
		"anthropic": {
			wire.Anthropic,
			`{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t1","name":"f","input":{}}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":%q}}`,
			`{"type":"message_delta","delta":{"stop_reason":"tool_use"}} {"type":"message_stop"}`,
		},
		"openai chat": {
			wire.OpenAIChat,
			`{"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"t1","type":"function","function":{"name":"f","arguments":""}}]},"finish_reason":null}]}`,
			`{"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":%q}}]},"finish_reason":null}]}`,
			`{"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`,
		},
		"openai responses": {
			wire.OpenAIResponses,
			`{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","id":"i1","call_id":"t1","name":"f","arguments":""}}`,
			`{"type":"response.function_call_arguments.delta","item_id":"i1","output_index":0,"delta":%q}`,
			`{"type":"response.completed","response":{"status":"completed","output":[]}}`,
		},
	} {
		events := [][]byte{[]byte(f.begin), []byte(fmt.Sprintf(f.delta, `{"text":"`))}
		for range deltas {
			events = append(events, []byte(fmt.Sprintf(f.delta, `\"`+strings.Repeat("x", size-2))))
		}
		events = append(events, []byte(fmt.Sprintf(f.delta, `"}`)), []byte(f.end))
		all[name] = struct {
			format wire.Format
			events [][]byte
		}{f.format, events}
	}
	return all
}

func body(events [][]byte) []byte {
	return append(append([]byte("data: "), bytes.Join(events, []byte("\n\ndata: "))...), "\n\n"...)
}

// TestDeltasAllocateLittle limits the cost of an arguments delta to two allocations, including those of the
// growing buffer.
func TestDeltasAllocateLittle(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector allocates, too")
	}
	for name, c := range longCall() {
		stream := body(c.events)
		n := testing.AllocsPerRun(5, func() {
			s := wire.NewStream(c.format)
			s.Write(stream)
			if turn, err := s.Close(); err != nil || len(turn.Calls) != 1 || len(turn.Calls[0].Arguments) < 10_000 {
				t.Errorf("%s: %d calls, %v", name, len(turn.Calls), err)
			}
		})
		if per := n / float64(len(c.events)); per > 0.2 {
			t.Errorf("%s: %.2f allocations for each event", name, per)
		}
	}
}

func BenchmarkStream(b *testing.B) {
	for name, c := range longCall() {
		stream := body(c.events)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(stream)))
			for b.Loop() {
				s := wire.NewStream(c.format)
				s.Write(stream)
				s.Close()
			}
		})
	}
}

// TestStreamsAreBounded checks that endless events and endless answers do not exhaust memory.
func TestStreamsAreBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("writes 100 MB")
	}
	t.Parallel()
	piece := strings.Repeat("x", 1<<20)
	for name, event := range map[string]string{
		"an event":  "data: {\"choices\":\"" + piece,
		"a text":    "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + piece + "\"}}]}\n\n",
		"arguments": "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"" + piece + "\"}}]}}]}\n\n",
	} {
		s := wire.NewStream(wire.OpenAIChat)
		var err error
		for i := 0; i < 100 && err == nil; i++ {
			_, err = s.Write([]byte(event))
			event = strings.Replace(event, "data: {\"choices\":\"", "", 1) // the first one goes on and on
		}
		if err == nil || !strings.Contains(err.Error(), "exceeds") {
			t.Errorf("%s: %v", name, err)
		}
		if _, closed := s.Close(); closed == nil {
			t.Errorf("%s: closed without an error", name)
		}
	}
}
