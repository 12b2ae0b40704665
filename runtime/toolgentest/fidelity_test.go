package toolgentest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/runtime"
)

const labelled = `{"id":"1","tool":"pay","call":"{\"amount\":\"12\",\"note\":\"x\",\"lines\":[{\"sku\":\"a\"},{}]}","gold":{"certain":{"Amount":12,"lines":[{"sku":"a"}]},"ask":["method","lines[1].sku"],"unplaced":["note"],"forbid":[["method","cash"]]}}

{"id":"2","tool":{"name":"pay"},"call":"{\"Amount\":1}","gold":{"certain":{"Amount":1},"ask":["method"],"alt":[{"certain":{"Amount":1,"method":"card"},"ask":[]}]}}`

// TestFidelity checks that each way in which a hint can differ from the label is found, and nothing else.
func TestFidelity(t *testing.T) {
	t.Parallel()
	calls, err := ReadLabelled(strings.NewReader(labelled))
	if err != nil || len(calls) != 2 || calls[0].Name() != "pay" || calls[1].Name() != "pay" {
		t.Fatalf("%+v, %v", calls, err)
	}
	const told = "pay was not called. Change these things:\n- amount: rename it to Amount.\n- method, lines[1].sku: required and missing.\n- note: there is no such argument.\nKnown so far: {\"method\":1}"
	for name, tt := range map[string]struct {
		of         int
		hint, text string
		want       string
	}{
		"faithful":                   {0, `{"corrected_input":{"Amount":12.0,"lines":[{"sku":"a"},{}]},"ask":["method","lines[1].sku"],"unplaced":["note"]}`, told, ""},
		"what has no place stays":    {0, `{"corrected_input":{"Amount":12,"note":"x","lines":[{"sku":"a"}]},"ask":["method","lines[1].sku"]}`, told, ""},
		"a value is lost":            {0, `{"corrected_input":{"lines":[{"sku":"a"}]},"ask":["method","lines[1].sku"]}`, told, `wrong: {"lines":[{"sku":"a"}]} instead of {"Amount":12,"lines":[{"sku":"a"}]}`},
		"a certain value is asked":   {0, `{"corrected_input":{"lines":[{"sku":"a"}]},"ask":["Amount","method","lines[1].sku"]}`, told, `wrong: {"lines":[{"sku":"a"}]} instead of {"Amount":12,"lines":[{"sku":"a"}]}`},
		"nobody would ask":           {0, `{"corrected_input":{"Amount":12,"lines":[{"sku":"a"}]},"ask":["method","memo"]}`, told, "asked for nothing: memo"},
		"a forbidden value":          {0, `{"corrected_input":{"Amount":12,"method":"cash","lines":[{"sku":"a"}]},"ask":["lines[1].sku"]}`, told, `forbidden: method "cash"; invented: method cash`},
		"an invented value":          {0, `{"corrected_input":{"Amount":12,"lines":[{"sku":"a"},{"sku":"SKU-0"}]},"ask":["method"]}`, told, "invented: lines[1].sku SKU-0"},
		"the text leaves things out": {0, `{"corrected_input":{"Amount":12,"lines":[{"sku":"a"}]},"ask":["method"]}`, "Give the lines[1].sku. Known: {\"method\":\"?\"} and notes", "not told: method, note"},
		"another reading":            {1, `{"corrected_input":{"Amount":1,"method":"card"}}`, "", ""},
		"no JSON":                    {1, `{`, "", "wrong: unexpected end of JSON input"},
	} {
		f := compare(calls[tt.of], []byte(tt.hint), tt.text)
		if f.String() != tt.want || f.Faithful() != (tt.want == "") {
			t.Errorf("%s: %q, want %q", name, &f, tt.want)
		}
	}
	if _, err := ReadLabelled(strings.NewReader("{}\n[")); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("a broken line gives %v", err)
	}
}

// TestStandIn checks that values come from the test first, else by the schema, and that both are counted.
func TestStandIn(t *testing.T) {
	t.Parallel()
	set, diags := dynamic.Load("t.json", []byte(`{"type":"object","properties":{"n":{"type":"integer","minimum":7,"maximum":7},"lines":{"type":"array","items":{"anyOf":[{"type":"object","properties":{"at":{"type":"string","format":"date"}}},{"type":"string"}]}},"map":{"type":"object","additionalProperties":{"const":true}}}}`),
		dynamic.Options{Envelope: tooldef.Schema, TypeName: "T"})
	if len(set.Tools) != 1 {
		t.Fatal(diags)
	}
	s := StandIn{Tool: set.Tools[0], Answers: map[string]json.RawMessage{"lines[0].at": json.RawMessage(`"2026-01-02"`)}}
	for field, want := range map[string]string{"lines[0].at": `"2026-01-02"`, "n": "7", "map.x": "true"} {
		if v, ok := s.Ask(field); !ok || string(v) != want {
			t.Errorf("%s: %s, %t", field, v, ok)
		}
	}
	if v, ok := s.Ask("lines[1].at"); !ok || len(v) != len(`"2026-01-02"`) {
		t.Errorf("a made date is %s, %t", v, ok)
	}
	if _, ok := s.Ask("nothing"); ok {
		t.Error("a field that is not there has a value")
	}
	if len(s.Given) != 1 || len(s.Made) != 3 {
		t.Errorf("given %v, made %v", s.Given, s.Made)
	}
	if _, ok := (&StandIn{}).Ask("n"); ok {
		t.Error("without a tool there is a value")
	}
	var _ func(runtime.Tool, Labelled, ...runtime.HintOption) Fidelity = Compare
}
