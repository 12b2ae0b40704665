package eventstream_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/runtime/preflight/eventstream"
)

// TestConfirm lets a person answer a question seen in a stream, after somebody else tried to answer it from
// another conversation.
func TestConfirm(t *testing.T) {
	t.Parallel()
	hub := eventstream.NewHub(eventstream.Limits{})
	gate, err := preflight.New(payTools(1), preflight.WithSink(hub))
	if err != nil {
		t.Fatal(err)
	}
	defer gate.Close()
	url, _ := serve(t, hub)
	answers := httptest.NewServer(eventstream.NewResponder(anyone, gate.RespondIn))
	defer answers.Close()
	post := func(thread, body string) int {
		response, err := http.Post(answers.URL+"/?thread="+thread, "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		return response.StatusCode
	}

	source := connect(t, url, "")
	done := make(chan runtime.ToolOutput, 1)
	go func() {
		done <- gate.Call(context.Background(), preflight.Turn{Thread: "t1", Query: "Pay 5."}, runtime.ToolCall{ID: "c1",
			Name: "create_payment", Arguments: `{"Amount": 5}`})
	}()
	for {
		m := source.next(t)
		var e preflight.Event
		if err := json.Unmarshal([]byte(m.data), &e); err != nil {
			t.Fatal(err)
		}
		if _, ok := e.Data.(preflight.MCQ); ok {
			break
		}
	}
	const confirm = `{"type":"mcq_response","data":{"tool_call_id":"c1","value":"confirm"}}`
	for _, step := range []struct {
		thread, body string
		want         int
	}{
		{"t2", confirm, http.StatusNotFound},
		{"t1", strings.Replace(confirm, "confirm", "perhaps", 1), http.StatusUnprocessableEntity},
		{"t1", confirm, http.StatusNoContent},
		{"t1", confirm, http.StatusConflict},
	} {
		if got := post(step.thread, step.body); got != step.want {
			t.Errorf("%s in %s: %d, want %d", step.body, step.thread, got, step.want)
		}
	}
	if out := <-done; out.Error != nil || !strings.Contains(string(out.Payload), "pay_1") {
		t.Errorf("%+v", out)
	}
}

// TestConfirmWithoutID lets a person answer questions about several concurrent calls whose provider assigns no
// ids: the gate assigned them.
func TestConfirmWithoutID(t *testing.T) {
	t.Parallel()
	hub := eventstream.NewHub(eventstream.Limits{})
	gate, err := preflight.New(payTools(1), preflight.WithSink(hub))
	if err != nil {
		t.Fatal(err)
	}
	defer gate.Close()
	url, _ := serve(t, hub)
	answers := httptest.NewServer(eventstream.NewResponder(anyone, gate.RespondIn))
	defer answers.Close()
	source := connect(t, url, "")
	outs := map[string]chan runtime.ToolOutput{}
	for _, amount := range []string{"5", "6"} {
		done := make(chan runtime.ToolOutput, 1)
		outs[amount] = done
		go func() {
			done <- gate.Call(context.Background(), preflight.Turn{Thread: "t1", Query: "Pay " + amount},
				runtime.ToolCall{Name: "create_payment", Arguments: `{"Amount": ` + amount + `}`})
		}()
	}
	asked := map[string]string{} // amounts by id
	read := func() preflight.Event {
		m := source.next(t)
		var e preflight.Event
		if err := json.Unmarshal([]byte(m.data), &e); err != nil {
			t.Fatal(err)
		}
		if e.CallID == "" {
			t.Errorf("an event that names no call: %s", m.data)
		}
		return e
	}
	for len(asked) < 2 {
		e := read()
		if q, ok := e.Data.(preflight.MCQ); ok {
			var args struct{ Amount json.Number }
			if err := json.Unmarshal(q.PendingArgs, &args); err != nil {
				t.Fatal(err)
			}
			asked[e.CallID] = args.Amount.String()
		}
	}
	for id, amount := range asked {
		value := map[string]string{"5": "cancel", "6": "confirm"}[amount]
		body := `{"type":"mcq_response","data":{"tool_call_id":"` + id + `","value":"` + value + `"}}`
		for _, want := range []int{http.StatusNoContent, http.StatusConflict} {
			response, err := http.Post(answers.URL+"/?thread=t1", "application/json", strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
			if response.StatusCode != want {
				t.Errorf("%s: %d, want %d", body, response.StatusCode, want)
			}
		}
		out := <-outs[amount]
		if out.CallID != "" || out.Error != nil || strings.Contains(string(out.Payload), "cancelled") != (amount == "5") {
			t.Errorf("%s: %+v", amount, out)
		}
	}
	for ended := 0; ended < 2; {
		e := read()
		if _, ok := e.Data.(preflight.ToolResult); ok {
			ended++
		}
		if r, ok := e.Data.(preflight.MCQResponse); ok && r.ToolCallID != e.CallID {
			t.Errorf("the answer to %q is told as one to %q", e.CallID, r.ToolCallID)
		}
		if asked[e.CallID] == "" {
			t.Errorf("an event of %q, which was not asked about", e.CallID)
		}
	}
}
