package ecma

import "fmt"

// maxDepth bounds the nesting of groups to protect the stack of parsers and engines. Package regexp's own limit
// is 1000.
const maxDepth = 250

// pattern is a parsed regular expression.
type pattern struct {
	root   node
	groups int      // capture groups
	notes  []*Error // accepted syntax that is not ECMA-262
}

// parser is a recursive descent parser for Disjunction, Alternative and Term of
// https://tc39.es/ecma262/#sec-patterns.
type parser struct {
	src   []rune
	pos   int
	depth int

	mode
	groups  int
	names   map[string][]namedGroup
	path    []branch // the enclosing alternatives
	choices int
	waiting []waitingReference // checked when all groups are known
	notes   []*Error
}

// mode has the flags i, m and s in effect.
type mode struct{ fold, lines, dotAll bool }

// branch is one alternative of one choice.
type branch struct{ choice, alternative int }

// parse parses a whole pattern.
func parse(source string) (*pattern, error) {
	p := &parser{src: []rune(source), names: map[string][]namedGroup{}}
	root, err := p.choice()
	if err != nil {
		return nil, err
	}
	if p.more() {
		return nil, p.fail(p.pos, "this ) closes no group")
	}
	if err := p.resolveReferences(); err != nil {
		return nil, err
	}
	return &pattern{root: root, groups: p.groups, notes: p.notes}, nil
}

func (p *parser) more() bool { return p.pos < len(p.src) }

// peek returns the next rune, or -1 at the end.
func (p *parser) peek() rune { return p.ahead(0) }

// ahead returns the rune at offset n, or -1.
func (p *parser) ahead(n int) rune {
	if p.pos+n >= len(p.src) {
		return -1
	}
	return p.src[p.pos+n]
}

// take consumes want if it is next.
func (p *parser) take(want string) bool {
	n := 0
	for _, r := range want {
		if p.ahead(n) != r {
			return false
		}
		n++
	}
	p.pos += n
	return true
}

func (p *parser) fail(at int, format string, args ...any) error {
	return &Error{Offset: at, Message: fmt.Sprintf(format, args...)}
}

// choice parses alternatives up to the end of the group or pattern.
func (p *parser) choice() (node, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, p.fail(p.pos, "groups are nested more than %d deep", maxDepth)
	}
	defer func() { p.depth-- }()
	p.choices++
	p.path = append(p.path, branch{choice: p.choices})
	defer func() { p.path = p.path[:len(p.path)-1] }()

	var all choice
	for {
		alternative, err := p.sequence()
		if err != nil {
			return nil, err
		}
		all = append(all, alternative)
		if !p.take("|") {
			break
		}
		p.path[len(p.path)-1].alternative++
	}
	if len(all) == 1 {
		return all[0], nil
	}
	return all, nil
}

// sequence parses one alternative.
func (p *parser) sequence() (node, error) {
	var all sequence
	for p.more() && p.peek() != '|' && p.peek() != ')' {
		at := p.pos
		atom, repeatable, err := p.atom()
		if err != nil {
			return nil, err
		}
		r, found, err := p.quantifier()
		if err != nil {
			return nil, err
		}
		if found {
			if !repeatable {
				return nil, p.fail(at, "%s cannot be repeated", string(p.src[at:p.pos]))
			}
			r.body = atom
			atom = r
		}
		if s, ok := atom.(sequence); ok {
			all = append(all, s...)
			continue
		}
		all = append(all, atom)
	}
	if len(all) == 1 {
		return all[0], nil
	}
	return all, nil
}

// atom parses one atom or assertion and reports whether a quantifier may follow.
func (p *parser) atom() (n node, repeatable bool, err error) {
	at := p.pos
	r := p.src[p.pos]
	switch r {
	case '^', '$':
		p.pos++
		kind := textStart
		if r == '$' {
			kind = textEnd
		}
		return assertion{kind: kind, lines: p.lines}, false, nil
	case '(':
		return p.group()
	case '.':
		p.pos++
		if p.dotAll {
			return class{set: anySet}, true, nil
		}
		return class{set: lineEnds, negated: true}, true, nil
	case '[':
		n, err = p.class()
		return n, true, err
	case '\\':
		return p.atomEscape()
	case '*', '+', '?':
		return nil, false, p.fail(at, "%c has nothing to repeat", r)
	case '{':
		if _, found, err := p.quantifier(); found || err != nil {
			if err == nil {
				err = p.fail(at, "%s has nothing to repeat", string(p.src[at:p.pos]))
			}
			return nil, false, err
		}
	}
	p.pos++
	return p.literal(r), true, nil
}

// quantifier parses *, +, ?, {n}, {n,} or {n,m}, with ? for lazy. Any other brace is left to the next atom.
func (p *parser) quantifier() (r repeat, found bool, err error) {
	at := p.pos
	switch p.peek() {
	case '*':
		r = repeat{min: 0, max: unlimited}
		p.pos++
	case '+':
		r = repeat{min: 1, max: unlimited}
		p.pos++
	case '?':
		r = repeat{min: 0, max: 1}
		p.pos++
	case '{':
		if r, found = p.braces(); !found {
			p.pos = at
			if p.take("{,") && isDigit(p.peek()) {
				return r, false, p.fail(at, "a repetition without lower bound means different things to different engines; write {0,%c…", p.peek())
			}
			p.pos = at
			return r, false, nil
		}
		if r.max != unlimited && r.max < r.min {
			return r, false, p.fail(at, "the bounds of %s are out of order", string(p.src[at:p.pos]))
		}
	default:
		return r, false, nil
	}
	r.lazy = p.take("?")
	return r, true, nil
}

// braces parses {n}, {n,} or {n,m}.
func (p *parser) braces() (r repeat, ok bool) {
	p.pos++
	if r.min, ok = p.number(); !ok {
		return r, false
	}
	r.max = r.min
	if p.take(",") {
		if r.max, ok = p.number(); !ok {
			r.max = unlimited
		}
	}
	return r, p.take("}")
}

// number parses a decimal number, capped at hugeCount.
func (p *parser) number() (n int, ok bool) {
	for isDigit(p.peek()) {
		n = min(n*10+int(p.peek()-'0'), hugeCount)
		p.pos++
		ok = true
	}
	return n, ok
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }
