package repair

import (
	"cmp"
	"iter"
	"regexp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/internal/decimal"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// Schema is the view of one node of a tool's schema, with references resolved and allOf merged.
type Schema struct {
	Types    Kind // the JSON types that it accepts; none if it accepts no value
	Integer  bool // numbers must be integers
	Enum     []*Node
	Range    Range
	Object   ObjectRules
	Array    ArrayRules
	Variants []*Schema // one applies; each includes the keywords beside them
	Not      *Schema   // nil if there is none
	Notes
	relations
	pattern *regexp.Regexp // nil if there is none, or RE2 cannot express it
	node    *Node          // the keywords, as merged
}

// relations are a schema's links to others.
type relations struct {
	siblings []*Schema // all variants of the union that it is a variant of
	beside   []*Schema // schemas that may apply to the same value: branches of conditions, dependent schemas
	inside   []*Schema // schemas of its keys, or of the content of its text
}

// Notes are the annotations of a schema that describe a value.
type Notes struct {
	Title    string
	About    string // the description
	Default  *Node
	Examples []*Node
	Marks    Marks
}

// Marks are the annotations of a schema that say how a value is handled.
type Marks struct {
	Sensitive bool   // the value is never shown
	Injected  bool   // the server fills it, and models are not shown it
	Question  string // the question for the user
}

// Range has the constraints on numbers, each limit as the schema writes it, "" if there is none.
type Range struct {
	Min, Max       string
	MinOut, MaxOut bool // the limit itself is not allowed
	Multiple       string
}

// ObjectRules are the constraints on members.
type ObjectRules struct {
	Said       bool // there are some
	Properties []*Property
	Patterns   []PatternRule
	Additional *Schema   // of undeclared keys; nil if there is none, or they are forbidden
	Closed     bool      // undeclared keys are forbidden
	Unseen     []*Schema // of unevaluated keys
	Names      *Schema   // of keys
}

// Property is a declared member.
type Property struct {
	Name     string
	Schema   *Schema
	Required bool
}

// injected reports whether the server fills the member.
func (p *Property) injected() bool { return p.Schema.Marks.Injected }

// PatternRule is a schema for the keys that match a pattern.
type PatternRule struct {
	Source  string         // the pattern as the schema writes it
	pattern *regexp.Regexp // nil if RE2 cannot express it: then it may match any key
	Schema  *Schema
}

// ArrayRules are the constraints on items.
type ArrayRules struct {
	Prefix   []*Schema
	Items    *Schema   // nil for any
	Contains *Schema   // nil if there is none
	Unseen   []*Schema // of unevaluated items
}

// Schemas that accept everything: for what is not described, and for what is only known to be required.
var (
	anything = &Schema{Types: anyKind}
	unsaid   = &Schema{Types: anyKind}
)

// Text returns the text that a keyword has, "" for none.
func (s *Schema) Text(keyword string) string { return s.node.str(keyword) }

// Count returns the number of characters, items or members that a keyword has, -1 for none.
func (s *Schema) Count(keyword string) int {
	v := s.node.get(keyword)
	if v == nil || v.Kind != Number {
		return -1
	}
	n, ok := decimal.Parse(v.Text).Int64()
	if !ok || n < 0 || n > 1<<31 {
		return -1
	}
	return int(n)
}

// Unique reports whether no item may come twice.
func (s *Schema) Unique() bool { return s.node.get("uniqueItems").isTrue() }

// never reports whether no value is accepted.
func (s *Schema) never() bool { return s.Types == 0 }

// ofSibling reports whether another variant of the same union declares a key: then the value may be meant for that.
func (s *Schema) ofSibling(key string) bool {
	return s.property(key) == nil && slices.ContainsFunc(s.siblings, func(o *Schema) bool { return o.property(key) != nil })
}

// property returns a declared member.
func (s *Schema) property(name string) *Property {
	for _, p := range s.Object.Properties {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// properties yields the declared members that a caller may give.
func (s *Schema) properties() iter.Seq[*Property] {
	return func(yield func(*Property) bool) {
		for _, p := range s.Object.Properties {
			if !p.injected() && !yield(p) {
				return
			}
		}
	}
}

// allowsKey reports whether objects may have a key by its form.
func (s *Schema) allowsKey(key string) bool {
	return s.Object.Names == nil || len(faults(&Node{Kind: String, Text: key}, s.Object.Names)) == 0
}

// member returns the schema of a key that is not declared; nil if it has no place.
func (s *Schema) member(key string) *Schema {
	o := &s.Object
	if !s.allowsKey(key) {
		return nil
	}
	for _, p := range o.Patterns {
		if p.pattern == nil || p.pattern.MatchString(key) {
			return p.Schema
		}
	}
	if o.Additional == nil && s.free() && len(o.Patterns) == 0 {
		return anything
	}
	return o.Additional
}

// free reports whether the schema accepts objects with any keys.
func (s *Schema) free() bool {
	return s.Types&Object != 0 && !s.Object.Closed && len(s.Object.Properties) == 0 && len(s.Variants) == 0
}

// isMap reports whether the keys of an object are data: no names are declared, and its values have a schema.
func (s *Schema) isMap() bool {
	return s.Object.Additional != nil && len(s.Object.Properties) == 0 && len(s.Variants) == 0
}

// item returns the schema of the item at an index.
func (s *Schema) item(i int) *Schema {
	if i >= 0 && i < len(s.Array.Prefix) {
		return s.Array.Prefix[i]
	}
	return cmp.Or(s.Array.Items, anything)
}

// takes reports whether the schema accepts values of a kind.
func (s *Schema) takes(k Kind) bool { return s.Types&k != 0 }

// only reports whether the schema accepts values of some kinds, and no others but null.
func (s *Schema) only(k Kind) bool { return s.Types&^(k|Null) == 0 && s.Types&k != 0 }

// required returns the names of the required members.
func (s *Schema) required() []string {
	var names []string
	for _, p := range s.Object.Properties {
		if p.Required {
			names = append(names, p.Name)
		}
	}
	return names
}

// Keys lists the declared members of a schema and of its variants that a caller may know of.
func (s *Schema) Keys() (keys []string) {
	for _, p := range s.Root().Properties() {
		if !p.injected() {
			keys = append(keys, p.Name)
		}
	}
	return keys
}

// TypeNames lists the JSON types that a schema accepts, joined by "|", null last; "" if it accepts any.
func (s *Schema) TypeNames() string {
	if s.Types&^Null == anyKind&^Null {
		return ""
	}
	number := "number"
	fractional := func(v *Schema) bool { return v.Types&Number != 0 && !v.Integer }
	if s.Integer || len(s.Variants) > 0 && !slices.ContainsFunc(s.Variants, fractional) {
		number = "integer"
	}
	var names []string
	for _, k := range kindNames {
		switch {
		case s.Types&k.kind == 0:
		case k.kind == Number:
			names = append(names, number)
		default:
			names = append(names, k.name)
		}
	}
	return strings.Join(names, "|")
}

// At returns the schema of a place, as far as it is known. Of several variants it is the first, or all their constants.
func (s *Schema) At(place string) *Schema { return at(s, fieldpath.Split(place)) }

func at(s *Schema, steps []fieldpath.Step) *Schema {
	for _, st := range steps {
		if st.IsIndex {
			s = s.item(st.Index)
			continue
		}
		switch all, found := s.constants(st.Key), s.Root().Key(st.Key); {
		case all != nil:
			s = all
		case found.Known():
			s = found.all[0]
		default:
			return anything
		}
	}
	return s
}

// constants returns a schema with the constants that the variants have under a key, nil if they do not have at least
// two, or one takes other values.
func (s *Schema) constants(key string) *Schema {
	all := &Schema{}
	for _, variant := range s.Variants {
		p := variant.property(key)
		switch {
		case p == nil:
			continue
		case p.Schema.Enum == nil:
			return nil
		}
		for _, e := range p.Schema.Enum {
			if !isAllowed(e, all) {
				all.Enum = append(all.Enum, e)
			}
		}
		all.Types |= p.Schema.Types
	}
	if len(all.Enum) < 2 {
		return nil
	}
	return all
}
