package wire

import "fmt"

// legacyIndex is the index of the deprecated function_call, which has none of its own.
const legacyIndex = 1 << 30

// readChat reads a chunk of Chat Completions in any dialect, or an unstreamed completion. Only the first choice
// is read.
func readChat(a *accumulator, chunk value) {
	for choice := range chunk.Get("choices").Items() {
		if index := choice.Get("index"); index != nil && string(index) != "0" {
			continue
		}
		a.fail(providerError(choice.Get("error")))
		delta, message := choice.Get("delta"), choice.Get("message")
		if delta == nil && message != nil {
			a.chatDelta(message, true)
			a.closed = true
		}
		a.chatDelta(delta, false)
		a.setStopReason(choice.Get("finish_reason").Text())
	}
}

// chatDelta reads a delta, or a whole message.
func (a *accumulator) chatDelta(delta value, whole bool) {
	reasoning := delta.Get("reasoning_content")
	if reasoning == nil {
		reasoning = delta.Get("reasoning")
	}
	a.appendContent(contentReasoning, reasoning)
	content := delta.Get("content")
	a.appendContent(contentText, content)
	for part := range content.Items() {
		a.appendContent(contentText, part.Get("text"))
		for thought := range part.Get("thinking").Items() {
			a.appendContent(contentReasoning, thought.Get("text"))
		}
	}
	a.appendContent(contentRefusal, delta.Get("refusal"))
	position, calls := 0, delta.Get("tool_calls")
	if !calls.Is('[') && !isEmptyJSON(calls) {
		a.failCalls("tool_calls")
	}
	for call := range calls.Items() {
		index := call.Get("index").Number()
		if b := a.byID[call.Get("id").Text()]; whole && !call.Get("type").IsText("custom") {
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
	legacy := delta.Get("function_call")
	switch {
	case legacy == nil || a.byIndex[legacyIndex] == nil && isEmptyJSON(legacy):
	case !legacy.Is('{'):
		a.failCalls("function_call")
	case whole:
		a.addCall(legacyIndex, legacy, "")
	default:
		a.chatCall(legacyIndex, legacy)
		if b := a.byIndex[legacyIndex]; b != nil { // otherwise it continued another call
			b.kind = legacyCall
		}
	}
}

// failCalls records that a member for calls has another form.
func (a *accumulator) failCalls(member string) {
	a.fail(fmt.Errorf("wire: %s contains a call in %s that cannot be read", a.name, quote(member)))
}

// chatCall starts or continues a call. The index identifies it, by default its position in the list. Some
// servers send the same index for several calls, or a wrong one, so a new id or name starts a call as well.
func (a *accumulator) chatCall(index int, piece value) {
	id, name := piece.Get("id").Text(), chatBody(piece).Get("name")
	b := a.byIndex[index]
	switch begins := id != "" || len(name) > len(`""`); {
	case b == nil && !begins && len(a.calls) > 0:
		b = a.calls[len(a.calls)-1]
	case b == nil, id != "" && b.call.ID != "" && id != b.call.ID,
		id == "" && begins && b.call.Name != "" && b.complete() && (b.hasMembers() || !name.IsText(b.call.Name)):
		b = a.startCall(index, id, "")
	}
	a.chatPiece(b, piece)
}

// chatBody returns the object that holds the name and the arguments.
func chatBody(piece value) value {
	for _, key := range []string{"function", "custom"} {
		if body := piece.Get(key); body != nil {
			return body
		}
	}
	return piece
}

// chatPiece adds a delta to a started call.
func (a *accumulator) chatPiece(b *pendingCall, piece value) {
	body := chatBody(piece)
	if b.call.ID == "" {
		b.call.ID = piece.Get("id").Text()
	}
	// Some servers repeat the name in each chunk, others split it.
	if text := body.Get("name").Text(); text != b.call.Name && b.state != callEmitted && (b.call.Name == "" || len(b.args) == 0) {
		if b.call.Name += text; len(b.call.Name) > maxNote {
			a.abort(fmt.Errorf("wire: %s contains a tool name of more than %d bytes", a.name, maxNote))
		}
	}
	if piece.Get("type").IsText("custom") {
		b.kind = customCall
	}
	for _, key := range argumentKeys {
		if arguments := body.Get(key); arguments != nil {
			a.appendArgs(b, arguments)
			return
		}
	}
}
