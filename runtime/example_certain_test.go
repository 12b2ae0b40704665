package runtime

import (
	"encoding/json"
	"testing"
)

// ticket has fields that are judged one by one: its decoder also counts how often it is asked.
type ticket struct {
	Code, Grade string
	Seats       float64
	Note        *string
}

var (
	ticketObject = ObjectSpec{Keys: []string{"code", "grade", "seats", "note"}, Required: []int{0, 1, 2}, Closed: true}
	ticketFields = []FieldSpec{
		{Path: "code", Type: "string", Required: true, Pattern: "^[A-Z]{3}$"},
		{Path: "grade", Type: "string", Required: true, Enum: []string{`"first"`, `"second"`}},
		{Path: "seats", Type: "number", Required: true, Bounds: []BoundSpec{{"minimum", "1"}, {"maximum", "9"}}},
		{Path: "note", Type: "string", Question: "What note?"},
	}
)

// ticketTool is such a tool, with a rule that no row tells of where its fields are not separate.
func ticketTool(separate, rule bool) (tool *TypedTool[ticket, json.RawMessage], decodes *int) {
	decodes = new(int)
	decode := func(a *ticket, d *Decoder) {
		o := Object{Spec: &ticketObject}
		for d.Next(&o) {
			switch o.Index {
			case 0:
				if d.String(&a.Code) {
					d.MatchPattern(a.Code, len(a.Code) == 3 && a.Code[0] >= 'A' && a.Code[0] <= 'Z', "^[A-Z]{3}$")
				}
			case 1:
				if d.String(&a.Grade) {
					d.EnumString(a.Grade, "first", "second")
				}
			case 2:
				if d.Float64(&a.Seats) {
					d.Minimum(a.Seats, 1)
					d.Maximum(a.Seats, 9)
				}
			case 3:
				d.OptionalString(&a.Note)
			}
		}
		if rule && o.Sound(0, 2) && a.Code == "AAA" {
			d.Violation(ValidationIssue{Field: "code", Constraint: "rule", Rule: "taken", Message: "The code is taken.", Fields: []string{"code"}})
		}
	}
	return NewTool[ticket, json.RawMessage](&ToolSpec{Name: "ticket", Fields: ticketFields, Separate: separate}, func(data []byte, opts ...DecodeOption) (*ticket, error) {
		*decodes++
		return Decode(data, decode, opts...)
	}, nil), decodes
}

// TestCertainExample holds when an example is tried out on the call, and that the hint is the same
// where it is not.
func TestCertainExample(t *testing.T) {
	t.Parallel()
	type wrapper struct {
		*TypedTool[ticket, json.RawMessage]
	}
	sound := `{"code":"XYZ","grade":"first","seats":3}`
	for _, tt := range []struct {
		name, call string
		tries      [2]int // of the first hint, and of the second
		wrap       func(*TypedTool[ticket, json.RawMessage]) Tool
		opts       []HintOption
	}{
		{name: "a sample", call: `{"code":"x","grade":"first","seats":3}`, tries: [2]int{1, 0}},
		{name: "an allowed value", call: `{"code":"XYZ","grade":"frist","seats":3}`},
		{name: "a number in quotes", call: `{"code":"XYZ","grade":"first","seats":"3"}`},
		{name: "a number in quotes that is out of bounds", call: `{"code":"XYZ","grade":"first","seats":"30"}`, tries: [2]int{1, 0}},
		{name: "a long number in quotes", call: `{"code":"XYZ","grade":"first","seats":"3.00000000000"}`, tries: [2]int{1, 1}},
		{name: "a null for an optional field", call: `{"code":"XYZ","grade":"first","seats":3,"note":null}`},
		{name: "an unknown key", call: `{"code":"XYZ","grade":"first","seats":3,"zzz":1}`},
		{name: "a misspelt key", call: `{"code":"XYZ","grade":"first","seat":3}`, tries: [2]int{1, 1}},
		{name: "a misspelt optional key", call: `{"code":"XYZ","grade":"first","seats":3,"nota":"x"}`, tries: [2]int{1, 1}},
		{name: "a missing field", call: `{"code":"XYZ","grade":"first"}`, tries: [2]int{1, 0}},
		{name: "several", call: `{"code":"x","grade":"frist","seats":"3","zzz":null}`, tries: [2]int{1, 0}},
		{name: "an array in place of a value", call: `{"code":[],"grade":"first","seats":3}`, tries: [2]int{1, 0}},
		{
			name: "around the tool", call: `{"code":"XYZ","grade":"frist","seats":3}`, tries: [2]int{1, 1},
			wrap: func(t *TypedTool[ticket, json.RawMessage]) Tool { return wrapper{t} },
		},
		{
			name: "a handler", call: `{"code":"XYZ","grade":"frist","seats":3}`,
			wrap: func(t *TypedTool[ticket, json.RawMessage]) Tool { return HandleAny(t, nil) },
		},
		{name: "options", call: `{"code":"XYZ","grade":"frist","seats":3}`, tries: [2]int{1, 1}, opts: []HintOption{WithDecoding(Lenient())}},
	} {
		wrap := tt.wrap
		if wrap == nil {
			wrap = func(t *TypedTool[ticket, json.RawMessage]) Tool { return t }
		}
		tool, decodes := ticketTool(true, false)
		full, _ := ticketTool(false, false)
		if _, err := tool.Decode([]byte(sound)); err != nil {
			t.Fatal(err)
		}
		_, err := tool.Decode([]byte(tt.call))
		opts := append(tt.opts, WithCall([]byte(tt.call)))
		want, _ := json.Marshal(BuildHint(full, err, opts...))
		for i, tries := range tt.tries {
			before := *decodes
			got, _ := json.Marshal(BuildHint(wrap(tool), err, opts...))
			if n := *decodes - before; n != tries {
				t.Errorf("%s: the example of hint %d is tried out %d times, want %d", tt.name, i+1, n, tries)
			}
			if string(got) != string(want) {
				t.Errorf("%s: hint %d:\n%s\nwant\n%s", tt.name, i+1, got, want)
			}
		}
	}
}

// TestUncertainExample holds that an error which tells less than that of a strict reading of the whole
// call, or a tool whose fields are not separate, has the example tried out.
func TestUncertainExample(t *testing.T) {
	t.Parallel()
	call := []byte(`{"code":"XYZ","grade":"frist","seats":"3"}`)
	tool, decodes := ticketTool(true, false)
	for name, err := range map[string]error{
		"a backend": Invalid("grade", "enum", []any{"first", "second"}, ""),
		"a limit":   second(tool.Decode([]byte(`{"code":"x","grade":"frist","seats":"3"}`), MaxIssues(2))),
	} {
		before := *decodes
		if h := BuildHint(tool, err, WithCall(call)); *decodes == before || h.ExampleInput == nil {
			t.Errorf("%s: the example is not tried out", name)
		}
	}
	ruled, decodes := ticketTool(false, true)
	_, err := ruled.Decode([]byte(`{"code":"x","grade":"first","seats":3}`))
	for range 3 {
		before := *decodes
		if h := BuildHint(ruled, err, WithCall([]byte(`{"code":"x","grade":"first","seats":3}`))); *decodes == before || h.ExampleInput != nil {
			t.Errorf("a rule is not looked at: %s", h.ExampleInput)
		}
	}
}

// TestReadWhole holds what a hint takes for granted of the text of a call, from the error alone.
func TestReadWhole(t *testing.T) {
	t.Parallel()
	tool, _ := ticketTool(true, false)
	for _, tt := range []struct {
		call                       string
		opts                       []DecodeOption
		whole, allNamed, asWritten bool
	}{
		{`{"code":"x","grade":"first","seats":3}`, nil, true, true, true},
		{`{"code":"x","grade":"frist","seats":3}`, []DecodeOption{MaxIssues(1)}, true, false, true},
		{`{"code":"x","grade":"first","seats":3,"zzz":1}`, nil, true, false, true},
		{`{"code":"x","grade":"first","seats":3,"zzz":{"a":1,"a":2}}`, nil, false, false, false},
		{`{"code":"x","grade":"first","seats":3,"zzz":{"a":1,"a":2}}`, []DecodeOption{MaxIssues(1)}, false, false, false},
		{`{"code":"x","grade":"first","seats":"3"}`, []DecodeOption{CoerceScalars()}, true, true, true},
		{`{"code":"x","grade":"first","seats":3,}`, []DecodeOption{RepairSyntax()}, false, false, false},
		{`{"code":"x","grade":"first","seats":3`, nil, false, false, false},
	} {
		_, err := tool.Decode([]byte(tt.call), tt.opts...)
		issues, _, _ := issuesOf(err)
		whole, allNamed, asWritten := readWhole(err, issues)
		if whole != tt.whole || allNamed != tt.allNamed || asWritten != tt.asWritten {
			t.Errorf("%s: %v %v %v", tt.call, whole, allNamed, asWritten)
		}
	}
}

// TestIgnoredKeyIsFound holds that a misspelt key is found in an object that ignores unknown keys, for
// which the decoder has to tell that it has met some.
func TestIgnoredKeyIsFound(t *testing.T) {
	t.Parallel()
	open := ObjectSpec{Keys: []string{"code"}, Required: []int{0}}
	decode := func(a *string, d *Decoder) {
		o := Object{Spec: &open}
		for d.Next(&o) {
			d.String(a)
		}
	}
	tool := NewTool[string, json.RawMessage](&ToolSpec{Name: "t", Fields: []FieldSpec{{Path: "code", Type: "string", Required: true}}},
		func(data []byte, opts ...DecodeOption) (*string, error) { return Decode(data, decode, opts...) }, nil)
	for call, want := range map[string]any{`{"cod":"x"}`: "cod", `{"zzz":"x"}`: nil, `{}`: nil} {
		_, err := tool.Decode([]byte(call))
		h := BuildHint(tool, err, WithCall([]byte(call)))
		var got any
		if len(h.Constraints) > 0 {
			got = h.Constraints[0].Suggest
		}
		if got != want {
			t.Errorf("%s: %v is suggested, want %v", call, got, want)
		}
	}
}

func second(_ any, err error) error { return err }
