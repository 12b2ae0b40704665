package runtime

import (
	"encoding/json"
	"testing"
)

// groupTool has a group of each kind, in the arguments and in the items of a list.
func groupTool(blank bool) Tool {
	spec := &ToolSpec{Name: "pay", Fields: []FieldSpec{
		{Type: "object"},
		{Path: "Card", Type: "string", Bounds: []BoundSpec{{"minLength", "4"}}}, {Path: "Iban", Type: "string", Sensitive: true}, {Path: "Cash", Type: "boolean"},
		{Path: "Net", Type: "number"}, {Path: "Gross", Type: "number"},
		{Path: "Discount", Type: "number"}, {Path: "Reason", Type: "string"}, {Path: "Tenant", Type: "string", Injected: true},
		{Path: "Lines", Type: "array"}, {Path: "Lines[]", Type: "object"}, {Path: "Lines[].Debit", Type: "number"}, {Path: "Lines[].Credit", Type: "number"},
	}}
	return NewTool[map[string]any, json.RawMessage](spec, func(data []byte, opts ...DecodeOption) (*map[string]any, error) {
		var m map[string]any
		err := DecodeWith(data, func(d *Decoder) {
			var v any
			if !d.Any(&v) {
				return
			}
			m, _ = v.(map[string]any)
			lines, _ := m["Lines"].([]any)
			Property(&d.Checker, m, "Lines", func(c *Checker, _ any) {
				Items(c, lines, 0, func(c *Checker, item any) {
					GroupOf(c, item.(map[string]any), "exactlyOneOf", blank, "Debit", "Credit")
				})
			})
			GroupOf(&d.Checker, m, "exactlyOneOf", blank, "Tenant", "Iban", "Card", "Cash")
			GroupOf(&d.Checker, m, "atMostOneOf", blank, "Net", "Gross", "Cash")
			GroupOf(&d.Checker, m, "atLeastOneOf", blank, "Net", "Gross")
			PairsOf(&d.Checker, m, "requires", blank, "Discount", "Reason")
			PairsOf(&d.Checker, m, "excludes", blank, "Cash", "Discount")
		}, opts...)
		return &m, err
	}, nil)
}

// The example of a hint mends what groups of fields ask for.
func TestGroupExamples(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		call, want string
		blank      bool
		args       bool // the call has to be known
	}{
		{call: `{"Net":1}`, want: `{"Card":"(Card)"}`},
		{call: `{"Card":"c"}`, want: `{"Net":1}`},
		{call: `{"Card":"c","Gross":1,"Net":2}`, want: `{"Gross":null}`, args: true},
		{call: `{"Card":"c","Cash":true,"Net":2,"Iban":"i"}`, want: `{"Card":null,"Cash":null}`, args: true},
		{call: `{"Card":"c","Cash":true,"Net":2}`, want: `{"Cash":null}`, args: true},
		{call: `{"Card":"c","Net":2,"Discount":1}`, want: `{"Reason":"(Reason)"}`},
		{call: `{"Card":"c","Net":2,"Discount":1,"Reason":""}`, want: `{"Reason":"(Reason)"}`, blank: true},
		{call: `{"Card":"c","Gross":"","Net":null}`, want: `{"Gross":1}`, blank: true, args: true},
		{call: `{"Card":"c","Net":1,"Lines":[{"Debit":1,"Credit":1},{"Debit":2},{}]}`, want: `{"Lines":[{"Debit":1},{"Debit":2},{"Debit":1}]}`, args: true},
	} {
		tool := groupTool(tt.blank)
		_, err := tool.Decode([]byte(tt.call))
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
			hint := BuildHint(tool, err, opts...)
			if got := string(hint.ExampleInput); got != tt.want {
				t.Errorf("%s (known: %t): example %s, want %s", tt.call, known, got, tt.want)
			}
			if _, err := tool.Decode([]byte(follow(t, tt.call, hint))); err != nil {
				t.Errorf("%s (known: %t): the example %s leaves %v", tt.call, known, hint.ExampleInput, err)
			}
		}
	}
}

// A group's words name fields and no values, so that a sensitive field does not silence them; the
// server's own field does.
func TestGroupWords(t *testing.T) {
	t.Parallel()
	_, err := groupTool(false).Decode([]byte(`{"Card":"c","Cash":true,"Net":1}`))
	for _, r := range BuildHint(groupTool(false), err).Rules {
		if want := map[string]string{"atMostOneOf": "Give at most one of Net, Gross and Cash."}[r.ID]; r.Message != want {
			t.Errorf("rule %s says %q, want %q", r.ID, r.Message, want)
		}
	}
	spec := &ToolSpec{Name: "pay", Fields: []FieldSpec{{Type: "object"}, {Path: "Iban", Type: "string", Sensitive: true}, {Path: "Card", Type: "string"}}}
	hint := BuildHint(NewTool[map[string]any, json.RawMessage](spec, nil, nil), issueError{{Constraint: "exactlyOneOf", Message: "Give exactly one of Iban and Card.", Fields: []string{"Iban", "Card"}}})
	if len(hint.Rules) != 1 || hint.Rules[0].Message == "" {
		t.Errorf("rules %+v", hint.Rules)
	}
}
