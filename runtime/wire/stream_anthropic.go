package wire

// readAnthropic reads an event of the Messages API, or an unstreamed message.
func readAnthropic(a *accumulator, event value) {
	index := max(event.Get("index").Number(), 0)
	switch string(event.Get("type").RawText()) {
	case "message_start":
		a.restart()
		a.anthropicMessage(event.Get("message"))
	case "message", "":
		a.anthropicMessage(event)
		a.closed = a.closed || event.Get("content") != nil
	case "content_block_start":
		a.anthropicBlock(index, event.Get("content_block"))
	case "content_block_delta":
		delta := event.Get("delta")
		a.delta(index, delta.Get("partial_json"), delta.Get("text"), delta.Get("thinking"))
	case "content_block_stop":
		a.endCall(a.byIndex[index])
	case "message_delta":
		a.setStopReason(event.Get("delta", "stop_reason").Text())
		a.closed = false // until message_stop
	case "message_stop":
		a.endAnswer()
	case "error":
		a.fail(providerError(event))
	}
}

func (a *accumulator) anthropicMessage(message value) {
	index := 0
	for block := range message.Get("content").Items() {
		if block.Get("type").IsText("tool_use") {
			a.addCall(index, block, "")
		} else {
			a.anthropicBlock(index, block)
		}
		index++
	}
	a.setStopReason(message.Get("stop_reason").Text())
}

// anthropicBlock handles the start of a content block.
func (a *accumulator) anthropicBlock(index int, block value) {
	switch string(block.Get("type").RawText()) {
	case "tool_use":
		a.appendArgs(a.startCall(index, block.Get("id").Text(), block.Get("name").Text()), block.Get("input"))
	default:
		a.ignore(index) // the block is not a client tool call
		a.appendContent(contentText, block.Get("text"))
		a.appendContent(contentReasoning, block.Get("thinking"))
	}
}
