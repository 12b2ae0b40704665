package names

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/toolgen/toolgen/gen/lower/docs"
	"github.com/toolgen/toolgen/gen/lower/goname"
	"github.com/toolgen/toolgen/gen/model"
)

// nameScope are the used names of a Go scope, with their owners.
type nameScope struct {
	held map[string]owner
	// next are the next numbers, by group of names claimed together. Names are never released, so the search
	// need not restart at the first number.
	next map[string]int
}

// newNameScope returns a scope with predeclared names.
func newNameScope(taken ...string) nameScope {
	s := nameScope{held: map[string]owner{}, next: map[string]int{}}
	for _, name := range taken {
		s.held[name] = owner{}
	}
	return s
}

// owner is the owner of a name. The zero owner is not under the user's control.
type owner struct {
	kind ownerKind
	name string // requested and granted
	what string // description: the key "user_id"
	pos  model.Pos
	// choice is the position of the union that has an unnamed type as a branch. Branches are numbered by
	// position anyway.
	choice string
}

// ownerKind is the kind of an owner.
type ownerKind uint8

const (
	ofNothing ownerKind = iota
	ofTool
	ofType
	ofField
	ofConst
)

// claim takes a name and the names derived from it; if they are taken, a number is appended. It also returns
// the owner of the requested name.
func (s nameScope) claim(name string, me owner, family func(string) []string) (string, owner) {
	if s.free(name, family) {
		s.take(name, me, family)
		return name, owner{}
	}
	other := s.holder(name, family)
	together := strings.Join(family(name), " ")
	n := max(2, s.next[together])
	for !s.free(name+strconv.Itoa(n), family) {
		n++
	}
	s.next[together] = n + 1
	numbered := name + strconv.Itoa(n)
	s.take(numbered, me, family)
	return numbered, other
}

// take assigns a free name, with those derived from it.
func (s nameScope) take(name string, me owner, family func(string) []string) {
	me.name = name
	for _, f := range family(name) {
		s.held[f] = me
	}
}

// free reports whether a name and those derived from it are free.
func (s nameScope) free(name string, family func(string) []string) bool {
	return !slices.ContainsFunc(family(name), func(f string) bool { _, taken := s.held[f]; return taken })
}

// holder returns the owner of a name or of one derived from it.
func (s nameScope) holder(name string, family func(string) []string) owner {
	for _, f := range family(name) {
		if o, taken := s.held[f]; taken {
			return o
		}
	}
	return owner{}
}

func alone(n string) []string { return []string{n} }

// grant claims a name, and warns if it got a number because of an owner of the same kind: if the schema grows, the numbers
// may shift, and code that uses them would compile with another meaning. Against an owner of another kind, such code would not
// compile, so only a name that x-go-name gives is reported. A key and its schema request the same name and are reported once.
func (p *packageNames) grant(in nameScope, asked, pointer, tool string, exact bool, me owner, family func(string) []string) string {
	name, other := in.claim(asked, me, family)
	if name == asked {
		return name
	}
	fix := "give one of them a name with x-go-name, or go-name in the rules, because the numbers change when others are added"
	self := map[ownerKind]string{ofTool: "the tool", ofType: "the type of this schema"}[me.kind]
	problem := fmt.Sprintf("%s gets the Go name %s, since %s at %s has %s", cmp.Or(self, me.what), name, other.what, other.pos, other.name)
	switch {
	case exact && other.kind != me.kind:
		problem = fmt.Sprintf("x-go-name asks for the Go name %s, which is already taken in this package; instead it is %s", asked, name)
		fix = "choose another name"
	case other.kind != me.kind, me.choice != "" && me.choice == other.choice:
		return name
	case me.kind == ofType && me.pos == other.pos:
		return name // one schema combined with several others: a name would not distinguish them
	case me.kind == ofConst:
		fix = "rename one of them, because the numbers change when others are added"
	}
	i, told := p.told[[2]string{tool, pointer}]
	if !told {
		i = len(p.Diags)
		p.told[[2]string{tool, pointer}], p.Diags = i, append(p.Diags, model.Diagnostic{})
	}
	p.Diags[i] = model.Diagnostic{
		Severity: model.Warning, Pos: me.pos, Pointer: pointer, Tool: tool, Keyword: "x-go-name", Problem: problem, Fix: fix,
	}
	return name
}

// choiceOf returns the position of the union that has a schema as a branch, or "".
func choiceOf(pointer string) string {
	choice, branch := path.Split(pointer)
	if _, word := path.Split(strings.TrimSuffix(choice, "/")); docs.IsIndex(branch) && (word == "anyOf" || word == "oneOf") {
		return choice
	}
	return ""
}

// comparePlain orders foreign names that request one Go name, the plainest first.
func comparePlain(a, b string) int {
	return cmp.Or(cmp.Compare(plainness(a), plainness(b)), cmp.Compare(a, b))
}

// plainness ranks how close a name is to a Go name: in Go's spelling, without punctuation, an identifier,
// anything else.
func plainness(name string) int {
	sign := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	switch {
	case goname.Of(name) == name:
		return 0
	case !strings.ContainsFunc(name, sign):
		return 1
	case !strings.ContainsFunc(name, func(r rune) bool { return sign(r) && r != '_' }):
		return 2
	}
	return 3
}

// comparePlaces orders schemas that request one Go name: definitions first, then by depth, then by plainness of
// the path.
func comparePlaces(a, b string) int {
	measure := func(pointer string) (steps, plain int) {
		for token := range strings.SplitSeq(pointer, "/") {
			if token == "$defs" || token == "definitions" {
				steps, plain = 0, 0
				continue
			}
			steps, plain = steps+1, max(plain, plainness(token))
		}
		return steps, plain
	}
	stepsA, plainA := measure(a)
	stepsB, plainB := measure(b)
	return cmp.Or(cmp.Compare(stepsA, stepsB), cmp.Compare(plainA, plainB), cmp.Compare(a, b))
}

// boolFirst orders true before false.
func boolFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}
