package wire

// readAnthropic reads an event of Messages, or a message as a whole.
func readAnthropic(a *accumulator, event value) {
	if err := event.get("error").failure(); err != nil {
		a.fail(err)
		return
	}
	index := max(event.get("index").number(), 0)
	switch string(event.get("type").word()) {
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
		a.grow(a.byIndex[index], delta.get("partial_json"))
		a.say(spokenText, delta.get("text"))
		a.say(spokenThought, delta.get("thinking"))
	case "content_block_stop":
		a.seal(a.byIndex[index])
	case "message_delta":
		a.finish(event.get("delta", "stop_reason").text())
		a.closed = false // message_stop is what ends it
	case "message_stop":
		a.done()
	case "error":
		a.fail(event.failure())
	}
}

func (a *accumulator) anthropicMessage(message value) {
	index := 0
	for block := range message.get("content").items() {
		if block.get("type").isText("tool_use") {
			a.whole(index, block, "")
		} else {
			a.anthropicBlock(index, block)
		}
		index++
	}
	a.finish(message.get("stop_reason").text())
}

// anthropicBlock takes the beginning of a block.
func (a *accumulator) anthropicBlock(index int, block value) {
	switch string(block.get("type").word()) {
	case "tool_use":
		a.grow(a.begin(index, block.get("id").text(), block.get("name").text()), block.get("input"))
	default:
		delete(a.byIndex, index) // whatever stood there, this is no call of the client's
		a.say(spokenText, block.get("text"))
		a.say(spokenThought, block.get("thinking"))
		a.touch(nil)
	}
}
