package toolgentest

import (
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/toolgen/toolgen/runtime"
)

// Kind is a kind of fault that models make.
type Kind string

// The kinds of faults that Spoil plants.
const (
	DropRequired   Kind = "missing field"
	Null           Kind = "null"
	WrongType      Kind = "wrong type"
	NearEnum       Kind = "near enum"
	FarEnum        Kind = "far enum"
	OutOfBounds    Kind = "bounds"
	BadLength      Kind = "length"
	BadPattern     Kind = "pattern"
	BadFormat      Kind = "format"
	MisspeltKey    Kind = "misspelt key"
	ExtraKey       Kind = "extra key"
	TooFewItems    Kind = "too few items"
	TooManyItems   Kind = "too many items"
	DuplicateItem  Kind = "duplicate item"
	WrongBranch    Kind = "wrong branch"
	DoubleEncoding Kind = "double encoding"
	BrokenSyntax   Kind = "broken syntax"
	BrokenRule     Kind = "broken rule"
)

// mutation is one way to spoil a call.
type mutation struct {
	kind  Kind
	place path // the changed path
	apply func(doc any) any
	// faults are exactly the faults that the change causes. They are known only where plain keywords describe
	// the value.
	faults []Fault
	known  bool
	text   func([]byte) []byte // changes the text; used instead of apply
}

// Spoil plants one to three faults into valid arguments of [Sample] or [NewCall], and records them: decoding
// the result reports exactly these. It plants faults only where the schema determines the outcome, and verifies
// the result with the tool, since rules may interfere. ok is false if there is no suitable place.
func Spoil(call Call, seed uint64) (spoiled Call, ok bool) {
	all, doc, err := mutations(call, seed)
	if err != nil {
		return call, false
	}
	var sure []mutation
	for _, m := range all {
		if m.known {
			sure = append(sure, m)
		}
	}
	rnd := rand.New(rand.NewPCG(seed, 7))
	n := 1 + rnd.IntN(3)
	if chosen := choose(rnd, sure, n, false); len(chosen) > 0 {
		if spoiled = apply(call, doc, chosen); spoiled.asPlanted() {
			return spoiled, true
		}
	}
	sure = slices.DeleteFunc(sure, func(m mutation) bool {
		alone := apply(call, doc, []mutation{m})
		return !alone.asPlanted()
	})
	for n = min(n, len(sure)); n > 0; n-- { // in combination they may have other effects
		if spoiled = apply(call, doc, choose(rnd, sure, n, false)); spoiled.asPlanted() {
			return spoiled, true
		}
	}
	return call, false
}

// asPlanted reports whether decoding the call reports exactly the planted faults.
func (c *Call) asPlanted() bool {
	_, err := c.tool.Decode(c.Args)
	var invalid interface {
		Issues() []runtime.ValidationIssue
	}
	if len(c.Planted) == 0 || !errors.As(err, &invalid) {
		return false
	}
	left := slices.Clone(c.Planted)
	for _, issue := range invalid.Issues() {
		i := slices.IndexFunc(left, func(f Fault) bool { return f.Field == issue.Field && f.Constraint == issue.Constraint })
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return len(left) == 0
}

// choose picks mutations that do not overlap, all kinds with equal probability. A mutation of the whole text
// hides other faults from the decoder, so it is combined with others only if together is set.
func choose(rnd *rand.Rand, all []mutation, n int, together bool) []mutation {
	byKind := map[Kind][]mutation{}
	var kinds []Kind
	for _, m := range all {
		if byKind[m.kind] == nil {
			kinds = append(kinds, m.kind)
		}
		byKind[m.kind] = append(byKind[m.kind], m)
	}
	var chosen []mutation
	for range 12 * n {
		if len(chosen) == n || len(kinds) == 0 {
			break
		}
		list := byKind[kinds[rnd.IntN(len(kinds))]]
		m := list[rnd.IntN(len(list))]
		free := true
		for _, c := range chosen {
			if c.text == nil && m.text == nil {
				free = free && !overlap(c.place, m.place)
			} else {
				free = free && together && c.text == nil != (m.text == nil)
			}
		}
		if free {
			chosen = append(chosen, m)
		}
	}
	return chosen
}

// apply builds the spoiled call.
func apply(call Call, doc any, chosen []mutation) Call {
	out := Call{Truth: call.Truth, tool: call.tool}
	doc = clone(doc)
	for _, m := range chosen {
		if m.apply != nil {
			doc = m.apply(doc)
		}
		out.Planted = append(out.Planted, m.faults...)
	}
	out.Args = write(doc)
	for _, m := range chosen {
		if m.text != nil {
			out.Args = m.text(out.Args)
		}
	}
	return out
}

// mutations lists the ways to spoil a call.
func mutations(call Call, seed uint64) ([]mutation, any, error) {
	doc, err := parse(call.Args)
	if err != nil {
		return nil, nil, err
	}
	s, err := newSchemas(call.tool)
	if err != nil {
		return nil, nil, err
	}
	w := &spoiler{schemas: s, Rand: rand.New(rand.NewPCG(seed, 3))}
	w.walk(s.root, doc, place{plain: true})
	w.texts(call.Args)
	return w.list, doc, nil
}

// spoiler collects mutations.
type spoiler struct {
	schemas
	*rand.Rand
	list []mutation
}

// place is a value in the arguments.
type place struct {
	at       path
	plain    bool // the value and its containers are described by plain keywords
	required bool
}

func (w *spoiler) add(m mutation) { w.list = append(w.list, m) }

// replace adds a mutation that replaces the value of a place and causes one fault there.
func (w *spoiler) replace(kind Kind, p place, v any, constraint string, known bool) {
	m := mutation{kind: kind, place: p.at, known: known && p.plain, faults: []Fault{{p.at.String(), constraint, kind}}}
	m.apply = func(doc any) any { return put(doc, p.at, clone(v)) }
	w.add(m)
}

// walk visits a value and its children.
func (w *spoiler) walk(schema, v any, p place) {
	m, nullable, ok := w.understood(schema, v, &p)
	if !ok {
		return
	}
	if len(p.at) > 0 {
		w.wrongTypes(m, v, nullable, p)
	}
	switch v := v.(type) {
	case map[string]any:
		w.object(m, v, p)
	case []any:
		w.items(m, v, p)
	default:
		w.scalar(m, v, p)
	}
}
