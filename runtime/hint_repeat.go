package runtime

// maxRepeated is the number of fields of which a hint says that they failed before.
const maxRepeated = 3

// sharpened is a hint for a model that has made the same mistake before: it says what failed before and
// what has changed since; the third time the user is to be asked, and then the model is told to stop.
func sharpened(h *RetryHint, r repetition) *RetryHint {
	for _, field := range r.again {
		if len(h.Repeated) < maxRepeated {
			h.Repeated = appendPlace(h.Repeated, field)
		}
	}
	h.Since = clean(r.since, maxSince)
	switch {
	case r.stop || r.times > 3:
		h.Action = Stop
		h.ClarifyingQuestion = ""
	case r.times == 3 && h.Reason != ToolNotFound:
		h.Action = AskUser
		h.ClarifyingQuestion = anyQuestion(h)
	case r.times == 3:
		h.Action = Stop
	}
	return h
}

// maxSince is the room for what has changed since the last try.
const maxSince = 300
