package toolgentest

import (
	"strings"
	"testing"
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
	const told = "pay was not called. Change these things:\n- amount: rename it to Amount.\n- method, lines[1].sku: missing.\n- note: there is no such argument.\nKnown so far: {\"method\":1}"
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
