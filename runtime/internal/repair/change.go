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
	twofold   = ", not one that can be read in two ways"
	another   = "another argument" // of many
	other     = "another value"    // what came is not known
	early     = "the text ends before its closing brackets"

	askUser     = "ask the user: "
	byDefault   = "default: "
	orGive      = "give it, or "
	instead     = " instead"
	maxQuestion = 200 // characters of a question
)

// Changes lists what to do, in order: the edits, then what to give, then what has no place.
func (o *Outcome) Changes() []Edit {
	var out []Edit
	gaps := slices.Clone(o.Kept)
	for _, a := range o.Ask {
		gaps = append(gaps, a.Field)
	}
	known := o.Corrected.copied("", func(*Node, string) bool { return false })
	known.mark(gaps)
	for _, e := range o.Edits {
		switch e.Kind {
		case Close:
			e.To = early
		case Rename:
			if slices.ContainsFunc(o.Ask, func(a Ask) bool { return a.Cause == Twice && a.Field == e.Field }) {
				continue // the question names the keys
			}
		case Parse:
			e.From, e.To = "", ""
		case Wrap, Split, Unwrap:
			if e.Kind != Unwrap {
				e.From = ""
			}
			if v := known.below(fieldpath.Split(e.Field)); v != nil && v.Kind > Null && e.To != "" {
				e.To = v.JSON() // with all edits in it
			}
			if e.Kind != Unwrap && whole(e.To) == "" {
				e.To = withoutParts(e.To)
			}
		}
		out = append(out, e)
	}
	for _, a := range o.Ask {
		out = append(out, Edit{Kind: Give, Field: a.Field, From: gotWords(a.Got), To: need(a)})
	}
	where := o.objects()
	for _, u := range o.Unplaced {
		out = append(out, o.loose(u, where))
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

// maxFree bounds the names that are listed for a value without a place.
const maxFree = 4

// loose is the change that a value without a place needs. Its field is where the changes before have put what is around it.
func (o *Outcome) loose(u Unplaced, where map[string]string) Edit {
	c := Edit{Kind: Place, Field: u.Place, From: gotWords(u.Value), To: u.Why}
	outer, known := where[fieldpath.Join(parent(u.Place))]
	if key := lastKey(u.Place); known && key != "" {
		c.Field = fieldpath.JoinKey(outer, key)
	}
	switch {
	case u.Why == second:
		c.From = short(strings.Trim(u.Value.JSON(), "{}"))
	case u.Why != "":
	case len(u.Unknown) > maxFree:
		c.To = another
	default:
		var names []string
		for _, free := range u.Unknown {
			names = append(names, quoteName(free))
		}
		c.To = strings.Join(names, ", ")
	}
	return c
}

// objects returns where the objects of the call are now, by their places in the call.
func (o *Outcome) objects() map[string]string {
	where := map[string]string{}
	put := func(from, at string) {
		if _, known := where[from]; !known {
			where[from] = at
		}
	}
	o.Corrected.walk("", func(n *Node, at string) {
		if n.Kind == Object {
			put(n.Place, at)
		}
	})
	for _, e := range o.Edits {
		if e.Kind == Unwrap && e.To == "" {
			put(e.From, e.Field)
		}
	}
	return where
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
			words = append(words, orGive+a.Or+instead)
		}
		return strings.TrimPrefix(strings.Join(words, "; "), "; ")
	}
	if want == "" {
		want = a.Schema.Words()
	}
	switch {
	case isTwofold(a.Got, a.Schema):
		want += twofold
	case a.Got != nil && isPlaceholder(a.Got):
		want += ", not a placeholder"
	}
	return mustBe(want)
}
