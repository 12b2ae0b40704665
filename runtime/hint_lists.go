package runtime

import (
	"slices"
	"strconv"
	"strings"

	engine "github.com/toolgen/toolgen/runtime/internal/repair"
)

// How many of each the short lists of a hint show.
const (
	maxMissing     = 3
	maxConstraints = 3
	maxUnknown     = 3
	maxRules       = 3
	maxRemedies    = 2
	maxAllowed     = 5
)

// list fills in the short lists, which name the first faults by their fields.
func (h *RetryHint) list(spec *ToolSpec, issues []ValidationIssue, d diagnosis) {
	for i := range issues {
		issue := &issues[i]
		switch rank := rankOf(issue.Constraint); {
		case issue.Field == "" && rank != rankType:
		case rank == rankMissing:
			if len(h.MissingFields) < maxMissing {
				h.MissingFields = appendPlace(h.MissingFields, issue.Field)
			}
		case rank == rankUnknown:
			if len(h.UnknownFields) < maxUnknown {
				h.UnknownFields = appendPlace(h.UnknownFields, issue.Field)
			}
		case rank == rankRule || rank == rankStructure || len(h.Constraints) == maxConstraints || issue.Rule != "":
		case slices.ContainsFunc(h.Constraints, func(c FieldConstraint) bool { return c.Field == clean(issue.Field, maxPathInHint) }):
		default:
			h.Constraints = append(h.Constraints, constraintOf(spec, issue, d.outcome.Edits))
		}
	}
}

// constraintOf says what a field has to satisfy: what the schema says of it, then what the issue itself
// says, which wins, since a backend may know better.
func constraintOf(spec *ToolSpec, issue *ValidationIssue, edits []engine.Edit) FieldConstraint {
	var c FieldConstraint
	c.describe(spec.schema().At(issue.Field))
	c.Field, c.Constraint = clean(issue.Field, maxPathInHint), clean(issue.Constraint, maxNameInHint)
	if _, values := discriminated(issue); values != nil {
		c = FieldConstraint{Field: c.Field, Constraint: c.Constraint}
		c.allow(valuesOf(values), false)
	} else {
		c.expect(issue.Constraint, issue.Expected)
	}
	if spec.secret(issue.Field) {
		return c
	}
	c.Got = cleanGot(issue.Got)
	for _, e := range edits {
		switch e.Kind {
		case engine.Match, engine.Convert, engine.Reformat:
			if raw, ok := rawText(e.To); ok && e.Field == issue.Field {
				c.Suggest = raw
			}
		}
	}
	return c
}

// rawText is a scalar as JSON has it, for a member that shows it.
func rawText(json string) (any, bool) {
	v, ok := parseAny([]byte(json))
	if !ok {
		return nil, false
	}
	if v = cleanGot(v); v == nil {
		return nil, false
	}
	return v, true
}

// describe takes over what the schema says of a field.
func (c *FieldConstraint) describe(s *engine.Schema) {
	c.Type = typesOf(s)
	if len(s.Enum) > 0 {
		var values []string
		for _, v := range s.Enum {
			values = append(values, v.JSON())
		}
		c.allow(rawValues(values), len(values) == 1)
		return // the values say all
	}
	if len(s.Text.Pattern) <= maxTextInHint {
		c.Pattern = clean(s.Text.Pattern, maxTextInHint)
	}
	c.Format = clean(s.Text.Format, maxNameInHint)
	c.limit("minLength", s.Text.Min, s.Text.Min > 0)
	c.limit("maxLength", s.Text.Max, s.Text.Max >= 0 && s.Types&engine.String != 0)
	if a := s.Array; a != nil {
		c.limit("minItems", a.Min, a.Min > 0)
		c.limit("maxItems", a.Max, a.Max >= 0)
		c.Unique = a.Unique
	}
	r := &s.Range
	c.bound(map[bool]string{false: "minimum", true: "exclusiveMinimum"}[r.MinOut], r.MinAs)
	c.bound(map[bool]string{false: "maximum", true: "exclusiveMaximum"}[r.MaxOut], r.MaxAs)
}

func (c *FieldConstraint) limit(keyword string, n int, is bool) {
	if is {
		c.bound(keyword, strconv.Itoa(n))
	}
}

// typesOf names the JSON types that a schema takes, "" where it takes any.
func typesOf(s *engine.Schema) string {
	number := "number"
	if s.Integer {
		number = "integer"
	}
	var names []string
	for _, k := range []struct {
		kind engine.Kind
		name string
	}{
		{engine.Bool, "boolean"}, {engine.Number, number}, {engine.String, "string"}, {engine.Array, "array"},
		{engine.Object, "object"}, {engine.Null, "null"},
	} {
		if s.Types&k.kind != 0 {
			names = append(names, k.name)
		}
	}
	if len(names) == 6 {
		return ""
	}
	return strings.Join(names, "|")
}

// ruleHint is a rule that does not hold, in its own words.
func ruleHint(issue *ValidationIssue) RuleHint {
	r := RuleHint{ID: clean(issue.Rule, maxNameInHint), Message: clean(issue.Message, maxTextInHint)}
	if r.ID == "" {
		r.ID = clean(issue.Constraint, maxNameInHint)
	}
	fields := issue.Fields
	if len(fields) == 0 && issue.Field != "" {
		fields = []string{issue.Field}
	}
	for _, f := range fields {
		r.Fields = append(r.Fields, clean(f, maxPathInHint))
	}
	if len(r.Fields) > maxHintFields {
		r.Fields = r.Fields[:maxHintFields]
	}
	return r
}

// maxHintFields is the number of fields that one rule names.
const maxHintFields = 6
