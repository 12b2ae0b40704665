package wire

import (
	"cmp"
	"fmt"
)

// readGemini reads a piece of a response of Gemini, or a response as a whole, which has the same form. Of several
// candidates the first counts.
func readGemini(a *accumulator, piece value) {
	if err := piece.get("error").failure(); err != nil {
		a.fail(err)
	}
	if reason := piece.get("promptFeedback", "blockReason").text(); reason != "" {
		a.finish(reason)
		a.fail(&StopError{Reason: clip(reason, maxQuoted)})
	}
	for candidate := range piece.get("candidates").items() {
		if index := candidate.get("index"); index != nil && string(index) != "0" {
			continue
		}
		for part := range candidate.get("content", "parts").items() {
			kind := spokenText
			if string(part.get("thought")) == "true" {
				kind = spokenThought
			}
			a.say(kind, part.get("text"))
			for _, key := range []string{"functionCall", "function_call"} { // as some client libraries write it
				if call := part.get(key); call != nil {
					a.geminiCall(call)
				}
			}
		}
		a.finish(candidate.get("finishReason").text())
	}
}

// geminiIndex is the number of the call that is being written: there is one at a time.
const geminiIndex = 0

// geminiCall takes a call, or a part of one: a beginning without an end has willContinue, and so has each piece but the last.
func (a *accumulator) geminiCall(call value) {
	id, name := call.get("id").text(), call.get("name").text()
	goesOn := string(call.get("willContinue")) == "true"
	b := a.byIndex[geminiIndex]
	if b != nil && (b.state != growing || id != "" && b.call.ID != "" && id != b.call.ID || name != "" && name != b.call.Name) {
		b = nil
	}
	parts := call.get("partialArgs")
	switch {
	case b == nil && name == "" && parts == nil && !goesOn && call.get("args") == nil:
		return // the end of a call that has come to its end
	case b == nil && parts == nil && !goesOn:
		a.whole(-1, call, "{}")
		return
	case b == nil:
		b = a.begin(geminiIndex, id, name)
		b.tree = &tree{}
	}
	b.call.ID = cmp.Or(b.call.ID, id)
	a.touch(b)
	for part := range parts.items() {
		size, err := b.tree.add(part)
		if err != nil {
			a.fail(fmt.Errorf("wire: %s holds a part of a call of %s that cannot be read: %w", a.of, quote(b.call.Name), err))
			return
		}
		a.keep(size)
	}
	if !goesOn {
		a.seal(b)
	}
}

// readInteraction reads an event of an interaction of Gemini, or an interaction as a whole.
func readInteraction(a *accumulator, event value) {
	if err := event.get("error").failure(); err != nil {
		a.fail(err)
	}
	index := max(event.get("index").number(), 0)
	delta := event.get("delta")
	switch string(event.get("event_type").word()) {
	case "step.start":
		a.interactionStep(index, event.get("step"))
	case "step.delta":
		switch string(delta.get("type").word()) {
		case "arguments_delta":
			a.grow(a.byIndex[index], delta.get("arguments"))
		case "text":
			a.say(spokenText, delta.get("text"))
		case "thought_summary":
			a.say(spokenThought, delta.get("content", "text"))
		}
	case "step.stop":
		a.seal(a.byIndex[index])
	case "interaction.completed":
		a.finish(cmp.Or(event.get("interaction", "status").text(), "completed"))
	case "":
		for step := range event.get("steps").items() {
			if step.get("type").isText("function_call") {
				a.whole(-1, step, "{}")
			} else {
				a.interactionStep(index, step)
			}
		}
		a.finish(event.get("status").text())
	}
}

func (a *accumulator) interactionStep(index int, step value) {
	delete(a.byIndex, index)
	if step.get("type").isText("function_call") {
		a.grow(a.begin(index, step.get("id").text(), step.get("name").text()), step.get("arguments"))
		return
	}
	for part := range step.get("content").items() {
		a.say(spokenText, part.get("text"))
	}
	a.touch(nil)
}
