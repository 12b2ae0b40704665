package wire

import "bytes"

// readConverse reads an event of ConverseStream, as {"<the event's name>": {…}}, or a response of Converse as a whole.
func readConverse(a *accumulator, event value) {
	for key, body := range event.members() {
		index := max(body.get("contentBlockIndex").number(), 0)
		switch name := key.word(); string(name) {
		case "messageStart":
			a.restart()
		case "contentBlockStart":
			delete(a.byIndex, index)
			if use := body.get("start", "toolUse"); isConverseCall(use) {
				a.begin(index, use.get("toolUseId").text(), use.get("name").text())
			} else {
				a.touch(nil)
			}
		case "contentBlockDelta":
			delta := body.get("delta")
			a.grow(a.byIndex[index], delta.get("toolUse", "input"))
			a.say(spokenText, delta.get("text"))
			a.say(spokenThought, delta.get("reasoningContent", "text"))
		case "contentBlockStop":
			a.seal(a.byIndex[index])
		case "messageStop":
			a.finish(body.get("stopReason").text())
			a.closed = true
		case "output":
			a.converseMessage(body.get("message"))
			a.closed = true
		case "stopReason":
			a.finish(body.text())
		case "error":
			a.fail(body.failure())
		default:
			if bytes.HasSuffix(name, []byte("Exception")) {
				a.fail(&APIError{Type: clip(string(name), maxQuoted), Message: clip(body.get("message").text(), maxAPIMessage)})
			}
		}
	}
}

// converseMessage takes a message as a whole.
func (a *accumulator) converseMessage(message value) {
	for block := range message.get("content").items() {
		a.say(spokenText, block.get("text"))
		a.say(spokenThought, block.get("reasoningContent", "reasoningText", "text"))
		if use := block.get("toolUse"); isConverseCall(use) {
			if b := a.whole(-1, use, ""); b != nil {
				b.call.ID = use.get("toolUseId").text()
			}
		} else if use != nil {
			a.touch(nil)
		}
	}
}

// isConverseCall reports whether the use of a tool is a call that is the client's to answer.
func isConverseCall(use value) bool {
	kind := use.get("type")
	return use != nil && (kind == nil || kind.isText("tool_use"))
}
