package wire

// readCohere reads an event of Cohere Chat v2, or an unstreamed response.
func readCohere(a *accumulator, event value) {
	index := max(event.get("index").number(), 0)
	delta := event.get("delta")
	message := delta.get("message")
	call := message.get("tool_calls")
	for first := range call.items() {
		call = first
	}
	switch string(event.get("type").rawText()) {
	case "tool-plan-delta":
		a.appendContent(contentReasoning, message.get("tool_plan"))
	case "content-start", "content-delta":
		a.appendContent(contentText, message.get("content", "text"))
		a.appendContent(contentReasoning, message.get("content", "thinking"))
	case "tool-call-start":
		b := a.startCall(index, call.get("id").text(), call.get("function", "name").text())
		a.appendArgs(b, call.get("function", "arguments"))
	case "tool-call-delta":
		a.appendArgs(a.byIndex[index], call.get("function", "arguments"))
	case "tool-call-end":
		a.endCall(a.byIndex[index])
	case "message-end":
		a.fail(delta.get("error").providerError())
		a.setStopReason(delta.get("finish_reason").text())
		a.closed = true
	case "":
		a.cohereMessage(event.get("message"))
		a.setStopReason(event.get("finish_reason").text())
		a.closed = a.closed || event.get("message") != nil
	}
}

// cohereMessage reads an unstreamed message.
func (a *accumulator) cohereMessage(message value) {
	a.appendContent(contentReasoning, message.get("tool_plan"))
	for part := range message.get("content").items() {
		a.appendContent(contentText, part.get("text"))
	}
	for call := range message.get("tool_calls").items() {
		a.addCall(-1, call, "")
	}
}

// readOllama reads an object of Ollama's /api/chat; an unstreamed response has only one. Calls are
// never split.
func readOllama(a *accumulator, object value) {
	a.ollamaMessage(object.get("message"))
	if string(object.get("done")) == "true" {
		a.setStopReason(object.get("done_reason").text())
		a.endAnswer()
	}
}

func (a *accumulator) ollamaMessage(message value) {
	a.appendContent(contentReasoning, message.get("thinking"))
	a.appendContent(contentText, message.get("content"))
	for call := range message.get("tool_calls").items() {
		// Ollama extracts a call from the model's text only when it parses as JSON, so that it is complete.
		if b := a.addCall(-1, call, ""); b != nil && b.state == callEnded && a.err == nil {
			a.emit(b)
		}
	}
}
