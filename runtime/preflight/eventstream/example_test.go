package eventstream_test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/runtime/preflight/eventstream"
)

// A page follows a conversation in which the model makes an invalid call.
func Example() {
	hub := eventstream.NewHub(eventstream.Limits{})
	gate, err := preflight.New(payTools(1), preflight.WithSink(hub))
	if err != nil {
		panic(err)
	}

	// A real program checks its session here.
	authorize := func(r *http.Request) (string, error) {
		if r.Header.Get("Authorization") != "Bearer ada" {
			return "", eventstream.ErrUnauthenticated
		}
		return r.PathValue("thread"), nil
	}
	mux := http.NewServeMux()
	mux.Handle("GET /threads/{thread}/events", eventstream.NewHandler(hub, authorize))
	mux.Handle("POST /threads/{thread}/events", eventstream.NewResponder(authorize, gate.RespondIn))
	server := httptest.NewServer(mux)
	server.Config.RegisterOnShutdown(hub.Close)
	defer server.Close()
	defer hub.Close()

	gate.Call(context.Background(), preflight.Turn{Thread: "ada-1", Query: "Pay nothing."},
		runtime.ToolCall{ID: "c1", Name: "create_payment", Arguments: `{"Amount": 0}`})
	_ = gate.Close() // delivers the last events

	request, _ := http.NewRequest(http.MethodGet, server.URL+"/threads/ada-1/events", nil)
	request.Header.Set("Authorization", "Bearer ada")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	reader := bufio.NewReader(response.Body)
	for {
		m, err := readMessage(reader, nil)
		if err != nil {
			panic(err)
		}
		var event preflight.Event
		if err := event.UnmarshalJSON([]byte(m.data)); err != nil {
			panic(err)
		}
		switch data := event.Data.(type) {
		case preflight.WriteValidation:
			fmt.Println(data.Status, data.MissingFields)
		case preflight.ToolRetry:
			fmt.Println("attempt", data.Attempt, "to come")
		case preflight.ToolResult:
			fmt.Println("success:", data.Success)
			return
		}
	}
	// Output:
	// blocked [Amount]
	// attempt 2 to come
	// success: false
}
