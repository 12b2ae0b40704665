package hint

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime/internal/show"
)

// Packed makes a hint keep its budget, both as JSON and as text. Instructions that are dropped are counted in Omitted.
func Packed(h *Hint, budget int) *Hint {
	for !h.fits(budget) && h.giveUp(budget) {
	}
	return h
}

// fits measures both forms of the hint. A call that is too long by itself is not written.
func (h *Hint) fits(budget int) bool {
	if len(h.CorrectedInput)+len(h.ExampleInput) > budget {
		return false
	}
	text, err := json.Marshal(h)
	return err == nil && len(text) <= budget && len(h.Text()) <= budget
}

// fewPlaces is the number of places in Ask and Unplaced from which on changes are dropped instead.
const fewPlaces = 6

// giveUp drops or shortens the part of the hint that helps least, and reports whether there was one.
func (h *Hint) giveUp(budget int) bool {
	return h.Action != AskUser && drop(&h.ClarifyingQuestion) ||
		pop(&h.Constraints, 0) || drop(&h.ExampleInput) || drop(&h.MissingFields) || drop(&h.UnknownFields) ||
		len(h.CorrectedInput) > budget/2 && drop(&h.CorrectedInput) ||
		h.shorten(longText) ||
		pop(&h.Ask, fewPlaces) || pop(&h.Unplaced, fewPlaces) ||
		h.dropChange() ||
		drop(&h.CorrectedInput) ||
		pop(&h.Rules, 0) && h.omit() ||
		drop(&h.Repeated) || drop(&h.Since) ||
		h.dropRemedy() ||
		drop(&h.ClarifyingQuestion) || pop(&h.Unplaced, 0) || pop(&h.Ask, 0) ||
		drop(&h.Changes) && h.omit() ||
		h.shorten(1)
}

// drop makes a part empty and reports whether it was not.
func drop[T any](part *T) bool {
	had := !reflect.ValueOf(part).Elem().IsZero()
	var zero T
	*part = zero
	return had
}

// pop removes the last of more than a number of elements and reports whether there were more.
func pop[T any](list *[]T, least int) bool {
	n := len(*list)
	if n > least {
		*list = (*list)[:n-1]
	}
	return n > least
}

func (h *Hint) omit() bool {
	h.Omitted++
	return true
}

// longText is the number of runes from which on a text is cut while there are other parts to give up.
const longText = 100

// shorten cuts the longest text, to half and no less than a number of runes, closes the quotation that it cuts, and
// reports whether there was one with more.
func (h *Hint) shorten(least int) bool {
	texts := []*string{&h.Message, &h.Tool}
	for i := range h.Remedies {
		texts = append(texts, &h.Remedies[i].Text)
	}
	for i := range h.Rules {
		texts = append(texts, &h.Rules[i].Message)
	}
	for i := range h.Changes {
		texts = append(texts, &h.Changes[i].From, &h.Changes[i].To)
	}
	runes := func(s *string) int { return utf8.RuneCountInString(*s) }
	longest := slices.MaxFunc(texts, func(a, b *string) int { return runes(a) - runes(b) })
	n := runes(longest)
	if n <= least+len(`…"`) {
		return false
	}
	*longest = show.Clip(*longest, max(n/2, least))
	if quotes := strings.Count(*longest, `"`) - strings.Count(*longest, `\"`); quotes%2 == 1 {
		*longest += `"`
	}
	return true
}

// dropChange drops the last of the edits that the corrected call shows, else the last change.
func (h *Hint) dropChange() bool {
	at := len(h.Changes) - 1
	for i, c := range h.Changes {
		if c.Certain && len(h.CorrectedInput) > 0 {
			at = i
		}
	}
	if len(h.Changes) < 2 {
		return false
	}
	h.Changes = slices.Delete(h.Changes, at, at+1)
	return h.omit()
}

func (h *Hint) dropRemedy() bool {
	dropped := pop(&h.Remedies, 0)
	if dropped && len(h.Remedies) == 0 && h.Action == CallFirst {
		h.Action = Correct
	}
	return dropped
}
