package preflight

import "slices"

// clause is one clause of a sentence, its contractions taken apart.
type clause struct {
	d *defaultDetector
	w []string
}

// subjectRange is how many words before a verb are looked at for what it is about, objectRange how
// many behind it.
const (
	subjectRange = 14
	objectRange  = 8
)

// successes finds the tools of which the clause says that they have done their work, for each verb
// that says so.
func (c clause) successes() [][]string {
	var found [][]string
	for i, w := range c.w {
		if tools := c.able(i); tools != nil {
			found = append(found, tools)
			continue
		}
		done := c.d.done[w]
		if len(done) == 0 || !c.plain(i) {
			continue
		}
		for _, read := range []func(int, []int) []string{c.active, c.passive, c.headline} {
			if tools := read(i, done); tools != nil {
				found = append(found, tools)
				found = append(found, c.beside(i, done)...)
				break
			}
		}
	}
	if tools := c.wentThrough(); tools != nil {
		found = append(found, tools)
	}
	return found
}

// beside finds the tools that are about what a verb is about, too: "the payment" in "I created the
// invoice and the payment" and in "The payment and the invoice have been created".
func (c clause) beside(verb int, tools []int) [][]string {
	var found [][]string
	for i, w := range c.w {
		if w != "and" {
			continue
		}
		from, to := i+1, len(c.w)
		if i < verb { // what is before it, and begins the clause
			from, to = 0, i
			for from < to && openers[c.w[from]] {
				from++
			}
		}
		if from >= to || !articles[c.w[from]] {
			continue
		}
		end := from + 1
		for end < to && !c.ends(end) {
			end++
		}
		// A noun in front of a verb of its own is no object, one that is more than a noun no subject.
		if end < to && (i < verb || !prepositions[c.w[end]] && !adverbs[c.w[end]]) {
			continue
		}
		if more := c.noun(from, end, tools); more != nil {
			found = append(found, more)
		}
	}
	return found
}

// plain reports whether nothing before a verb takes back what it says.
func (c clause) plain(verb int) bool {
	start := 0
	if prefix := []string{"i", "can", "confirm"}; len(c.w) > 3 && slices.Equal(c.w[:3], prefix) {
		start = 3
	}
	for i := start; i < verb; i++ {
		w := c.w[i]
		switch {
		case negations[w]:
			return false
		case w == "as" && i+1 < len(c.w) && c.d.isRequest(c.w[i+1]): // as requested, as you asked
		case hedges[w] && !(w == "as" && i > 0 && c.w[i-1] == "well"):
			return false
		case w == "let" && i+1 < len(c.w) && (c.w[i+1] == "me" || c.w[i+1] == "us"):
			return false
		}
	}
	for _, w := range c.w {
		if elsewhere[w] {
			return false
		}
	}
	return true
}

// back skips adverbs backwards from i, which it excludes, and returns the place of what is before
// them, -1 for the beginning.
func (c clause) back(i int) int {
	for i--; i >= 0 && adverbs[c.w[i]]; i-- {
	}
	return i
}

// active is "I have recorded the payment" and "I recorded it"; also "I checked them and recorded
// the payment".
func (c clause) active(verb int, tools []int) []string {
	i := c.back(verb)
	if i < 0 {
		return nil
	}
	spoken := subjects[c.w[i]]
	if haveWords[c.w[i]] {
		j := c.back(i)
		spoken = j >= 0 && subjects[c.w[j]]
	}
	if !spoken && (c.w[i] == "and" || c.w[i] == "then") {
		spoken = slices.ContainsFunc(c.w[:i], func(w string) bool { return subjects[w] }) || c.curt()
	}
	if !spoken {
		return nil
	}
	if found := c.behind(verb+1, tools); found != nil {
		return found
	}
	return c.changed(verb, verb+1, min(verb+1+objectRange, len(c.w)), tools)
}

// curt reports whether the clause begins with what was done and leaves out by whom, as "Recorded the
// payment and created the invoice".
func (c clause) curt() bool {
	i := 0
	for i < len(c.w) && (openers[c.w[i]] || adverbs[c.w[i]]) {
		i++
	}
	return i < len(c.w) && c.headline(i, c.d.done[c.w[i]]) != nil
}

// able is "I was able to record the payment" and "I managed to record it"; verb is the place of the
// verb behind the "to".
func (c clause) able(verb int) []string {
	base := c.d.bases[c.w[verb]]
	if len(base) == 0 || verb < 3 || c.w[verb-1] != "to" || !c.plain(verb-2) {
		return nil
	}
	at := c.back(verb - 2)
	switch {
	case at < 0:
		return nil
	case c.w[verb-2] == "managed":
	case c.w[verb-2] == "able" && (c.w[at] == "was" || c.w[at] == "were" || c.w[at] == "been"):
		at = c.back(at)
	default:
		return nil
	}
	if at >= 0 && haveWords[c.w[at]] {
		at = c.back(at)
	}
	if at < 0 || !subjects[c.w[at]] {
		return nil
	}
	return c.behind(verb+1, base)
}

// changed is "the due date of the invoice", of verbs of change: who changes a part of a thing
// changes the thing.
func (c clause) changed(verb, from, to int, tools []int) []string {
	if !partly[c.w[verb]] {
		return nil
	}
	for i := from; i+1 < to; i++ {
		switch c.w[i] {
		case "of", "on", "in", "to":
			if definite[c.w[i+1]] {
				return c.noun(i+1, to, tools)
			}
		}
	}
	return nil
}

// behind finds which of the tools are about what follows a verb.
func (c clause) behind(from int, tools []int) []string {
	for from < len(c.w) && (adverbs[c.w[from]] || objectsOf[c.w[from]]) {
		from++
	}
	if from >= len(c.w) {
		return nil
	}
	if pronouns[c.w[from]] && c.ends(from+1) {
		return c.d.names(tools)
	}
	return c.noun(from, min(from+objectRange, len(c.w)), tools)
}

// ends reports whether a noun phrase is over at i.
func (c clause) ends(i int) bool {
	if i >= len(c.w) {
		return true
	}
	w := c.w[i]
	return prepositions[w] || conjunctions[w] || adverbs[w] || subjects[w] || objectsOf[w] || beWords[w] || haveWords[w] || pronouns[w] && !articles[w]
}

// noun reads the noun phrase that begins at from, and finds which of the tools are about its noun.
// In "the payment summary" that is a summary, and in "the payment PAY-1 of Northwind" a payment.
func (c clause) noun(from, to int, tools []int) []string {
	noun := -1
	for i := from; i < to; i++ {
		w := c.w[i]
		if i > from && c.ends(i) {
			break
		}
		if !named(w) && !articles[w] {
			noun = i
		}
	}
	if noun < 0 {
		return nil
	}
	before := ""
	if noun > from {
		before = c.w[noun-1]
	}
	var found []int
	for _, t := range tools {
		if slices.ContainsFunc(c.d.tools[t].objects, func(o object) bool {
			return o.noun == c.w[noun] && (o.of == "" || o.of == before || definite[before])
		}) {
			found = append(found, t)
		}
	}
	return c.d.names(found)
}

// subject finds which of the tools are about what stands before an auxiliary verb.
func (c clause) subject(aux int, tools []int) []string {
	from := max(aux-subjectRange, 0)
	for i := from; i < aux; i++ {
		if conjunctions[c.w[i]] || announcing[c.w[i]] {
			from = i + 1
		}
	}
	for from < aux && openers[c.w[from]] {
		from++
	}
	if from >= aux {
		return nil
	}
	if from+1 == aux && pronouns[c.w[from]] {
		return c.d.names(tools)
	}
	if subjects[c.w[from]] || objectsOf[c.w[from]] {
		return nil
	}
	return c.noun(from, aux, tools)
}

// passive is "the payment has been recorded", "it was recorded" and "the payment is now recorded".
func (c clause) passive(verb int, tools []int) []string {
	i := c.back(verb)
	if i < 0 {
		return nil
	}
	now := slices.Contains(c.w[i:verb], "now") || slices.Contains(c.w[i:verb], "successfully")
	aux := i
	switch w := c.w[i]; {
	case w == "been":
		if aux = c.back(i); aux < 0 || !haveWords[c.w[aux]] && c.w[aux] != "'s" {
			return nil
		}
	case w == "was" || w == "were" || w == "got":
	case (w == "is" || w == "are" || w == "'s") && now:
	default:
		return nil
	}
	for _, w := range c.w[:verb] {
		if elsewhereToo[w] || reported[w] && !c.d.isRequest(w) {
			return nil
		}
	}
	if c.elsewhere(verb + 1) {
		return nil
	}
	at := aux
	for at > 0 && adverbs[c.w[at-1]] {
		at--
	}
	if found := c.subject(at, tools); found != nil {
		return found
	}
	return c.changed(verb, max(at-subjectRange, 0), at, tools)
}

// elsewhere reports whether what follows a participle tells of a fact of the books rather than of
// what was just done: by whom, or on which day.
func (c clause) elsewhere(i int) bool {
	for i < len(c.w) && adverbs[c.w[i]] {
		i++
	}
	if i+1 >= len(c.w) {
		return false
	}
	next := c.w[i+1]
	switch c.w[i] {
	case "by":
		return next != "me" && next != "us"
	case "last":
		return true
	case "on", "in", "at", "since", "from":
		return months[next] || isDigit(next[0])
	}
	return false
}

// headline is "Payment recorded", "Invoice INV-1 created for Northwind" and "Recorded the payment".
func (c clause) headline(verb int, tools []int) []string {
	from := 0
	for from < verb && (openers[c.w[from]] || adverbs[c.w[from]]) {
		from++
	}
	if c.elsewhere(verb + 1) {
		return nil
	}
	for i, w := range c.w {
		if i != verb && (beWords[w] || haveWords[w] || w == "'s" || i < verb && (subjects[w] || conjunctions[w] && i >= from || reported[w])) {
			return nil
		}
	}
	if from == verb {
		if verb+1 >= len(c.w) || c.d.bases[c.w[verb]] != nil {
			return nil
		}
		first := c.w[verb+1]
		if pronouns[first] && !articles[first] || !articles[first] && plural(first) {
			return nil
		}
		return c.behind(verb+1, tools)
	}
	if !articles[c.w[from]] && plural(c.w[from]) {
		return nil
	}
	if i := verb + 1; i < len(c.w) && !adverbs[c.w[i]] && !prepositions[c.w[i]] && !named(c.w[i]) {
		return nil
	}
	end := verb
	for end > from && adverbs[c.w[end-1]] {
		end--
	}
	return c.noun(from, end, tools)
}

func plural(w string) bool { return len(w) > 3 && w[len(w)-1] == 's' && w[len(w)-2] != 's' }

// wentThrough is "the payment went through" and "the payment was successful".
func (c clause) wentThrough() []string {
	for i, w := range c.w {
		at := i
		switch {
		case w == "went" && i+1 < len(c.w) && c.w[i+1] == "through", w == "succeeded":
			if j := c.back(i); j >= 0 && haveWords[c.w[j]] {
				at = j
			}
		case w == "successful":
			if at = c.back(i); at < 0 || c.w[at] != "was" && c.w[at] != "were" {
				continue
			}
		default:
			continue
		}
		if c.plain(i) && !c.quotes(i) {
			return c.subject(at, c.d.all)
		}
	}
	return nil
}

// quotes reports whether what is before a verb says that others say it.
func (c clause) quotes(verb int) bool {
	return slices.ContainsFunc(c.w[:verb], func(w string) bool { return reported[w] })
}
