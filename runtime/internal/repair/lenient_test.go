package repair

import "testing"

func TestLeniencyAcceptsWhatItsOptionsAllow(t *testing.T) {
	all := AllAllowed
	for _, c := range []struct {
		call    string
		allowed Allowed
		want    string // "" where the call is refused
	}{
		{`{"title":"a","weight":"1.5"}`, CoerceScalars, `{"title":"a","weight":1.5}`},
		{`{"title":"a","weight":"1.5"}`, all &^ CoerceScalars, ""},
		{`{"title":"a","weight":" 12 "}`, all, `{"title":"a","weight":12}`},
		{`{"title":"a","weight":"1,234.5"}`, all, ""},
		{`{"title":"a","parent":"3.7"}`, all, ""},
		{`{"title":"a","parent":"007"}`, all, ""},
		{`{"title":42}`, CoerceScalars, `{"title":"42"}`},
		{`{"title":"a","express":"True"}`, CoerceScalars, `{"title":"a","express":true}`},
		{`{"title":"a","express":"yes"}`, all, ""},
		{`{"title":"a","tags":null}`, NullIsAbsent, `{"title":"a"}`},
		{`{"title":"a","tags":""}`, all, ""},
		{`{"title":null}`, all, ""},
		{`{"title":"a","tags":"x"}`, WrapSingletons, `{"title":"a","tags":["x"]}`},
		{`{"title":"a","tags":"x, y"}`, all, ""},
		{`{"title":"a","sizes":"7"}`, WrapSingletons, ""},
		{`{"title":"a","sizes":"7"}`, WrapSingletons | CoerceScalars, `{"title":"a","sizes":[7]}`},
		{`{"title":"a","customer":"{\"id\":\"c\"}"}`, UnwrapStrings, `{"title":"a","customer":{"id":"c"}}`},
		{`{"title":"a","customer":"c"}`, all, ""},
		{`{"title":"a","priority":"In Between"}`, MatchEnums, `{"title":"a","priority":"in_between"}`},
		{`{"title":"a","priority":"in be"}`, all, ""},
		{`{"title":"a","due_date":"2026-01-31"}`, MatchKeys, `{"title":"a","dueDate":"2026-01-31"}`},
		{`{"title":"a","due":"2026-01-31"}`, all, ""},
		{`{"arguments":{"title":"a"}}`, MatchKeys, `{"title":"a"}`},
		{`{"add_order":{"title":"a"}}`, MatchKeys, `{"title":"a"}`},
		{`{"box":{"title":"a"}}`, all, ""},
		{`{"arguments":{"name":"a"}}`, all, ""},
		{`{"arguments":{"title":"a"},"tags":["x"]}`, all, ""},
		{`{title: 'a',}`, RepairSyntax, `{"title":"a"}`},
		{"Here:\n```json\n{\"title\":\"a\"}\n```\nDone.", RepairSyntax, `{"title":"a"}`},
		{"Here:\n<tool_call>{\"title\":\"a\"}</tool_call>", RepairSyntax, `{"title":"a"}`},
		{`Here: {"title":"a"}`, all, ""},
		{`{"title":"a"`, RepairSyntax, `{"title":"a"}`},
		{`{"title":"a`, all, ""},
		{`{"title":"a","weight":1`, all, ""},
		{`{"title":"a","weight":1` + "\r\n", all, ""},
		{`{"title":"a","wei`, all, ""},
		{`{"title":"a"}{"tags":["x"]}`, all, ""},
		{`{"title":"a","note":"x"}`, all, `{"title":"a","note":"x"}`}, // which is for the decoder to judge
		{`{"title":"a","weight":"2","note":"x"}`, all, `{"title":"a","weight":2,"note":"x"}`},
		{`{"title":"a","customer":"{\"id\":\"c\",\"x\":1}"}`, all, `{"title":"a","customer":{"id":"c","x":1}}`},
		{`{"title":"a","dueDate":"2026/01/31"}`, all, ""},
		{``, all, ""}, // title is missing
	} {
		o := Repair(c.call, Tool{Name: "add_order", Schema: view(t, order)})
		got := ""
		if n := o.Accepted(c.allowed, false); n != nil {
			got = n.JSON()
		}
		if got != c.want {
			t.Errorf("%s with %b: got %q, want %q; %s, %+v", c.call, c.allowed, got, c.want, summary(o), o.Edits)
		}
	}
	o := Repair(`{"title":"a"`, Tool{Name: "add_order", Schema: view(t, order)})
	if o.Accepted(all, true) != nil {
		t.Error("a call that was cut off at a limit is accepted")
	}
	empty := Tool{Name: "list", Schema: view(t, `{"type":"object","properties":{"page":{"type":"integer"}}}`)}
	for _, call := range []string{"", " null "} {
		o := Repair(call, empty)
		if with, without := o.Accepted(EmptyIsObject, false), o.Accepted(all&^EmptyIsObject, false); with == nil || without != nil {
			t.Errorf("%q: accepted %v with EmptyIsObject, %v without it", call, with, without)
		}
	}
}

// A proper prefix of a valid call is accepted for its closing brackets alone.
func TestPrefixesAreRefused(t *testing.T) {
	whole := `{"title":"a","customer":{"id":"c"},"positions":[{"article":"x","quantity":12}],"express":true,"weight":12}`
	s := view(t, order)
	for i := range len(whole) {
		o := Repair(whole[:i], Tool{Name: "add_order", Schema: s})
		if o.Accepted(AllAllowed, false) == nil {
			continue
		}
		switch last := whole[i-1]; last {
		case '"', '}', ']', 'e':
		default:
			t.Errorf("%s is accepted as %s", whole[:i], o.Corrected.JSON())
		}
	}
}

// A key that no name takes stays in an open object, also where that object became an item.
func TestOpenObjectsKeepTheirKeys(t *testing.T) {
	s := view(t, `{"type":"object","properties":{"edits":{"type":"array","items":{"type":"object","properties":{"old":{"type":"string"}},"required":["old"]}}}}`)
	o := Repair(`{"edits":{"old":"a","more":1}}`, Tool{Name: "edit", Schema: s})
	n := o.Accepted(AllAllowed, false)
	if n == nil {
		t.Fatalf("it is refused: %s, %+v", summary(o), o.Edits)
	}
	if got, want := n.JSON(), `{"edits":[{"old":"a","more":1}]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
