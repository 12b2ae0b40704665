package plan

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

// Schema is the check of any value against a schema other than false. The parts are checked in order; empty
// ones are omitted.
type Schema struct {
	Types                         model.JSONTypes // values of other types are not checked further
	Enums                         []Enum
	Object, Array, String, Number []Check // by JSON type of the value
	Applied                       []Check // further schemas of the same value
	Unevaluated                   []Unevaluated
	// InPlace means that the value is checked against other schemas, so results are memoized.
	InPlace bool
}

// Sub is a subschema; the zero Sub accepts everything.
type Sub struct {
	Type   *model.Type
	Holder string
}

// Refused returns the keyword for an issue if the subschema is false, else "".
func (s Sub) Refused() string {
	if s.Type == nil || !s.Type.Never {
		return ""
	}
	return Blamed(s.Type, s.Holder)
}

func sub(t *model.Type, holder string) Sub {
	if t == nil || asksNothing(t) {
		return Sub{}
	}
	return Sub{t, holder}
}

type (
	// Property is the schema of a member.
	Property struct {
		Key string
		Sub
	}
	// Matching is the schema of members that match a pattern, except known ones.
	Matching struct {
		Known   []string
		Pattern model.Pattern
		Sub
	}
	// Others is the schema of members that are neither known nor match a pattern.
	Others struct {
		Known    []string
		Patterns []model.Pattern
		By       string // violated keyword if nothing is allowed
		Sub
	}
	// Item is the schema of an array item.
	Item struct {
		Index int
		Sub
	}
	// Items is the schema of all items from an index on.
	Items struct {
		From int
		Sub
	}
	// Matches bounds how many items satisfy a schema; -1 means no bound.
	Matches struct {
		Least, Most int
		Sub
	}
	// KeyNames is the schema of each key.
	KeyNames struct{ Sub }
	// IfKey is a check that applies if a key is present.
	IfKey struct {
		Key string
		Do  Check
	}
	// GroupOf bounds how many of a group of keys are present.
	GroupOf struct {
		Word  string
		Blank bool
		Keys  []string
	}
	// PairsOf relates the presence of keys.
	PairsOf struct {
		Word  string
		Blank bool
		Key   string
		Keys  []string
	}

	// Also is a further schema of the same value.
	Also struct{ Sub }
	// Variants are the variants of a union type.
	Variants struct {
		Type     *model.Type
		Null     bool // null is not a variant
		Variants []Sub
	}
	// Branches is anyOf or oneOf.
	Branches struct {
		Word     string
		Labels   []string
		Branches []Sub
	}
	// Refuse requires that the value does not satisfy a schema.
	Refuse struct{ Sub }
	// Either selects a further schema by a test.
	Either struct{ If, Then, Else Sub }
)

// Unevaluated is the schema of unevaluated members or items.
type Unevaluated struct {
	Word  string
	Scope []Seen
	Sub
}

// schema plans the check of any value.
func (p *Plan) schema(t *model.Type) *Schema {
	s := &Schema{Types: allowed(t)}
	s.object(t)
	s.array(t)
	if t.Union != nil {
		variants := Variants{Type: t, Null: t.Accepts&model.JSONNull != 0}
		for _, v := range t.Union.Variants {
			variants.Variants = append(variants.Variants, sub(v.Type, t.Union.Keyword))
		}
		s.Applied = append(s.Applied, variants)
	}
	var groups []Check
	for _, c := range t.Constraints {
		switch c := c.(type) {
		case model.Enum:
			s.Enums = append(s.Enums, anyEnum(c))
		case model.Size:
			switch of := (Size{c.Word, c.Limit}); {
			case ofMembers(c):
				s.Object = append(s.Object, of)
			case strings.HasSuffix(c.Word, "Items"):
				s.Array = append(s.Array, of)
			default:
				s.String = append(s.String, of)
			}
		case model.Bound:
			s.Number = append(s.Number, Bound{Word: c.Word, Limit: c.Limit})
		case model.Pattern:
			s.String = append(s.String, Pattern{c})
		case model.Format:
			s.String = append(s.String, Format{c.Name})
		case model.Content:
			s.String = append(s.String, Content{c.Encoding, c.MediaType})
		case model.Unique:
			s.Array = append(s.Array, Unique{EqualAny})
		case model.Contains:
			least, most := containsRange(c)
			s.Array = append(s.Array, Matches{least, most, sub(c.Type, "contains")})
		case model.DependentRequired:
			s.require(c.Keys, ofKeys(c, t.Blank))
		case model.DependentSchema:
			s.InPlace = true
			if then := sub(c.Type, "dependentSchemas"); then.Type != nil {
				s.Object = append(s.Object, IfKey{c.Key, Also{then}})
			}
		case model.PropertyNames:
			if names := sub(c.Type, "propertyNames"); names.Type != nil {
				s.Object = append(s.Object, KeyNames{names})
			}
		case model.FieldGroup, model.FieldPairs:
			groups = append(groups, ofKeys(c, t.Blank))
		case model.Choice:
			choice := Branches{Word: c.Word, Labels: model.Labels(c.Branches, c.Titles)}
			for _, branch := range c.Branches {
				choice.Branches = append(choice.Branches, sub(branch, c.Word))
			}
			s.Applied = append(s.Applied, choice)
		case model.Not:
			s.Applied = append(s.Applied, Refuse{sub(c.Type, "not")})
		case model.Conditional:
			s.InPlace = true
			s.conditional(c)
		case model.Unevaluated:
			if rest := sub(c.Type, c.Word); rest.Type != nil {
				s.Unevaluated = append(s.Unevaluated, Unevaluated{c.Word, p.seen(c.Scope, c.Word == "unevaluatedProperties"), rest})
			}
		}
	}
	s.Object = append(s.Object, groups...)
	return s
}

// require adds a check that requires some keys.
func (s *Schema) require(keys []string, check Check) {
	if len(keys) > 0 {
		s.Object = append(s.Object, check)
	}
}

func (s *Schema) conditional(c model.Conditional) {
	made := Either{sub(c.If, "if"), sub(c.Then, "then"), sub(c.Else, "else")}
	only := made.Then
	if c.If.Never {
		only = made.Else
	}
	switch {
	case made.Then.Type == nil && made.Else.Type == nil:
	case !c.If.Never && made.If.Type != nil:
		s.Applied = append(s.Applied, made)
	case only.Type != nil:
		s.Applied = append(s.Applied, Also{only})
	}
}

// object plans the keywords of members. Patterns that match a declared key are part of that key's schema.
func (s *Schema) object(t *model.Type) {
	var keys, required []string
	var properties []Check
	for _, field := range t.Fields {
		keys = append(keys, field.Key)
		if field.Required {
			required = append(required, field.Key)
		}
		if of := sub(field.Type, "properties"); of.Type != nil {
			properties = append(properties, Property{field.Key, of})
		}
	}
	s.require(required, Require{required})
	s.Object = append(s.Object, properties...)
	for _, set := range t.Patterns {
		var patterns []model.Pattern
		for _, p := range set.Patterns {
			patterns = append(patterns, p.Pattern)
			if of := sub(p.Type, "patternProperties"); of.Type != nil {
				s.Object = append(s.Object, Matching{keys, p.Pattern, of})
			}
		}
		s.others(set.Additional, union(keys, set.Keys), patterns)
	}
	switch {
	case len(t.Patterns) > 0:
	case t.Closed:
		s.others(&model.Type{Never: true, NeverKeyword: t.ClosedBy}, keys, nil)
	default:
		s.others(t.Additional, keys, nil)
	}
}

func (s *Schema) others(t *model.Type, known []string, patterns []model.Pattern) {
	others := Others{Known: known, Patterns: patterns, Sub: sub(t, "additionalProperties")}
	if others.Type == nil {
		return
	}
	if t.Never {
		others.By = model.ClosedKeyword(t.NeverKeyword)
	}
	s.Object = append(s.Object, others)
}

func (s *Schema) array(t *model.Type) {
	for i, item := range t.Prefix {
		if of := sub(item, "prefixItems"); of.Type != nil {
			s.Array = append(s.Array, Item{i, of})
		}
	}
	if of := sub(t.Items, "items"); of.Type != nil {
		s.Array = append(s.Array, Items{len(t.Prefix), of})
	}
}

// union merges two lists without duplicates.
func union(a, b []string) []string {
	all := slices.Clone(a)
	seen := make(map[string]bool, len(a)+len(b))
	for _, s := range a {
		seen[s] = true
	}
	for _, s := range b {
		if !seen[s] {
			seen[s] = true
			all = append(all, s)
		}
	}
	return all
}
