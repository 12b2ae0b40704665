package wire_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testtools/booktools"
	"github.com/toolgen/toolgen/runtime/wire"
)

// sse encodes events as server-sent events.
func sse(events ...string) string {
	return "data: " + strings.Join(events, "\n\ndata: ") + "\n\n"
}

// lines encodes events as JSON lines.
func lines(events ...string) string { return strings.Join(events, "\n") + "\n" }

// chunk is a chunk of Chat Completions.
func chunk(delta, finish string) string {
	if finish != "null" {
		finish = `"` + finish + `"`
	}
	return `{"choices":[{"index":0,"delta":` + delta + `,"finish_reason":` + finish + `}]}`
}

// piece is a chunk with a call delta.
func piece(call string) string { return chunk(`{"tool_calls":[`+call+`]}`, "null") }

// samples are answers in every format with the expected text, calls and error.
func samples() []struct {
	name   string
	format wire.Format
	body   string
	want   string
} {
	const (
		first  = `{"type":"message_start","message":{"id":"m","role":"assistant","content":[]}}`
		begin  = `{"type":"content_block_start","index":%d,"content_block":{"type":"tool_use","id":"%s","name":"f","input":{}}}`
		grow   = `{"type":"content_block_delta","index":%d,"delta":{"type":"input_json_delta","partial_json":"%s"}}`
		stop   = `{"type":"content_block_stop","index":%d}`
		reason = `{"type":"message_delta","delta":{"stop_reason":"%s"}}`
		last   = `{"type":"message_stop"}`
	)
	f := fmt.Sprintf
	part := func(call string) string {
		return `{"candidates":[{"content":{"parts":[{"functionCall":` + call + `}]}}]}`
	}
	ends := func(reason string) string {
		return `{"candidates":[{"content":{"parts":[]},"finishReason":"` + reason + `"}]}`
	}
	return []struct {
		name   string
		format wire.Format
		body   string
		want   string
	}{
		{"anthropic: interleaved", wire.Anthropic, sse(first, `{"type":"ping"}`,
			`{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":""}}`, `{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Hm."}}`, f(stop, 0),
			f(begin, 1, "a"), f(begin, 2, "b"), f(grow, 2, `{\"n\":2}`), f(grow, 1, `{\"n\":`), f(grow, 1, `1}`), f(stop, 2), f(stop, 1), f(reason, "tool_use"), last),
			`(Hm.) a:f{"n":1} b:f{"n":2} tool_use`},
		{"anthropic: no arguments, text after it", wire.Anthropic, sse(first, f(begin, 0, "a"), f(grow, 0, ""), f(stop, 0),
			`{"type":"content_block_start","index":1,"content_block":{"type":"text","text":"So"}}`, `{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"."}}`, f(stop, 1), f(reason, "tool_use"), last), "So. a:f tool_use"},
		{"anthropic: arguments of empty text at the start", wire.Anthropic, sse(first,
			`{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f","input":{"note":""}}}`, f(stop, 0), f(reason, "tool_use"), last), `a:f{"note":""} tool_use`},
		{"anthropic: run by the server", wire.Anthropic, sse(first, `{"type":"content_block_start","index":0,"content_block":{"type":"server_tool_use","id":"s","name":"web_search","input":{}}}`, f(grow, 0, `{\"q\":1}`), f(stop, 0), f(reason, "end_turn"), last), "end_turn"},
		{"anthropic: at the limit", wire.Anthropic, sse(first, f(begin, 0, "a"), f(grow, 0, `{\"n\":1}`), f(stop, 0), f(begin, 1, "b"), f(grow, 1, `{\"n\":`), f(stop, 1), f(reason, "max_tokens"), last), `a:f{"n":1} b:f{"n":… max_tokens`},
		{"anthropic: at the limit, not begun", wire.Anthropic, sse(first, f(begin, 0, "a"), f(stop, 0), f(reason, "max_tokens"), last), `a:f{… max_tokens`},
		{"anthropic: cut", wire.Anthropic, sse(first, f(begin, 0, "a"), f(grow, 0, `{\"n\":1}`), f(stop, 0), f(begin, 1, "b")), `a:f{"n":1} b:f{… cut`},
		{"anthropic: an error", wire.Anthropic, sse(first, f(begin, 0, "a"), f(grow, 0, `{\"n\":1}`), `{"type":"error","error":{"type":"overloaded_error","message":"Busy"}}`), `a:f{"n":1… the provider answered with an error ("overloaded_error"): "Busy"`},
		{"anthropic: an error without a body", wire.Anthropic, sse(first, `{"type":"error","message":"Busy"}`), `the provider answered with an error ("error"): "Busy"`},
		{"anthropic: begun anew", wire.Anthropic, sse(first, f(begin, 0, "a"), f(grow, 0, `{\"n\":`), first, f(begin, 0, "b"), f(grow, 0, `{\"n\":2}`), f(stop, 0), f(reason, "tool_use"), last), `b:f{"n":2} tool_use`},
		{"anthropic: announced", wire.Anthropic, sse(first, f(reason, "tool_use"), last), `tool_use the stop reason "tool_use" announces calls, but the response has none that can be read`},
		{"anthropic: whole", wire.Anthropic, `{"type":"message","content":[{"type":"text","text":"So."},{"type":"tool_use","id":"a","name":"f","input":{"n":1}}],"stop_reason":"tool_use"}`, `So. a:f{"n":1} tool_use`},
		{"anthropic: whole, cut off", wire.Anthropic, `{"type":"message","content":[{"type":"tool_use","id":"a","name":"f","input":{"n":1}}],"stop_reason":"max_tokens"}`, `a:f{"n":1… max_tokens`},

		{"chat: interleaved", wire.OpenAIChat, sse(piece(`{"index":0,"id":"a","function":{"name":"f","arguments":""}}`), piece(`{"index":1,"id":"b","function":{"name":"g","arguments":""}}`),
			piece(`{"index":0,"function":{"arguments":"{\"n\":"}}`), piece(`{"index":1,"function":{"arguments":"{}"}}`), piece(`{"index":0,"function":{"arguments":"1}"}}`), chunk(`{}`, "tool_calls"), `{"choices":[],"usage":{}}`, "[DONE]"), `a:f{"n":1} b:g{} tool_calls`},
		{"chat: no index", wire.OpenAIChat, sse(piece(`{"id":"a","function":{"name":"f","arguments":"{\"n\":"}}`), piece(`{"function":{"arguments":"1}"}}`), piece(`{"id":"b","function":{"name":"f","arguments":"{}"}}`), chunk(`{}`, "tool_calls")), `a:f{"n":1} b:f{} tool_calls`},
		{"chat: no ids", wire.OpenAIChat, sse(piece(`{"index":0,"function":{"name":"f","arguments":"{\"n\":1}"}}`), piece(`{"index":0,"function":{"name":"f","arguments":"{\"n\":2}"}}`), chunk(`{}`, "stop")), `?:f{"n":1} ?:f{"n":2} stop`},
		{"chat: one index", wire.OpenAIChat, sse(piece(`{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}},{"index":0,"id":"b","function":{"name":"f","arguments":"{}"}}`), chunk(`{}`, "tool_calls")), `a:f{} b:f{} tool_calls`},
		{"chat: an index below zero", wire.OpenAIChat, sse(chunk(`{"tool_calls":[{"index":-1,"id":"a","function":{"name":"f","arguments":"{}"}}]}`, "tool_calls"), "[DONE]"), `a:f{} tool_calls`},
		{"chat: neither index nor ids", wire.OpenAIChat, sse(chunk(`{"tool_calls":[{"function":{"name":"f","arguments":"{}"}},{"function":{"name":"f","arguments":"{}"}},{"function":{"name":"g","arguments":"{}"}}]}`, "null"), piece(`{"function":{"name":"h","arguments":"{}"}}`), chunk(`{}`, "tool_calls")), `?:f{} ?:f{} ?:g{} ?:h{} tool_calls`},
		{"chat: ids in place of indexes", wire.OpenAIChat, sse(piece(`{"id":"a","function":{"name":"f","arguments":"{\"n\":"}}`), piece(`{"id":"b","function":{"name":"f","arguments":"{}"}}`), piece(`{"id":"a","function":{"arguments":"1}"}}`), chunk(`{}`, "tool_calls")), `a:f{"n":1} b:f{} tool_calls`},
		{"chat: indexes as text", wire.OpenAIChat, sse(piece(`{"index":"0","id":"a","function":{"name":"f","arguments":"{"}}`), piece(`{"index":"1","id":"b","function":{"name":"f","arguments":"{"}}`), piece(`{"index":"0","function":{"arguments":"\"n\":1}"}}`), piece(`{"index":"1","function":{"arguments":"}"}}`), chunk(`{}`, "tool_calls")), `a:f{"n":1} b:f{} tool_calls`},
		{"chat: name and id in each chunk", wire.OpenAIChat, sse(piece(`{"index":0,"id":"a","function":{"name":"f","arguments":"{"}}`), piece(`{"index":0,"id":"a","function":{"name":"f","arguments":"}"}}`), chunk(`{}`, "tool_calls")), `a:f{} tool_calls`},
		{"chat: an error as it is", wire.OpenAIChat, sse(chunk(`{"content":"So"}`, "null")) + "{\"error\": {\"message\": \"Busy\"}}\n", `So the provider answered with an error: "Busy"`},
		{"chat: a wrong index", wire.OpenAIChat, sse(piece(`{"index":0,"id":"a","function":{"name":"f","arguments":"{\"n\":"}}`), piece(`{"index":3,"function":{"arguments":"1}"}}`), chunk(`{}`, "tool_calls")), `a:f{"n":1} tool_calls`},
		{"chat: the name in pieces", wire.OpenAIChat, sse(piece(`{"index":0,"id":"a","function":{"name":"f_","arguments":""}}`), piece(`{"index":0,"function":{"name":"g"}}`), piece(`{"index":0,"id":"a","function":{"name":"f_g","arguments":"{}"}}`), chunk(`{}`, "tool_calls")), `a:f_g{} tool_calls`},
		{"chat: the name after the arguments", wire.OpenAIChat, sse(piece(`{"index":0,"id":"a","function":{"name":"","arguments":"{"}}`), piece(`{"index":0,"function":{"name":"f","arguments":"}"}}`), chunk(`{}`, "tool_calls")), `a:f{} tool_calls`},
		{"chat: arguments as an object", wire.OpenAIChat, sse(piece(`{"index":0,"id":"a","function":{"name":"f","arguments":{"n":1}}}`), chunk(`{}`, "tool_calls")), `a:f{"n":1} tool_calls`},
		{"chat: arguments that are no JSON", wire.OpenAIChat, sse(piece(`{"index":0,"id":"a","function":{"name":"f","arguments":"{n:1}"}}`), chunk(`{}`, "tool_calls")), `a:f{n:1} tool_calls`},
		{"chat: the older form", wire.OpenAIChat, sse(chunk(`{"function_call":{"name":"f","arguments":""}}`, "null"), chunk(`{"function_call":{"arguments":"{}"}}`, "null"), chunk(`{}`, "function_call")), `?:f{} function_call`},
		{"chat: both forms", wire.OpenAIChat, sse(chunk(`{"function_call":{"name":"f","arguments":"{}"},"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]}`, "tool_calls")), `a:f{} tool_calls`},
		{"chat: reasoning and text in parts", wire.OpenAIChat, sse(chunk(`{"reasoning_content":"Hm"}`, "null"), chunk(`{"reasoning":"."}`, "null"), chunk(`{"content":[{"type":"thinking","thinking":[{"type":"text","text":"!"}]},{"type":"text","text":"So"}]}`, "null"), chunk(`{"content":"\u00e9\ud83d\ude00"}`, "stop")), `(Hm.!) Soé😀 stop`},
		{"chat: a refusal", wire.OpenAIChat, sse(chunk(`{"refusal":"No"}`, "null"), chunk(`{"refusal":"."}`, "stop")), `[No.] stop`},
		{"chat: the second choice", wire.OpenAIChat, sse(`{"choices":[{"index":1,"delta":{"content":"Other"}}]}`, chunk(`{"content":"So."}`, "stop")), `So. stop`},
		{"chat: at the limit", wire.OpenAIChat, sse(piece(`{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}`), piece(`{"index":1,"id":"b","function":{"name":"f","arguments":""}}`), chunk(`{}`, "length")), `a:f{} b:f{… length`},
		{"chat: filtered", wire.OpenAIChat, sse(piece(`{"index":0,"id":"a","function":{"name":"f","arguments":"{\"n"}}`), chunk(`{}`, "content_filter")), `a:f{"n… content_filter`},
		{"chat: cut, though the arguments are whole", wire.OpenAIChat, sse(piece(`{"index":0,"id":"a","function":{"name":"f","arguments":"{\"n\":1}"}}`)), `a:f{"n":1… cut`},
		{"chat: cut in a line", wire.OpenAIChat, sse(piece(`{"index":0,"id":"a","function":{"name":"f","arguments":"{"}}`)) + `data: {"choices":[{"ind`, `a:f{… cut`},
		{"chat: cut, arguments in a text", wire.OpenAIChat, sse(piece(`{"index":0,"id":"a","function":{"name":"f","arguments":"\"{}\""}},{"index":1,"id":"b","function":{"name":"f","arguments":"10"}}`)), `a:f"{}… b:f{… cut`},
		{"chat: no reason", wire.OpenAIChat, sse(piece(`{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}`), "[DONE]"), `a:f{}`},
		{"chat: an error event", wire.OpenAIChat, sse(chunk(`{"content":"So"}`, "null")) + "event: error\ndata: {\"message\":\"Busy\",\"code\":503}\n\n", `So the provider answered with an error ("503"): "Busy"`},
		{"chat: an error in words", wire.OpenAIChat, "event: error\r\ndata: Busy\r\n\r\n", `the provider answered with an error: "Busy"`},
		{"chat: a call without a name", wire.OpenAIChat, sse(piece(`{"index":0,"id":"a","function":{"arguments":"{}"}}`), chunk(`{}`, "tool_calls")), `tool_calls an OpenAI Chat Completions response contains a call without a name`},
		{"chat: more than the call", wire.OpenAIChat, sse(piece(`{"index":0,"id":"a","function":{"name":"f","arguments":"{\"n\":1}"}}`), piece(`{"index":1,"id":"b","function":{"name":"f","arguments":"{}"}}`), piece(`{"index":0,"function":{"arguments":"}"}}`), chunk(`{}`, "tool_calls")), `a:f{"n":1} b:f{… tool_calls an OpenAI Chat Completions response continues a call of "f" that has ended`},
		{"chat: whole", wire.OpenAIChat, `{"choices":[{"index":0,"message":{"content":"So.","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}`, `So. a:f{} tool_calls`},
		{"chat: a custom tool", wire.OpenAIChat, sse(piece(`{"index":0,"id":"a","type":"custom","custom":{"name":"f","input":"x"}}`), chunk(`{}`, "tool_calls")), `a:f<x> tool_calls`},
		{"chat: frames", wire.OpenAIChat, "\xef\xbb\xbf: hello\r\rid: 1\rdata:" + chunk(`{"content":"So."}`, "stop") + "\r\rdata:[DONE]", `So. stop`},
		{"chat: data in lines", wire.OpenAIChat, "data: {\"choices\":\ndata: [{\"index\":0,\"delta\":{\"content\":\"So.\"},\ndata: \"finish_reason\":\"stop\"}]}\n\n", `So. stop`},
		{"chat: no blank lines", wire.OpenAIChat, "data: " + chunk(`{"content":"So"}`, "null") + "\ndata: " + chunk(`{"content":"."}`, "stop") + "\n", `So. stop`},
		{"chat: not whole", wire.OpenAIChat, "data: {\"choices\":\n\n" + sse(chunk(`{}`, "stop")), `incomplete event in the stream: "{\"choices\":\n"`},
		{"chat: garbage after the answer", wire.OpenAIChat, "data: " + chunk(`{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]}`, "tool_calls") + "000", `a:f{} tool_calls not a stream event: "000"`},
		{"chat: not JSON", wire.OpenAIChat, "data: So.\n\n", `not a stream event: "So."`},
		{"chat: a page", wire.OpenAIChat, "<html>", `the body contains no events and starts with "<html>": unexpected EOF`},
		{"chat: nothing", wire.OpenAIChat, "", "cut"},

		{"responses: deltas", wire.OpenAIResponses, sse(`{"type":"response.created","response":{"status":"in_progress","output":[]}}`, `{"type":"response.output_text.delta","output_index":0,"delta":"So."}`,
			`{"type":"response.output_item.added","output_index":1,"item":{"type":"function_call","id":"i","call_id":"a","name":"f","arguments":""}}`, `{"type":"response.function_call_arguments.delta","output_index":1,"item_id":"other","delta":"{\"n\":1}"}`,
			`{"type":"response.output_item.done","output_index":1,"item":{"type":"function_call","call_id":"a","name":"f","arguments":"{\"n\":1}","status":"completed"}}`,
			`{"type":"response.completed","response":{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"So."}]},{"type":"function_call","call_id":"a","name":"f","arguments":"{\"n\":1}"}]}}`), `So. a:f{"n":1} completed`},
		{"responses: a piece is missing", wire.OpenAIResponses, sse(`{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","call_id":"a","name":"f","arguments":""}}`, `{"type":"response.function_call_arguments.delta","output_index":0,"delta":":1}"}`,
			`{"type":"response.function_call_arguments.done","output_index":0,"arguments":"{\"n\":1}"}`, `{"type":"response.completed","response":{"status":"completed"}}`), `a:f{"n":1} completed`},
		{"responses: no index", wire.OpenAIResponses, sse(`{"type":"response.output_item.added","item":{"type":"function_call","call_id":"a","name":"f","arguments":""}}`, `{"type":"response.function_call_arguments.delta","delta":"{}"}`, `{"type":"response.output_item.done","item":{"type":"function_call","call_id":"a","name":"f","arguments":"{}"}}`,
			`{"type":"response.output_item.done","item":{"type":"function_call","call_id":"b","name":"g","arguments":"{}"}}`, `{"type":"response.completed","response":{"status":"completed"}}`), `a:f{} b:g{} completed`},
		{"responses: only at the end", wire.OpenAIResponses, sse(`{"type":"response.completed","response":{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"So."}]},{"type":"function_call","call_id":"a","name":"f","arguments":"{}"}]}}`), `So. a:f{} completed`},
		{"responses: incomplete", wire.OpenAIResponses, sse(`{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","call_id":"a","name":"f","arguments":""}}`, `{"type":"response.function_call_arguments.delta","output_index":0,"delta":"{\"n\""}`,
			`{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","call_id":"a","name":"f","arguments":"{\"n\"","status":"incomplete"}}`, `{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"}}}`), `a:f{"n"… max_output_tokens`},
		{"responses: custom", wire.OpenAIResponses, sse(`{"type":"response.output_item.done","output_index":0,"item":{"type":"custom_tool_call","call_id":"a","name":"f","input":"x y"}}`, `{"type":"response.completed","response":{"status":"completed"}}`), `a:f<x y> completed`},
		{"responses: run by the server", wire.OpenAIResponses, sse(`{"type":"response.output_item.done","output_index":0,"item":{"type":"web_search_call","status":"completed"}}`, `{"type":"response.completed","response":{"status":"completed"}}`), `completed`},
		{"responses: failed", wire.OpenAIResponses, sse(`{"type":"error","code":"server_error","message":"Busy"}`, `{"type":"response.failed","response":{"status":"failed","error":{"code":"x","message":"y"}}}`), `failed the provider answered with an error ("error"): "Busy"`},
		{"responses: whole", wire.OpenAIResponses, `{"object":"response","status":"completed","output":[{"type":"function_call","call_id":"a","name":"f","arguments":"{}","status":"completed"}]}`, `a:f{} completed`},

		{"gemini: calls", wire.Gemini, sse(`{"candidates":[{"content":{"parts":[{"text":"Hm.","thought":true},{"text":"So."}]}}]}`, part(`{"name":"f","args":{"n":1}}`), part(`{"id":"b","name":"g"}`), ends("STOP")), `(Hm.) So. ?:f{"n":1} b:g{} STOP`},
		{"gemini: other keys", wire.Gemini, sse(`{"candidates":[{"content":{"parts":[{"function_call":{"name":"f","args":{"n":1}}}]},"finishReason":"STOP"}]}`), `?:f{"n":1} STOP`},
		{"gemini: in parts", wire.Gemini, sse(part(`{"name":"f","willContinue":true}`), part(`{"partialArgs":[{"jsonPath":"$.a[0].b","stringValue":"x","willContinue":true}],"willContinue":true}`), part(`{"partialArgs":[{"jsonPath":"$.a[0].b","stringValue":"y\""},{"jsonPath":"$['c d']","boolValue":true},{"jsonPath":"$.e","nullValue":"NULL_VALUE"}],"willContinue":true}`), part(`{}`), ends("STOP")), `?:f{"a":[{"b":"xy\""}],"c d":true,"e":null} STOP`},
		{"gemini: in parts, no end", wire.Gemini, sse(part(`{"name":"f","willContinue":true}`), part(`{"partialArgs":[{"jsonPath":"$.a","stringValue":"x","willContinue":true}],"willContinue":true}`), ends("STOP")), `?:f{… STOP`},
		{"gemini: far away", wire.Gemini, sse(part(`{"name":"f","partialArgs":[{"jsonPath":"$.a[1000000000]","numberValue":1}]}`), ends("STOP")), `?:f{… STOP a Gemini response contains an unreadable part of a call of "f": invalid path "[1000000000]"`},
		{"gemini: at the limit", wire.Gemini, sse(part(`{"name":"f","args":{"n":1}}`), part(`{"name":"g","args":{"n":2}}`), ends("MAX_TOKENS")), `?:f{"n":1} ?:g{"n":2… MAX_TOKENS`},
		{"gemini: malformed", wire.Gemini, sse(part(`{"name":"f","args":{"n":1}}`), ends("MALFORMED_FUNCTION_CALL")), `?:f{"n":1… MALFORMED_FUNCTION_CALL the provider rejected the call in the response, and the model stopped early: "MALFORMED_FUNCTION_CALL"`},
		{"gemini: blocked", wire.Gemini, sse(`{"promptFeedback":{"blockReason":"SAFETY"}}`), `SAFETY the response has no calls, and the model stopped early: "SAFETY"`},
		{"gemini: an array", wire.Gemini, "[" + part(`{"name":"f","args":{"n":1}}`) + "\n,\r\n" + ends("STOP") + "]\n", `?:f{"n":1} STOP`},
		{"gemini: an array, cut", wire.Gemini, "[" + part(`{"name":"f","args":{"n":1}}`) + ",", `?:f{"n":1… cut`},
		{"interaction", wire.GeminiInteractions, sse(`{"event_type":"interaction.created","interaction":{"status":"in_progress"}}`, `{"event_type":"step.start","index":0,"step":{"type":"function_call","id":"a","name":"f","arguments":{}}}`, `{"event_type":"step.delta","index":0,"delta":{"type":"arguments_delta","arguments":"{\"n\":1}"}}`, `{"event_type":"step.stop","index":0}`,
			`{"event_type":"step.start","index":1,"step":{"type":"model_output"}}`, `{"event_type":"step.delta","index":1,"delta":{"type":"text","text":"So."}}`, `{"event_type":"interaction.completed","interaction":{"status":"requires_action"}}`), `So. a:f{"n":1} requires_action`},
		{"interaction: whole", wire.GeminiInteractions, `{"object":"interaction","status":"requires_action","steps":[{"type":"function_call","id":"a","name":"f","arguments":{"n":1}}]}`, `a:f{"n":1} requires_action`},

		{"converse", wire.BedrockConverse, lines(`{"messageStart":{"role":"assistant"}}`, `{"contentBlockDelta":{"contentBlockIndex":0,"delta":{"text":"So."}}}`, `{"contentBlockStop":{"contentBlockIndex":0}}`, `{"contentBlockStart":{"contentBlockIndex":1,"start":{"toolUse":{"toolUseId":"a","name":"f"}}}}`,
			`{"contentBlockDelta":{"contentBlockIndex":1,"delta":{"toolUse":{"input":"{\"n\":"}}}}`, `{"contentBlockDelta":{"contentBlockIndex":1,"delta":{"toolUse":{"input":"1}"}}}}`, `{"contentBlockStop":{"contentBlockIndex":1}}`, `{"messageStop":{"stopReason":"tool_use"}}`, `{"metadata":{}}`), `So. a:f{"n":1} tool_use`},
		{"converse: an exception", wire.BedrockConverse, lines(`{"messageStart":{}}`, `{"throttlingException":{"message":"Busy"}}`), `the provider answered with an error ("throttlingException"): "Busy"`},
		{"converse: whole", wire.BedrockConverse, `{"output":{"message":{"role":"assistant","content":[{"text":"So."},{"toolUse":{"toolUseId":"a","name":"f","input":{}}}]}},"stopReason":"tool_use"}`, `So. a:f{} tool_use`},
		{"cohere", wire.Cohere, sse(`{"type":"message-start"}`, `{"type":"tool-plan-delta","delta":{"message":{"tool_plan":"Hm."}}}`, `{"type":"tool-call-start","index":0,"delta":{"message":{"tool_calls":{"id":"a","function":{"name":"f","arguments":""}}}}}`, `{"type":"tool-call-delta","index":0,"delta":{"message":{"tool_calls":{"function":{"arguments":"{}"}}}}}`,
			`{"type":"tool-call-end","index":0}`, `{"type":"message-end","delta":{"finish_reason":"TOOL_CALL"}}`), `(Hm.) a:f{} TOOL_CALL`},
		{"cohere: a list", wire.Cohere, sse(`{"type":"tool-call-start","index":0,"delta":{"message":{"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]}}}`, `{"type":"tool-call-end","index":0}`, `{"type":"message-end","delta":{"finish_reason":"TOOL_CALL"}}`), `a:f{} TOOL_CALL`},
		{"cohere: whole", wire.Cohere, `{"id":"x","message":{"role":"assistant","tool_plan":"Hm.","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]},"finish_reason":"TOOL_CALL"}`, `(Hm.) a:f{} TOOL_CALL`},
		{"ollama", wire.Ollama, lines(`{"message":{"thinking":"Hm.","content":""},"done":false}`, `{"message":{"content":"So.","tool_calls":[{"function":{"name":"f","arguments":{"n":1}}},{"id":"b","function":{"name":"g","arguments":"{\"n\":2}"}}]},"done":false}`, `{"message":{"content":""},"done":true,"done_reason":"stop"}`), `(Hm.) So. ?:f{"n":1} b:g{"n":2} stop`},
		{"ollama: cut", wire.Ollama, lines(`{"message":{"content":"So."},"done":false}`) + `{"message":{"tool_calls":[{"func`, `So. cut`},
		{"ollama: cut after a call", wire.Ollama, lines(`{"message":{"tool_calls":[{"function":{"name":"f","arguments":{}}}]},"done":false}`), `?:f{} cut`},
		{"ollama: at the limit", wire.Ollama, lines(`{"message":{"tool_calls":[{"function":{"name":"f","arguments":{"n":1}}}]},"done":false}`, `{"message":{"content":"So"},"done":true,"done_reason":"length"}`), `So ?:f{"n":1} length`},
		{"anthropic: one index for two blocks", wire.Anthropic, sse(anthropicCall(0, "a"), anthropicInput(0, `{\"n\":1`), anthropicCall(0, "b"), anthropicInput(0, `{\"n\":2}`),
			`{"type":"content_block_stop","index":0}`, `{"type":"message_delta","delta":{"stop_reason":"tool_use"}}`, `{"type":"message_stop"}`), `b:f{"n":2} a:f{"n":1… tool_use`},
		{"anthropic: the beginning is lost", wire.Anthropic, sse(anthropicInput(0, `{\"n\":1}`), `{"type":"content_block_stop","index":0}`, `{"type":"message_stop"}`),
			`an Anthropic message contains a call without a name`},
		{"anthropic: input of a server tool", wire.Anthropic, sse(`{"type":"content_block_start","index":0,"content_block":{"type":"server_tool_use","id":"s","name":"g"}}`,
			anthropicInput(0, `{\"n\":1}`), `{"type":"content_block_stop","index":0}`, `{"type":"message_stop"}`), ``},
		{"responses: a part of a call", wire.OpenAIResponses, sse(`{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","call_id":"a","name":"f","arguments":""}}`,
			`{"type":"response.function_call_arguments.delta","output_index":0,"delta":"{\"n\":1"}`, `{"type":"response.completed","response":{"status":"completed","output":[]}}`),
			`a:f{"n":1… completed`},
		{"responses: only the response has the end", wire.OpenAIResponses, sse(`{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","call_id":"a","name":"f","arguments":""}}`,
			`{"type":"response.function_call_arguments.delta","output_index":0,"delta":"{\"n\":1"}`,
			`{"type":"response.completed","response":{"status":"completed","output":[{"type":"function_call","call_id":"a","name":"f","arguments":"{\"n\":12}"}]}}`), `a:f{"n":12} completed`},
		{"responses: the beginning is lost", wire.OpenAIResponses, sse(`{"type":"response.function_call_arguments.delta","output_index":0,"delta":"{\"n\":1}"}`,
			`{"type":"response.completed","response":{"status":"completed","output":[]}}`), `completed an OpenAI Responses response contains a call without a name`},
		{"chat: calls that are no list", wire.OpenAIChat, sse(chunk(`{"content":"x","tool_calls":{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}}`, "stop")),
			`x stop an OpenAI Chat Completions response contains a call in "tool_calls" that cannot be read`},
		{"chat: characters in two pieces", wire.OpenAIChat, sse(chunk(`{"content":"a\ud83d"}`, "null"), chunk(`{"content":"\ude00\ud83d"}`, "null"), chunk("{\"content\":\"-\xc3\"}", "null"),
			chunk("{\"content\":\"\xa4\"}", "null"), piece(`{"index":0,"id":"a","function":{"name":"f","arguments":"{\"n\":\"\ud83d"}}`),
			piece(`{"index":0,"function":{"arguments":"\ude00\ud83d\"}"}}`), chunk(`{"content":"\ud83d"}`, "tool_calls")), "a😀\uFFFD-ä\uFFFD a:f{\"n\":\"😀\uFFFD\"} tool_calls"},
		{"ollama: an error", wire.Ollama, lines(`{"error":"no such model"}`), `the provider answered with an error: "no such model"`},
	}
}

// anthropicCall is the event that starts a call, anthropicInput a part of its input.
func anthropicCall(index int, id string) string {
	return fmt.Sprintf(`{"type":"content_block_start","index":%d,"content_block":{"type":"tool_use","id":%q,"name":"f","input":{}}}`, index, id)
}

func anthropicInput(index int, part string) string {
	return fmt.Sprintf(`{"type":"content_block_delta","index":%d,"delta":{"type":"input_json_delta","partial_json":"%s"}}`, index, part)
}

// shown formats a turn on one line: text, (reasoning), [refusal], calls, unfinished calls ending in …, custom
// calls, stop reason, error.
func shown(turn wire.Turn, err error) string {
	var words []string
	say := func(format, text string) {
		if text != "" {
			words = append(words, fmt.Sprintf(format, text))
		}
	}
	say("(%s)", turn.Reasoning)
	say("%s", turn.Text)
	say("[%s]", turn.Refusal)
	call := func(c runtime.ToolCall, end string) {
		if strings.HasPrefix(c.ID, generatedIDPrefix) || c.ID == "" {
			c.ID = "?"
		}
		words = append(words, c.ID+":"+c.Name+c.Arguments+end)
	}
	for _, c := range turn.Calls {
		call(c, "")
	}
	for _, c := range turn.Unfinished {
		call(c, "…")
	}
	for _, c := range turn.Custom {
		words = append(words, c.ID+":"+c.Name+"<"+c.Input+">")
	}
	say("%s", turn.StopReason)
	switch {
	case err == nil:
	case errors.Is(err, io.ErrUnexpectedEOF) && !strings.Contains(err.Error(), "starts with"):
		say("%s", "cut")
	default:
		say("%s", strings.TrimPrefix(err.Error(), "wire: "))
	}
	return strings.Join(words, " ")
}

func TestStreams(t *testing.T) {
	t.Parallel()
	for _, tt := range samples() {
		for _, size := range []int{1 << 20, 7, 1} {
			given, text, turn, err := feed(t, tt.format, []byte(tt.body), func() int { return size })
			if got := shown(turn, err); got != tt.want {
				t.Errorf("%s, in pieces of %d:\ngot  %s\nwant %s", tt.name, size, got, tt.want)
			}
			if text != turn.Text || len(given) != len(turn.Calls) {
				t.Errorf("%s: what was given is not what there is: %q, %d calls", tt.name, text, len(given))
			}
		}
		checkCuts(t, tt.format, []byte(tt.body))
	}
}

// TestCallsComeEarly checks that a call is returned as soon as it is complete, not at the end of the answer.
func TestCallsComeEarly(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		format wire.Format
		events []string // the call is complete after the last of them
	}{
		"anthropic": {wire.Anthropic, []string{`{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f","input":{}}}`, `{"type":"content_block_delta","index":0,"delta":{"partial_json":"{\"n\":1}"}}`, `{"type":"content_block_stop","index":0}`}},
		"chat":      {wire.OpenAIChat, []string{piece(`{"index":0,"id":"a","function":{"name":"f","arguments":"{\"n\":1}"}}`), piece(`{"index":1,"id":"b","function":{"name":"f","arguments":""}}`)}},
		"responses": {wire.OpenAIResponses, []string{`{"type":"response.output_item.done","output_index":0,"item":{"type":"function_call","call_id":"a","name":"f","arguments":"{\"n\":1}"}}`}},
		"gemini":    {wire.Gemini, []string{`{"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{"n":1}}}]}}]}`, `{"candidates":[{"content":{"parts":[{"text":"So."}]}}]}`}},
		"ollama":    {wire.Ollama, []string{`{"message":{"tool_calls":[{"function":{"name":"f","arguments":{"n":1}}}]},"done":false}`}},
		"converse":  {wire.BedrockConverse, []string{`{"contentBlockStart":{"start":{"toolUse":{"toolUseId":"a","name":"f"}}}}`, `{"contentBlockDelta":{"delta":{"toolUse":{"input":"{\"n\":1}"}}}}`, `{"contentBlockStop":{}}`}},
	} {
		s := wire.NewStream(tt.format)
		for i, event := range tt.events {
			if err := s.Feed([]byte(event)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			calls := 0
			for d, ok := s.Next(); ok; d, ok = s.Next() {
				if d.Call != nil && d.Call.Arguments == `{"n":1}` {
					calls++
				}
			}
			if last := i == len(tt.events)-1; (calls == 1) != last {
				t.Errorf("%s: %d calls after event %d of %d", name, calls, i+1, len(tt.events))
			}
		}
	}
}

// TestUnfinishedCallsDoNotRun passes truncated calls to a toolset whose tool has no required arguments.
func TestUnfinishedCallsDoNotRun(t *testing.T) {
	t.Parallel()
	set := runtime.NewToolset(runtime.Handle(booktools.GetContacts, func(context.Context, *booktools.GetContactsArgs) (*booktools.GetContactsResult, error) {
		t.Error("a call that was cut off ran")
		return &booktools.GetContactsResult{}, nil
	}))
	for _, arguments := range []string{"", `{`, `{}`, `{\"Search\":\"a`, `{\"Search\":\"a\"}`} {
		for _, end := range []string{"length", "content_filter", "null"} {
			if strings.HasSuffix(arguments, `\"}`) && end != "null" {
				continue // complete despite the stop reason
			}
			s := wire.NewStream(wire.OpenAIChat)
			fmt.Fprint(s, sse(piece(`{"index":0,"id":"a","function":{"name":"get_contacts","arguments":"`+arguments+`"}}`), chunk("{}", end)))
			turn, err := s.Close()
			if (err != nil) != (end == "null") || len(turn.Calls) != 0 || len(turn.Unfinished) != 1 {
				t.Errorf("%s, %s: %+v, %v", arguments, end, turn, err)
				continue
			}
			if out := set.Call(t.Context(), turn.Unfinished[0]); out.RetryHint == nil || out.RetryHint.Reason != runtime.Truncated {
				t.Errorf("%s, %s: %+v", arguments, end, out)
			}
		}
	}
}

// TestDeltas reads bodies from all kinds of readers.
func TestDeltas(t *testing.T) {
	t.Parallel()
	body := sse(chunk(`{"content":"So"}`, "null"), chunk(`{"content":"."}`, "null"), piece(`{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}`), chunk(`{}`, "tool_calls"))
	for name, r := range map[string]io.Reader{
		"whole": strings.NewReader(body), "bytes": iotest.OneByteReader(strings.NewReader(body)), "with the end": iotest.DataErrReader(strings.NewReader(body)),
	} {
		s := wire.NewStream(wire.OpenAIChat)
		got := ""
		for d := range s.Deltas(r) {
			if got += d.Text; d.Call != nil {
				got += " " + d.Call.Name
			}
		}
		if turn, err := s.Close(); err != nil || got != "So. f" || turn.Text != "So." {
			t.Errorf("%s: %q, %+v, %v", name, got, turn, err)
		}
	}
	s := wire.NewStream(wire.OpenAIChat)
	for d := range s.Deltas(io.MultiReader(strings.NewReader(body[:80]), iotest.ErrReader(iotest.ErrTimeout))) {
		t.Logf("%+v", d)
	}
	if _, err := s.Close(); !errors.Is(err, iotest.ErrTimeout) {
		t.Errorf("an error of the reader is given as %v", err)
	}
	if _, err := s.Write([]byte("data: {}\n\n")); err == nil {
		t.Error("a closed stream takes more")
	}
}

// FuzzStream checks that chunking never changes the result, that truncated calls never run, and that no call
// appears in a part that the whole does not have.
func FuzzStream(f *testing.F) {
	for _, s := range samples() {
		f.Add(int(s.format), []byte(s.body), uint8(3))
	}
	const delta = `data: {"choices":[{"index":0,"delta":{"function_call":%s,"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]}}]}`
	for _, legacy := range []string{`"f"`, `{"arguments":"{}"}`, `[]`} {
		f.Add(int(wire.OpenAIChat), []byte(fmt.Sprintf(delta, legacy)), uint8(3))
	}
	f.Fuzz(func(t *testing.T, format int, body []byte, size uint8) {
		of := wire.Format(uint(format) % 8)
		if len(body) > 1<<14 {
			return
		}
		_, _, whole, wholeErr := feed(t, of, body, func() int { return len(body) })
		_, _, parts, partsErr := feed(t, of, body, func() int { return int(size)%32 + 1 })
		if a, b := shown(whole, wholeErr), shown(parts, partsErr); a != b {
			t.Errorf("in pieces %q, in one %q", b, a)
		}
		if len(body) < 1<<12 {
			checkCuts(t, of, body)
		}
	})
}
