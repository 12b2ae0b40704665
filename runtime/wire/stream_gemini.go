package wire

import (
	"cmp"
	"fmt"
)

// readGemini reads a chunk of a streamed response, or an unstreamed response, which has the same form. Only the
// first candidate is read.
func readGemini(a *accumulator, piece value) {
	if reason := piece.get("promptFeedback", "blockReason").text(); reason != "" {
		a.setStopReason(reason)
		a.fail(&StopError{Reason: clip(reason, maxQuoted)})
	}
	for candidate := range piece.get("candidates").items() {
		if index := candidate.get("index"); index != nil && string(index) != "0" {
			continue
		}
		a.geminiCandidate(candidate)
	}
}

func (a *accumulator) geminiCandidate(candidate value) {
	a.geminiParts(candidate.get("content", "parts"))
	a.setStopReason(candidate.get("finishReason").text())
}

func (a *accumulator) geminiParts(parts value) {
	for part := range parts.items() {
		kind := contentText
		if string(part.get("thought")) == "true" {
			kind = contentReasoning
		}
		a.appendContent(kind, part.get("text"))
		for _, key := range []string{"functionCall", "function_call"} { // as some client libraries spell it
			if call := part.get(key); call != nil {
				a.geminiCall(call)
			}
		}
	}
}

// geminiIndex is the index of the pending call. Gemini writes one call at a time.
const geminiIndex = 0

// geminiCall reads a complete call or a part of one. All parts but the last have willContinue.
func (a *accumulator) geminiCall(call value) {
	id, name := call.get("id").text(), call.get("name").text()
	goesOn := string(call.get("willContinue")) == "true"
	b := a.byIndex[geminiIndex]
	if b != nil && (b.state != callOpen || id != "" && b.call.ID != "" && id != b.call.ID || name != "" && name != b.call.Name) {
		b = nil
	}
	parts := call.get("partialArgs")
	switch {
	case b == nil && name == "" && parts == nil && !goesOn && call.get("args") == nil:
		return // an empty final part of a call that has ended
	case b == nil && parts == nil && !goesOn:
		a.addCall(-1, call, "{}")
		return
	case b == nil:
		b = a.startCall(geminiIndex, id, name)
		b.tree = &argsTree{}
	}
	b.call.ID = cmp.Or(b.call.ID, id)
	a.setTail(b)
	for part := range parts.items() {
		size, err := b.tree.add(part)
		if err != nil {
			a.fail(fmt.Errorf("wire: %s contains an unreadable part of a call of %s: %w", a.formatName, quote(b.call.Name), err))
			return
		}
		a.reserve(size)
	}
	if !goesOn {
		a.endCall(b)
	}
}

// readInteraction reads an event of the Interactions API, or an unstreamed interaction.
func readInteraction(a *accumulator, event value) {
	index := max(event.get("index").number(), 0)
	delta := event.get("delta")
	switch string(event.get("event_type").rawText()) {
	case "step.start":
		a.interactionStep(index, event.get("step"))
	case "step.delta":
		switch string(delta.get("type").rawText()) {
		case "arguments_delta":
			a.appendArgs(a.byIndex[index], delta.get("arguments"))
		case "text":
			a.appendContent(contentText, delta.get("text"))
		case "thought_summary":
			a.appendContent(contentReasoning, delta.get("content", "text"))
		}
	case "step.stop":
		a.endCall(a.byIndex[index])
	case "interaction.completed":
		a.setStopReason(cmp.Or(event.get("interaction", "status").text(), "completed"))
	case "":
		a.interactionSteps(event.get("steps"))
		a.setStopReason(event.get("status").text())
	}
}

// interactionSteps reads the steps of an unstreamed interaction.
func (a *accumulator) interactionSteps(steps value) {
	for step := range steps.items() {
		if step.get("type").isText("function_call") {
			a.addCall(-1, step, "{}")
		} else {
			a.interactionStep(0, step)
		}
	}
}

func (a *accumulator) interactionStep(index int, step value) {
	delete(a.byIndex, index)
	if step.get("type").isText("function_call") {
		a.appendArgs(a.startCall(index, step.get("id").text(), step.get("name").text()), step.get("arguments"))
		return
	}
	for part := range step.get("content").items() {
		a.appendContent(contentText, part.get("text"))
	}
	a.setTail(nil)
}
