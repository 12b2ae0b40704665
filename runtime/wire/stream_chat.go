package wire

import (
	"encoding/json"
	"fmt"
)

// legacyIndex is the number of the one call of the older form (function_call), which no list has.
const legacyIndex = 1 << 30

// readChat reads a chunk of Chat Completions, in any dialect, or a completion as a whole. Of several choices the first counts.
func readChat(a *accumulator, chunk value) {
	if err := chunk.get("error").failure(); err != nil {
		a.fail(err)
	}
	for choice := range chunk.get("choices").items() {
		if index := choice.get("index"); index != nil && string(index) != "0" {
			continue
		}
		if err := choice.get("error").failure(); err != nil {
			a.fail(err)
		}
		delta := choice.get("delta")
		if delta == nil {
			delta = choice.get("message")
			a.closed = a.closed || delta != nil
		}
		a.chatDelta(delta)
		a.finish(choice.get("finish_reason").text())
	}
}

func (a *accumulator) chatDelta(delta value) {
	reasoning := delta.get("reasoning_content")
	if reasoning == nil {
		reasoning = delta.get("reasoning")
	}
	a.say(spokenThought, reasoning)
	content := delta.get("content")
	a.say(spokenText, content)
	for part := range content.items() {
		a.say(spokenText, part.get("text"))
		for thought := range part.get("thinking").items() {
			a.say(spokenThought, thought.get("text"))
		}
	}
	a.say(spokenRefusal, delta.get("refusal"))
	position := 0
	for call := range delta.get("tool_calls").items() {
		index := call.get("index").number()
		if b := a.byID[call.get("id").text()]; index < 0 && b != nil {
			a.chatPiece(b, call)
		} else if index < 0 {
			a.chatCall(position, call)
		} else {
			a.chatCall(index, call)
		}
		position++
	}
	if legacy := delta.get("function_call"); legacy != nil && (a.byIndex[legacyIndex] != nil || !hollow(json.RawMessage(legacy))) {
		a.chatCall(legacyIndex, legacy)
		a.byIndex[legacyIndex].kind = legacyCall
	}
}

// chatCall takes a piece of a call, or the beginning of one. Which call it belongs to is said by its index, which is its place in the
// list where it has none; but there are servers that give several calls one index, and some that give the wrong one.
func (a *accumulator) chatCall(index int, piece value) {
	id, name := piece.get("id").text(), chatBody(piece).get("name")
	b := a.byIndex[index]
	switch begins := id != "" || len(name) > len(`""`); {
	case b == nil && !begins && len(a.calls) > 0:
		b = a.calls[len(a.calls)-1]
	case b == nil, id != "" && b.call.ID != "" && id != b.call.ID,
		id == "" && begins && b.call.Name != "" && b.whole() && (b.shape.members || !name.isText(b.call.Name)):
		b = a.begin(index, id, "")
	}
	a.chatPiece(b, piece)
}

// chatBody is where a call has its name and its arguments.
func chatBody(piece value) value {
	for _, key := range []string{"function", "custom"} {
		if body := piece.get(key); body != nil {
			return body
		}
	}
	return piece
}

// chatPiece takes a piece of a call that has been begun.
func (a *accumulator) chatPiece(b *building, piece value) {
	body := chatBody(piece)
	if b.call.ID == "" {
		b.call.ID = piece.get("id").text()
	}
	// There are servers that repeat the name in each chunk, and some that give it in pieces.
	if text := body.get("name").text(); text != b.call.Name && b.state != given && (b.call.Name == "" || len(b.args) == 0) {
		if b.call.Name += text; len(b.call.Name) > maxNote {
			a.lose(fmt.Errorf("wire: %s holds a name of more than %d bytes", a.of, maxNote))
		}
	}
	if piece.get("type").isText("custom") {
		b.kind = customCall
	}
	for _, key := range []string{"arguments", "parameters", "input", "args"} {
		if arguments := body.get(key); arguments != nil {
			a.grow(b, arguments)
			return
		}
	}
}
