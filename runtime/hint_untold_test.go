package runtime

import (
	"strings"
	"testing"
)

// TestKeywordsAreNotProse holds that no keyword and no rule's id stands in a sentence as if it were a word,
// also where nothing is known of a fault but its keyword.
func TestKeywordsAreNotProse(t *testing.T) {
	t.Parallel()
	keywords := []string{
		"minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "minItems", "maxItems",
		"minContains", "maxContains", "minProperties", "maxProperties", "uniqueItems", "pattern", "format", "contentEncoding", "contentMediaType",
		"enum", "const", "contains", "not", "if", "then", "else", "allOf", "dependentSchemas", "oneOf", "anyOf", "items", "prefixItems",
		"unevaluatedItems", "properties", "patternProperties", constraintRange, constraintDuplicateKey, "frobnicate",
	}
	for _, keyword := range keywords {
		h := BuildHint(nil, issueError{issue("a", keyword)})
		check := func(text string) {
			bare := strings.ReplaceAll(text, `"`+keyword+`"`, "")
			if strings.Contains(text, "rule ") && keyword != "frobnicate" || strings.Contains(bare, " "+keyword+" ") && keyword != "not" || strings.Contains(bare, keyword+"\n") || strings.HasSuffix(bare, keyword) {
				t.Errorf("%s: %s", keyword, text)
			}
			if !strings.Contains(text, "a ") && !strings.Contains(text, "a: ") {
				t.Errorf("%s: the field is not named: %s", keyword, text)
			}
		}
		_, lines, _ := strings.Cut(h.Text(), "\n")
		check(lines)
		check(string((&RuleHint{ID: keyword, Fields: []string{"a"}, Message: "no"}).appendSentence(nil)) + " ")
	}
	for _, tt := range []struct {
		rule RuleHint
		want string
	}{
		{RuleHint{ID: "pattern", Fields: []string{"a"}, Message: "no such account"}, `a: "no such account"`},
		{RuleHint{ID: "pattern", Message: "no such account"}, `The whole value: "no such account"`},
		{RuleHint{ID: "minLength", Fields: []string{"a"}}, `a is too short`},
		{RuleHint{ID: "balanced", Fields: []string{"a", "b"}, Message: "Sums differ."}, `The rule "balanced" does not hold for a, b: "Sums differ."`},
		{RuleHint{ID: "balanced", Fields: []string{"a"}}, `The rule "balanced" does not hold for a`},
		{RuleHint{ID: "requires", Fields: []string{"a", "b"}, Message: pairMessage("requires", "a", "b")}, `a can only be given together with b`},
		{RuleHint{ID: "oneOf", Fields: []string{"a"}, Message: "the variants are x; y"}, `a must fit exactly one of its variants: "x; y"`},
		{RuleHint{ID: "anyOf", Fields: []string{"a"}, Message: "the variants are x; y"}, `a must fit one of its variants: "x; y"`},
	} {
		if got := string(tt.rule.appendSentence(nil)); got != tt.want {
			t.Errorf("%+v: %s\nwant %s", tt.rule, got, tt.want)
		}
	}
}

// TestBoundsOfMultiples holds that bounds are told of a number whose next multiples may break them, and only
// then.
func TestBoundsOfMultiples(t *testing.T) {
	t.Parallel()
	bounds := []BoundSpec{{"minimum", "1"}, {"maximum", "9"}, {"multipleOf", "5"}}
	for got, want := range map[int64]string{
		2: "n must be a multiple of 5, at least 1 and at most 9; got 2",
		8: "n must be a multiple of 5, at least 1 and at most 9; got 8",
	} {
		tool := &Untyped{Tool: &ToolSpec{Name: "t", Fields: []FieldSpec{{Path: "n", Type: "integer", Bounds: bounds}}}}
		err := newValidationError([]ValidationIssue{{Field: "n", Constraint: "multipleOf", Expected: int64(5), Got: got}}, 0)
		if text := BuildHint(tool, err).Text(); !strings.Contains(text, want) {
			t.Errorf("got %s", text)
		}
		bounds := []BoundSpec{{"minimum", "-100"}, {"maximum", "100"}, {"multipleOf", "5"}}
		tool.Tool = &ToolSpec{Name: "t", Fields: []FieldSpec{{Path: "n", Type: "integer", Bounds: bounds}}}
		if text := BuildHint(tool, err).Text(); strings.Contains(text, "at least") {
			t.Errorf("got %s", text)
		}
	}
}
