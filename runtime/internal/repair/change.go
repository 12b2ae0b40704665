package repair

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

const (
	oneOf     = "one of "
	keysMust  = "keys must "
	cutOff    = "the call was cut off in it"
	unread    = "it is too large or too deep to be read"
	second    = "second" // it is of another object after the first
	apart     = "does not go with the other keys beside it"
	spells    = "is another spelling of "
	spellsToo = ", which the call has, too"
	other     = "another value" // what came is not known
	early     = "the text ends before its closing brackets"

	askUser     = "ask the user: "
	byDefault   = "default: "
	orGive      = "or give "
	maxQuestion = 200 // characters of a question
)

// Changes lists what to do, in order: the edits, then what to give, then what has no place.
func (o *Outcome) Changes() []Edit {
	var out []Edit
	for _, e := range o.Edits {
		switch e.Kind {
		case Close:
			e.To = early
		case Parse:
			e.From, e.To = "", ""
		case Wrap, Split, Unwrap:
			if e.Kind != Unwrap {
				e.From = ""
			}
			if n := o.Corrected.below(fieldpath.Split(e.Field)); n != nil && n.Kind != Null && e.To != "" {
				e.To = n.JSON() // with all edits in it
			}
			if e.Kind != Unwrap && (o.asksItem(e.Field) || whole(e.To) == "") { // or what is in it is not known yet
				e.To = withoutParts(e.To)
			}
		}
		out = append(out, e)
	}
	for _, a := range o.Ask {
		out = append(out, Edit{Kind: Give, Field: a.Field, From: gotWords(a.Got), To: need(a)})
	}
	for _, u := range o.Unplaced {
		c := Edit{Kind: Place, Field: u.Place, From: gotWords(u.Value), To: u.Why}
		const few = 4
		switch {
		case u.Why == second:
			c.From = short(strings.Trim(u.Value.JSON(), "{}"))
		case u.Why == "" && len(u.Unknown) <= few:
			c.To = strings.Join(u.Unknown, ", ")
		}
		out = append(out, c)
	}
	for _, field := range o.Kept {
		if slices.ContainsFunc(out, func(c Edit) bool { return c.Field == field && c.From == "" && c.To == "" }) {
			continue // that change says what to do with the value
		}
		out = append(out, Edit{Kind: Stay, Field: field})
	}
	return out
}

// AsksUser reports whether the change is to ask the user for a value.
func (c Edit) AsksUser() bool { return c.Kind == Give && strings.HasPrefix(c.To, askUser) }

// asksItem reports whether an item of an array is asked for, which has a null in its place.
func (o *Outcome) asksItem(place string) bool {
	return slices.ContainsFunc(o.Ask, func(a Ask) bool { return within(a.Field, place) && lastKey(a.Field) == "" })
}

// need says what a value that is asked for must be, "" if it is missing and may be any of its type.
func need(a Ask) string {
	switch a.Cause {
	case CutOff:
		return cutOff
	case Garbled:
		return "must have no broken characters"
	case Twice:
		const once = "must be given once"
		if again := a.Got.Again; again != nil && again.Place != a.Got.Place {
			return once + "; " + quoteName(lastKey(again.Place)) + " and " + quoteName(lastKey(a.Got.Place)) + " both spell it"
		}
		return once
	case Undecided:
		return unread
	case Refused:
		if words := a.Schema.Demand(a.Fault.Constraint); words != "" && !a.Fault.Said {
			return words
		}
		if a.Fault.Message != "" {
			return a.Fault.Message
		}
	}
	if a.Cause == Missing && a.Schema.Marks.Question != "" && a.Schema.Default == nil {
		return askUser + strconv.Quote(show.Clip(a.Schema.Marks.Question, maxQuestion))
	}
	if own := must(a.Got, a.Schema); own != "" {
		return own
	}
	want := wants(a.Schema)
	if a.Cause == Missing && a.Got == nil {
		words := []string{mustBe(want)}
		if a.Schema.Default != nil && !a.Schema.Marks.Sensitive {
			words = append(words, byDefault+short(a.Schema.Default.JSON()))
		}
		if a.Or != "" {
			words = append(words, orGive+a.Or+" instead")
		}
		return strings.TrimPrefix(strings.Join(words, "; "), "; ")
	}
	if want == "" {
		want = a.Schema.Words()
	}
	return mustBe(want)
}
