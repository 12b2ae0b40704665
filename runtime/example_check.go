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
	return hasKind(names, kind)
}

// hasKind is hasType for the type of a value; that of a number without a fraction is "integer".
func hasKind(names, kind string) bool {
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
		if within := row.within(number); !within || len(row.Enum) == 0 {
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

// within reports whether a number is within the bounds of a row.
func (f *FieldSpec) within(number json.Number) bool {
	if len(f.Bounds) == 0 {
		return true
	}
	var room [5]numberLimit
	limits := appendNumberLimits(room[:0], f)
	return len(limits) == 0 || isJSONNumber(string(number)) && satisfiesAll(limits, parseDecimal(string(number)))
}

// numberLimit is a bound of a number, ready to be held against one.
type numberLimit struct {
	keyword string
	limit   decimal
}

func appendNumberLimits(list []numberLimit, row *FieldSpec) []numberLimit {
	for i := range row.Bounds {
		switch bound := &row.Bounds[i]; bound.Keyword {
		case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf":
			list = append(list, numberLimit{bound.Keyword, parseDecimal(bound.Limit)})
		}
	}
	return list
}

func satisfiesAll(limits []numberLimit, v decimal) bool {
	for i := range limits {
		if !satisfies(limits[i].keyword, v, limits[i].limit) {
			return false
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
