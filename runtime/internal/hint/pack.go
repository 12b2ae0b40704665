package hint

import (
	"encoding/json"
	"slices"
	"unicode/utf8"
)

// Packed makes a hint keep its budget, both as JSON and as text, by giving up first what helps least.
// Instructions that are dropped are counted in Omitted.
func Packed(h *Hint, budget int) *Hint {
	fits := h.fits(budget)
	for _, give := range []func() bool{
		func() bool { return h.Action != AskUser && gone(&h.ClarifyingQuestion) },
		func() bool { return shorter(&h.Constraints, 0) },
		func() bool { return none(&h.ExampleInput, 0) },
		func() bool { return none(&h.MissingFields, 0) || none(&h.UnknownFields, 0) }, // the changes say them, too
		func() bool { return none(&h.CorrectedInput, budget/2) },
		h.dropRemedyText,
		h.shorterTexts,
		func() bool { return shorter(&h.Ask, fewPlaces) || shorter(&h.Unplaced, fewPlaces) },
		h.dropChange,
		func() bool { return none(&h.CorrectedInput, 0) },
		func() bool { return shorter(&h.Rules, 0) && h.omit() },
		func() bool { return none(&h.Repeated, 0) || gone(&h.Since) },
		h.dropRemedy,
		func() bool { return gone(&h.ClarifyingQuestion) || shorter(&h.Unplaced, 0) || shorter(&h.Ask, 0) },
		func() bool { return none(&h.Changes, 0) && h.omit() },
		func() bool { return halved(&h.Message, len(h.Tool)) || halved(&h.Tool, 1) },
	} {
		for !fits && give() {
			fits = h.fits(budget)
		}
	}
	return h
}

// fewPlaces is the number of places that are asked for, or have no field, which a packed hint lists at least.
const fewPlaces = 6

// fits measures both forms of the hint.
func (h *Hint) fits(budget int) bool {
	text, err := json.Marshal(h)
	return err == nil && len(text) <= budget && len(h.Text()) <= budget
}

// gone empties a text and reports whether it was not empty.
func gone(s *string) bool {
	had := *s != ""
	*s = ""
	return had
}

// none empties a list that is longer than a number and reports whether it was.
func none[L ~[]T, T any](list *L, most int) bool {
	had := len(*list) > most
	if had {
		*list = nil
	}
	return had
}

// shorter takes the last one off a list that is longer than a number and reports whether it was.
func shorter[L ~[]T, T any](list *L, least int) bool {
	n := len(*list)
	if n > least {
		*list = (*list)[:n-1]
	}
	return n > least
}

// halved cuts a text in half that is longer than a number of bytes and reports whether it was.
func halved(s *string, least int) bool {
	n := utf8.RuneCountInString(*s)
	if len(*s) == 0 || len(*s) < least {
		return false
	}
	if n < 8 {
		return gone(s)
	}
	*s = clip(*s, n/2)
	return true
}

func (h *Hint) omit() bool {
	h.Omitted++
	return true
}

func (h *Hint) dropRemedyText() bool {
	i := slices.IndexFunc(h.Remedies, func(r Remedy) bool { return r.Text != "" })
	return i >= 0 && gone(&h.Remedies[i].Text)
}

// shorterTexts cuts the message of a rule, or what a change shows of values.
func (h *Hint) shorterTexts() bool {
	cut := func(s *string, most int) bool {
		long := utf8.RuneCountInString(*s) > most+1
		if long {
			*s = clip(*s, most)
		}
		return long
	}
	for i := range h.Rules {
		if cut(&h.Rules[i].Message, 80) {
			return true
		}
	}
	for i := range h.Changes {
		if c := &h.Changes[i]; cut(&c.From, 60) || cut(&c.To, 180) {
			return true
		}
	}
	return false
}

// dropChange drops the last of the edits that the corrected call shows, else the last change.
func (h *Hint) dropChange() bool {
	at := len(h.Changes) - 1
	for i, c := range h.Changes {
		if c.Certain && len(h.CorrectedInput) > 0 {
			at = i
		}
	}
	if len(h.Changes) > 1 {
		h.Changes = slices.Delete(h.Changes, at, at+1)
		return h.omit()
	}
	return false
}

func (h *Hint) dropRemedy() bool {
	dropped := shorter(&h.Remedies, 0)
	if dropped && len(h.Remedies) == 0 && h.Action == CallFirst {
		h.Action = Correct
	}
	return dropped
}
