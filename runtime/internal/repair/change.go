package repair

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

const (
	oneOf   = "one of "
	unread  = "it is too large or too deep to be read"
	second  = "a second object is not used; send it as a call of its own"
	twofold = ", not one that can be read in two ways"
	other   = "another value" // what came is not known
	early   = "the text ends before its closing brackets"

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
		out = append(out, a.change())
	}
	for _, u := range o.Unplaced {
		out = append(out, u.change())
	}
	for _, field := range o.Kept {
		if slices.ContainsFunc(out, func(c Edit) bool { return c.Field == field && c.From == "" && c.To == "" }) {
			continue // that change says what to do with the value
		}
		out = append(out, Edit{Kind: Stay, Field: field})
	}
	return out
}

// maxFree bounds the names that are listed for a value without a place.
const maxFree = 4

// change is the change that a value without a place needs.
func (u *Unplaced) change() Edit {
	c := Edit{Kind: Leave, Field: u.Place, To: u.Why}
	if u.Value != nil {
		c.From = short(u.Value.JSON())
	}
	steps := fieldpath.Split(u.Place)
	switch {
	case u.Why == second:
		c.From = strings.Trim(c.From, "{}") // the text shows one object, the call as far as it is known
	case u.Why != "":
	case len(steps) == 0:
		c.To = "must be an object"
	case steps[len(steps)-1].IsIndex:
		c.To = "the array must end before it"
	case len(u.Unknown) > maxFree, len(u.Unknown) == 0 && u.Narrows:
		c.Kind, c.To = Place, "another argument"
	case len(u.Unknown) > 0:
		c.Kind, c.To = Place, alternatives(u.Unknown)
	}
	return c
}

// alternatives are names to choose from: a, b or c.
func alternatives(names []string) string {
	words := make([]string, len(names))
	for i, name := range names {
		words[i] = quoteName(name)
	}
	return strings.Join(words, " or ")
}

// change is what to do about a value that is asked for.
func (a Ask) change() Edit {
	s, c := a.Schema, Edit{Kind: Give, Field: a.Field, From: gotWords(a.Got)}
	if c.From == other {
		c.Kind = Mend
	}
	switch refused := s.Demand(a.Fault.Constraint); {
	case a.Cause == CutOff:
		c.Kind, c.To = Mend, "the call was cut off in it; send it in full"
	case a.Cause == Garbled:
		c.To = "must be one JSON value without broken characters"
	case a.Cause == Twice:
		c.To = "must be given once"
		if again := a.Got.Again; again != nil && again.Place != a.Got.Place {
			c.To += "; " + quoteName(lastKey(again.Place)) + " and " + quoteName(lastKey(a.Got.Place)) + " both spell it"
		}
	case a.Cause == Undecided:
		c.To = unread
	case a.Cause == Refused && refused != "" && !a.Fault.Said:
		c.To = refused
	case a.Cause == Refused && a.Fault.Message != "":
		c.To = a.Fault.Message
	case a.Cause == Missing && s.Marks.Question != "" && s.Default == nil:
		c.Kind, c.To = AskUser, strconv.Quote(show.Clip(s.Marks.Question, maxQuestion))
	case a.Cause == Missing && a.Got == nil:
		c.demand(wants(s))
		if s.Default != nil && !s.Marks.Sensitive {
			c.To = clauses(c.To, "default: "+short(s.Default.JSON()))
		}
		if a.Or != "" {
			c.Kind, c.To = Mend, clauses("missing", c.To, "give it or "+a.Or)
		}
	default:
		want := cmp.Or(wants(s), s.Words())
		if isTwofold(a.Got, s) {
			want += twofold
		} else if a.Cause == Several {
			want += ", not several of these"
		} else if a.Got != nil && isPlaceholder(a.Got) {
			want += ", not a placeholder"
		}
		if c.To = must(a.Got, s); c.To == "" {
			c.demand(want)
		}
	}
	return c
}

// demand sets what the value must be.
func (c *Edit) demand(want string) {
	choices, isChoice := strings.CutPrefix(want, oneOf)
	if isChoice && c.Kind == Give {
		c.Kind, c.To = Choose, choices
		return
	}
	c.To = mustBe(want)
}
