package repair

import (
	"slices"
	"strconv"
	"strings"
)

// The kinds of changes that are not edits: what they need is not certain.
const (
	Give  EditKind = "give"  // a value is missing, or has to be given anew
	Place EditKind = "place" // a value of the call has no place
	Stay  EditKind = "stay"  // a value that is not shown stays as it was sent
	Mend  EditKind = "mend"  // an object or array breaks a constraint as a whole
)

// Change is one thing to do to the call, in words that need no schema. The changes are all that the
// text for a model is made of.
type Change struct {
	Kind    EditKind
	Field   string // the place in the corrected call; for Place, in the call as it was written
	From    string // the place in the call, or the value there
	To      string // the value; for Give, what it must be; for Place, the names that are still free
	Certain bool
}

const (
	oneOf    = "one of "
	keysMust = "keys must "
	cutOff   = "the call was cut off in it"
	unread   = "it is too large or too deep to be read"
	second   = "second"        // it is of another object after the first
	twice    = "twice"         // a later member of the same key counts
	other    = "another value" // what came is not known
	early    = "the text ends before its closing brackets"

	askUser     = "ask the user: "
	byDefault   = "default: "
	notNeeded   = "not needed if "
	maxQuestion = 200 // characters of a question
)

// Changes lists what to do, in order: the edits, then what to give, then what has no place.
func (o *Outcome) Changes() []Change {
	var out []Change
	for _, e := range o.Edits {
		c := Change{Kind: e.Kind, Field: e.Field, From: e.From, To: e.To, Certain: true}
		switch {
		case e.Kind == Close:
			c.To = early
		case e.Kind == Parse:
			c.From, c.To = "", ""
		case e.Kind == Wrap || e.Kind == Split:
			c.From = ""
			if o.asksItem(e.Field) || shown(c.To) == "" { // or what is in it is not known yet
				c.To = withoutParts(c.To)
			}
		}
		out = append(out, c)
	}
	for _, a := range o.Ask {
		out = append(out, Change{Kind: Give, Field: a.Field, From: gotWords(a.Got), To: need(a)})
	}
	for _, u := range o.Unplaced {
		c := Change{Kind: Place, Field: u.Place, From: gotWords(u.Value), To: u.Why}
		const few = 4
		switch {
		case u.Why == second:
			c.From = flat(u.Value)
		case u.Why == "" && len(u.Unknown) <= few:
			c.To = strings.Join(u.Unknown, ", ")
		}
		out = append(out, c)
	}
	for _, field := range o.Kept {
		if slices.ContainsFunc(out, func(c Change) bool { return c.Field == field && c.From == "" && c.To == "" }) {
			continue // that change says what to do with the value
		}
		out = append(out, Change{Kind: Stay, Field: field, Certain: true})
	}
	return out
}

// AsksUser reports whether the change is to ask the user for a value.
func (c Change) AsksUser() bool { return c.Kind == Give && strings.HasPrefix(c.To, askUser) }

// asksItem reports whether an item of an array is asked for, which has a null in its place.
func (o *Outcome) asksItem(place string) bool {
	return slices.ContainsFunc(o.Ask, func(a Ask) bool { return within(a.Field, place) && lastKey(a.Field) == "" })
}

// need says what a value that is asked for must be, "" if it is missing and may be any of its type.
func need(a Ask) string {
	switch a.Cause {
	case CutOff:
		return cutOff
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
		return askUser + strconv.Quote(cut(a.Schema.Marks.Question, maxQuestion))
	}
	if own := must(a.Got, a.Schema); own != "" && a.Cause != Missing {
		return own
	}
	want := wants(a.Schema)
	if a.Cause == Missing && a.Got == nil {
		words := []string{mustBe(want)}
		if a.Schema.Default != nil && !a.Schema.Marks.Sensitive {
			words = append(words, byDefault+short(a.Schema.Default.JSON()))
		}
		if a.Or != "" {
			words = append(words, notNeeded+a.Or)
		}
		return strings.TrimPrefix(strings.Join(words, "; "), "; ")
	}
	if want == "" {
		want = a.Schema.Words()
	}
	return mustBe(want)
}

// mustBe is a demand, "" for none.
func mustBe(want string) string {
	if want == "" {
		return ""
	}
	return "must be " + want
}
