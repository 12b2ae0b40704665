package dynamic

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/gen/plan"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// rule is one constraint. It says nothing of values of JSON types that it does not speak of.
type rule interface {
	hold(r *run, c *gencode.Checker, v any)
}

// checks are what is asked of a value beside the JSON type and the parts, by what it looks at.
type checks struct {
	enums   []rule // enum and const, each an enumRule
	simple  []rule // of values of one JSON type, looked at by themselves
	applied []rule // further schemas that apply to the same value

	relations []relation // of a struct: all of these but counts
	// Of a map: those that ask only which keys there are, and what is left of simple and applied.
	keyed, valued, beyond []rule

	rules []celRule // what its rules say
}

// rules makes the constraints of a type ready, and sorts them by what they look at.
func (c *compiler) rules(s *schema) {
	var named, onKeys, alsoOnKeys []rule
	for _, constraint := range s.typ.Constraints {
		made := c.rule(s.typ, constraint)
		if made == nil {
			continue
		}
		keysOnly := plan.KeysOnlyConstraint(constraint)
		switch made.(type) {
		case sizeRule:
			s.simple = append(s.simple, made)
			continue
		case enumRule:
			s.enums = append(s.enums, made)
		case choiceRule, notRule, conditionalRule:
			s.applied = append(s.applied, made)
			if keysOnly {
				alsoOnKeys = append(alsoOnKeys, made)
			} else {
				s.beyond = append(s.beyond, made)
			}
		case namesRule, requiredRule:
			s.simple, named = append(s.simple, made), append(named, made)
		default:
			s.simple = append(s.simple, made)
			if keysOnly {
				onKeys = append(onKeys, made)
			} else {
				s.valued = append(s.valued, made)
			}
		}
		if s.typ.Kind == model.Struct {
			s.relations = append(s.relations, relation{made, plan.ReadsOf(s.typ, constraint)})
		}
	}
	s.keyed = slices.Concat(named, onKeys, alsoOnKeys)
	// What nothing else has looked at is known last.
	for _, u := range c.plan.Schema(s.typ).Unevaluated {
		made := unevaluatedRule{word: u.Word, scope: c.steps(u.Scope), rest: c.child(u.Type, u.Holder)}
		s.applied, s.beyond = append(s.applied, made), append(s.beyond, made)
		s.relations = append(s.relations, relation{made, plan.Reads{All: true}})
	}
}

// rule makes one constraint of a type ready, nil for what comes after all others.
func (c *compiler) rule(of *model.Type, constraint model.Constraint) rule {
	switch k := constraint.(type) {
	case model.Bound:
		return boundRule{k.Word, k.Limit}
	case model.Size:
		return sizeRule{k.Word, k.Limit}
	case model.Pattern:
		return patternRule{newPattern(k)}
	case model.Format:
		return formatRule{k.Name}
	case model.Content:
		return contentRule{k.Encoding, k.MediaType}
	case model.Enum:
		return newEnum(k)
	case model.FieldGroup:
		return groupRule{k, of.Blank}
	case model.FieldPairs:
		return pairsRule{k, of.Blank}
	case model.Unique:
		return uniqueRule{}
	case model.Contains:
		return c.contains(k)
	case model.PropertyNames:
		return namesRule{c.child(k.Type, k.Keyword())}
	case model.DependentRequired:
		return dependentRule{key: k.Key, keys: k.Keys}
	case model.DependentSchema:
		return dependentSchemaRule{k.Key, c.child(k.Type, k.Keyword())}
	case model.RequiredKeys:
		return requiredRule{k.Keys}
	case model.Choice:
		return c.choice(k)
	case model.Not:
		return notRule{c.child(k.Type, k.Keyword())}
	case model.Conditional:
		return c.conditional(k)
	case model.Unevaluated:
		return nil
	}
	panic("dynamic: no rule for the constraint " + constraint.Keyword())
}

// holdAll runs rules on a value.
func (r *run) holdAll(rules []rule, c *gencode.Checker, v any) {
	for _, rule := range rules {
		rule.hold(r, c, v)
	}
}

// sizeRule is minLength, maxLength, minItems, maxItems, minProperties or maxProperties.
type sizeRule struct {
	word  string
	limit int
}

func (s sizeRule) ofObjects() bool { return strings.HasSuffix(s.word, "Properties") }

func (s sizeRule) hold(_ *run, c *gencode.Checker, v any) {
	switch v := v.(type) {
	case string:
		switch s.word {
		case "minLength":
			c.MinLength(v, s.limit)
		case "maxLength":
			c.MaxLength(v, s.limit)
		}
	case []any:
		switch s.word {
		case "minItems":
			c.MinItems(len(v), s.limit)
		case "maxItems":
			c.MaxItems(len(v), s.limit)
		}
	case map[string]any:
		s.count(c, len(v))
	}
}

// count checks the number of members of an object.
func (s sizeRule) count(c *gencode.Checker, members int) {
	switch s.word {
	case "minProperties":
		c.MinProperties(members, s.limit)
	case "maxProperties":
		c.MaxProperties(members, s.limit)
	}
}
