package runtime

import (
	"encoding/json"
	"regexp"
	"regexp/syntax"
	"strings"
)

// hasType reports whether a value is of one of the types that names lists; "" and "any" are every
// type.
func hasType(names string, v any) bool {
	kind := ""
	switch v := v.(type) {
	case nil:
		kind = "null"
	case bool:
		kind = "boolean"
	case string:
		kind = "string"
	case []any:
		kind = "array"
	case map[string]any:
		kind = "object"
	case json.Number:
		kind = "number"
		if d := parseDecimal(string(v)); d.integral() {
			kind = "integer"
		}
	}
	for more := true; more; {
		var name string
		name, names, more = strings.Cut(names, "|")
		if name == kind || name == "" || name == "any" || name == "number" && kind == "integer" {
			return true
		}
	}
	return false
}

// allows reports whether a scalar or an array satisfies the constraints of a row itself. What
// the row cannot tell, such as a pattern that package regexp does not know, counts as satisfied.
func (s *ToolSpec) allows(row *FieldSpec, v any) bool {
	if number, ok := v.(json.Number); ok {
		if within := row.bounds(number); !within || len(row.Enum) == 0 {
			return within
		}
	}
	var c Checker
	return c.Matches(func(c *Checker) {
		if len(row.Enum) > 0 {
			c.EnumAny(v, row.Enum...)
		}
		switch v := v.(type) {
		case string:
			if form := s.pattern(row.Pattern); form != nil {
				c.MatchPattern(v, form.re.MatchString(v), row.Pattern)
			}
			if row.Format != "" {
				c.Format(v, row.Format)
			}
			row.countRunes(c.MinLength, c.MaxLength, "Length", v)
		case []any:
			if n, ok := row.count("minItems"); ok {
				c.MinItems(len(v), n)
			}
			if n, ok := row.count("maxItems"); ok {
				c.MaxItems(len(v), n)
			}
		}
	})
}

// bounds reports whether a number is within the bounds of a row.
func (f *FieldSpec) bounds(number json.Number) bool {
	if len(f.Bounds) == 0 {
		return true
	}
	valid, v := isJSONNumber(string(number)), parseDecimal(string(number))
	for i := range f.Bounds {
		switch bound := &f.Bounds[i]; bound.Keyword {
		case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
			if !valid || !satisfies(bound.Keyword, v, parseDecimal(bound.Limit)) {
				return false
			}
		}
	}
	return true
}

// countRunes applies the two bounds of a string's length.
func (f *FieldSpec) countRunes(least, most func(string, int), suffix, v string) {
	if n, ok := f.count("min" + suffix); ok {
		least(v, n)
	}
	if n, ok := f.count("max" + suffix); ok {
		most(v, n)
	}
}

// patternForm is a pattern as package regexp reads it, which is what ECMA-262 means by it in most
// cases; an example that is wrong in the others is a wrong example, no wrong verdict.
type patternForm struct {
	re   *regexp.Regexp
	tree *syntax.Regexp
}

// Bounds of the patterns that examples are made for.
const (
	maxPatternLength  = 1000
	maxCachedPatterns = 256 // of one tool: issues may bring patterns of their own
)

// pattern returns the form of a pattern, nil where there is none or package regexp cannot read it.
func (s *ToolSpec) pattern(source string) *patternForm {
	if source == "" || len(source) > maxPatternLength {
		return nil
	}
	f := &s.fields
	f.mu.Lock()
	form, known := f.patterns[source]
	f.mu.Unlock()
	if known {
		return form
	}
	if re, err := regexp.Compile(source); err == nil {
		if tree, err := syntax.Parse(source, syntax.Perl); err == nil {
			form = &patternForm{re: re, tree: tree.Simplify()}
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.patterns == nil {
		f.patterns = map[string]*patternForm{}
	}
	if len(f.patterns) < maxCachedPatterns {
		f.patterns[source] = form
	}
	return form
}
