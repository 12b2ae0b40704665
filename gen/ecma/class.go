package ecma

// class parses a bracketed character class.
func (p *parser) class() (node, error) {
	start := p.pos
	p.pos++
	all := class{negated: p.take("^")}
	var members []Range
	add := func(c class) {
		members = append(members, c.set...)
		all.props = append(all.props, c.props...)
	}
	for !p.take("]") {
		if !p.more() {
			return nil, p.fail(start, "this [ is never closed")
		}
		at := p.pos
		low, err := p.classAtom()
		if err != nil {
			return nil, err
		}
		if p.peek() != '-' || p.ahead(1) == ']' || p.ahead(1) == -1 {
			add(low)
			continue
		}
		p.pos++
		high, err := p.classAtom()
		if err != nil {
			return nil, err
		}
		lo, hi := low.set, high.set
		switch {
		case !lo.single() || !hi.single():
			// Next to a class escape, the hyphen is a literal, as in Annex B.
			add(low)
			add(high)
			add(class{set: setOf(Range{'-', '-'})})
		case lo[0].Lo > hi[0].Lo:
			return nil, p.fail(at, "the range %s is out of order", string(p.src[at:p.pos]))
		default:
			add(class{set: setOf(Range{lo[0].Lo, hi[0].Lo})})
		}
	}
	all.set = setOf(members...)
	if p.fold {
		all.set, all.fold = all.set.folded(), len(all.props) > 0
	}
	return all, nil
}

// classAtom parses one member of a class; a single code point is a set of one, as no class escape is.
func (p *parser) classAtom() (class, error) {
	at := p.pos
	r := p.peek()
	if r != '\\' {
		p.pos++
		return class{set: setOf(Range{r, r})}, nil
	}
	switch p.ahead(1) {
	case 'b':
		p.pos += 2
		return class{set: setOf(Range{'\b', '\b'})}, nil
	case 'B', 'k':
		return class{}, p.fail(at, "\\%c cannot stand in a class", p.ahead(1))
	}
	if c, ok, err := p.classEscape(); ok || err != nil {
		return c, err
	}
	r, err := p.characterEscape()
	return class{set: setOf(Range{r, r})}, err
}

// plain returns the set of code points that the class matches, if it does not depend on Unicode tables.
func (c class) plain() (Set, bool) {
	if len(c.props) > 0 {
		return nil, false
	}
	if c.negated {
		return c.set.Complement(), true
	}
	return c.set, true
}
