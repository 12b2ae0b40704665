package runtime

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// follow applies a hint's example to a call, as a reader does who knows neither schema nor tool.
func follow(t *testing.T, call string, h *RetryHint) string {
	t.Helper()
	if h.ExampleInput == nil {
		return call
	}
	patch, ok := parseAny(h.ExampleInput)
	if !ok {
		t.Fatalf("the example is no JSON: %s", h.ExampleInput)
	}
	target, _ := parseAny([]byte(call))
	return jsonText(mergePatch(target, patch))
}

// TestExampleMends holds that a call with the example merged into it is valid.
func TestExampleMends(t *testing.T) {
	t.Parallel()
	app := `{"InvoiceId":"inv_1","Amount":5}`
	with := func(members string) string {
		return `{"AccountId":"acc_x1","Amount":5,"Applications":[` + app + `]` + members + `}`
	}
	for _, tt := range []struct {
		call string
		keep string // what has to be in the mended call
		rest int    // issues that only the user can mend
		args bool   // the call has to be known
	}{
		{call: `{}`},
		{call: `[1,2]`},
		{call: `{"AccountId" "x"}`},
		{call: `{"AccountId":"acc_`},
		{call: with(`,"Extra":1,"More":{"a":2}`), keep: "inv_1"},
		{call: strings.Replace(with(``), "AccountId", "AccountID", 1)},
		{call: strings.Replace(with(``), "AccountId", "account_id", 1), args: true, keep: "acc_x1"},
		{call: strings.Replace(with(``), `"acc_x1"`, `7`, 1)},
		{call: strings.Replace(with(``), `"acc_x1"`, `"XX"`, 1)},
		{call: strings.Replace(with(``), `"Amount":5,`, `"Amount":"25",`, 1), args: true, keep: `25`},
		{call: strings.Replace(with(``), `"Amount":5,`, `"Amount":-1,`, 1)},
		{call: strings.Replace(with(``), `"Amount":5,`, `"Amount":99999,`, 1), keep: "10000"},
		{call: with(`,"Currency":"eur"`), keep: `"EUR"`},
		{call: with(`,"Currency":"Euros, please"`), keep: `"INR"`},
		{call: with(`,"Memo":null`)},
		{call: with(`,"Memo":"` + strings.Repeat("m", 21) + `"`)},
		{call: with(`,"Tags":["a"]`), args: true, keep: `"a"`},
		{call: with(`,"Tags":["a","a","b"]`), args: true, keep: `["a","b"]`},
		{call: with(`,"Tags":["a",5,null]`), args: true, keep: `"a"`},
		{call: with(`,"Tags":"a"`)},
		{call: with(`,"Tags":[]`)},
		{call: strings.Replace(with(``), app, ``, 1)},
		{call: strings.Replace(with(``), app, `{"InvoiceId":"x","Amount":1,"Bogus":1},{"Amount":2},`+app, 1), args: true, keep: "inv_1"},
		{call: strings.Replace(with(``), app, app+","+app+","+app+","+app, 1), args: true, keep: "inv_1"},
		{call: strings.Replace(with(``), app, `{"invoice_id":"inv_9","Amount":1}`, 1), args: true, keep: "inv_9"},
		{call: strings.Replace(with(``), app, `7`, 1), args: true},
		{call: with(`,"Token":"short"`), rest: 1},
		{call: `{"AccountID":"acc_x1","Amount":"5","Currency":"usd","Applications":[{"InvoiceId":"x","Amount":0}],"Zzz":1,"Memo":5,"Tags":["a"]}`, args: true},
	} {
		_, err := payTool.Decode([]byte(tt.call))
		if err == nil {
			t.Errorf("%s is valid as it is", tt.call)
			continue
		}
		for _, known := range []bool{false, true} {
			var opts []HintOption
			if known {
				opts = append(opts, WithCall([]byte(tt.call)))
			} else if tt.args {
				continue
			}
			hint := BuildHint(payTool, err, opts...)
			mended := follow(t, tt.call, hint)
			var rest []ValidationIssue
			if _, err := payTool.Decode([]byte(mended)); err != nil {
				rest, _, _ = issuesOf(err)
			}
			if len(rest) != tt.rest {
				t.Errorf("%s\nexample %s\nleaves %v", tt.call, hint.ExampleInput, rest)
			}
			if !strings.Contains(mended, tt.keep) {
				t.Errorf("%s\nbecame %s\nwithout %s", tt.call, mended, tt.keep)
			}
		}
	}
}

// TestExampleLosesNothing holds that an array is not replaced where its items are not known.
func TestExampleLosesNothing(t *testing.T) {
	t.Parallel()
	call := `{"AccountId":"acc_x1","Amount":5,"Applications":[{"InvoiceId":"inv_1","Amount":5},{"InvoiceId":"x","Amount":5}],"Tags":["a"]}`
	_, err := payTool.Decode([]byte(call))
	if hint := BuildHint(payTool, err); hint.ExampleInput != nil {
		t.Errorf("example %s", hint.ExampleInput)
	}
	want := `{"Applications":[{"Amount":5,"InvoiceId":"inv_1"},{"Amount":5,"InvoiceId":"(InvoiceId)"}],"Tags":["a","(Tags2)"]}`
	if hint := BuildHint(payTool, err, WithCall([]byte(call))); string(hint.ExampleInput) != want {
		t.Errorf("example %s, want %s", hint.ExampleInput, want)
	}
}

// TestPlaceholders holds each made-up value against the row it is for.
func TestPlaceholders(t *testing.T) {
	t.Parallel()
	bounds := func(pairs ...string) (list []BoundSpec) {
		for i := 0; i < len(pairs); i += 2 {
			list = append(list, BoundSpec{pairs[i], pairs[i+1]})
		}
		return list
	}
	for _, tt := range []struct {
		row  FieldSpec
		want string // "" for no example
	}{
		{FieldSpec{Type: "string"}, `"(f)"`},
		{FieldSpec{Type: "string|null"}, `"(f)"`},
		{FieldSpec{Type: "null|string"}, `"(f)"`},
		{FieldSpec{Type: "null"}, ``},
		{FieldSpec{Type: "any"}, `"(f)"`},
		{FieldSpec{Type: "string", Bounds: bounds("maxLength", "1")}, `"x"`},
		{FieldSpec{Type: "string", Bounds: bounds("maxLength", "2")}, `"x"`},
		{FieldSpec{Type: "string", Bounds: bounds("maxLength", "3")}, `"(f)"`},
		{FieldSpec{Type: "string", Bounds: bounds("maxLength", "0")}, `""`},
		{FieldSpec{Type: "string", Bounds: bounds("minLength", "8")}, `"(f)xxxxx"`},
		{FieldSpec{Type: "string", Bounds: bounds("minLength", "9", "maxLength", "8")}, ``},
		{FieldSpec{Type: "string", Bounds: bounds("minLength", "100000")}, ``},
		{FieldSpec{Type: "string", Enum: []string{`null`, `"b"`}}, `"b"`},
		{FieldSpec{Type: "string", Default: `"d"`}, `"d"`},
		{FieldSpec{Type: "integer", Default: `3`, Bounds: bounds("minimum", "5")}, `5`},
		{FieldSpec{Type: "string", Pattern: `^acc_[a-z0-9]+$`, Bounds: bounds("minLength", "9")}, `"acc_00000"`},
		{FieldSpec{Type: "string", Pattern: `^\d{3}-\d{4}$`}, `"000-0000"`},
		{FieldSpec{Type: "string", Pattern: `^(foo|bar)$`}, `"foo"`},
		{FieldSpec{Type: "string", Pattern: `^(?=x)y`}, ``}, // look-ahead: not understood, not guessed
		{FieldSpec{Type: "string", Pattern: `^(?=x).y`, Sample: "xy"}, `"xy"`},
		{FieldSpec{Type: "string", Pattern: `^[xy]+$`, Sample: "xy", Bounds: bounds("minLength", "3")}, `"xxx"`},
		{FieldSpec{Type: "string", Enum: []string{`"a"`, `"b"`}, Sample: "b"}, `"b"`},
		{FieldSpec{Type: "string", Format: "date", Pattern: `^2025-`}, `"2025-01-31"`},
		{FieldSpec{Type: "string", Format: "date", Pattern: `^1999-12-31$`}, `"1999-12-31"`},
		{FieldSpec{Type: "integer", Bounds: bounds("exclusiveMinimum", "0")}, `1`},
		{FieldSpec{Type: "integer", Bounds: bounds("minimum", "0.5")}, `1`},
		{FieldSpec{Type: "integer", Bounds: bounds("maximum", "-7")}, `-7`},
		{FieldSpec{Type: "number", Bounds: bounds("exclusiveMinimum", "0", "exclusiveMaximum", "1")}, `0.5`},
		{FieldSpec{Type: "number", Bounds: bounds("minimum", "0.07", "multipleOf", "0.05")}, `0.1`},
		{FieldSpec{Type: "integer", Bounds: bounds("minimum", "10", "multipleOf", "7")}, `14`},
		{FieldSpec{Type: "integer", Bounds: bounds("minimum", "9007199254740993")}, `9007199254740993`},
		{FieldSpec{Type: "integer", Bounds: bounds("minimum", "7e9999999")}, ``},
		{FieldSpec{Type: "integer", Bounds: bounds("minimum", "5", "maximum", "4")}, ``},
		{FieldSpec{Type: "number", Bounds: bounds("exclusiveMaximum", "0")}, `-1`},
		{FieldSpec{Type: "boolean"}, `false`},
		{FieldSpec{Type: "array", Bounds: bounds("minItems", "3")}, `["(f)","(f2)","(f3)"]`},
		{FieldSpec{Type: "array", Bounds: bounds("maxItems", "0")}, `[]`},
		{FieldSpec{Type: "object"}, `{}`},
		{FieldSpec{Type: "object", Bounds: bounds("minProperties", "1")}, ``},
	} {
		p := &placeholder{spec: &ToolSpec{}}
		got, ok := p.value(&fieldNode{rows: []*FieldSpec{&tt.row}}, "f", 0)
		if !ok {
			got = nil
		}
		if string(got) != tt.want {
			t.Errorf("%+v: %s, want %s", tt.row, got, tt.want)
		}
	}
}

// TestSampleOfTheSchema holds that a sample that was made for what the schema says is not offered where a
// backend asks for something else, unless that can be seen to allow it.
func TestSampleOfTheSchema(t *testing.T) {
	t.Parallel()
	spec := &ToolSpec{Name: "t", Fields: []FieldSpec{{Type: "object"}, {Path: "code", Type: "string", Pattern: "^(?=x).y", Sample: "xy"}}}
	tool := NewTool[struct{}, RawJSON](spec, func([]byte, ...DecodeOption) (*struct{}, error) { return nil, nil }, nil)
	for _, tt := range []struct {
		constraint    string
		expected      any
		message, want string
	}{
		{"pattern", "^(?=x).y", "", `{"code":"xy"}`},
		{"pattern", "^(?=.y)", "", `{"code":"xy"}`}, // another one of the schema
		{"pattern", "^(?=z)", "Codes begin with z.", ``},
		{"pattern", "^z$", "Codes are z.", `{"code":"z"}`},
		{"minLength", int64(3), "", ``},
	} {
		hint := BuildHint(tool, issueError{{Field: "code", Constraint: tt.constraint, Expected: tt.expected, Message: tt.message, Got: "q"}})
		if string(hint.ExampleInput) != tt.want {
			t.Errorf("%s %v: %s, want %s", tt.constraint, tt.expected, hint.ExampleInput, tt.want)
		}
	}
}

// TestFormatExamples holds that both examples of each format have it.
func TestFormatExamples(t *testing.T) {
	t.Parallel()
	for format, examples := range formatExamples {
		for _, s := range examples {
			if !new(ToolSpec).allows(&FieldSpec{Format: format}, s) {
				t.Errorf("%q is no %s", s, format)
			}
		}
	}
}

func TestPatternSamples(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pattern string
		least   int
	}{
		{`^[a-z]+$`, 12}, {`^[A-Z]{3}$`, 0}, {`^\d+(\.\d{1,2})?$`, 0}, {`^[^@]+@[^@]+$`, 20}, {`^(a|b)*c$`, 7},
		{`^#[0-9a-f]{6}$`, 0}, {`.*`, 5}, {`^\S+$`, 3}, {`^[\p{L}]+$`, 2}, {`x`, 0}, {`^inv_`, 0}, {`^(?:[01]\d|2[0-3]):[0-5]\d$`, 0},
	} {
		row := &FieldSpec{Pattern: tt.pattern, Bounds: []BoundSpec{{"minLength", fmt.Sprint(tt.least)}}}
		s, ok := (&placeholder{spec: &ToolSpec{}}).text(row, "f", 0)
		if !ok || !regexp.MustCompile(tt.pattern).MatchString(s) || len([]rune(s)) < tt.least {
			t.Errorf("%s with at least %d: %q, %v", tt.pattern, tt.least, s, ok)
		}
	}
}

// TestRecursiveExample holds that an example of a recursive type ends.
func TestRecursiveExample(t *testing.T) {
	t.Parallel()
	spec := &ToolSpec{Name: "t", Fields: []FieldSpec{
		{Path: "name", Type: "string", Required: true},
		{Path: "next", Type: "object", Required: true, HasSameAs: true},
		{Path: "kids", Type: "array", HasSameAs: false},
		{Path: "kids[]", Type: "object", HasSameAs: true},
	}}
	h := BuildHint(&brokenTool{spec: ToolSpec{Name: "t", Fields: spec.Fields}}, issueError{{Field: "name", Constraint: "required"}, {Field: "next", Constraint: "required"}})
	if len(h.ExampleInput) == 0 || !json.Valid(h.ExampleInput) {
		t.Errorf("example %s", h.ExampleInput)
	}
}

// issueError is an error of constructed issues.
type issueError []ValidationIssue

func (e issueError) Error() string             { return "issues" }
func (e issueError) Issues() []ValidationIssue { return e }

// TestUnionExample holds that a union gets a discriminator and what its variant lacks.
func TestUnionExample(t *testing.T) {
	t.Parallel()
	tool := &brokenTool{spec: ToolSpec{Name: "files", Fields: []FieldSpec{
		{Path: "ops", Type: "array", Required: true},
		{Path: "ops[]", Type: "object"},
		{Path: "ops[].tool", Variant: "write_file", Type: "string", Required: true, Enum: []string{`"write_file"`}},
		{Path: "ops[].path", Variant: "write_file", Type: "string", Required: true},
		{Path: "ops[].content", Variant: "write_file", Type: "string", Required: true},
		{Path: "ops[].tool", Variant: "delete_file", Type: "string", Required: true, Enum: []string{`"delete_file"`}},
		{Path: "ops[].path", Variant: "delete_file", Type: "string", Required: true},
	}}}
	err := issueError{{Field: "ops[0]", Constraint: "oneOf", Got: "writefile",
		Expected: map[string]any{"tool": []any{"write_file", "delete_file"}}}}
	got, _ := json.Marshal(BuildHint(tool, err, WithCall([]byte(`{"ops":[{"tool":"writefile","path":"a"}]}`))))
	want := `{"reason":"invalid_arguments","action":"correct","tool":"files",` +
		`"message":"ops[0].tool must be one of \"write_file\", \"delete_file\"; got \"writefile\"; did you mean \"write_file\"?",` +
		`"constraints":[{"field":"ops[0].tool","constraint":"oneOf","allowed_values":["write_file","delete_file"],"got":"writefile","suggest":"write_file"}],` +
		`"example_input":{"ops":[{"content":"(content)","path":"a","tool":"write_file"}]}}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("hint (-want +got):\n%s", diff)
	}
}

// TestVariantOfTheCall holds that a field is described by the variant that the call has chosen.
func TestVariantOfTheCall(t *testing.T) {
	t.Parallel()
	tool := &brokenTool{spec: ToolSpec{Name: "act", Fields: []FieldSpec{
		{Path: "kind", Variant: "a", Type: "string", Required: true, Enum: []string{`"a"`}},
		{Path: "size", Variant: "a", Type: "integer", Required: true, Bounds: []BoundSpec{{"minimum", "10"}}},
		{Path: "kind", Variant: "b", Type: "string", Required: true, Enum: []string{`"b"`}},
		{Path: "size", Variant: "b", Type: "string", Required: true, Enum: []string{`"S"`, `"L"`}},
	}}}
	err := issueError{issue("size", "required")}
	for call, want := range map[string]string{
		`{"kind":"a"}`: `{"size":10}`,
		`{"kind":"b"}`: `{"size":"S"}`,
	} {
		if h := BuildHint(tool, err, WithCall([]byte(call))); string(h.ExampleInput) != want {
			t.Errorf("%s: example %s, want %s", call, h.ExampleInput, want)
		}
	}
}

// TestVariantIsReplaced holds that a value that is no object at all becomes a whole variant.
func TestVariantIsReplaced(t *testing.T) {
	t.Parallel()
	tool := &brokenTool{spec: ToolSpec{Fields: []FieldSpec{
		{Path: "op", Type: "object"},
		{Path: "op.kind", Variant: "a", Type: "string", Required: true, Enum: []string{`"a"`}},
		{Path: "op.n", Variant: "a", Type: "integer", Required: true},
		{Path: "op.kind", Variant: "b", Type: "string", Required: true, Enum: []string{`"b"`}},
	}}}
	err := issueError{{Field: "op", Constraint: "oneOf", Expected: map[string]any{"kind": []any{"a", "b"}}}}
	h := BuildHint(tool, err, WithCall([]byte(`{"op":7}`)))
	if want := `{"op":{"kind":"a","n":1}}`; string(h.ExampleInput) != want {
		t.Errorf("example %s, want %s", h.ExampleInput, want)
	}
}
