package hint

import (
	"encoding/json"
	"slices"
	"unicode/utf8"
)

// Packed makes a hint keep its budget, both as JSON and as text, by giving up first what helps least.
// What to do that is given up is counted in Omitted.
func Packed(h *Hint, budget int) *Hint {
	for _, give := range []func(*Hint) bool{
		(*Hint).dropQuestion,
		(*Hint).dropConstraint,
		(*Hint).dropExample,
		(*Hint).dropShortLists,
		func(h *Hint) bool { return h.dropCorrected(budget / 2) },
		(*Hint).dropRemedyText,
		(*Hint).shorterRule,
		(*Hint).shorterChange,
		(*Hint).dropPlaces,
		(*Hint).dropChange,
		func(h *Hint) bool { return h.dropCorrected(0) },
		(*Hint).dropRule,
		(*Hint).dropRepeated,
		(*Hint).dropRemedy,
		(*Hint).dropLast,
		(*Hint).shorterMessage,
	} {
		for !h.fits(budget) {
			if !give(h) {
				break
			}
		}
	}
	return h
}

// fits measures both forms of the hint.
func (h *Hint) fits(budget int) bool {
	text, err := json.Marshal(h)
	return err == nil && len(text) <= budget && len(h.Text()) <= budget
}

func (h *Hint) dropQuestion() bool {
	had := h.ClarifyingQuestion != "" && h.Action != AskUser
	if had {
		h.ClarifyingQuestion = ""
	}
	return had
}

func (h *Hint) dropConstraint() bool {
	n := len(h.Constraints)
	if n > 0 {
		h.Constraints = h.Constraints[:n-1]
	}
	return n > 0
}

func (h *Hint) dropExample() bool {
	had := h.ExampleInput != nil
	h.ExampleInput = nil
	return had
}

// dropShortLists drops what the changes say, too.
func (h *Hint) dropShortLists() bool {
	had := len(h.MissingFields)+len(h.UnknownFields) > 0
	h.MissingFields, h.UnknownFields = nil, nil
	return had
}

func (h *Hint) dropCorrected(most int) bool {
	had := len(h.CorrectedInput) > most
	if had {
		h.CorrectedInput = nil
	}
	return had
}

func (h *Hint) dropRemedyText() bool {
	changed := false
	for i := range h.Remedies {
		changed = changed || h.Remedies[i].Text != ""
		h.Remedies[i].Text = ""
	}
	return changed
}

// shorterRule halves the longest message of a rule.
func (h *Hint) shorterRule() bool {
	for i := range h.Rules {
		if r := &h.Rules[i]; utf8.RuneCountInString(r.Message) > 81 {
			r.Message = clip(r.Message, 80)
			return true
		}
	}
	return false
}

// shorterChange cuts what a change shows of values.
func (h *Hint) shorterChange() bool {
	const most = 60
	for i := range h.Changes {
		c := &h.Changes[i]
		if utf8.RuneCountInString(c.From) > most+1 || utf8.RuneCountInString(c.To) > 3*most+1 {
			c.From, c.To = clip(c.From, most), clip(c.To, 3*most)
			return true
		}
	}
	return false
}

// dropPlaces drops the ends of long lists of places.
func (h *Hint) dropPlaces() bool {
	const few = 6
	switch {
	case len(h.Ask) > few:
		h.Ask = h.Ask[:len(h.Ask)-1]
	case len(h.Unplaced) > few:
		h.Unplaced = h.Unplaced[:len(h.Unplaced)-1]
	default:
		return false
	}
	return true
}

// dropChange drops the last of the edits that the corrected call shows, else the last change.
func (h *Hint) dropChange() bool {
	n := len(h.Changes)
	if n <= 1 {
		return false
	}
	at := n - 1
	if len(h.CorrectedInput) > 0 {
		for i := n - 1; i >= 0; i-- {
			if h.Changes[i].Certain {
				at = i
				break
			}
		}
	}
	h.Changes, h.Omitted = slices.Delete(h.Changes, at, at+1), h.Omitted+1
	return true
}

func (h *Hint) dropRule() bool {
	n := len(h.Rules)
	if n > 0 {
		h.Rules, h.Omitted = h.Rules[:n-1], h.Omitted+1
	}
	return n > 0
}

func (h *Hint) dropRepeated() bool {
	had := len(h.Repeated) > 0 || h.Since != ""
	h.Repeated, h.Since = nil, ""
	return had
}

func (h *Hint) dropRemedy() bool {
	n := len(h.Remedies)
	if n == 0 {
		return false
	}
	if h.Remedies = h.Remedies[:n-1]; n == 1 && h.Action == CallFirst {
		h.Action = Correct
	}
	return true
}

// dropLast gives up what is still listed; the message remains.
func (h *Hint) dropLast() bool {
	switch {
	case h.ClarifyingQuestion != "":
		h.ClarifyingQuestion = ""
	case len(h.Unplaced) > 0:
		h.Unplaced = h.Unplaced[:len(h.Unplaced)-1]
	case len(h.Ask) > 0:
		h.Ask = h.Ask[:len(h.Ask)-1]
	case len(h.Changes) > 0:
		h.Changes, h.Omitted = nil, h.Omitted+1
	default:
		return false
	}
	return true
}

// shorterMessage halves the longer of message and tool name.
func (h *Hint) shorterMessage() bool {
	s := &h.Message
	if len(h.Tool) > len(*s) {
		s = &h.Tool
	}
	n := utf8.RuneCountInString(*s)
	switch {
	case n == 0:
		return false
	case n < 8:
		*s = ""
	default:
		*s = clip(*s, n/2)
	}
	return true
}
