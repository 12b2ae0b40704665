package dynamic

import (
	"slices"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/runtime"
)

// rule is one constraint. It says nothing of values of JSON types that it does not speak of.
type rule interface {
	hold(c *runtime.Checker, v any)
}

// rules makes the constraints of a type ready, and sorts them by what they look at.
func (c *compiler) rules(s *schema) {
	for _, constraint := range s.typ.Constraints {
		switch constraint := constraint.(type) {
		case model.Enum:
			s.enums = append(s.enums, newEnum(constraint))
		case model.Choice, model.Not, model.Conditional, model.Unevaluated:
			s.applied = append(s.applied, c.rule(constraint))
		default:
			s.simple = append(s.simple, c.rule(constraint))
		}
	}
	// What nothing else has looked at is known last.
	slices.SortStableFunc(s.applied, func(a, b rule) int { return unevaluatedLast(a) - unevaluatedLast(b) })
}

func unevaluatedLast(r rule) int {
	if _, ok := r.(unevaluatedRule); ok {
		return 1
	}
	return 0
}

// rule makes one constraint ready.
func (c *compiler) rule(constraint model.Constraint) rule {
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
		return unevaluatedRule{word: k.Word, scope: c.schema(k.Scope), rest: c.child(k.Type, k.Word)}
	}
	panic("dynamic: no rule for the constraint " + constraint.Keyword())
}

// holdAll runs rules on a value.
func holdAll(rules []rule, c *runtime.Checker, v any) {
	for _, r := range rules {
		r.hold(c, v)
	}
}

// sizeRule is minLength, maxLength, minItems, maxItems, minProperties or maxProperties.
type sizeRule struct {
	word  string
	limit int
}

func (r sizeRule) ofObjects() bool { return strings.HasSuffix(r.word, "Properties") }

func (r sizeRule) hold(c *runtime.Checker, v any) {
	switch v := v.(type) {
	case string:
		switch r.word {
		case "minLength":
			c.MinLength(v, r.limit)
		case "maxLength":
			c.MaxLength(v, r.limit)
		}
	case []any:
		switch r.word {
		case "minItems":
			c.MinItems(len(v), r.limit)
		case "maxItems":
			c.MaxItems(len(v), r.limit)
		}
	case map[string]any:
		r.count(c, len(v))
	}
}

// count checks the number of members of an object.
func (r sizeRule) count(c *runtime.Checker, members int) {
	switch r.word {
	case "minProperties":
		c.MinProperties(members, r.limit)
	case "maxProperties":
		c.MaxProperties(members, r.limit)
	}
}
