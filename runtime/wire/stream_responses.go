package wire

import "cmp"

// readResponses reads an event of the Responses API, or an unstreamed response. Items are identified by index,
// because some servers change an item's id from event to event.
func readResponses(a *accumulator, event value) {
	index := max(event.Get("output_index").Number(), 0)
	switch string(event.Get("type").RawText()) {
	case "error":
		a.fail(providerError(event))
	case "response.output_item.added":
		a.responsesItem(index, event.Get("item"), false)
	case "response.output_item.done":
		a.responsesItem(index, event.Get("item"), true)
	case "response.function_call_arguments.delta", "response.custom_tool_call_input.delta":
		a.delta(index, event.Get("delta"), nil, nil)
	case "response.function_call_arguments.done", "response.custom_tool_call_input.done":
		a.replaceArgs(a.byIndex[index], event)
	case "response.output_text.delta":
		a.appendContent(contentText, event.Get("delta"))
	case "response.refusal.delta":
		a.appendContent(contentRefusal, event.Get("delta"))
	case "response.reasoning_text.delta", "response.reasoning_summary_text.delta":
		a.appendContent(contentReasoning, event.Get("delta"))
	case "response.completed", "response.incomplete", "response.failed", "response.cancelled":
		a.responsesEnd(event.Get("response"))
		a.closed = true
	default:
		if event.Get("output").Is('[') {
			a.responsesEnd(event)
		}
	}
}

// responsesItem reads an output item. If done, it holds the complete item.
func (a *accumulator) responsesItem(index int, item value, done bool) {
	kind := item.Get("type").Text()
	if kind != "function_call" && kind != "custom_tool_call" {
		if kind != "" {
			a.setTail(nil)
		}
		return
	}
	id, status := item.Get("call_id").Text(), item.Get("status").Text()
	b := a.byIndex[index]
	if done && b == nil && kind == "function_call" {
		if b = a.addCall(index, item, ""); b != nil {
			b.cut = status == "incomplete" || status == "in_progress"
		}
		return
	}
	if b == nil || id != "" && b.call.ID != "" && id != b.call.ID {
		b = a.startCall(index, id, item.Get("name").Text())
	}
	if kind == "custom_tool_call" {
		b.kind = customCall
	}
	b.call.ID, b.call.Name = cmp.Or(b.call.ID, id), cmp.Or(b.call.Name, item.Get("name").Text())
	if !done {
		a.appendArgs(b, item.Get("arguments"))
		return
	}
	a.replaceArgs(b, item)
	b.cut = b.cut || status == "incomplete" || status == "in_progress"
	a.endCall(b)
}

// replaceArgs replaces the deltas of the arguments by their final value.
func (a *accumulator) replaceArgs(b *pendingCall, whole value) {
	for _, key := range []string{"arguments", "input"} {
		if text := whole.Get(key); len(text) > len(`""`) && b != nil && b.state != callEmitted {
			b.args, b.scan = b.args[:0], argsScan{}
			a.appendArgs(b, text)
		}
	}
}

// responsesEnd reads the response at the end of the stream. Its output may contain items that had no events.
func (a *accumulator) responsesEnd(response value) {
	a.fail(providerError(response.Get("error")))
	a.responsesOutput(response.Get("output"))
	reason := response.Get("incomplete_details", "reason").Text()
	a.setStopReason(cmp.Or(reason, response.Get("status").Text()))
}

// responsesOutput reads the items of a response. Those that were complete before are skipped.
func (a *accumulator) responsesOutput(output value) {
	index, said := 0, len(a.out.texts[contentText])+len(a.out.texts[contentRefusal]) > 0
	for item := range output.Items() {
		b := a.byID[item.Get("call_id").Text()]
		if b == nil && a.byIndex[index] == nil || b != nil && b == a.byIndex[index] && b.state == callOpen {
			a.responsesItem(index, item, true)
		}
		for part := range item.Get("content").Items() {
			if part.Get("type").IsText("output_text") && !said {
				a.appendContent(contentText, part.Get("text"))
			} else if !said {
				a.appendContent(contentRefusal, part.Get("refusal"))
			}
		}
		index++
	}
}
