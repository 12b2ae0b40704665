package wire

import (
	"cmp"
)

// readResponses reads an event of the Responses API, or a response as a whole. Items are known by their index: there are servers
// that give the same item another id in each event.
func readResponses(a *accumulator, event value) {
	index := max(event.get("output_index").number(), 0)
	switch string(event.get("type").word()) {
	case "error":
		err := event.get("error").failure()
		if err == nil {
			err = event.failure()
		}
		a.fail(err)
	case "response.output_item.added":
		a.responsesItem(index, event.get("item"), false)
	case "response.output_item.done":
		a.responsesItem(index, event.get("item"), true)
	case "response.function_call_arguments.delta", "response.custom_tool_call_input.delta":
		a.grow(a.byIndex[index], event.get("delta"))
	case "response.function_call_arguments.done", "response.custom_tool_call_input.done":
		a.replace(a.byIndex[index], event)
	case "response.output_text.delta":
		a.say(spokenText, event.get("delta"))
	case "response.refusal.delta":
		a.say(spokenRefusal, event.get("delta"))
	case "response.reasoning_text.delta", "response.reasoning_summary_text.delta":
		a.say(spokenThought, event.get("delta"))
	case "response.completed", "response.incomplete", "response.failed", "response.cancelled":
		a.responsesEnd(event.get("response"))
	default:
		if event.get("output").is('[') {
			a.responsesEnd(event)
		}
	}
}

// responsesItem takes an item of the output as far as it is there. What it holds when it is done is all of it.
func (a *accumulator) responsesItem(index int, item value, done bool) {
	kind := item.get("type").text()
	if kind != "function_call" && kind != "custom_tool_call" {
		if kind != "" && !done {
			a.touch(nil)
		}
		return
	}
	id := item.get("call_id").text()
	b := a.byIndex[index]
	if b == nil || id != "" && b.call.ID != "" && id != b.call.ID {
		b = a.begin(index, id, item.get("name").text())
		if kind == "custom_tool_call" {
			b.kind = customCall
		}
	}
	b.call.ID, b.call.Name = cmp.Or(b.call.ID, id), cmp.Or(b.call.Name, item.get("name").text())
	if !done {
		a.grow(b, item.get("arguments"))
		return
	}
	a.replace(b, item)
	if status := item.get("status").text(); status == "incomplete" || status == "in_progress" {
		b.cut = true
	}
	a.seal(b)
}

// replace takes the arguments as a whole, in place of the pieces of them.
func (a *accumulator) replace(b *building, whole value) {
	for _, key := range []string{"arguments", "input"} {
		if text := whole.get(key); len(text) > len(`""`) && b != nil && b.state != given {
			b.args, b.shape = b.args[:0], shape{}
			a.grow(b, text)
		}
	}
}

// responsesEnd takes the response with which a stream ends. Its output holds what there were no events of.
func (a *accumulator) responsesEnd(response value) {
	if err := response.get("error").failure(); err != nil {
		a.fail(err)
	}
	index, said := 0, len(a.out.texts[spokenText])+len(a.out.texts[spokenRefusal]) > 0
	for item := range response.get("output").items() {
		if id := item.get("call_id").text(); a.byIndex[index] == nil && a.byID[id] == nil {
			a.responsesItem(index, item, true)
		}
		for part := range item.get("content").items() {
			if part.get("type").isText("output_text") && !said {
				a.say(spokenText, part.get("text"))
			} else if !said {
				a.say(spokenRefusal, part.get("refusal"))
			}
		}
		index++
	}
	reason := response.get("incomplete_details", "reason").text()
	a.finish(cmp.Or(reason, response.get("status").text(), "completed"))
}
