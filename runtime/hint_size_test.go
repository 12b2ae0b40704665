package runtime

import (
	"encoding/json"
	"math/rand/v2"
	"testing"
)

// TestHintSize holds that the counted size of a hint is that of its JSON, whatever is in it.
func TestHintSize(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	texts := []string{"", "a", "x<y>&z", "q\"\\b", "\n\t\r\b\f\x00\x1f\x7f", "é\u2028…", "\xff\xe2\x80", "\ufffd", "日本"}
	text := func() string { return texts[rnd.IntN(len(texts))] + texts[rnd.IntN(len(texts))] }
	list := func() (l []string) {
		for range rnd.IntN(3) {
			l = append(l, text())
		}
		return l
	}
	raw := func() json.RawMessage {
		b, _ := json.Marshal(map[string]any{text(): []any{text(), nil, 1.5}})
		return [...]json.RawMessage{nil, b, json.RawMessage(`{ "a" : [ "<\u2028 \" ", 1 ] }`), json.RawMessage(`"…"`)}[rnd.IntN(4)]
	}
	number := func() json.Number { return [...]json.Number{"", "0", "-1.5e3"}[rnd.IntN(3)] }
	count := func() *int {
		n := rnd.IntN(2000) - 10
		return [...]*int{nil, &n}[rnd.IntN(2)]
	}
	value := func() any {
		return [...]any{nil, text(), int64(-7), 12, true, false, json.Number("1e2"), 2.5}[rnd.IntN(8)]
	}
	for range 2000 {
		h := &RetryHint{
			Reason: InvalidArguments, Action: Correct, Tool: text(), Message: text(),
			MissingFields: list(), UnknownFields: list(), Repeated: list(), ClarifyingQuestion: text(),
			ExampleInput: raw(), Omitted: rnd.IntN(3) * 50,
		}
		for range rnd.IntN(3) {
			c := FieldConstraint{
				Field: text(), Constraint: text(), Type: text(), Pattern: text(), Format: text(),
				Min: number(), Max: number(), ExclusiveMin: number(), ExclusiveMax: number(), MultipleOf: number(),
				MinLength: count(), MaxLength: count(), MinItems: count(), MaxItems: count(), Unique: rnd.IntN(2) == 0,
				Const: raw(), Got: value(), Suggest: value(),
			}
			for range rnd.IntN(3) {
				if v := raw(); v != nil {
					c.AllowedValues = append(c.AllowedValues, v)
				}
			}
			h.Constraints = append(h.Constraints, c)
			h.Rules = append(h.Rules, RuleHint{ID: text(), Message: text(), Fields: list()})
			h.Remedies = append(h.Remedies, Remedy{Field: text(), Call: text(), Fills: text(), From: text(), Text: text()})
		}
		want, err := json.Marshal(h)
		if err != nil {
			t.Fatal(err)
		}
		if got := h.jsonSize(); got != len(want) {
			t.Fatalf("counted %d bytes, but it takes %d: %s", got, len(want), want)
		}
	}
}
