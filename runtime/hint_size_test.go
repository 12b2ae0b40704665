package runtime

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestHintSize holds that the counted size of a hint is that of its JSON, whatever is in it.
func TestHintSize(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		h := randomHint(rnd, func(s string) string { return s })
		want, err := json.Marshal(h)
		if err != nil {
			t.Fatal(err)
		}
		if got := h.size().json; got != len(want) {
			t.Fatalf("counted %d bytes, but it takes %d: %s", got, len(want), want)
		}
	}
}

// TestTextBound holds that the text of a hint, of which every piece is clean, takes no more bytes than
// it is counted to take at most. Nearly all real hints must be far enough below their budget for that
// to tell something.
func TestTextBound(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		h := randomHint(rnd, func(s string) string { return clean(s, len(s)) })
		if bound, text := h.size().text, h.Text(); len(text) > bound {
			t.Fatalf("at most %d bytes, but it takes %d: %s", bound, len(text), text)
		}
	}
	few := 5
	h := &RetryHint{
		Reason: InvalidArguments, Action: Correct, Tool: "deposit", Message: "memo is missing.", MissingFields: []string{"memo"},
		Constraints: []FieldConstraint{
			{Field: "memo", Constraint: "required", Type: "string", MinLength: &few, MaxLength: &few},
			{Field: "amount", Constraint: "type", Type: "number", Min: "0.01", Max: "1000000", Got: "string"},
			{Field: "account", Constraint: "pattern", Type: "string", Pattern: "^[A-Z]{2}-[0-9]{4}$", Got: "de-4711"},
		},
		ClarifyingQuestion: "What should the memo be? (What the money is for)",
		ExampleInput:       json.RawMessage(`{"memo":"(memo)","amount":1249.95,"account":"AA-0000"}`),
	}
	if bound, text := h.size().text, h.Text(); bound > 2*len(text) {
		t.Errorf("at most %d bytes, but it takes only %d", bound, len(text))
	}
}

// randomHint makes a hint of all kinds of texts, which text may change.
func randomHint(rnd *rand.Rand, change func(string) string) *RetryHint {
	texts := []string{
		"", "a", "x<y>&z", "q\"\\b", "\n\t\r\b\f\x00\x1f\x7f", "é\u2028…", "\xff\xe2\x80", "\ufffd", "日本", "a.b[3]", `["a b"].c`, "|", "null|string", "`",
		"required", "type", "additionalProperties", "minItems", "oneOf", "contains", "must not fit ", "rule", "prefixItems", "anyOf", "maxContains", "number", "integer",
		kindsLead + `[{"minLength":3},{"minItems":1},{"type":"integer","multipleOf":2}]`, `takes in order [{},true,{},{"minItems":2}]`, `counts the items that fit {"minItems":2}`, constraintRange, constraintDuplicateKey,
	}
	text := func() string {
		s := texts[rnd.IntN(len(texts))]
		if rnd.IntN(2) == 0 {
			s += texts[rnd.IntN(len(texts))]
		}
		return change(s)
	}
	list := func() (l []string) {
		for range rnd.IntN(3) {
			if s := text(); !slices.Contains(l, s) {
				l = append(l, s)
			}
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
	h := &RetryHint{
		Reason: [...]Reason{InvalidArguments, Truncated, InvalidJSON, Internal, ToolNotFound, MalformedResponse}[rnd.IntN(6)],
		Action: [...]Action{Correct, CallFirst, AskUser, Shrink, Stop}[rnd.IntN(5)],
		Tool:   text(), Message: text(),
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
		if len(h.MissingFields) > 0 && rnd.IntN(2) == 0 {
			c.Field, c.Constraint = h.MissingFields[0], "required"
		}
		for range rnd.IntN(3) {
			if v := raw(); v != nil {
				c.AllowedValues = append(c.AllowedValues, v)
			}
		}
		h.Constraints = append(h.Constraints, c)
		h.Rules = append(h.Rules, RuleHint{ID: text(), Message: text() + text(), Fields: list()})
		h.Remedies = append(h.Remedies, Remedy{Field: text(), Call: text(), Fills: text(), From: text(), Text: text()})
	}
	return h
}
