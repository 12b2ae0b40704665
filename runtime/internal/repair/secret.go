package repair

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/near"
)

// Secrets says which of a tool's arguments must not be shown, by their places.
type Secrets struct {
	Is    func(place string) bool   // the value is secret, or is within one that is
	Holds func(place string) bool   // it is, or it may contain a secret
	Meant func(place string) bool   // a value at this place of the call may have been meant for a secret place
	Shown func(place string) string // the place without keys that are values
	Texts []string                  // the secret values, which are not shown anywhere else either
}

// hides reports whether a value of the corrected call is not shown.
func (s Secrets) hides(v *Node, place string) bool {
	from := v.Place
	if from == "" || from == nowhere {
		from = place
	}
	repeats := func(secret string) bool { return strings.Contains(v.Text, secret) }
	return s.Is(place) || s.Is(from) || s.Shown(place) != place || s.Shown(from) != from ||
		v.scalar() && (s.Holds(place) || from != place && s.Meant(from) || slices.ContainsFunc(s.Texts, repeats))
}

// Masked is the outcome without the values of secret places, and without those that may have been meant for one.
// What stays as it was sent is in Kept.
func (o Outcome) Masked(s Secrets) Outcome {
	var kept []string // places of the corrected call whose values are left out
	if o.Corrected != nil {
		s.Shown = shownAfter(o.Corrected, s)
		o.Corrected = o.Corrected.copied("", func(v *Node, place string) bool {
			if !s.hides(v, place) {
				return false
			}
			kept = append(kept, place)
			return true
		})
	}
	hides := func(place string) bool {
		return s.Holds(place) || slices.ContainsFunc(kept, func(k string) bool { return fieldpath.Leads(place, k) })
	}
	o.Edits = append([]Edit(nil), o.Edits...)
	for i := range o.Edits {
		e := &o.Edits[i]
		switch {
		case e.Kind == Syntax || e.Kind == Close:
		case e.At() == e.From:
			e.From = s.Shown(e.From)
		case e.Kind == Wrap || e.Kind == Split || e.Kind == Unwrap:
			e.From, e.To = "", withoutParts(e.To)
		case e.Kind == Parse || hides(e.Field) || e.Kind == Remove && s.Meant(e.Field) || isPart(e.From) || isPart(e.To):
			e.From, e.To = "", ""
		}
		e.Field = s.Shown(e.Field)
	}
	o.Ask = append([]Ask(nil), o.Ask...)
	for i := range o.Ask {
		a := &o.Ask[i]
		if a.Got != nil && s.hides(&Node{Text: a.Got.Text, Place: a.Got.Place}, a.Field) {
			a.Got, a.Fault.Message = hidden, ""
		}
		a.Field = s.Shown(a.Field)
	}
	o.Unplaced = append([]Unplaced(nil), o.Unplaced...)
	for i := range o.Unplaced {
		o.Unplaced[i].Value, o.Unplaced[i].Place = nil, s.Shown(o.Unplaced[i].Place)
	}
	for _, place := range kept {
		o.Kept = append(o.Kept, s.Shown(place))
	}
	slices.Sort(o.Kept)
	o.Kept = slices.Compact(o.Kept)
	return o
}

// shownAfter is Shown, extended to places of the corrected call to which values of secret places were moved: a key that
// moved along may be a secret, so that the place in the call is shown instead.
func shownAfter(root *Node, s Secrets) func(place string) string {
	from := map[string]string{}
	root.walk("", func(n *Node, at string) {
		isMoved := n.Place != "" && n.Place != nowhere && n.Place != at && lastKey(n.Place) == lastKey(at)
		if !isMoved || !s.Is(n.Place) && s.Shown(n.Place) == n.Place {
			return
		}
		for steps := fieldpath.Split(at); len(steps) > 0; steps = steps[:len(steps)-1] {
			from[fieldpath.Join(steps)] = s.Shown(n.Place)
			if root.below(steps[:len(steps)-1]).Place != nowhere {
				break
			}
		}
	})
	return func(place string) string {
		outer, shown := "", s.Shown(place)
		for at, origin := range from {
			if fieldpath.Leads(at, place) && len(at) > len(outer) {
				outer, shown = at, origin
			}
		}
		return shown
	}
}

// isPart reports whether the JSON of a value is a container.
func isPart(json string) bool { return json != "" && (json[0] == '{' || json[0] == '[') }

// withoutParts is the JSON of a value without its content, which may be a secret in a wrong place.
func withoutParts(json string) string {
	switch {
	case len(json) > 2 && json[0] == '{' && json[len(json)-1] == '}':
		return "{…}"
	case len(json) > 2 && json[0] == '[' && json[len(json)-1] == ']':
		return "[…]"
	case isPart(json):
		return json
	}
	return "…"
}

// hidden stands for a value that is not shown.
var hidden = &Node{Kind: Bool, Text: "a value that is not shown"}

// Without removes what the outcome says about hidden places, such as those that the server fills.
func (o *Outcome) Without(hidden func(place string) bool) {
	o.Edits = slices.DeleteFunc(o.Edits, func(e Edit) bool { return hidden(e.Field) })
	o.Ask = slices.DeleteFunc(o.Ask, func(a Ask) bool { return hidden(a.Field) })
	o.Unplaced = slices.DeleteFunc(o.Unplaced, func(u Unplaced) bool { return hidden(u.Place) })
}

// KeySet has the declared keys of a schema, at any depth, and whether the value of a key, or each value in it, is not
// shown.
type KeySet struct {
	sensitive map[string]bool
	hidden    bool // keys of calls may be secret: some sensitive value may be an object
	unnamed   bool // some sensitive value stands under a key that no property names
}

// KeySet lists the declared keys.
func (s *Schema) KeySet() KeySet {
	k := KeySet{sensitive: map[string]bool{}}
	anySchema([]*Schema{s}, func(s *Schema) bool {
		k.add(s, false)
		return s.Marks.Sensitive && anySchema([]*Schema{s}, func(in *Schema) bool { k.add(in, true); return false })
	})
	return k
}

// add adds the keys of a schema that is possibly within a sensitive one.
func (k *KeySet) add(s *Schema, within bool) {
	k.hidden = k.hidden || s.Marks.Sensitive && s.takes(Object|Array)
	k.unnamed = k.unnamed || s.Root().Rest().Sensitive()
	for _, p := range s.Object.Properties {
		at := p.Schema.Root()
		k.sensitive[p.Name] = k.sensitive[p.Name] || within || at.Sensitive() || at.Items().Sensitive() || at.Rest().Sensitive()
	}
}

// Declares reports whether a key is declared anywhere.
func (k KeySet) Declares(key string) bool {
	_, declared := k.sensitive[key]
	return declared
}

// Sensitive reports whether the value of a key, in any case, is not shown.
func (k KeySet) Sensitive(key string) bool {
	return k.near(func(name string) bool { return strings.EqualFold(name, key) })
}

// Secret reports whether a key spells the name of a sensitive member that is declared anywhere, or is not
// declared and near such a name: its value may have been meant for that.
func (k KeySet) Secret(key string) bool {
	most := near.Far - 1
	if k.Declares(key) {
		most = near.Spelling
	}
	return k.near(func(name string) bool { return near.Of(key, name) <= most })
}

func (k KeySet) near(is func(name string) bool) bool {
	for name, sensitive := range k.sensitive {
		if sensitive && is(name) {
			return true
		}
	}
	return false
}

// Unnamed reports whether some sensitive value stands under a key that no property names: then any key may have been
// meant for one.
func (k KeySet) Unnamed() bool { return k.unnamed }

// Hidden reports whether a key of a call may be a secret: no member that is declared has the name, and some
// sensitive value may be an object.
func (k KeySet) Hidden(key string) bool { return k.hidden && !k.Declares(key) }
