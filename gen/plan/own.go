package plan

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/gen/model"
)

// Own are the checks of a value whose parts have been checked and whose Go type is that of the schema.
type Own struct {
	Counts []Check // on counts and keys, independent of the parts
	Checks []Check // only if the parts are valid
	// Alone are all checks of a string, int64 or float64 in the form of a Format, an Enum or a Range, which the decoder
	// checks while reading; nil otherwise.
	Alone Check
}

// Range is a lower and an upper limit of a number or a length, as Go literals; "" for none.
type Range struct{ Least, Most string }

// own plans the checks of a type on its own values. Checks for which the Go type is not sufficient are combined
// in one schema for the value as any.
func (p *planner) own(t *model.Type) Own {
	if t.Kind == model.Any || t.Never {
		if !beyondType(t) {
			return Own{}
		}
		return Own{Checks: []Check{Whole{t}}}
	}
	var counts, keyed, code []Check
	var hard, hardKeyed []model.Constraint
	for _, c := range t.Constraints {
		checks, ok := constraint(c, t)
		_, counted := c.(model.Size)
		onKeys := t.Kind == model.Map && keysOnlyConstraint(c)
		switch {
		case !ok && onKeys:
			hardKeyed = append(hardKeyed, c)
		case !ok:
			hard = append(hard, c)
		case counted:
			counts = append(counts, checks...)
		case onKeys:
			keyed = append(keyed, checks...)
		default:
			code = append(code, checks...)
		}
	}
	if rest := p.rest(t, hardKeyed, false); rest != nil {
		keyed = append(keyed, Whole{rest})
	}
	if rest := p.rest(t, hard, true); rest != nil {
		code = append(code, Whole{rest})
	}
	counts = append(counts, keyed...)
	return Own{Counts: counts, Checks: code, Alone: alone(t, slices.Concat(counts, code))}
}

// alone returns the form of all checks of a string, int64 or float64 if the decoder performs them while reading, or nil.
func alone(t *model.Type, checks []Check) Check {
	wide := (t.Kind == model.Int || t.Kind == model.Float) && t.Name == "" && !t.Narrow() && !t.Unsigned
	if t.Kind != model.String && !wide || t.Implied != "" || len(t.Rules) > 0 || len(checks) == 0 {
		return nil
	}
	if len(checks) == 1 {
		switch c := checks[0].(type) {
		case Format:
			return c
		case Enum:
			if c.Form == EnumList && !c.Null {
				return c
			}
		}
	}
	return limits(checks)
}

// limits returns the Range of checks that are at most a lower and an upper limit, or nil. The largest limits are the ends
// of a Go type, which stand for no limit in the code.
func limits(checks []Check) Check {
	var r Range
	for _, check := range checks {
		var word, limit string
		switch c := check.(type) {
		case Bound:
			word, limit = c.Word, c.Native
		case Size:
			word, limit = c.Word, strconv.Itoa(c.Limit)
		}
		n, err := strconv.ParseFloat(limit, 64)
		small := err == nil && math.Abs(n) < math.MaxInt64
		switch {
		case small && strings.HasPrefix(word, "min") && r.Least == "":
			r.Least = limit
		case small && strings.HasPrefix(word, "max") && r.Most == "":
			r.Most = limit
		default:
			return nil
		}
	}
	return r
}

// rest returns a schema with some constraints of t and, if shape is set, with the types that its Go type does
// not enforce; nil if empty.
func (p *planner) rest(t *model.Type, constraints []model.Constraint, shape bool) *model.Type {
	rest := &model.Type{Accepts: model.JSONAll, Blank: t.Blank, Constraints: constraints}
	if shape {
		if t.KeyPattern() == nil {
			rest.Patterns = t.Patterns
		}
		if t.Each == nil && len(t.Prefix) > 0 {
			rest.Prefix, rest.Items = t.Prefix, t.Items
		}
	}
	if asksNothing(rest) {
		return nil
	}
	p.plan.schemas[rest] = p.plan.schema(rest)
	return rest
}

// null plans the checks of null for a nullable type.
func (p *planner) null(t *model.Type) []Check {
	var checks []Check
	var constraints []model.Constraint
	for _, c := range t.Constraints {
		switch c := c.(type) {
		case model.Enum:
			if !hasNull(c.Values) {
				checks = append(checks, anyEnum(c))
			}
		case model.Choice, model.Not, model.Conditional:
			constraints = append(constraints, c)
		}
	}
	if len(constraints) > 0 {
		checks = append(checks, Whole{p.rest(&model.Type{}, constraints, false)})
	}
	return checks
}

// constraint plans a constraint on a value of a Go type; false if the type is not sufficient. A constraint on
// another JSON type needs no check.
func constraint(c model.Constraint, static *model.Type) ([]Check, bool) {
	onText := func(check Check) ([]Check, bool) {
		if static.Kind != model.String {
			return nil, true
		}
		return []Check{check}, true
	}
	switch c := c.(type) {
	case model.Bound:
		return bound(c, static), true
	case model.Size:
		return size(c, static), true
	case model.Pattern:
		return onText(Pattern{c})
	case model.Format:
		return onText(Format{c.Name})
	case model.Content:
		return onText(Content{c.Encoding, c.MediaType})
	case model.Enum:
		enum, ok := enumOf(c, static)
		return []Check{enum}, ok
	case model.Unique:
		return unique(static)
	case model.Contains:
		return nil, static.Kind != model.Slice && !objectLike(static)
	case model.PropertyNames:
		if static.Kind == model.Map {
			if asksNothing(c.Type) {
				return nil, true
			}
			return []Check{Names{c.Type}}, true
		}
	case model.Choice, model.Not, model.Conditional:
		return nil, false
	case model.Unevaluated:
		return nil, static.Kind != model.Slice && !objectLike(static)
	}
	return nil, !objectLike(static)
}

func objectLike(t *model.Type) bool {
	return t.Kind == model.Map || t.Kind == model.Struct || t.Kind == model.Union || t.Kind == model.Any
}

// unique plans uniqueItems. Floats are compared as they were written, and so as any.
func unique(static *model.Type) ([]Check, bool) {
	if static.Kind != model.Slice {
		return nil, true
	}
	items := OrAny(static.Element())
	if items.Nullable() || items.GoType != "" || items.Never {
		return nil, false
	}
	switch items.Kind {
	case model.String, model.Int, model.Bool:
		return []Check{Unique{EqualGo}}, true
	case model.Any:
		return []Check{Unique{EqualAny}}, items.Name == ""
	}
	return nil, false
}

// Blamed returns the keyword for an issue of a false schema; holder is the default.
func Blamed(t *model.Type, holder string) string {
	if t.NeverKeyword != "" {
		return t.NeverKeyword
	}
	return holder
}

// AnyType is the true schema.
var AnyType = &model.Type{Kind: model.Any, Accepts: model.JSONAll}

// OrAny returns a type, or that of any value for nil.
func OrAny(t *model.Type) *model.Type {
	if t == nil {
		return AnyType
	}
	return t
}
