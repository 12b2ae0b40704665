package wire_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/internal/testtools/booktools"
	"github.com/toolgen/toolgen/runtime/wire"
)

// books is a toolset whose handlers succeed, fail, reject, panic and return malformed results.
func books() *runtime.Toolset {
	return runtime.NewToolset(
		runtime.Handle(booktools.GetContacts, func(context.Context, *booktools.GetContactsArgs) (*booktools.GetContactsResult, error) {
			return &booktools.GetContactsResult{}, nil
		}),
		runtime.Handle(booktools.GetAllInvoices, func(context.Context, *booktools.GetAllInvoicesArgs) (*booktools.GetAllInvoicesResult, error) {
			return nil, errors.New("the ledger is closed")
		}),
		runtime.Handle(booktools.SendInvoice, func(context.Context, *booktools.SendInvoiceArgs) (*booktools.SendInvoiceResult, error) {
			return nil, runtime.Invalid("InvoiceId", "enum", []string{"inv_1"}, "")
		}),
		runtime.Handle(booktools.DeleteContact, func(context.Context, *booktools.DeleteContactArgs) (*booktools.DeleteContactResult, error) {
			panic("boom")
		}),
		runtime.HandleAny(booktools.VoidInvoice, func(context.Context, runtime.Invocation) (any, error) {
			return json.RawMessage(`[1, 2]`), nil // violates the output schema
		}),
		booktools.CreatePayment, // no handler
	)
}

// tenCalls is one valid call and nine that are invalid in different ways.
func tenCalls() []runtime.ToolCall {
	return []runtime.ToolCall{
		call(0, "get_contacts", `{"Search":"Ada"}`),
		call(1, "get_contacts", `{"Search":`),
		call(2, "get_contacts", `Sure! Here you go.`),
		call(3, "get_contacts", `{"Search":5,"Kind":"PARTNER"}`),
		call(4, "get_contact", `{}`),
		call(5, "get_all_invoices", `{}`),
		call(6, "send_invoice", `{"InvoiceId":"inv_2","Email":"a@example.com"}`),
		call(7, "delete_contact", `{"ContactId":"c1"}`),
		call(8, "void_invoice", `{"InvoiceId":"inv_1","Reason":"duplicate"}`),
		call(9, "create_payment", `[]`),
	}
}

func answer(t *testing.T, calls []runtime.ToolCall) []wire.Answer {
	t.Helper()
	set := books()
	invocations, failures := set.ConvertCalls(calls)
	var outs []runtime.ToolOutput
	for _, f := range failures {
		outs = append(outs, f.Output())
	}
	for _, inv := range invocations {
		outs = append(outs, set.Run(context.Background(), inv))
	}
	answers, err := wire.Pair(calls, outs)
	if err != nil {
		t.Fatal(err)
	}
	return answers
}

func TestEveryCallIsAnsweredOnce(t *testing.T) {
	t.Parallel()
	calls := tenCalls()
	answers := answer(t, calls)
	for _, p := range providers() {
		t.Run(p.name, func(t *testing.T) {
			got := p.read(t, encode(t, p.answers(answers)))
			if len(got) != len(calls) {
				t.Fatalf("%d answers to %d calls", len(got), len(calls))
			}
			for i, g := range got {
				if g.id != calls[i].ID {
					t.Errorf("answer %d is to %q", i, g.id)
				}
				if want := i != 0 && i != 8; g.isError != want {
					t.Errorf("answer %d: error is %t: %s", i, g.isError, g.content)
				}
				if g.isError && !strings.Contains(g.content, "_contact") && i < 5 {
					t.Errorf("answer %d does not name the tool: %s", i, g.content)
				}
			}
			if !strings.Contains(got[3].content, "CUSTOMER") {
				t.Errorf("the hint does not list what is allowed: %s", got[3].content)
			}
			if strings.Contains(got[7].content, "boom") {
				t.Errorf("the panic is shown to the model: %s", got[7].content)
			}
		})
	}
}

// TestReplayedCallsAreObjects checks for each format that any call, garbage included, can be replayed, and that
// valid arguments are unchanged.
func TestReplayedCallsAreObjects(t *testing.T) {
	t.Parallel()
	arguments := map[string]bool{ // whether they are unchanged
		`{}`: true, `{"a": 1.50, "b":"ü","c":[{"d":null}]}`: true, `{"n":9007199254740993,"n2":1e400}`: true, `{"u":"\ud83d\ude00\\ud800"}`: true,
		``: false, `null`: false, `[]`: false, `"{}"`: false, `{"a":`: false, `{"a":1}}`: false, `{a:1}`: false, "\x00\xff": false,
		`{"a":"\ud800"}`: false, "{\"a\":\"\xff\"}": false, "{\"a\":\"\n\"}": false, strings.Repeat("[", 1<<20): false,
		strings.Repeat(`{"a":`, 20000) + "1" + strings.Repeat("}", 20000): false, // exceeds the nesting limit of encoding/json
	}
	for text, kept := range arguments {
		raw := wire.Arguments(call(1, "t", text))
		var v map[string]any
		dec := json.NewDecoder(strings.NewReader(string(raw)))
		dec.UseNumber()
		if err := dec.Decode(&v); err != nil || v == nil {
			t.Errorf("%.50q becomes %.100q: %v", text, raw, err)
		}
		if !utf8.Valid(raw) {
			t.Errorf("%.50q becomes invalid UTF-8", text)
		}
		if (string(raw) == text) != kept {
			t.Errorf("%.50q becomes %.100q", text, raw)
		}
		if !kept && len(raw) > 4096 {
			t.Errorf("%.50q becomes %d bytes", text, len(raw))
		}
		for _, p := range providers() {
			calls, err := p.parse(encode(t, p.calls([]runtime.ToolCall{call(1, "t", text), call(1, "t", "again")})))
			if err != nil || len(calls) != 1 || calls[0].ID != "call_1" || calls[0].Name != "t" {
				t.Errorf("%s: %.50q comes back as %v, %v", p.name, text, calls, err)
				continue
			}
			if kept && !sameJSON(calls[0].Arguments, text) {
				t.Errorf("%s: %.50q comes back as %.100q", p.name, text, calls[0].Arguments)
			}
		}
	}
}

// sameJSON compares JSON up to white space, which encoders strip from embedded JSON.
func sameJSON(a, b string) bool {
	return string(compact(a)) == string(compact(b))
}

func compact(s string) []byte {
	raw, err := json.Marshal(json.RawMessage(s))
	if err != nil {
		return []byte(err.Error())
	}
	return raw
}

func TestNamesThatProvidersTake(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"create_payment", "functions.create payment", "", "7up", "-x", "a.b:c", strings.Repeat("ä\x00", 300), "x\xff"} {
		calls := []runtime.ToolCall{call(1, name, `{}`)}
		chat, responses := wire.OpenAIChatCalls(calls).ToolCalls[0].Function.Name, wire.OpenAIResponsesCalls(calls)[0].Name
		gemini := wire.GeminiCalls(calls).Parts[0].FunctionCall.Name
		answered := wire.GeminiAnswers([]wire.Answer{{Call: calls[0]}}).Parts[0].FunctionResponse.Name
		for _, got := range []string{chat, responses, gemini, wire.AnthropicCalls(calls).Content[0].Name} {
			ok := got != "" && len(got) <= 128 && strings.Trim(got, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:") == ""
			if !ok {
				t.Errorf("%.20q becomes %q", name, got)
			}
			if name == "create_payment" && got != name {
				t.Errorf("a valid name becomes %q", got)
			}
		}
		if len(chat) > 64 || len(gemini) > 64 || gemini != answered || strings.ContainsAny(gemini[:1], "0123456789.:-") {
			t.Errorf("%.20q: %q, %q, answered as %q", name, chat, gemini, answered)
		}
	}
}

func TestIDsOfOursAreLeftOut(t *testing.T) {
	t.Parallel()
	const response = `{"parts":[{"functionCall":{"name":"a","args":{}}},{"functionCall":{"name":"a","args":{},"id":"g1"}}]}`
	calls, err := wire.ParseGemini([]byte(response))
	if err != nil {
		t.Fatal(err)
	}
	var outs []runtime.ToolOutput
	for _, c := range calls {
		outs = append(outs, runtime.ToolOutput{CallID: c.ID, Payload: json.RawMessage(fmt.Sprintf("%q", c.ID))})
	}
	answers, err := wire.Pair(calls, outs)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"role":"user","parts":[{"functionResponse":{"name":"a","response":{"output":"` + calls[0].ID + `"}}},` +
		`{"functionResponse":{"id":"g1","name":"a","response":{"output":"g1"}}}]}`
	if diff := testdiff.Diff(want, string(encode(t, wire.GeminiAnswers(answers)))); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
	const back = `{"role":"model","parts":[{"functionCall":{"name":"a","args":{}}},{"functionCall":{"id":"g1","name":"a","args":{}}}]}`
	if diff := testdiff.Diff(back, string(encode(t, wire.GeminiCalls(calls)))); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
}
