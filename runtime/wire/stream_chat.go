package wire

import "fmt"

// legacyIndex is the index of the deprecated function_call, which has none of its own.
const legacyIndex = 1 << 30

// readChat reads a chunk of Chat Completions in any dialect, or an unstreamed completion. Only the first choice
// is read.
func readChat(a *accumulator, chunk value) {
	for choice := range chunk.get("choices").items() {
		if index := choice.get("index"); index != nil && string(index) != "0" {
			continue
		}
		a.fail(choice.get("error").providerError())
		delta, message := choice.get("delta"), choice.get("message")
		if delta == nil && message != nil {
			a.chatDelta(message, true)
			a.closed = true
		}
		a.chatDelta(delta, false)
		a.setStopReason(choice.get("finish_reason").text())
	}
}

// chatDelta reads a delta, or a whole message.
func (a *accumulator) chatDelta(delta value, whole bool) {
	reasoning := delta.get("reasoning_content")
	if reasoning == nil {
		reasoning = delta.get("reasoning")
	}
	a.appendContent(contentReasoning, reasoning)
	content := delta.get("content")
	a.appendContent(contentText, content)
	for part := range content.items() {
		a.appendContent(contentText, part.get("text"))
		for thought := range part.get("thinking").items() {
			a.appendContent(contentReasoning, thought.get("text"))
		}
	}
	a.appendContent(contentRefusal, delta.get("refusal"))
	position := 0
	for call := range delta.get("tool_calls").items() {
		index := call.get("index").number()
		if b := a.byID[call.get("id").text()]; whole && !call.get("type").isText("custom") {
			a.addCall(position, call, "")
		} else if index < 0 && b != nil {
			a.chatPiece(b, call)
		} else if index < 0 {
			a.chatCall(position, call)
		} else {
			a.chatCall(index, call)
		}
		if position++; whole {
			a.endCall(a.tail)
		}
	}
	legacy := delta.get("function_call")
	switch {
	case legacy == nil || a.byIndex[legacyIndex] == nil && isEmptyJSON(legacy):
	case whole:
		a.addCall(legacyIndex, legacy, "")
	default:
		a.chatCall(legacyIndex, legacy)
		a.byIndex[legacyIndex].kind = legacyCall
	}
}

// chatCall starts or continues a call. The index identifies it, by default its position in the list. Some
// servers send the same index for several calls, or a wrong one, so a new id or name starts a call as well.
func (a *accumulator) chatCall(index int, piece value) {
	id, name := piece.get("id").text(), chatBody(piece).get("name")
	b := a.byIndex[index]
	switch begins := id != "" || len(name) > len(`""`); {
	case b == nil && !begins && len(a.calls) > 0:
		b = a.calls[len(a.calls)-1]
	case b == nil, id != "" && b.call.ID != "" && id != b.call.ID,
		id == "" && begins && b.call.Name != "" && b.complete() && (b.scan.members || !name.isText(b.call.Name)):
		b = a.startCall(index, id, "")
	}
	a.chatPiece(b, piece)
}

// chatBody returns the object that holds the name and the arguments.
func chatBody(piece value) value {
	for _, key := range []string{"function", "custom"} {
		if body := piece.get(key); body != nil {
			return body
		}
	}
	return piece
}

// chatPiece adds a delta to a started call.
func (a *accumulator) chatPiece(b *pendingCall, piece value) {
	body := chatBody(piece)
	if b.call.ID == "" {
		b.call.ID = piece.get("id").text()
	}
	// Some servers repeat the name in each chunk, others split it.
	if text := body.get("name").text(); text != b.call.Name && b.state != callEmitted && (b.call.Name == "" || len(b.args) == 0) {
		if b.call.Name += text; len(b.call.Name) > maxNote {
			a.abort(fmt.Errorf("wire: %s contains a tool name of more than %d bytes", a.formatName, maxNote))
		}
	}
	if piece.get("type").isText("custom") {
		b.kind = customCall
	}
	for _, key := range argumentKeys {
		if arguments := body.get(key); arguments != nil {
			a.appendArgs(b, arguments)
			return
		}
	}
}
