package agent

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/example/books/booktools"
	_ "github.com/toolgen/toolgen/internal/update" // declares -update
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire"
)

// TestProviders sends a conversation to a fake provider.
func TestProviders(t *testing.T) {
	tools := booktools.Tools.Only("create_payment")
	broken := runtime.ToolCall{ID: "call_1", Name: "create_payment", Arguments: `{"Amount": 12`}
	conversation := []Message{
		{Person: "Record it."},
		{Model: &Reply{Calls: []runtime.ToolCall{broken}}},
		{Answers: []wire.Answer{{Call: broken, Output: tools.Call(t.Context(), broken)}}},
		{System: "A call is settled."},
	}
	want := Reply{Text: "One moment.", Calls: []runtime.ToolCall{{ID: "call_2", Name: "create_payment", Arguments: `{"Amount":12}`}}}
	for _, tt := range []struct {
		name, path string
		events     []string
		model      Model
		roles      string
		tool       func(request map[string]any) any
		schema     string
	}{
		{
			"openai", "/chat/completions",
			[]string{
				`{"choices":[{"index":0,"delta":{"role":"assistant","content":"One "}}]}`, `{"choices":[{"index":0,"delta":{"content":"moment."}}]}`,
				`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_2","type":"function","function":{"name":"create_payment","arguments":""}}]}}]}`,
				`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"Amount\":"}}]}}]}`,
				`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"12,\"Memo\":null}"}}]}}]}`,
				`{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`, `[DONE]`,
			},
			OpenAI{Name: "m", Tools: tools}, "system user assistant tool system",
			func(r map[string]any) any { return r["tools"].([]any)[0].(map[string]any)["function"] }, "parameters",
		},
		{
			"anthropic", "/v1/messages",
			[]string{
				`{"type":"message_start","message":{"id":"1","type":"message","role":"assistant","model":"m","content":[],"usage":{"input_tokens":1,"output_tokens":1}}}`,
				`{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`,
				`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"One "}}`, `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"moment."}}`,
				`{"type":"content_block_stop","index":0}`,
				`{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"call_2","name":"create_payment","input":{}}}`,
				`{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"Amount\":12}"}}`,
				`{"type":"content_block_stop","index":1}`,
				`{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":1}}`, `{"type":"message_stop"}`,
			},
			Anthropic{Name: "m", Tools: tools}, "user assistant user user",
			func(r map[string]any) any { return r["tools"].([]any)[0] }, "input_schema",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var request map[string]any
			var text string
			status, requests := http.StatusOK, 0
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				requests++
				body, _ := io.ReadAll(r.Body)
				text = string(body)
				if err := json.Unmarshal(body, &request); err != nil || r.URL.Path != tt.path {
					t.Errorf("%s: %v", r.URL, err)
				}
				w.Header().Set("Content-Type", "text/event-stream")
				w.Header().Set("Retry-After-Ms", "1")
				w.WriteHeader(status)
				for _, event := range tt.events {
					var named struct{ Type string }
					_ = json.Unmarshal([]byte(event), &named) // only one provider names its events
					_, _ = io.WriteString(w, "event: "+named.Type+"\ndata: "+event+"\n\n")
				}
			}))
			defer server.Close()
			t.Setenv("OPENAI_API_KEY", "k")
			t.Setenv("OPENAI_BASE_URL", server.URL)
			t.Setenv("ANTHROPIC_API_KEY", "k")
			t.Setenv("ANTHROPIC_BASE_URL", server.URL)
			shown := ""
			show := func(text string) { shown += text + "|" }
			got, err := tt.model.Next(t.Context(), conversation, show)
			if err != nil {
				t.Fatal(err)
			}
			for i := range got.Calls {
				got.Calls[i].StopReason = "" // differs by provider
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if shown != "One |moment.|" {
				t.Errorf("shown is %q", shown)
			}
			var roles []string
			for _, m := range request["messages"].([]any) {
				roles = append(roles, m.(map[string]any)["role"].(string))
			}
			if got := strings.Join(roles, " "); got != tt.roles {
				t.Errorf("the roles are %s, not %s", got, tt.roles)
			}
			tool, _ := tt.tool(request).(map[string]any)
			if tool["name"] != "create_payment" || tool["description"] == "" || tool[tt.schema].(map[string]any)["type"] != "object" || tool["strict"] != true {
				t.Errorf("the tool is %v", tool)
			}
			// Broken arguments are not replayed, and the call is answered once.
			if strings.Count(text, `"call_1"`) != 2 || !strings.Contains(text, "A call is settled.") {
				t.Errorf("the request is %s", text)
			}
			status = http.StatusInternalServerError
			requests = 0
			if _, err := tt.model.Next(t.Context(), conversation, show); err == nil || requests != 1+maxRetries {
				t.Errorf("%v after %d requests", err, requests)
			}
		})
	}
}

// A model that cannot call tools natively writes a block.
func TestCallsInText(t *testing.T) {
	text := "I look that up.\n```json\n{\"tool\": \"create_payment\", \"Amount\": 12, \"AccountId\": \"ACC-090\"}\n```\nThen I go on.\n```go\nx := 1\n```\n"
	reply, err := fromText(t.Context(), booktools.Tools, text)
	if err != nil || len(reply.Calls) != 1 {
		t.Fatalf("%+v, %v", reply, err)
	}
	call := reply.Calls[0]
	if call.Name != "create_payment" || call.Arguments != `{"AccountId":"ACC-090","Amount":12}` || call.ID == "" {
		t.Errorf("the call is %+v", call)
	}
	if want := "I look that up.\n\nThen I go on.\n```go\nx := 1\n```\n"; reply.Text != want {
		t.Errorf("the text is %q", reply.Text)
	}
	// A truncated block is still a call, which the gate rejects.
	reply, err = fromText(t.Context(), booktools.Tools, "```json\n{\"tool\": \"create_payment\", \"Amount\": 12")
	if err != nil || len(reply.Calls) != 1 || booktools.Tools.Call(t.Context(), reply.Calls[0]).Error == nil {
		t.Errorf("%+v, %v", reply, err)
	}
}
