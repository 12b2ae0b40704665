package claims

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolname"
)

// subject is a write tool with the words for it in sentences.
type subject struct {
	name    string
	verbs   []string   // from its name and title
	objects [][]string // what it acts on according to its name and its title, the noun last
	effect  toolname.Effect
}

// finder finds claims about tools.
type finder struct{ subjects []subject }

// NewFinder returns the default finder for write tools.
func NewFinder(specs ...*runtime.ToolSpec) Finder {
	var f finder
	for _, spec := range specs {
		s := subject{name: spec.Name, effect: toolname.VerbOf(spec.Name).Effect}
		for _, name := range []string{spec.Name, spec.Title} {
			s.verbs = append(s.verbs, toolname.Verbs(name)...)
			if object := toolname.Object(name); len(object) > 0 {
				s.objects = append(s.objects, object)
			}
		}
		f.subjects = append(f.subjects, s)
	}
	return f.claims
}

// claims returns the claims of a reply.
func (f finder) claims(reply string) []Claim {
	var list []Claim
	for _, s := range sentences(reply) {
		first := len(list)
		for _, words := range s.clauses {
			for _, c := range f.ofClause(words) {
				c.Text = s.text
				if !slices.ContainsFunc(list[first:], func(other Claim) bool {
					return other.Success == c.Success && slices.Equal(other.Tools, c.Tools)
				}) {
					list = append(list, c)
				}
			}
		}
	}
	return list
}

// clause is a clause whose verbs are examined.
type clause []word

func (c clause) is(i int, list string) bool { return i >= 0 && i < len(c) && oneOf(c[i].text, list) }

// has reports whether one of the words from i up to j is in a list.
func (c clause) has(i, j int, list string) bool {
	for ; i < j; i++ {
		if c.is(i, list) {
			return true
		}
	}
	return false
}

// Words that determine what a clause says.
const (
	conditions = "if unless whether until once when whenever will would shall should could can may might must going want wants need needs " +
		"ready try trying after before perhaps maybe probably hopefully supposed expect plan example pretend like wish hope think believe " +
		"seems seem appears apparently said says told asked wrote requested shows showed according which who you let"
	negations = failures + " not never no impossible"
	// failures mean by themselves that something was not done.
	failures  = "unable failed failing fails failure error errors problem problems unsuccessful rejected declined refused impossible"
	relations = "of for from with to on in at into against by about via per as using over through than"
	adverbs   = "just now also already then safely finally indeed today manually too again so since here ahead well been have has had"
	people    = "i we"
	pronouns  = "it they them this these those everything both all"
	states    = "is are 's am be being"
	// follows are the plain words that may follow an object without forming a compound with it.
	follows = relations + " " + adverbs + " went is are was were has have had and or but as you your to due because today"
	// times, after a passive, indicate a report about existing data.
	times = "by on in at last earlier yesterday before twice previously"
	// partly are verbs that change a thing if they change a part of it.
	partly = "updated changed modified edited adjusted amended corrected set"
	past   = "already earlier previously yesterday before"
)

// ofClause finds what one clause claims.
func (f finder) ofClause(words []word) []Claim {
	c := clause(words)
	if c.is(0, conditions) && !c.is(0, "you") {
		return nil
	}
	var list []Claim
	for i := range c {
		form, ok := toolname.FormOf(c[i].text)
		success := ok && (form.Done && c.tells(i) || c.managed(i))
		if !success && (c.is(i, "successful") && c.is(i-1, "was were been is are") || c.is(i, "through") && c.is(i-1, "went gone")) {
			form, success = toolname.Form{Done: true, Effect: toolname.Unknown}, true
		}
		if !success || c.has(0, i, negations) || c.has(0, i, conditions) && !c.introduced(i) {
			continue
		}
		if claim, ok := f.about(c, i, form); ok {
			claim.Success, claim.Earlier = true, c.has(0, len(c), past)
			list = append(list, claim)
		}
	}
	if claim, ok := f.failure(c); ok {
		list = append(list, claim)
	}
	return list
}

// introduced reports whether the condition before a verb merely announces a statement: "I can confirm that", "to let
// you know the payment was …".
func (c clause) introduced(verb int) bool {
	for i := range verb {
		if c.is(i, "confirm know report inform say") && c.has(0, i+1, people+" know") && !c.has(i+1, verb, conditions) {
			return !c.has(0, i, "if when once will")
		}
	}
	return false
}

// tells reports whether a past form says what was done: with a subject ("I have posted"), without one ("Posted the
// message"), or in the passive, which [finder.about] examines.
func (c clause) tells(verb int) bool { return !c.is(verb-1, "to") && !c.is(verb-1, "the a an your") }

// managed reports whether a verb follows "I was able to" or "I managed to".
func (c clause) managed(verb int) bool {
	return c.is(verb-1, "to") && c.has(0, verb, people) && (c.is(verb-2, "managed") || c.is(verb-2, "able") && c.has(0, verb, "was were been"))
}

// before returns the index of the last word before i that is not an adverb.
func (c clause) before(i int) int {
	for i--; i >= 0 && (c.is(i, adverbs) || strings.HasSuffix(c[i].text, "ly")); i-- {
	}
	return i
}

// about finds the tools whose object a verb has: before it in the passive, otherwise after it.
func (f finder) about(c clause, verb int, form toolname.Form) (Claim, bool) {
	subject := c.before(verb)
	wasHad := c.is(verb, "through") || c.has(max(subject, 0), verb, "been") || c.is(subject, "was were been") ||
		c.is(subject, "is are 's") && c.is(verb-1, "now been")
	switch {
	case c.is(subject, states) && !wasHad:
		return Claim{}, false // a state, or something in progress
	case wasHad && c.is(subject, "was were") && (c.is(verb+1, times) || c.has(subject, verb, past)),
		wasHad && c.has(subject, verb, "already"):
		return Claim{}, false // a report about existing data
	}
	active := subject < 0 || c.is(subject, people) || c.is(subject, "gone done managed to") && c.has(0, verb, people) ||
		!wasHad && c.has(max(subject-3, 0), verb, people)
	of := c.is(subject, pronouns) || c.is(subject, "was were been") && c.is(c.before(subject), pronouns)
	return f.match(form, func(object []string) fit {
		if !wasHad && active {
			return c.after(verb, object)
		}
		return c.passive(subject, verb, object, wasHad)
	}, active && !wasHad && c.is(verb+1, pronouns) || wasHad && of)
}

// fit is how well the words of a clause match the object of a tool.
type fit uint8

const (
	none  fit = iota
	noun      // its noun is there
	whole     // all its words are
)

// fits returns the fit of the best object of a tool.
func (s subject) fits(fits func(object []string) fit) fit {
	best := none
	for _, object := range s.objects {
		best = max(best, fits(object))
	}
	return best
}

// makes reports whether the object of a tool is an action itself: to create a refund is to refund.
func (s subject) makes(verb string) bool {
	return slices.ContainsFunc(s.objects, func(object []string) bool { return object[len(object)-1] == verb })
}

// match returns a claim about the tools whose object fits. If the object is a pronoun, it fits the tools that have the
// verb.
func (f finder) match(form toolname.Form, fits func(object []string) fit, pronoun bool) (Claim, bool) {
	var exact, loose []string
	for _, s := range f.subjects {
		best := s.fits(fits)
		own := slices.Contains(s.verbs, form.Verb) || form.Effect == toolname.Unknown
		switch {
		case own && (best > none || pronoun), form.Sure && form.Done && s.makes(form.Verb):
			exact = append(exact, s.name)
		case best == whole && (s.effect == form.Effect || s.effect == toolname.Unknown || form.Verb == "cancel"):
			loose = append(loose, s.name)
		}
	}
	switch {
	case len(exact) > 0:
		return Claim{Tools: exact}, true
	case len(loose) > 0:
		return Claim{Tools: loose, Loose: true}, true
	}
	return Claim{}, false
}

// reach is the maximum distance in words between a verb and its object.
const reach = 6

// after looks for an object after a verb.
func (c clause) after(verb int, object []string) fit {
	for i := verb + 1; i < len(c) && i <= verb+reach; i++ {
		if c.is(i, relations) && !(c.is(i, "of on") && c.is(verb, partly)) || c.is(i, "is are was were") {
			return none
		}
		if c.noun(i, object) && !c.is(i+1, "is are was were") {
			return c.whole(i, object)
		}
	}
	return none
}

// passive looks for an object before a verb. The short form, without "was", begins with the object.
func (c clause) passive(subject, verb int, object []string, full bool) fit {
	for i := range verb {
		if !c.noun(i, object) {
			continue
		}
		switch {
		case c.has(i+1, verb, "that which who you if"),
			c.has(0, i, relations+" are is") && !(c.is(verb, partly) && !c.has(0, i, "are is")) && !c.has(0, i, "confirm report know inform"):
			return none
		case full, c.short(i, subject, verb):
			return c.whole(i, object)
		}
	}
	return none
}

// short reports whether a clause has the short form: "Payment recorded", "Invoice INV-9 created for Ann".
func (c clause) short(object, subject, verb int) bool {
	return (subject == object || subject == object+1 && !c[subject].plain) && object <= 2 && !c.has(0, object, "are is the a") &&
		(verb+1 == len(c) || c.is(verb+1, "successfully for as with to") || !c[verb+1].plain)
}

// noun reports whether a word is the noun of an object and not part of a compound: "payment", but not in "payment
// summary".
func (c clause) noun(i int, object []string) bool {
	last := object[len(object)-1]
	w := c[i].text
	if w != last && w != last+"s" && w != last+"es" && w+"s" != last && (!strings.HasSuffix(last, "y") || w != last[:len(last)-1]+"ies") {
		return false
	}
	if i+1 == len(c) || !c[i+1].plain || c.is(i+1, follows+" could did does can will") || strings.HasSuffix(c[i+1].text, "ly") {
		return true
	}
	_, verb := toolname.FormOf(c[i+1].text)
	return verb || c.is(i+1, failures+" not")
}

// whole reports whether the other words of an object precede its noun.
func (c clause) whole(i int, object []string) fit {
	for n := len(object) - 2; n >= 0; n-- {
		i--
		if i < 0 || c[i].text != object[n] {
			return noun
		}
	}
	return whole
}

// failure finds the claim that a change was not made: a negation with the verb of a tool and its object, or a
// word such as "failed" with its object.
func (f finder) failure(c clause) (Claim, bool) {
	at := slices.IndexFunc(c, func(w word) bool { return oneOf(w.text, negations) })
	switch {
	case at < 0, c.is(at, "no not never") && c.has(at+1, min(at+3, len(c)), "error errors problem problems issues"),
		c.has(0, at, "if when once unless whether will would should may might you"), c.has(0, len(c), "another more second again"):
		return Claim{}, false
	}
	fits := func(object []string) fit {
		for i := range c {
			if c.noun(i, object) {
				return c.whole(i, object)
			}
		}
		return none
	}
	// Look for the objects once, since a clause may have many verbs.
	there := finder{slices.DeleteFunc(slices.Clone(f.subjects), func(s subject) bool { return s.fits(fits) == none })}
	for i := range c {
		form, ok := toolname.FormOf(c[i].text)
		if !ok || c.is(i, failures) {
			continue
		}
		from, pronoun := there, c.is(i+1, pronouns)
		if pronoun {
			from = f
		}
		if claim, ok := from.match(form, fits, pronoun); ok && !claim.Loose {
			return claim, true
		}
	}
	if !c.has(0, len(c), failures) && !c.has(0, len(c), "go through") {
		return Claim{}, false
	}
	return there.match(toolname.Form{Effect: toolname.Unknown}, fits, false)
}
