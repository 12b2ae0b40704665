package runtime

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// TestSamples holds which values of an example the hint calls samples.
func TestSamples(t *testing.T) {
	t.Parallel()
	spec := &ToolSpec{Name: "book", Fields: []FieldSpec{
		{Path: "", Type: "object"},
		{Path: "user_id", Type: "integer", Required: true},
		{Path: "due", Type: "string", Format: "date", Required: true},
		{Path: "note", Type: "string", Required: true},
		{Path: "level", Type: "string", Enum: []string{`"low"`, `"high"`}},
		{Path: "kind", Type: "string", Enum: []string{`"only"`}},
		{Path: "lang", Type: "string", Default: `"en"`, Required: true},
		{Path: "lines", Type: "array"},
		{Path: "lines[]", Type: "object"},
		{Path: "lines[].id", Type: "integer", Required: true},
		{Path: "n", Type: "integer"},
	}}
	tool := NewTool[struct{}, RawJSON](spec, func([]byte, ...DecodeOption) (*struct{}, error) { return nil, nil }, nil)
	missing := func(field string) ValidationIssue { return ValidationIssue{Field: field, Constraint: "required"} }
	for _, c := range []struct {
		name   string
		call   string
		issues []ValidationIssue
		want   []string
	}{
		{"a number and a date", `{}`, []ValidationIssue{missing("user_id"), missing("due")}, []string{"user_id", "due"}},
		{"texts in brackets only", `{}`, []ValidationIssue{missing("note")}, nil},
		{"a text in brackets beside a number", `{}`, []ValidationIssue{missing("note"), missing("user_id")}, []string{"note", "user_id"}},
		{"the model's own value", `{"user_id":"7"}`, []ValidationIssue{{Field: "user_id", Constraint: "type", Expected: "integer", Got: "string"}}, nil},
		{"one of both", `{"user_id":"7"}`, []ValidationIssue{{Field: "user_id", Constraint: "type", Expected: "integer", Got: "string"}, missing("due")}, []string{"due"}},
		{"a default", `{}`, []ValidationIssue{missing("lang")}, nil},
		{"a default for what was meant otherwise", `{"lang":{"code":"de"}}`, []ValidationIssue{{Field: "lang", Constraint: "type", Expected: "string", Got: "object"}}, []string{"lang"}},
		{"the value that was meant", `{"level":"High"}`, []ValidationIssue{{Field: "level", Constraint: "enum", Got: "High"}}, nil},
		{"the first of the allowed values", `{"level":"purple"}`, []ValidationIssue{{Field: "level", Constraint: "enum", Got: "purple"}}, []string{"level"}},
		{"the only allowed value", `{"kind":"x"}`, []ValidationIssue{{Field: "kind", Constraint: "enum", Got: "x"}}, nil},
		{"within an array", `{"lines":[{"id":4},{}]}`, []ValidationIssue{missing("lines[1].id")}, []string{"lines[1].id"}},
		{"of what is taken out", `{"kind":null,"n":"x"}`, []ValidationIssue{{Field: "kind", Constraint: "type", Expected: "string", Got: "null"}, missing("note")}, nil},
		{"too many to name", `{}`, []ValidationIssue{missing("user_id"), missing("due"), missing("note"), {Field: "n", Constraint: "minimum", Expected: int64(1), Got: int64(0)}}, nil},
	} {
		err := &ValidationError{issues: c.issues}
		hint := BuildHint(tool, err, WithCall([]byte(c.call)))
		if !slices.Equal(hint.Samples, c.want) {
			t.Errorf("%s: %q, want %q, of %s", c.name, hint.Samples, c.want, hint.ExampleInput)
		}
		named := strings.Contains(hint.Text(), "with real values for "+strings.Join(c.want, ", ")+": {")
		if named != (c.want != nil) {
			t.Errorf("%s: the text is\n%s", c.name, hint.Text())
		}
		// Their names take no room that anything else of the hint needs.
		for budget := minBudget; budget < 600; budget += 7 {
			with := BuildHint(tool, err, WithCall([]byte(c.call)), WithBudget(budget))
			if size := with.size(); size.json > budget || len(with.Text()) > budget {
				t.Errorf("%s: %d and %d bytes of %d", c.name, size.json, len(with.Text()), budget)
			}
			if slices.ContainsFunc(with.Samples, func(path string) bool { return len(path) > len(someSamples) }) && (with.ClarifyingQuestion != hint.ClarifyingQuestion || string(with.ExampleInput) != string(hint.ExampleInput)) {
				t.Errorf("%s: samples are named in %d bytes that others needed:\n%s", c.name, budget, with.Text())
			}
		}
	}
}

// TestRealValues holds that a hint asks for real values where some of its example are samples, and only
// there, also once it has been written and read.
func TestRealValues(t *testing.T) {
	t.Parallel()
	spec := &ToolSpec{Name: "book", Fields: []FieldSpec{
		{Path: "", Type: "object"},
		{Path: "id", Type: "integer", Required: true},
		{Path: "note", Type: "string", Required: true},
		{Path: "kind", Type: "object", Required: true},
		{Path: "kind.type", Type: "string", Enum: []string{`"only"`}, Required: true},
		{Path: "lang", Type: "string", Default: `"en"`, Required: true},
		{Path: "level", Type: "string", Enum: []string{`"low"`, `"high"`}},
		{Path: "tags", Type: "array"},
		{Path: "a", Type: "integer"}, {Path: "b", Type: "integer"}, {Path: "c", Type: "integer"}, {Path: "d", Type: "integer"},
	}}
	tool := NewTool[struct{}, RawJSON](spec, func([]byte, ...DecodeOption) (*struct{}, error) { return nil, nil }, nil)
	ofType := func(field, want, got string) ValidationIssue {
		return ValidationIssue{Field: field, Constraint: "type", Expected: want, Got: got}
	}
	missing := func(field string) ValidationIssue { return ValidationIssue{Field: field, Constraint: "required"} }
	unknown := func(field string) ValidationIssue {
		return ValidationIssue{Field: field, Constraint: "additionalProperties"}
	}
	several := []ValidationIssue{ofType("a", "integer", "boolean"), ofType("b", "integer", "boolean"), ofType("c", "integer", "boolean"), ofType("d", "integer", "boolean")}
	for _, tt := range []struct {
		name, call string
		issues     []ValidationIssue
		want       bool
	}{
		{"the model's own value", `{"id":"7"}`, []ValidationIssue{ofType("id", "integer", "string")}, false},
		{"a key too many", `{"x":1}`, []ValidationIssue{unknown("x")}, false},
		{"a misspelt key", `{"notee":"x"}`, []ValidationIssue{missing("note"), unknown("notee")}, false},
		{"a null too many", `{"level":null}`, []ValidationIssue{ofType("level", "string", "null")}, false},
		{"the value that was meant", `{"level":"hihg"}`, []ValidationIssue{{Field: "level", Constraint: "enum", Got: "hihg"}}, false},
		{"constants", `{}`, []ValidationIssue{missing("kind")}, false},
		{"a default", `{}`, []ValidationIssue{missing("lang")}, false},
		{"a value that shows what it is", `{}`, []ValidationIssue{missing("note")}, true},
		{"a value that looks real", `{}`, []ValidationIssue{missing("id")}, true},
		{"one of both", `{"x":1}`, []ValidationIssue{missing("id"), unknown("x")}, true},
		{"more than can be named", `{"a":true,"b":true,"c":true,"d":true}`, several, true},
		{"an item repeated", `{"tags":[1]}`, []ValidationIssue{{Field: "tags", Constraint: "minItems", Expected: int64(2), Got: int64(1)}}, true},
		{"the whole", `7`, []ValidationIssue{ofType("", "object", "number")}, true},
	} {
		err := &ValidationError{issues: tt.issues}
		for _, budget := range []int{DefaultBudget, 300, 260, 220} {
			hint := BuildHint(tool, err, WithCall([]byte(tt.call)), WithBudget(budget))
			if hint.ExampleInput == nil {
				if budget == DefaultBudget {
					t.Errorf("%s: there is no example", tt.name)
				}
				continue
			}
			raw, _ := json.Marshal(hint)
			var again RetryHint
			if err := json.Unmarshal(raw, &again); err != nil {
				t.Fatal(err)
			}
			for _, h := range []*RetryHint{hint, &again} {
				if got := strings.Contains(h.Text(), "with real values"); got != tt.want {
					t.Errorf("%s, in %d bytes: %s\n%s", tt.name, budget, raw, h.Text())
				}
			}
		}
	}
	hint := BuildHint(tool, &ValidationError{issues: several}, WithCall([]byte(`{"a":true,"b":true,"c":true,"d":true}`)))
	if len(hint.Samples) != 1 || hint.Samples[0] != someSamples || strings.Contains(hint.Text(), "with real values for") {
		t.Errorf("of more than can be named, %q are named:\n%s", hint.Samples, hint.Text())
	}
	number := NewTool[struct{}, RawJSON](&ToolSpec{Name: "t", Fields: []FieldSpec{{Path: "", Type: "object"}, {Path: "k", Type: "integer", Required: true}}}, nil, nil)
	if text := BuildHint(number, &ValidationError{issues: []ValidationIssue{ofType("", "object", "array")}}).Text(); !strings.HasSuffix(text, "A call has this form, with real values: {\"k\":1}") {
		t.Errorf("of a number:\n%s", text)
	}
	constants := NewTool[struct{}, RawJSON](&ToolSpec{Name: "t", Fields: []FieldSpec{{Path: "", Type: "object"}, {Path: "k", Enum: []string{`1`}, Required: true}}}, nil, nil)
	if text := BuildHint(constants, &ValidationError{issues: []ValidationIssue{ofType("", "object", "array")}}).Text(); !strings.HasSuffix(text, "A call has this form: {\"k\":1}") {
		t.Errorf("of constants:\n%s", text)
	}
}
