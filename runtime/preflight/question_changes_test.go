package preflight

import (
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
)

func TestChanges(t *testing.T) {
	t.Parallel()
	spec := &runtime.ToolSpec{FullSchema: `{"type":"object","properties":{"Zahlung":{"type":"object","properties":{"Ärger":{"title":"Ärger"}}},"a.b":{"title":"Dotted"},"Server":{"x-toolgen":{"injected":true}},"Lines":{"type":"array","items":{"type":"object","properties":{"Iban":{"title":"IBAN"}}}}}}`}
	tests := []struct {
		name, args string
		want       []Change
	}{
		{"other alphabets", `{"Zahlung":{"Ärger":1,"Über":2},"ключ":"да"}`,
			[]Change{{"Zahlung.Ärger", "Zahlung, Ärger", "1"}, {"Zahlung.Über", "Zahlung, Über", "2"}, {"ключ", "Ключ", "да"}}},
		{"nothing in it", `{"Tags":[],"Meta":{},"Lines":[{}],"Text":"","Gone":null}`,
			[]Change{{"Lines[0]", "Lines 1", "none"}, {"Tags", "Tags", "none"}, {"Meta", "Meta", "none"}, {"Text", "Text", "empty"},
				{"Gone", "Gone", "nothing"}}},
		{"odd keys", `{"a.b":1,"":2,"\u200b":3,"$%":4,"Server":5}`,
			[]Change{{`["a.b"]`, "Dotted", "1"}, {`[""]`, `""`, "2"}, {`["\u200b"]`, `" "`, "3"}, {`["$%"]`, "$%", "4"}}},
		{"short words", `{"Lines":[{"Iban":"x"}]}`, []Change{{"Lines[0].Iban", "Lines 1, IBAN", "x"}}},
		{"no object", `[1]`, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := testdiff.Diff(test.want, changes(spec, []byte(test.args))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	for name, want := range map[string]string{"überweisen": "Überweisen", "void_invoice": "Void invoice", "___": "Go ahead"} {
		if got := title(&runtime.ToolSpec{Name: name}); got != want {
			t.Errorf("title of %s: %q, want %q", name, got, want)
		}
	}
}
