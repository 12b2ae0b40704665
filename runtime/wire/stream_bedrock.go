package wire

import "bytes"

// readConverse reads a ConverseStream event, {"<event name>": {…}}, or an unstreamed Converse response.
func readConverse(a *accumulator, event value) {
	for key, body := range event.Members() {
		index := max(body.Get("contentBlockIndex").Number(), 0)
		switch name := key.RawText(); string(name) {
		case "messageStart":
			a.restart()
		case "contentBlockStart":
			if use := body.Get("start", "toolUse"); isConverseCall(use) {
				a.startCall(index, use.Get("toolUseId").Text(), use.Get("name").Text())
			} else {
				a.ignore(index)
			}
		case "contentBlockDelta":
			delta := body.Get("delta")
			a.delta(index, delta.Get("toolUse", "input"), delta.Get("text"), delta.Get("reasoningContent", "text"))
		case "contentBlockStop":
			a.endCall(a.byIndex[index])
		case "messageStop":
			a.setStopReason(body.Get("stopReason").Text())
			a.closed = true
		case "output":
			a.converseMessage(body.Get("message"))
			a.closed = true
		case "stopReason":
			a.setStopReason(body.Text())
		default:
			if bytes.HasSuffix(name, []byte("Exception")) {
				a.fail(&APIError{Type: clip(string(name), maxQuoted), Message: clip(body.Get("message").Text(), maxAPIMessage)})
			}
		}
	}
}

// converseMessage reads an unstreamed message.
func (a *accumulator) converseMessage(message value) {
	for block := range message.Get("content").Items() {
		a.appendContent(contentText, block.Get("text"))
		a.appendContent(contentReasoning, block.Get("reasoningContent", "reasoningText", "text"))
		if use := block.Get("toolUse"); isConverseCall(use) {
			a.addCall(-1, use, "")
		} else if use != nil {
			a.setTail(nil)
		}
	}
}

// isConverseCall reports whether a toolUse is for the client to answer, not run by the provider.
func isConverseCall(use value) bool {
	kind := use.Get("type")
	return use != nil && (kind == nil || kind.IsText("tool_use"))
}
