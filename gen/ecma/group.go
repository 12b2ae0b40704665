package ecma

import "unicode"

// namedGroup is a named capture group and its enclosing alternatives.
type namedGroup struct {
	number int
	path   []branch
}

// maxGroupsOfName bounds the groups that share a name, each of which a reference tries.
const maxGroupsOfName = 50

// waitingReference is a reference by number, or by name, that is not resolved yet.
type waitingReference struct {
	to   *reference
	name string
	at   int
}

// group parses a construct that begins with a parenthesis.
func (p *parser) group() (n node, repeatable bool, err error) {
	start := p.pos
	fold, lines, dotAll := p.fold, p.lines, p.dotAll
	p.pos++
	wrap := func(body node) node { return body }
	repeatable = true
	switch {
	case p.take("?:"):
	case p.take("?="), p.take("?!"):
		negated := p.src[p.pos-1] == '!'
		wrap = func(body node) node { return look{negated: negated, body: body} }
	case p.take("?<="), p.take("?<!"):
		negated := p.src[p.pos-1] == '!'
		wrap = func(body node) node { return look{behind: true, negated: negated, body: body} }
		repeatable = false
	case p.peek() == '?' && (p.ahead(1) == '<' || p.ahead(1) == 'P' && p.ahead(2) == '<'):
		number, err := p.groupName()
		if err != nil {
			return nil, false, err
		}
		wrap = func(body node) node { return group{number: number, body: body} }
	case p.take("?"):
		rest, err := p.flags(start)
		if err != nil {
			return nil, false, err
		}
		if rest {
			// The flags apply up to the end of the enclosing group, which restores them.
			return sequence{}, false, nil
		}
	default:
		p.groups++
		number := p.groups
		wrap = func(body node) node { return group{number: number, body: body} }
	}
	body, err := p.choice()
	if err != nil {
		return nil, false, err
	}
	if !p.take(")") {
		return nil, false, p.fail(start, "this ( is never closed")
	}
	p.fold, p.lines, p.dotAll = fold, lines, dotAll
	return wrap(body), repeatable, nil
}

// flags parses the flags of (?i:…) up to the colon. With ) instead of the colon they apply to the rest of the
// enclosing group, which is not ECMA-262 syntax.
func (p *parser) flags(start int) (rest bool, err error) {
	on := true
	seen := map[rune]bool{}
	for p.more() {
		r := p.peek()
		p.pos++
		switch r {
		case ':', ')':
			text := string(p.src[start:p.pos])
			if len(seen) == 0 {
				return false, p.fail(start, "%s is not a group", text)
			}
			if r == ')' {
				p.note(start, "%s is not ECMA-262; it is read as other engines read it, for what follows; write %s:…)", text, text[:len(text)-1])
			}
			return r == ')', nil
		case '-':
			if !on {
				return false, p.fail(p.pos-1, "a second - among flags")
			}
			on = false
			continue
		case 'i':
			p.fold = on
		case 'm':
			p.lines = on
		case 's':
			p.dotAll = on
		default:
			return false, p.fail(p.pos-1, "%q is neither a kind of group nor a flag; flags are i, m and s", string(r))
		}
		if seen[r] {
			return false, p.fail(p.pos-1, "the flag %c is repeated", r)
		}
		seen[r] = true
	}
	return false, p.fail(start, "this ( is never closed")
}

func (p *parser) note(at int, format string, args ...any) {
	p.notes = append(p.notes, p.fail(at, format, args...).(*Error))
}

// groupName parses ?<name> and numbers the group.
func (p *parser) groupName() (int, error) {
	start := p.pos
	p.pos++
	if p.take("P") {
		p.note(start, "(?P<…>) is not ECMA-262; write (?<…>)")
	}
	p.pos++
	name, err := p.name()
	if err != nil {
		return 0, err
	}
	if len(p.names[name]) >= maxGroupsOfName {
		return 0, p.fail(start, "more than %d groups are named %s", maxGroupsOfName, name)
	}
	for _, other := range p.names[name] {
		if !apart(other.path, p.path) {
			return 0, p.fail(start, "two groups that can both match are named %s", name)
		}
	}
	p.groups++
	p.names[name] = append(p.names[name], namedGroup{p.groups, append([]branch(nil), p.path...)})
	return p.groups, nil
}

// apart reports whether two positions are in different alternatives of a choice.
func apart(a, b []branch) bool {
	for i := 0; i < len(a) && i < len(b) && a[i].choice == b[i].choice; i++ {
		if a[i].alternative != b[i].alternative {
			return true
		}
	}
	return false
}

// name parses the name of a group and the closing >.
func (p *parser) name() (string, error) {
	start := p.pos
	var name []rune
	for p.more() {
		r := p.peek()
		p.pos++
		switch {
		case r == '>' && len(name) > 0:
			return string(name), nil
		case r == '\\' && p.take("u"):
			var err error
			if r, err = p.unicodeEscape(p.pos - 2); err != nil {
				return "", err
			}
		}
		if !nameRune(r, len(name) == 0) {
			return "", p.fail(start, "the name of a group must be an identifier that ends with >")
		}
		name = append(name, r)
	}
	return "", p.fail(start, "the name of a group must be an identifier that ends with >")
}

// nameRune reports whether r is allowed in the name of a group.
func nameRune(r rune, first bool) bool {
	if r == '$' || r == '_' || unicode.IsLetter(r) || unicode.Is(unicode.Nl, r) {
		return true
	}
	return !first && (r == 0x200C || r == 0x200D || unicode.In(r, unicode.Nd, unicode.Mn, unicode.Mc, unicode.Pc))
}

// resolveReferences resolves references by name and rejects those to unknown groups. It runs last because a
// reference may precede its group.
func (p *parser) resolveReferences() error {
	for _, ref := range p.waiting {
		for _, g := range p.names[ref.name] {
			ref.to.numbers = append(ref.to.numbers, g.number)
		}
		switch {
		case len(ref.to.numbers) == 0:
			return p.fail(ref.at, "no group is named %s", ref.name)
		case ref.to.numbers[0] > p.groups:
			return p.fail(ref.at, "\\%d refers to a group, but the pattern has %d", ref.to.numbers[0], p.groups)
		}
	}
	return nil
}
