package wire

// readCohere reads an event of Cohere Chat v2, or an unstreamed response.
func readCohere(a *accumulator, event value) {
	index := max(event.Get("index").Number(), 0)
	delta := event.Get("delta")
	message := delta.Get("message")
	call := message.Get("tool_calls")
	for first := range call.Items() {
		call = first
	}
	switch string(event.Get("type").RawText()) {
	case "tool-plan-delta":
		a.appendContent(contentReasoning, message.Get("tool_plan"))
	case "content-start", "content-delta":
		a.delta(index, nil, message.Get("content", "text"), message.Get("content", "thinking"))
	case "tool-call-start":
		b := a.startCall(index, call.Get("id").Text(), call.Get("function", "name").Text())
		a.appendArgs(b, call.Get("function", "arguments"))
	case "tool-call-delta":
		a.delta(index, call.Get("function", "arguments"), nil, nil)
	case "tool-call-end":
		a.endCall(a.byIndex[index])
	case "message-end":
		a.fail(providerError(delta.Get("error")))
		a.setStopReason(delta.Get("finish_reason").Text())
		a.closed = true
	case "":
		a.cohereMessage(event.Get("message"))
		a.setStopReason(event.Get("finish_reason").Text())
		a.closed = a.closed || event.Get("message") != nil
	}
}

// cohereMessage reads an unstreamed message.
func (a *accumulator) cohereMessage(message value) {
	a.appendContent(contentReasoning, message.Get("tool_plan"))
	for part := range message.Get("content").Items() {
		a.appendContent(contentText, part.Get("text"))
	}
	for call := range message.Get("tool_calls").Items() {
		a.addCall(-1, call, "")
	}
}

// readOllama reads an object of Ollama's /api/chat; an unstreamed response has only one. Calls are
// never split.
func readOllama(a *accumulator, object value) {
	message := object.Get("message")
	a.appendContent(contentReasoning, message.Get("thinking"))
	a.appendContent(contentText, message.Get("content"))
	for call := range message.Get("tool_calls").Items() {
		// Ollama extracts a call from the model's text only when it parses as JSON, so that it is complete.
		if b := a.addCall(-1, call, ""); b != nil && b.state == callEnded && a.err == nil {
			a.emit(b)
		}
	}
	switch string(object.Get("done")) {
	case "true":
		a.setStopReason(object.Get("done_reason").Text())
		a.endAnswer()
	case "false":
		a.closed = false
	}
}
