package toolgentest

import (
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// Kind is a kind of fault that models make.
type Kind string

// The kinds of faults.
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

// change is one way to spoil a call.
type change struct {
	kind     Kind
	violates string // the constraints, one of which it is meant to violate
	at       path
	apply    func(doc any) any
	text     func(args []byte) []byte // changes the text; used instead of apply
}

// Spoil makes one to three mistakes in valid arguments of [Sample] or [NewCall], and records the faults that the
// tool reports for them: decoding the result reports exactly these. Mistakes are tried, and only those that have
// the intended effect are kept. ok is false if there are none.
func Spoil(call Call, seed uint64) (spoiled Call, ok bool) {
	byKind := changesOf(call)
	rnd := rand.New(rand.NewPCG(seed, 7))
	spoiled = Call{Args: call.Args, Truth: call.Truth, tool: call.tool}
	var made []change
	for n := 1 + rnd.IntN(3); len(made) < n && len(byKind) > 0; {
		c := draw(rnd, byKind)
		if slices.ContainsFunc(made, c.excludes) {
			continue
		}
		more := append(made[:len(made):len(made)], c)
		args := spoil(call.Args, more)
		if faults := c.faults(call.tool, args, spoiled.Planted); faults != nil {
			spoiled.Args, spoiled.Planted, made = args, faults, more
		}
	}
	return spoiled, len(made) > 0
}

// draw removes a random change, all kinds with equal probability.
func draw(rnd *rand.Rand, byKind map[Kind][]change) change {
	kinds := slices.Sorted(maps.Keys(byKind))
	kind := kinds[rnd.IntN(len(kinds))]
	i := rnd.IntN(len(byKind[kind]))
	c := byKind[kind][i]
	if byKind[kind] = slices.Delete(byKind[kind], i, i+1); len(byKind[kind]) == 0 {
		delete(byKind, kind)
	}
	return c
}

// excludes reports whether two changes cannot be combined: they overlap, or one is of the whole text, which
// hides other faults.
func (c *change) excludes(other change) bool {
	return c.text != nil || other.text != nil || overlap(c.at, other.at)
}

// spoil applies changes to arguments.
func spoil(args []byte, changes []change) []byte {
	doc, _ := show.Parse(args) // the arguments are valid
	for _, c := range changes {
		if c.text != nil {
			return c.text(show.JSON(doc))
		}
		doc = c.apply(doc)
	}
	return show.JSON(doc)
}

// faults returns the faults of spoiled arguments, nil if the change did not add its own to those before.
func (c *change) faults(tool runtime.Tool, args []byte, before []Fault) (all []Fault) {
	_, err := tool.Decode(args)
	var invalid interface {
		Issues() []runtime.ValidationIssue
	}
	if !errors.As(err, &invalid) {
		return nil
	}
	before, intended := slices.Clone(before), false
	for _, issue := range invalid.Issues() {
		fault := Fault{issue.Field, issue.Constraint, c.kind}
		i := slices.IndexFunc(before, func(f Fault) bool { return f.Field == fault.Field && f.Constraint == fault.Constraint })
		switch {
		case i >= 0:
			fault.Kind = before[i].Kind
			before = slices.Delete(before, i, i+1)
		case issue.Constraint == "oneOf" || issue.Constraint == "anyOf":
			fault.Kind, intended = WrongBranch, true
		case issue.Rule != "":
			fault.Kind = BrokenRule
		default:
			intended = intended || slices.Contains(strings.Fields(c.violates), issue.Constraint)
		}
		all = append(all, fault)
	}
	if len(before) > 0 || !intended {
		return nil
	}
	return all
}
