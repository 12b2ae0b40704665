package wire

import "bytes"

// readConverse reads a ConverseStream event, {"<event name>": {…}}, or an unstreamed Converse response.
func readConverse(a *accumulator, event value) {
	for key, body := range event.members() {
		index := max(body.get("contentBlockIndex").number(), 0)
		switch name := key.rawText(); string(name) {
		case "messageStart":
			a.restart()
		case "contentBlockStart":
			delete(a.byIndex, index)
			if use := body.get("start", "toolUse"); isConverseCall(use) {
				a.startCall(index, use.get("toolUseId").text(), use.get("name").text())
			} else {
				a.setTail(nil)
			}
		case "contentBlockDelta":
			delta := body.get("delta")
			a.appendArgs(a.byIndex[index], delta.get("toolUse", "input"))
			a.appendContent(contentText, delta.get("text"))
			a.appendContent(contentReasoning, delta.get("reasoningContent", "text"))
		case "contentBlockStop":
			a.endCall(a.byIndex[index])
		case "messageStop":
			a.setStopReason(body.get("stopReason").text())
			a.closed = true
		case "output":
			a.converseMessage(body.get("message"))
			a.closed = true
		case "stopReason":
			a.setStopReason(body.text())
		default:
			if bytes.HasSuffix(name, []byte("Exception")) {
				a.fail(&APIError{Type: clip(string(name), maxQuoted), Message: clip(body.get("message").text(), maxAPIMessage)})
			}
		}
	}
}

// converseMessage reads an unstreamed message.
func (a *accumulator) converseMessage(message value) {
	for block := range message.get("content").items() {
		a.appendContent(contentText, block.get("text"))
		a.appendContent(contentReasoning, block.get("reasoningContent", "reasoningText", "text"))
		if use := block.get("toolUse"); isConverseCall(use) {
			if b := a.addCall(-1, use, ""); b != nil {
				b.call.ID = use.get("toolUseId").text()
			}
		} else if use != nil {
			a.setTail(nil)
		}
	}
}

// isConverseCall reports whether a toolUse is for the client to answer, not run by the provider.
func isConverseCall(use value) bool {
	kind := use.get("type")
	return use != nil && (kind == nil || kind.isText("tool_use"))
}
