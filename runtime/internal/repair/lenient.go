package repair

import (
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// Allowed is a set of the edits that leniency may make, by the option that allows them.
type Allowed uint8

// The options, in ascending order of boldness.
const (
	EmptyIsObject Allowed = 1 << iota
	NullIsAbsent
	CoerceScalars
	UnwrapStrings
	WrapSingletons
	MatchEnums
	MatchKeys
	RepairSyntax

	AllAllowed = EmptyIsObject | NullIsAbsent | CoerceScalars | UnwrapStrings | WrapSingletons | MatchEnums | MatchKeys | RepairSyntax
)

// options are the options that allow the exact form of edits. More than that is for the model to change.
var options = map[EditKind]Allowed{
	Remove: NullIsAbsent, Convert: CoerceScalars, Parse: UnwrapStrings, Wrap: WrapSingletons, Match: MatchEnums,
	Rename: MatchKeys, Unwrap: MatchKeys, Syntax: RepairSyntax, Close: RepairSyntax,
}

// Accepted is the call that leniency accepts, nil if it does not: nothing has to be asked for, and every edit is allowed.
// With cutOff, the text is known to have been cut off at a limit: then no bracket is closed. Values that no field takes
// stay where they are, for the decoder to judge.
func (o *Outcome) Accepted(allowed Allowed, cutOff bool) *Node {
	if o.Corrected == nil || len(o.Ask) > 0 || len(o.Faults) > 0 || o.Blank && allowed&EmptyIsObject == 0 {
		return nil
	}
	for _, e := range o.Edits {
		if !e.Exact || options[e.Kind]&allowed == 0 || e.Kind == Close && cutOff {
			return nil
		}
	}
	if len(o.Unplaced) > maxPutBack {
		return nil
	}
	root, where := o.Corrected, map[string]string{} // where the objects of the call are now
	root.walk("", func(n *Node, at string) {
		if _, known := where[n.Place]; !known && n.Kind == Object {
			where[n.Place] = at
		}
	})
	for _, u := range o.Unplaced {
		if root = putBack(root, u, where); root == nil {
			return nil
		}
	}
	return root
}

// maxPutBack bounds the values without a place in a call that is accepted.
const maxPutBack = 1000

// endsInside reports whether the text ends in a scalar of a value.
func endsInside(v *Node) (ends bool) {
	v.walk("", func(n *Node, _ string) { ends = ends || n.Cut && n.scalar() })
	return ends
}

// putBack returns a tree with a member that no field takes at its place in the call; nil if the place is
// gone or taken.
func putBack(root *Node, u Unplaced, where map[string]string) *Node {
	steps, key := parent(u.Place), lastKey(u.Place)
	if key == "" || u.Why == second || endsInside(u.Value) || len(key) > maxName {
		return nil
	}
	at, ok := where[fieldpath.Join(steps)]
	if in := root.below(fieldpath.Split(at)); !ok || in == nil || in.Kind != Object || in.get(key) != nil {
		return nil
	}
	return root.put(fieldpath.Split(fieldpath.JoinKey(at, key)), u.Value)
}
