package wire

import (
	"cmp"
	"fmt"
)

// readGemini reads a chunk of a streamed response, or an unstreamed response, which has the same form. Only the
// first candidate is read.
func readGemini(a *accumulator, piece value) {
	if reason := piece.Get("promptFeedback", "blockReason").Text(); reason != "" {
		a.setStopReason(reason)
		a.fail(&StopError{Reason: clip(reason, maxQuoted)})
	}
	for candidate := range piece.Get("candidates").Items() {
		if index := candidate.Get("index"); index != nil && string(index) != "0" {
			continue
		}
		for part := range candidate.Get("content", "parts").Items() {
			a.geminiPart(part)
		}
		a.setStopReason(candidate.Get("finishReason").Text())
	}
}

func (a *accumulator) geminiPart(part value) {
	kind := contentText
	if string(part.Get("thought")) == "true" {
		kind = contentReasoning
	}
	a.appendContent(kind, part.Get("text"))
	for _, key := range []string{"functionCall", "function_call"} { // as some client libraries spell it
		if call := part.Get(key); call != nil {
			a.geminiCall(call)
		}
	}
}

// geminiIndex is the index of the pending call. Gemini writes one call at a time.
const geminiIndex = 0

// geminiCall reads a complete call or a part of one. All parts but the last have willContinue.
func (a *accumulator) geminiCall(call value) {
	id, name := call.Get("id").Text(), call.Get("name").Text()
	goesOn := string(call.Get("willContinue")) == "true"
	b := a.byIndex[geminiIndex]
	if b != nil && (b.state != callOpen || id != "" && b.call.ID != "" && id != b.call.ID || name != "" && name != b.call.Name) {
		b = nil
	}
	parts := call.Get("partialArgs")
	switch {
	case b == nil && name == "" && parts == nil && !goesOn && call.Get("args") == nil:
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
	for part := range parts.Items() {
		size, err := b.tree.add(part)
		if err != nil {
			a.fail(fmt.Errorf("wire: %s contains an unreadable part of a call of %s: %w", a.name, quote(b.call.Name), err))
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
	index := max(event.Get("index").Number(), 0)
	delta := event.Get("delta")
	switch string(event.Get("event_type").RawText()) {
	case "step.start":
		a.interactionStep(index, event.Get("step"))
	case "step.delta":
		a.delta(index, delta.Get("arguments"), delta.Get("text"), delta.Get("content", "text"))
	case "step.stop":
		a.endCall(a.byIndex[index])
	case "interaction.completed":
		a.setStopReason(cmp.Or(event.Get("interaction", "status").Text(), "completed"))
	case "":
		for step := range event.Get("steps").Items() {
			if step.Get("type").IsText("function_call") {
				a.addCall(-1, step, "{}")
			} else {
				a.interactionStep(0, step)
			}
		}
		a.setStopReason(event.Get("status").Text())
	}
}

func (a *accumulator) interactionStep(index int, step value) {
	if step.Get("type").IsText("function_call") {
		a.appendArgs(a.startCall(index, step.Get("id").Text(), step.Get("name").Text()), step.Get("arguments"))
		return
	}
	a.ignore(index)
	for part := range step.Get("content").Items() {
		a.appendContent(contentText, part.Get("text"))
	}
}
