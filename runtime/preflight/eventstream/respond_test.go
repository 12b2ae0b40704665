package eventstream_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/runtime/preflight/eventstream"
)

func TestRespond(t *testing.T) {
	t.Parallel()
	// The only waiting call is c1 of t1.
	respond := func(_ context.Context, thread string, r preflight.MCQResponse) error {
		switch {
		case thread != "t1" || r.ToolCallID != "c1":
			return preflight.ErrNoQuestion
		case r.Value == "late":
			return fmt.Errorf("call: %w", preflight.ErrAnswered)
		case r.Value == "closed":
			return preflight.ErrClosed
		case r.Value == "wrong":
			return &preflight.WrongPhraseError{Left: 2, Notice: "Please type VOID."}
		case r.Value == "broken":
			return errors.New("the secret reason")
		case r.Value != "confirm" || r.Phrase != "VOID":
			return preflight.ErrInvalidAnswer
		}
		return nil
	}
	server := httptest.NewServer(eventstream.NewResponder(anyone, respond))
	defer server.Close()
	answer := func(data string) string { return `{"type":"mcq_response","data":{` + data + `}}` }
	good := answer(`"tool_call_id":"c1","value":"confirm","phrase":"VOID"`)
	tests := []struct {
		name, method, thread, body string
		header                     [2]string
		want                       int
		says                       string
	}{
		{name: "good", body: good, want: 204},
		{name: "the call outside of the data", body: `{"type":"mcq_response","tool_call_id":"c1","data":{"value":"confirm","phrase":"VOID"}}`, want: 204},
		{name: "content type with a parameter", body: good, header: [2]string{"Content-Type", "application/json; charset=utf-8"}, want: 204},
		{name: "own page", body: good, header: [2]string{"Sec-Fetch-Site", "same-origin"}, want: 204},
		{name: "another thread", thread: "t2", body: good, want: 404},
		{name: "another call", body: answer(`"tool_call_id":"c2","value":"confirm"`), want: 404},
		{name: "answered", body: answer(`"tool_call_id":"c1","value":"late"`), want: 409},
		{name: "wrong phrase", body: answer(`"tool_call_id":"c1","value":"confirm","phrase":"void"`), want: 422},
		{name: "wrong phrase of the gate", body: answer(`"tool_call_id":"c1","value":"wrong"`), want: 422, says: "Please type VOID."},
		{name: "closed", body: answer(`"tool_call_id":"c1","value":"closed"`), want: 503},
		{name: "fault of the server", body: answer(`"tool_call_id":"c1","value":"broken"`), want: 500},
		{name: "no thread", thread: "-", body: good, want: 403},
		{name: "two calls", body: `{"type":"mcq_response","tool_call_id":"c2","data":{"tool_call_id":"c1","value":"confirm","phrase":"VOID"}}`, want: 400},
		{name: "no call", body: answer(`"value":"confirm"`), want: 400},
		{name: "another event", body: `{"type":"tool_retry","data":{}}`, want: 400},
		{name: "unknown event", body: `{"type":"shutdown","data":{}}`, want: 400},
		{name: "not an object", body: `[]`, want: 400},
		{name: "empty", body: ``, want: 400},
		{name: "something behind it", body: good + good, want: 400},
		{name: "long", body: answer(`"tool_call_id":"c1","phrase":"` + strings.Repeat("x", 20_000) + `"`), want: 413},
		{name: "form", body: good, header: [2]string{"Content-Type", "text/plain"}, want: 415},
		{name: "GET", method: "GET", want: 405},
		{name: "page of another site", body: good, header: [2]string{"Sec-Fetch-Site", "cross-site"}, want: 403},
		{name: "page of another origin", body: good, header: [2]string{"Origin", "https://evil.example"}, want: 403},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.method == "" {
				tt.method = http.MethodPost
			}
			thread := map[string]string{"": "t1", "t2": "t2", "-": ""}[tt.thread]
			request, err := http.NewRequestWithContext(t.Context(), tt.method, server.URL+"/?thread="+thread, strings.NewReader(tt.body))
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("Content-Type", "application/json")
			if tt.header[0] != "" {
				request.Header.Set(tt.header[0], tt.header[1])
			}
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			var body strings.Builder
			_ = response.Write(&body)
			if response.StatusCode != tt.want || strings.Contains(body.String(), "secret") || !strings.Contains(body.String(), tt.says) {
				t.Errorf("got %d, want %d\n%s", response.StatusCode, tt.want, &body)
			}
		})
	}
}
