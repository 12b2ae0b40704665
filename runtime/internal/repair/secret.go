package repair

import (
	"slices"
	"strings"
)

// Secrets says what must not be shown of a tool's arguments, by their places.
type Secrets struct {
	Is    func(place string) bool   // the value is secret, or is within one that is
	Holds func(place string) bool   // it is, or it may have a secret in it
	Shown func(place string) string // the place without keys that are values
}

// Masked is the outcome without the values of secret places, and without those that stood at a secret place or
// under a key that is near the name of one. What stays as it was sent is in Kept.
func (o Outcome) Masked(s Secrets) Outcome {
	if o.Corrected != nil {
		s.Shown = shownAfter(o.Corrected, s)
	}
	o.Edits = append([]Edit(nil), o.Edits...)
	for i := range o.Edits {
		e := &o.Edits[i]
		switch e.Kind {
		case Rename, Move:
			e.From = s.Shown(e.From)
		case Unwrap:
			if e.To == "" {
				e.From = s.Shown(e.From)
			} else {
				if e.From = ""; s.Holds(e.Field) || isPart(e.To) {
					e.To = "…"
				}
			}
		case Syntax, Close:
		case Wrap, Split:
			if e.From = ""; s.Holds(e.Field) || strings.Contains(e.To, "{") {
				e.To = withoutParts(e.To)
			}
		case Parse:
			e.From, e.To = "", ""
		default:
			if s.Holds(e.Field) || isPart(e.From) || isPart(e.To) {
				e.From, e.To = "", ""
			}
		}
		e.Field = s.Shown(e.Field)
	}
	o.Ask = append([]Ask(nil), o.Ask...)
	for i := range o.Ask {
		a := &o.Ask[i]
		if a.Got != nil && (s.Holds(a.Field) || s.Holds(a.Got.Place)) {
			a.Got, a.Fault.Message = hidden, ""
		}
		a.Field = s.Shown(a.Field)
	}
	o.Unplaced = append([]Unplaced(nil), o.Unplaced...)
	for i := range o.Unplaced {
		o.Unplaced[i].Value, o.Unplaced[i].Place = hidden, s.Shown(o.Unplaced[i].Place)
	}
	if o.Corrected != nil {
		o.Corrected, o.Kept = mask(o.Corrected, "", s)
		slices.Sort(o.Kept)
		o.Kept = slices.Compact(o.Kept)
	}
	return o
}

// shownAfter is Shown that also knows places of the corrected call that values of secret places were moved to:
// a key that came along may be a secret, so that the place in the call is shown instead.
func shownAfter(root *Node, s Secrets) func(place string) string {
	from := map[string]string{}
	var walk func(n *Node, at string) string
	walk = func(n *Node, at string) string {
		origin := ""
		if n.Place != "" && n.Place != at && lastKey(n.Place) == lastKey(at) && (s.Is(n.Place) || s.Shown(n.Place) != n.Place) {
			origin = s.Shown(n.Place)
		}
		for _, m := range n.Members {
			if below := walk(m.Value, joinKey(at, m.Key)); n.Place == "" && at != "" && origin == "" {
				origin = below // the engine made the object around it
			}
		}
		for i, item := range n.Items {
			if below := walk(item, joinIndex(at, i)); n.Place == "" && at != "" && origin == "" {
				origin = below
			}
		}
		if origin != "" {
			from[at] = origin
		}
		return origin
	}
	walk(root, "")
	if len(from) == 0 {
		return s.Shown
	}
	return func(place string) string {
		outer, shown := "", s.Shown(place)
		for at, origin := range from {
			if (place == at || within(place, at)) && len(at) > len(outer) {
				outer, shown = at, origin
			}
		}
		return shown
	}
}

// isPart reports whether the JSON of a value has parts.
func isPart(json string) bool { return json != "" && (json[0] == '{' || json[0] == '[') }

// withoutParts is the JSON of a value without what is in it, which may be a secret that stands in a wrong place.
func withoutParts(json string) string {
	switch {
	case len(json) > 2 && json[0] == '{' && json[len(json)-1] == '}':
		return "{…}"
	case len(json) > 2 && json[0] == '[' && json[len(json)-1] == ']':
		return "[…]"
	}
	return json
}

// hidden stands for a value that is not shown.
var hidden = &Node{Kind: Bool, Text: "a value that is not shown"}

// mask leaves the secret values out of a tree and gives their places.
func mask(n *Node, at string, s Secrets) (*Node, []string) {
	out := *n
	out.Members, out.Items = nil, nil
	var kept []string
	hides := func(v *Node, place string) bool {
		from := v.Place
		if from == "" {
			from = place
		}
		return s.Is(place) || s.Is(from) || s.Shown(place) != place || s.Shown(from) != from || v.scalar() && (s.Holds(place) || s.Holds(from))
	}
	for _, m := range n.Members {
		place := joinKey(at, m.Key)
		if hides(m.Value, place) {
			kept = append(kept, s.Shown(place))
			continue
		}
		v, more := mask(m.Value, place, s)
		out.Members, kept = append(out.Members, Member{m.Key, v}), append(kept, more...)
	}
	for i, item := range n.Items {
		place := joinIndex(at, i)
		if hides(item, place) {
			out.Items, kept = append(out.Items, &Node{Kind: Null}), append(kept, s.Shown(place))
			continue
		}
		v, more := mask(item, place, s)
		out.Items, kept = append(out.Items, v), append(kept, more...)
	}
	return &out, kept
}

// Without takes out what the outcome says of hidden places, such as those that the server fills.
func (o *Outcome) Without(hidden func(place string) bool) {
	o.Edits = slices.DeleteFunc(o.Edits, func(e Edit) bool { return hidden(e.Field) })
	o.Ask = slices.DeleteFunc(o.Ask, func(a Ask) bool { return hidden(a.Field) })
	o.Unplaced = slices.DeleteFunc(o.Unplaced, func(u Unplaced) bool { return hidden(u.Place) })
}

// Secret reports whether a key spells the name of a sensitive member that is declared anywhere, or is not
// declared and near such a name: its value may have been meant for that.
func (s *Schema) Secret(key string) bool {
	most := far - 1
	if s.Declares(key) {
		most = spelling
	}
	return s.anyMember(func(p *Property) bool { return p.Schema.Marks.Sensitive && nearKey(key, p.Name) <= most })
}

// HidesKeys reports whether keys of calls may be secret: some sensitive member may be an object.
func (s *Schema) HidesKeys() bool {
	return s.anyMember(func(p *Property) bool { return p.Schema.Marks.Sensitive && p.Schema.takes(Object|Array) })
}

// Declares reports whether a key is declared anywhere.
func (s *Schema) Declares(key string) bool {
	return s.anyMember(func(p *Property) bool { return p.Name == key })
}

// anyMember reports whether some declared member, at any depth, is of a kind.
func (s *Schema) anyMember(is func(p *Property) bool) bool {
	seen := map[*Schema]bool{}
	var found func(s *Schema) bool
	found = func(s *Schema) bool {
		if s == nil || seen[s] {
			return false
		}
		seen[s] = true
		if o := s.Object; o != nil {
			for i := range o.Properties {
				if is(&o.Properties[i]) || found(o.Properties[i].Schema) {
					return true
				}
			}
			if slices.ContainsFunc(o.Patterns, func(p PatternRule) bool { return found(p.Schema) }) || found(o.Additional) {
				return true
			}
		}
		if a := s.Array; a != nil && (found(a.Items) || slices.ContainsFunc(a.Prefix, found)) {
			return true
		}
		return slices.ContainsFunc(s.Variants, found)
	}
	return found(s)
}
