package eventstream_test

import (
	"context"
	"encoding/json"
	"strconv"
	"sync"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/runtime/preflight/eventstream"
)

// payment are the arguments of a write tool.
type payment struct {
	Amount float64 `json:"Amount"`
}

func decodePayment(data []byte, _ ...runtime.DecodeOption) (*payment, error) {
	var p payment
	if err := json.Unmarshal(data, &p); err != nil {
		return nil, err
	}
	if p.Amount <= 0 {
		return nil, runtime.Invalid("Amount", "exclusiveMinimum", 0, "The amount must be above 0.")
	}
	return &p, nil
}

// payTools is a toolset with the write tool create_payment, which needs confirmation at this tier.
func payTools(tier int) *runtime.Toolset {
	spec := &runtime.ToolSpec{
		Name: "create_payment", Write: true, Confirm: runtime.ConfirmSpec{Tier: tier},
		InputSchema: `{"type":"object","properties":{"Amount":{"type":"number","exclusiveMinimum":0}},"required":["Amount"]}`,
	}
	tool := runtime.NewTool(spec, decodePayment, func(data []byte, _ ...runtime.DecodeOption) (*json.RawMessage, error) {
		return (*json.RawMessage)(&data), nil
	})
	return runtime.NewToolset(runtime.Handle(tool, func(context.Context, *payment) (*json.RawMessage, error) {
		result := json.RawMessage(`{"id":"pay_1"}`)
		return &result, nil
	}))
}

// turnSize is the number of calls in a turn of the model. The first one is blocked.
const turnSize = 4

// makeCalls makes calls in all threads concurrently, turn by turn in each, and counts their events. A thread
// continues when the hub has the results, as a model would: the gate keeps a bounded number of events for a
// slow sink.
func makeCalls(t *testing.T, hub *eventstream.Hub, want []seen, calls int) {
	t.Helper()
	numbers := map[string]int{}
	results := make([]chan struct{}, len(want))
	for i := range want {
		numbers[threadName(i)] = i
		results[i] = make(chan struct{}, turnSize)
	}
	gate, err := preflight.New(payTools(0), preflight.WithSink(preflight.SinkFunc(func(e preflight.Event) {
		text, err := e.MarshalJSON()
		if err != nil {
			t.Error(err)
		}
		i := numbers[e.Thread]
		want[i].add(text)
		hub.Emit(e)
		if _, ok := e.Data.(preflight.ToolResult); ok {
			results[i] <- struct{}{}
		}
	})))
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for i := range want {
		group.Go(func() {
			turn := preflight.Turn{Thread: threadName(i), Query: "Pay."}
			for n := 0; n < calls; n += turnSize {
				var turnCalls []runtime.ToolCall
				for k := range turnSize {
					id := strconv.Itoa(n + k)
					if n+k == calls-1 {
						id = lastCall
					}
					turnCalls = append(turnCalls, runtime.ToolCall{ID: id, Name: "create_payment", Arguments: `{"Amount":` + strconv.Itoa(k) + `}`})
				}
				for k, out := range gate.Calls(context.Background(), turn, turnCalls) {
					<-results[i]
					if blocked := k == 0; blocked != (out.Error != nil) {
						t.Errorf("call %d: %v", n+k, out.Error)
					}
				}
			}
		})
	}
	group.Wait()
	if err := gate.Close(); err != nil {
		t.Error(err)
	}
	if missed := gate.Stats().MissedEvents; missed[0] > 0 {
		t.Errorf("the gate lost %v events", missed)
	}
}
