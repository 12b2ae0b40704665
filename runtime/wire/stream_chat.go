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
	for call := range delta.get("tool_calls").items() {
		a.chatCall(call.get("index").number(), call)
	}
	if legacy := delta.get("function_call"); legacy != nil && (a.byIndex[legacyIndex] != nil || !hollow(json.RawMessage(legacy))) {
		a.chatCall(legacyIndex, legacy)
		a.byIndex[legacyIndex].legacy = true
	}
}

// chatCall takes a piece of a call. Which call it belongs to is said by its index, by its id, or by its order alone.
func (a *accumulator) chatCall(index int, piece value) {
	id := piece.get("id").text()
	body := piece.get("function")
	custom := piece.get("custom")
	switch {
	case piece.get("type").isText("custom") && custom != nil:
		body = custom
	case body == nil:
		body = piece
	}
	name := body.get("name")
	b := a.chatBuilding(index, id, name)
	if b.call.ID == "" {
		b.call.ID = id
	}
	// There are servers that repeat the name in each chunk, and some that give it in pieces.
	if text := name.text(); text != b.call.Name && !b.given && len(b.args) == 0 {
		if b.call.Name += text; len(b.call.Name) > maxNote {
			a.lose(fmt.Errorf("wire: %s holds a name of more than %d bytes", a.of, maxNote))
		}
	} else if b.call.Name == "" {
		b.call.Name = text
	}
	if piece.get("type").isText("custom") {
		b.custom = true
		a.grow(b, body.get("input"))
		return
	}
	for _, key := range []string{"arguments", "parameters", "input", "args"} {
		if arguments := body.get(key); arguments != nil {
			a.grow(b, arguments)
			return
		}
	}
}

// chatBuilding is the call that a piece belongs to, which may begin with it.
func (a *accumulator) chatBuilding(index int, id string, name value) *building {
	b := a.byIndex[index]
	switch {
	case index < 0 && id != "":
		b = a.byID[id]
	case index < 0 && len(a.calls) > 0:
		b = a.calls[len(a.calls)-1]
	}
	begins := id != "" || name.text() != ""
	switch {
	case b == nil && (begins || len(a.calls) == 0):
		return a.begin(index, id, "")
	case b == nil:
		return a.calls[len(a.calls)-1] // the index is wrong
	case id != "" && b.call.ID != "" && id != b.call.ID,
		id == "" && begins && b.whole() && b.shape.members && b.call.Name != "":
		return a.begin(index, id, "")
	}
	return b
}
