package preflight

import "slices"

// failure finds the tools of which the clause says that they have not done their work.
func (c clause) failure() []string {
	if !c.sure() {
		return nil
	}
	for i, w := range c.w {
		var tools []string
		switch {
		case w == "not":
			tools = c.denied(i)
		case w == "no" || w == "nothing":
			tools = c.none(i)
		case failures[w]:
			tools = c.failed(i)
		case refusals[w]:
			if j := c.back(i); j >= 0 && (beWords[c.w[j]]) {
				if c.w[j] == "been" {
					j = c.back(j)
				}
				if j > 0 && c.w[j] != "is" && c.w[j] != "are" {
					tools = c.subject(j, c.d.all)
				}
			}
		case troubles[w]:
			tools = c.trouble(i)
		}
		if tools != nil {
			return tools
		}
	}
	return nil
}

// sure reports whether nothing makes of the clause something that may be, or was at another time,
// or that others say.
func (c clause) sure() bool {
	for i, w := range c.w {
		switch {
		case elsewhere[w] || w == "first" || reported[w]:
			return false
		case w == "could" || w == "can":
		case w == "when" && i > 0 && i < len(c.w)-1: // an error when recording
		case w == "as", w == "before", w == "after", w == "like", w == "once", w == "tried", w == "try", w == "trying":
		case hedges[w]:
			return false
		}
	}
	return true
}

// denied is "could not record the payment", "the payment was not recorded" and the like; not is the
// place of the negation.
func (c clause) denied(not int) []string {
	aux := not - 1
	if aux < 0 || !(c.w[aux] == "could" || c.w[aux] == "can" || c.w[aux] == "did" || haveWords[c.w[aux]] || c.w[aux] == "was" || c.w[aux] == "were" || c.w[aux] == "am") {
		return nil
	}
	if c.w[aux] == "did" && not+2 < len(c.w) && c.w[not+1] == "go" && c.w[not+2] == "through" {
		return c.subject(aux, c.d.all)
	}
	for i := not + 1; i < min(not+6, len(c.w)); i++ {
		w := c.w[i]
		if done := c.d.done[w]; len(done) > 0 {
			if tools := c.subject(aux, done); tools != nil && (beWords[c.w[i-1]] || adverbs[c.w[i-1]] || c.w[i-1] == "not") && c.byNobody(i) {
				return tools
			}
			if tools := c.byMe(aux, i, done); tools != nil {
				return tools
			}
		}
		if base := c.d.bases[w]; len(base) > 0 {
			if tools := c.byMe(aux, i, base); tools != nil {
				return tools
			}
		}
	}
	return nil
}

// byNobody reports whether a participle has no object, as that of a passive has none.
func (c clause) byNobody(verb int) bool { return c.ends(verb+1) && !c.elsewhere(verb+1) }

// byMe is the object of a verb whose subject is the speaker, or left out.
func (c clause) byMe(aux, verb int, tools []int) []string {
	at := c.back(aux)
	for at >= 0 && openers[c.w[at]] {
		at--
	}
	if at >= 0 && !subjects[c.w[at]] && !slices.Contains([]string{"system", "server", "ledger", "tool"}, c.w[at]) {
		return nil
	}
	return c.behind(verb+1, tools)
}

// none is "no payment was recorded" and "nothing was recorded".
func (c clause) none(no int) []string {
	for i := no + 1; i < min(no+objectRange, len(c.w)); i++ {
		done := c.d.done[c.w[i]]
		if len(done) == 0 || !beWords[c.w[i-1]] || c.elsewhere(i+1) {
			continue
		}
		if c.w[no] == "nothing" {
			return c.d.names(done)
		}
		aux := i - 1
		for aux > no && (beWords[c.w[aux]] || haveWords[c.w[aux]]) {
			aux--
		}
		return c.noun(no+1, aux+1, done)
	}
	return nil
}

// failed is "failed to record the payment", "unable to record it", "the payment failed" and
// "recording the payment failed".
func (c clause) failed(at int) []string {
	for i := at + 1; i < min(at+4, len(c.w)); i++ {
		if base := c.d.bases[c.w[i]]; len(base) > 0 && c.w[i-1] == "to" {
			return c.behind(i+1, base)
		}
	}
	if c.w[at] != "failed" || at == 0 {
		return nil
	}
	aux := at
	if j := c.back(at); j >= 0 && haveWords[c.w[j]] {
		aux = j
	}
	from := 0
	for from < aux && (openers[c.w[from]] || articles[c.w[from]] && from+1 < aux && c.d.gerunds[c.w[from+1]] != nil) {
		from++
	}
	if from < aux {
		if gerund := c.d.gerunds[c.w[from]]; len(gerund) > 0 {
			return c.noun(from+1, aux, gerund)
		}
	}
	if !c.ends(at+1) && !(at+1 < len(c.w) && named(c.w[at+1])) {
		return nil
	}
	return c.subject(aux, c.d.all)
}

// trouble is "there was an error recording the payment".
func (c clause) trouble(at int) []string {
	for i := at + 1; i < min(at+5, len(c.w)); i++ {
		if gerund := c.d.gerunds[c.w[i]]; len(gerund) > 0 {
			if slices.Contains(c.w[:at], "no") {
				return nil
			}
			return c.behind(i+1, gerund)
		}
	}
	return nil
}
