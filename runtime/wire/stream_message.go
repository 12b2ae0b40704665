package wire

// readCohere reads an event of Cohere's Chat, version 2, or a response as a whole.
func readCohere(a *accumulator, event value) {
	index := max(event.get("index").number(), 0)
	delta := event.get("delta")
	message := delta.get("message")
	call := message.get("tool_calls")
	for first := range call.items() {
		call = first
	}
	switch string(event.get("type").word()) {
	case "tool-plan-delta":
		a.say(spokenThought, message.get("tool_plan"))
	case "content-start", "content-delta":
		a.say(spokenText, message.get("content", "text"))
		a.say(spokenThought, message.get("content", "thinking"))
	case "tool-call-start":
		b := a.begin(index, call.get("id").text(), call.get("function", "name").text())
		a.grow(b, call.get("function", "arguments"))
	case "tool-call-delta":
		a.grow(a.byIndex[index], call.get("function", "arguments"))
	case "tool-call-end":
		a.seal(a.byIndex[index])
	case "message-end":
		if err := delta.get("error").failure(); err != nil {
			a.fail(err)
		}
		a.finish(delta.get("finish_reason").text())
		a.closed = true
	case "":
		if err := event.get("error").failure(); err != nil {
			a.fail(err)
		}
		message = event.get("message")
		a.say(spokenThought, message.get("tool_plan"))
		for part := range message.get("content").items() {
			a.say(spokenText, part.get("text"))
		}
		a.wholeCalls(message)
		a.finish(event.get("finish_reason").text())
		a.closed = a.closed || message != nil
	}
}

// readOllama reads an object of Ollama's /api/chat. A response that is not streamed is the only one, and all calls are whole.
func readOllama(a *accumulator, object value) {
	if err := object.get("error").failure(); err != nil {
		a.fail(err)
	}
	message := object.get("message")
	a.say(spokenThought, message.get("thinking"))
	a.say(spokenText, message.get("content"))
	for _, b := range a.wholeCalls(message) {
		b.form = asEnded // Ollama takes a call out of the model's text once it reads as JSON, and not before
		a.give(b)
	}
	if string(object.get("done")) == "true" {
		a.finish(object.get("done_reason").text())
		a.done()
	}
}

// wholeCalls takes the calls of a message.
func (a *accumulator) wholeCalls(message value) (calls []*building) {
	for call := range message.get("tool_calls").items() {
		if b := a.whole(-1, call, ""); b != nil {
			calls = append(calls, b)
		}
	}
	return calls
}
