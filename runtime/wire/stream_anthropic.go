package wire

// readAnthropic reads an event of the Messages API, or an unstreamed message.
func readAnthropic(a *accumulator, event value) {
	index := max(event.get("index").number(), 0)
	switch string(event.get("type").rawText()) {
	case "message_start":
		a.restart()
		a.anthropicMessage(event.get("message"))
	case "message":
		a.anthropicMessage(event)
		a.closed = true
	case "content_block_start":
		a.anthropicBlock(index, event.get("content_block"))
	case "content_block_delta":
		delta := event.get("delta")
		a.appendArgs(a.byIndex[index], delta.get("partial_json"))
		a.appendContent(contentText, delta.get("text"))
		a.appendContent(contentReasoning, delta.get("thinking"))
	case "content_block_stop":
		a.endCall(a.byIndex[index])
	case "message_delta":
		a.setStopReason(event.get("delta", "stop_reason").text())
		a.closed = false // until message_stop
	case "message_stop":
		a.endAnswer()
	case "error":
		a.fail(event.providerError())
	}
}

func (a *accumulator) anthropicMessage(message value) {
	index := 0
	for block := range message.get("content").items() {
		if block.get("type").isText("tool_use") {
			a.addCall(index, block, "")
		} else {
			a.anthropicBlock(index, block)
		}
		index++
	}
	a.setStopReason(message.get("stop_reason").text())
}

// anthropicBlock handles the start of a content block.
func (a *accumulator) anthropicBlock(index int, block value) {
	switch string(block.get("type").rawText()) {
	case "tool_use":
		a.appendArgs(a.startCall(index, block.get("id").text(), block.get("name").text()), block.get("input"))
	default:
		delete(a.byIndex, index) // the block is not a client tool call
		a.appendContent(contentText, block.get("text"))
		a.appendContent(contentReasoning, block.get("thinking"))
		a.setTail(nil)
	}
}
