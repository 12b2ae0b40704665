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

// nameScope are the names that are taken in one Go scope, and what has them.
type nameScope struct {
	held map[string]owner
	// next are the numbers that come next, by the names that are claimed together. What is taken stays
	// so: names that very many ask for are not tried anew from the first number on.
	next map[string]int
}

// newNameScope is a scope in which some names are taken by what the user cannot name.
func newNameScope(taken ...string) nameScope {
	s := nameScope{held: map[string]owner{}, next: map[string]int{}}
	for _, name := range taken {
		s.held[name] = owner{}
	}
	return s
}

// owner is what has a name. The zero owner is something that the user cannot name.
type owner struct {
	kind ownerKind
	name string // that it asked for and got
	what string // in words: the key "user_id"
	pos  model.Pos
	// choice is the place of the choice that a type without a name of its own is a branch of. Branches
	// are numbered by their place anyway.
	choice string
}

// ownerKind says what a name stands for.
type ownerKind uint8

const (
	ofNothing ownerKind = iota
	ofTool
	ofType
	ofField
	ofConst
)

// claim takes a name, with all names that follow from it; a taken one gets a number. It also gives
// what has the name that was asked for.
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

// take gives a free name, with all that follow from it, to its owner.
func (s nameScope) take(name string, me owner, family func(string) []string) {
	me.name = name
	for _, f := range family(name) {
		s.held[f] = me
	}
}

// free reports whether a name and all that follow from it can be taken.
func (s nameScope) free(name string, family func(string) []string) bool {
	return !slices.ContainsFunc(family(name), func(f string) bool { _, taken := s.held[f]; return taken })
}

// holder is what has a name, or one of those that follow from it.
func (s nameScope) holder(name string, family func(string) []string) owner {
	for _, f := range family(name) {
		if o, taken := s.held[f]; taken {
			return o
		}
	}
	return owner{}
}

func alone(n string) []string { return []string{n} }

// numbered warns of a name that got a number, since something of its kind has the one that it asks
// for: if more of them come, the names may move, and code that uses them would compile and mean
// another. Where it is something of another kind such code does not compile.
func numbered(name, pointer, tool string, me, other owner) *model.Diagnostic {
	if other.kind != me.kind || me.kind == ofNothing || me.choice != "" && me.choice == other.choice {
		return nil
	}
	if me.kind == ofType && me.pos == other.pos {
		return nil // one schema that is combined with several others: a name of its own would not tell them apart
	}
	self := map[ownerKind]string{ofTool: "the tool", ofType: "the type of this schema"}[me.kind]
	if self == "" {
		self = me.what
	}
	fix := "give one of them a name with x-go-name, or go-name in the rules, since the numbers move when others come"
	if me.kind == ofConst {
		fix = "rename one of them, since the numbers move when others come"
	}
	return &model.Diagnostic{
		Severity: model.Warning, Pos: me.pos, Pointer: pointer, Tool: tool, Keyword: "x-go-name",
		Problem: fmt.Sprintf("%s gets the Go name %s, since %s at %s has %s", self, name, other.what, other.pos, other.name),
		Fix:     fix,
	}
}

// refused warns of a name that x-go-name gives and that got a number, since something that has no name
// of the user's has it.
func refused(asked, name, pointer, tool string, me owner) *model.Diagnostic {
	if name == asked {
		return nil
	}
	return &model.Diagnostic{
		Severity: model.Warning, Pos: me.pos, Pointer: pointer, Tool: tool, Keyword: "x-go-name",
		Problem: fmt.Sprintf("x-go-name asks for the Go name %s, which something else in the package has, so that it is %s", asked, name),
		Fix:     "choose another name",
	}
}

// choiceOf is the place of the choice that a schema is a branch of, "" where it is none.
func choiceOf(pointer string) string {
	choice, branch := path.Split(pointer)
	if _, word := path.Split(strings.TrimSuffix(choice, "/")); docs.IsIndex(branch) && (word == "anyOf" || word == "oneOf") {
		return choice
	}
	return ""
}

// report keeps a diagnostic, if there is one. A key and the schema below it ask for their names by
// the same word, and are reported once.
func (p *packageNames) report(d *model.Diagnostic) {
	if d == nil {
		return
	}
	place := [2]string{d.Tool, d.Pointer}
	if i, told := p.told[place]; told {
		p.Diags[i] = *d
		return
	}
	p.told[place] = len(p.Diags)
	p.Diags = append(p.Diags, *d)
}

// comparePlain orders foreign names for the Go name that several ask for: the plainer one first.
func comparePlain(a, b string) int {
	return cmp.Or(cmp.Compare(plainness(a), plainness(b)), cmp.Compare(a, b))
}

// plainness ranks how near a foreign name is to a Go name: spelt as Go spells it, without
// punctuation, an identifier, anything else.
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

// comparePlaces orders schemas for the Go name that several ask for: definitions first, then what
// lies less deep, then the plainer path.
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
