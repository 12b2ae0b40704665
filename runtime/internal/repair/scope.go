package repair

import (
	"slices"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/near"
)

// Scope has the schemas that may apply to the values at one place of the arguments. Masking does not know which variant
// or branch of a condition a value matches, so all of them count.
type Scope struct {
	Alternatives []*Schema // one of them describes the value
	all          []*Schema // also the unions that they belong to, and the branches of conditions
}

// maxScope bounds the schemas of one place. Beyond it, any value may be secret.
const maxScope = 500

// Root is the place of the whole value.
func (s *Schema) Root() Scope { return scopeOf([]*Schema{s}) }

func scopeOf(list []*Schema) (p Scope) {
	var add func(s *Schema, own bool)
	add = func(s *Schema, own bool) {
		if slices.Contains(p.all, s) || len(p.all) > maxScope {
			return
		}
		if len(p.all) == maxScope {
			s = concealed
		}
		p.all = append(p.all, s)
		if own && len(s.Variants) == 0 {
			p.Alternatives = append(p.Alternatives, s)
		}
		for _, v := range s.Variants {
			add(v, own)
		}
		for _, b := range s.beside {
			add(b, false)
		}
	}
	for _, s := range list {
		add(s, true)
	}
	return p
}

// concealed accepts any value and conceals it. It stands for schemas that are not known.
var concealed = &Schema{Types: anyKind, Notes: Notes{Marks: Marks{Sensitive: true}}}

// Known reports whether the schema describes the place.
func (p Scope) Known() bool { return len(p.all) > 0 }

// step returns the place one step further, where each schema has those that to lists.
func (p Scope) step(to func(*Schema) []*Schema) Scope {
	var under []*Schema
	for _, s := range p.all {
		under = append(under, to(s)...)
	}
	return scopeOf(under)
}

// Key is the place of a member.
func (p Scope) Key(key string) Scope {
	return p.step(func(s *Schema) []*Schema { return s.under(key) })
}

// Rest is the place of members that no property names.
func (p Scope) Rest() Scope { return p.step((*Schema).unnamed) }

// Items is the place of the items of an array, whatever their index.
func (p Scope) Items() Scope { return p.step((*Schema).items) }

// under lists the schemas that may hold for the value of a key.
func (s *Schema) under(key string) (list []*Schema) {
	p := s.property(key)
	covered := p != nil && p.Schema != unsaid
	if p != nil {
		list = append(list, p.Schema)
	}
	for _, r := range s.Object.Patterns {
		if r.pattern == nil || r.pattern.MatchString(key) {
			list, covered = append(list, r.Schema), covered || r.pattern != nil
		}
	}
	if !covered {
		list = append(list, s.rest()...)
	}
	return list
}

// rest lists the schemas of keys that are not declared.
func (s *Schema) rest() (list []*Schema) {
	if a := s.Object.Additional; a != nil && a != anything {
		list = append(list, a)
	}
	if len(s.Variants) == 0 { // the variants may declare the keys
		list = append(list, s.Object.Unseen...)
	}
	return list
}

// unnamed lists the schemas of members that no property names.
func (s *Schema) unnamed() []*Schema {
	list := s.rest()
	for _, r := range s.Object.Patterns {
		list = append(list, r.Schema)
	}
	return list
}

// items lists the schemas of items.
func (s *Schema) items() []*Schema {
	a := &s.Array
	list := slices.Concat([]*Schema{a.Items}, a.Prefix, a.Unseen, []*Schema{a.Contains})
	return slices.DeleteFunc(list, func(s *Schema) bool { return s == nil || s == anything })
}

// At is the place at the end of a path of keys and indexes.
func (p Scope) At(path string) Scope {
	for _, step := range fieldpath.Split(path) {
		p = p.Step(step)
	}
	return p
}

// Step is the place one step of a path further.
func (p Scope) Step(step fieldpath.Step) Scope {
	if step.IsIndex {
		return p.Items()
	}
	return p.Key(step.Key)
}

// Declares reports whether a property has the name.
func (p Scope) Declares(key string) bool {
	return slices.ContainsFunc(p.all, func(s *Schema) bool { return s.property(key) != nil })
}

// Properties lists the declared members, each once, in the order of the schema.
func (p Scope) Properties() (list []*Property) {
	for _, s := range p.all {
		for _, q := range s.Object.Properties {
			if !slices.ContainsFunc(list, func(o *Property) bool { return o.Name == q.Name }) {
				list = append(list, q)
			}
		}
	}
	return list
}

// Takes reports whether the place may have a value of one of some kinds.
func (p Scope) Takes(k Kind) bool {
	return slices.ContainsFunc(p.all, func(s *Schema) bool { return s.takes(k) })
}

// Title returns the title of the value, "" if the schema has none.
func (p Scope) Title() string {
	for _, s := range p.all {
		if s.Title != "" {
			return s.Title
		}
	}
	return ""
}

// Injected reports whether the server may fill the value.
func (p Scope) Injected() bool {
	return slices.ContainsFunc(p.all, func(s *Schema) bool { return s.Marks.Injected })
}

// Sensitive reports whether the value is not shown.
func (p Scope) Sensitive() bool {
	return slices.ContainsFunc(p.all, func(s *Schema) bool {
		return s.Marks.Sensitive || slices.ContainsFunc(s.inside, func(in *Schema) bool { return in.Root().Holds(isSensitive) })
	})
}

func isSensitive(m Marks) bool { return m.Sensitive }

// NearSensitive reports whether a key that is not declared spells the name of a member that is not shown: its
// value was probably meant for that.
func (p Scope) NearSensitive(key string) bool {
	return !p.Declares(key) && slices.ContainsFunc(p.Properties(), func(q *Property) bool {
		return near.Fold(q.Name) == near.Fold(key) && p.Key(q.Name).Sensitive()
	})
}

// Holds reports whether the value, or anything in it, has such marks.
func (p Scope) Holds(is func(Marks) bool) bool {
	return anySchema(p.all, func(s *Schema) bool { return is(s.Marks) })
}

// anySchema reports whether one of the schemas, or any that they lead to, is such a schema.
func anySchema(list []*Schema, is func(*Schema) bool) bool {
	seen := map[*Schema]bool{}
	for list = slices.Clone(list); len(list) > 0; {
		s := list[len(list)-1]
		list = list[:len(list)-1]
		if seen[s] {
			continue
		}
		if seen[s] = true; is(s) {
			return true
		}
		list = append(list, slices.Concat(s.Variants, s.beside, s.inside, s.unnamed(), s.items())...)
		for _, p := range s.Object.Properties {
			list = append(list, p.Schema)
		}
	}
	return false
}

// Filled is a field that the server fills: a member, the members that no property names, or the items of an array.
type Filled struct {
	Path     string // as rules name it, with "[]" for items and "{}" for members that no property names
	Schema   *Schema
	Required bool
}

// Filled lists the fields that the server fills, in the order of the schema. A schema that is used in several places
// counts for the first of them.
func (p Scope) Filled() (list []Filled) {
	type field struct {
		s    *Schema
		name string
	}
	seen := map[field]bool{}
	var walk func(p Scope, path string)
	step := func(q *Property, path, name string) {
		if f := (field{q.Schema, name}); !seen[f] {
			seen[f] = true
			if q.injected() {
				list = append(list, Filled{path, q.Schema, q.Required})
			}
			walk(q.Schema.Root(), path)
		}
	}
	walk = func(p Scope, path string) {
		for _, s := range p.all {
			for _, q := range s.Object.Properties {
				step(q, fieldpath.JoinKey(path, q.Name), q.Name)
			}
		}
		for _, s := range p.Items().all {
			step(&Property{Schema: s}, path+"[]", "[]")
		}
		for _, s := range p.Rest().all {
			step(&Property{Schema: s}, path+"{}", "{}")
		}
	}
	walk(p, "")
	return list
}

// FilledAt returns the field that the server fills in an object or array with some keys, nil if there is none. The function
// what returns the field of one schema; the alternatives in others are ruled out.
func (p Scope) FilledAt(what func(*Schema) *Property, keys []string, others []*Schema) *Property {
	var fields []*Property
	var of, free []*Schema
	for _, s := range p.all {
		q := what(s)
		switch {
		case slices.Contains(others, s):
		case q != nil && q.injected():
			fields, of = append(fields, q), append(of, s)
		case slices.Contains(p.Alternatives, s):
			free = append(free, s)
		}
	}
	if len(fields) == 0 {
		return nil
	}
	// If only the keys tell the variants apart, a variant that requires another key does not match.
	fits := func(s *Schema) bool {
		return s.Object.Said && !slices.ContainsFunc(s.Object.Properties, func(q *Property) bool {
			return q.Required && !q.injected() && !slices.Contains(keys, q.Name)
		})
	}
	if i := slices.IndexFunc(of, fits); i >= 0 {
		return fields[i]
	}
	if slices.ContainsFunc(free, fits) && slices.ContainsFunc(of, func(s *Schema) bool { return slices.Contains(p.Alternatives, s) }) {
		return nil
	}
	return fields[0]
}

// Fills reports whether the server, not the caller, gives the value of a field. As long as an alternative that leaves the
// field to the caller may match, those that the server fills must not be ruled out.
func (p Scope) Fills(what func(*Schema) *Property, others []*Schema) bool {
	filled, free := false, false
	for _, s := range p.all {
		q, out := what(s), slices.Contains(others, s)
		switch {
		case q == nil:
		case q.injected() && !out:
			return true
		case q.injected():
			filled = true
		case !out && slices.Contains(p.Alternatives, s):
			free = true
		}
	}
	return filled && !free
}

// Others lists the alternatives that an object does not match, because they do not allow the value of a member.
func (p Scope) Others(value func(key string) []byte) (others []*Schema) {
	return slices.DeleteFunc(slices.Clone(p.Alternatives), func(s *Schema) bool {
		return !s.contradicts(func(key string) *Node {
			if text := value(key); text != nil {
				return valueOf(string(text))
			}
			return nil
		})
	})
}

// contradicts reports whether a member of an object is not what the schema allows under its key.
func (s *Schema) contradicts(value func(key string) *Node) bool {
	return slices.ContainsFunc(s.Object.Properties, func(p *Property) bool {
		v := value(p.Name)
		return v != nil && p.Schema.Enum != nil && !isAllowed(v, p.Schema)
	})
}

// Unnamed returns the field that stands for the members that no property names.
func Unnamed(s *Schema) *Property { return first(s.unnamed()) }

// Item returns the field that stands for the items of an array.
func Item(s *Schema) *Property { return first(s.items()) }

func first(list []*Schema) *Property {
	if len(list) == 0 {
		return nil
	}
	return &Property{Schema: list[0]}
}

// Named returns the field with a name.
func Named(key string) func(*Schema) *Property {
	return func(s *Schema) *Property { return s.property(key) }
}

// Requires reports whether a path leads to a required member, and only through objects.
func (p Scope) Requires(path string) bool {
	required := false
	for _, st := range fieldpath.Split(path) {
		if st.IsIndex {
			return false
		}
		required = slices.ContainsFunc(p.all, func(s *Schema) bool { q := s.property(st.Key); return q != nil && q.Required })
		p = p.Key(st.Key)
	}
	return required
}
