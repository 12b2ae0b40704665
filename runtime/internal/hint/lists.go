package hint

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/toolgen/toolgen/runtime/internal/repair"
	"github.com/toolgen/toolgen/runtime/internal/show"
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
func (h *Hint) list(t Tool, issues []Issue, d diagnosis) {
	for i := range issues {
		issue := &issues[i]
		switch rank := rankOf(issue.Constraint); {
		case issue.Field == "" && rank != rankType:
		case rank == rankMissing:
			h.MissingFields = appendPlace(h.MissingFields, issue.Field, maxMissing)
		case rank == rankUnknown:
			h.UnknownFields = appendPlace(h.UnknownFields, issue.Field, maxUnknown)
		case rank == rankRule || rank == rankStructure || len(h.Constraints) == maxConstraints || issue.Rule != "":
		case slices.ContainsFunc(h.Constraints, func(c Constraint) bool { return c.Field == show.Clean(issue.Field, show.MaxPath) }):
		default:
			h.Constraints = append(h.Constraints, constraintOf(t, issue, d.outcome.Edits))
		}
	}
}

// constraintOf says what a field has to satisfy: what the schema says of it, then what the issue itself
// says, which wins, since a backend may know better.
func constraintOf(t Tool, issue *Issue, edits []repair.Edit) Constraint {
	c := Constraint{Field: show.Clean(issue.Field, show.MaxPath), Constraint: show.Clean(issue.Constraint, show.MaxName)}
	if _, values := issue.discriminated(); values != nil {
		c.describe(repair.SchemaOf("enum", string(show.JSON(values))))
	} else {
		known := t.Schema.At(issue.Field)
		c.Type = known.TypeNames()
		c.describe(known)
		if names := issue.Constraint == "oneOf" || issue.Constraint == "anyOf"; issue.Expected != nil && !names { // of variants
			expected := repair.SchemaOf(issue.Constraint, string(show.JSON(issue.Expected)))
			c.describe(expected)
			if issue.Constraint == "type" {
				c.Type = expected.TypeNames()
			}
		}
	}
	if t.View.Secret(issue.Field) {
		return c
	}
	c.Got = show.CleanScalar(issue.Got)
	for _, e := range edits {
		switch e.Kind {
		case repair.Match, repair.Convert, repair.Reformat:
			if v, ok := show.Parse([]byte(e.To)); ok && e.Field == issue.Field && show.CleanScalar(v) != nil {
				c.Suggest = show.CleanScalar(v)
			}
		}
	}
	return c
}

// describe adds what a schema says of values, except for their type.
func (c *Constraint) describe(s *repair.Schema) {
	if len(s.Enum) > 0 {
		c.allow(s.Enum)
		return // the values say all
	}
	text := func(to *string, from string, most int) {
		if from != "" && len(from) <= most {
			*to = show.Clean(from, most)
		}
	}
	count := func(to **int, keyword string, least int) {
		if n := s.Count(keyword); n >= least {
			*to = &n
		}
	}
	number := func(to *json.Number, text string, is bool) {
		if is && text != "" && len(text) <= show.MaxGot {
			*to = json.Number(text)
		}
	}
	text(&c.Pattern, s.Text("pattern"), show.MaxText)
	text(&c.Format, s.Text("format"), show.MaxName)
	count(&c.MinLength, "minLength", 1)
	count(&c.MaxLength, "maxLength", 0)
	count(&c.MinItems, "minItems", 1)
	count(&c.MaxItems, "maxItems", 0)
	c.Unique = c.Unique || s.Unique()
	if least, most := s.Count("minProperties"), s.Count("maxProperties"); s.Object.Said {
		number(&c.Min, strconv.Itoa(least), least > 0)
		number(&c.Max, strconv.Itoa(most), most >= 0)
	}
	r := &s.Range
	number(&c.Min, r.Min, !r.MinOut)
	number(&c.ExclusiveMin, r.Min, r.MinOut)
	number(&c.Max, r.Max, !r.MaxOut)
	number(&c.ExclusiveMax, r.Max, r.MaxOut)
	number(&c.MultipleOf, r.Multiple, true)
}

// allow sets the allowed values: one as a constant, several cut to the first few and an ellipsis.
func (c *Constraint) allow(values []*repair.Node) {
	c.Const, c.AllowedValues = nil, nil
	if len(values) == 1 {
		if raw, ok := show.Raw(json.RawMessage(values[0].JSON()), show.MaxText); ok {
			c.Const = raw
		}
		return
	}
	more := false
	for _, v := range values {
		raw, ok := show.Raw(json.RawMessage(v.JSON()), show.MaxValue)
		if !ok || len(c.AllowedValues) == maxAllowed {
			more = true
			continue
		}
		c.AllowedValues = append(c.AllowedValues, raw)
	}
	if more {
		c.AllowedValues = append(c.AllowedValues, json.RawMessage(`"…"`))
	}
}

// ruleOf is a rule that does not hold, in its own words.
func ruleOf(issue *Issue) Rule {
	r := Rule{ID: show.Clean(cmp.Or(issue.Rule, issue.Constraint), show.MaxName), Message: show.Clean(issue.Message, show.MaxText)}
	for _, f := range issue.about() {
		if f != "" && len(r.Fields) < maxRuleFields {
			r.Fields = append(r.Fields, show.Clean(f, show.MaxPath))
		}
	}
	return r
}

// maxRuleFields is the number of fields that one rule names.
const maxRuleFields = 6
