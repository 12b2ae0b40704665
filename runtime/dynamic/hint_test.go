package dynamic

import (
	"encoding/json"
	"testing"

	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/sample"
	"github.com/toolgen/toolgen/runtime"
)

// hintTwice makes hints of calls twice: for the tool as it is, whose examples are always tried out on
// the call, and for a tool as generated code has it, whose examples are not where it is certain what
// would come of it.
type hintTwice struct {
	*Tool
	typed   runtime.Tool
	decodes int
}

// Decode counts what it is asked.
func (h *hintTwice) Decode(data []byte, opts ...runtime.DecodeOption) (any, error) {
	h.decodes++
	return h.Tool.Decode(data, opts...)
}

func newHintTwice(tool *Tool) *hintTwice {
	h := &hintTwice{Tool: tool}
	h.typed = runtime.NewTool[any, json.RawMessage](tool.Spec(), func(data []byte, opts ...runtime.DecodeOption) (*any, error) {
		v, err := h.Decode(data, opts...)
		if err != nil {
			return nil, err
		}
		return &v, nil
	}, nil)
	return h
}

// compare reports whether a call is faulty, and whether its example was not tried out. The two hints
// must be the same, also once the values of examples are known to be taken.
func (h *hintTwice) compare(t *testing.T, call []byte) (faulty, spared bool) {
	t.Helper()
	_, err := h.Decode(call)
	if err == nil {
		return false, false
	}
	hint := func(tool runtime.Tool) (hint string, decodes int) {
		before := h.decodes
		raw, _ := json.Marshal(runtime.BuildHint(tool, err, runtime.WithCall(call)))
		return string(raw), h.decodes - before
	}
	want, most := hint(h)
	for range 2 {
		got, n := hint(h.typed)
		if got != want {
			t.Errorf("the schema %s\n  the call %s\n  tried out: %s\n  not tried out: %s", h.Spec().InputSchema, call, want, got)
			return true, false
		}
		spared = n < most
	}
	return true, spared
}

// TestHintsNotTriedOut holds the hints of all tools of the corpus, and of random schemas, to be the same
// whether or not the example is tried out on the call.
func TestHintsNotTriedOut(t *testing.T) {
	t.Parallel()
	faulty, spared, separate := 0, 0, 0
	count := func(h *hintTwice, call []byte) {
		wrong, certain := h.compare(t, call)
		if wrong {
			faulty++
		}
		if certain {
			spared++
		}
	}
	for i, def := range corpusTools(t) {
		p, _ := lower.Lower([]*tooldef.Tool{def}, lower.Options{Package: "corpus"})
		if len(p.Tools) == 0 {
			continue
		}
		h := newHintTwice(NewTool(p.Tools[0]))
		if h.Spec().Separate {
			separate++
		}
		for _, slip := range []func(sample.Sampler, any) any{
			func(r sample.Sampler, v any) any { return r.Mutate(v) },
			func(r sample.Sampler, v any) any { return slips{r}.slip(v) },
		} {
			r := sample.New(uint64(i), 11)
			for range 3 {
				v := r.Value(h.model.Args, 4)
				for range 4 {
					v = slip(r, v)
					call, err := json.Marshal(v)
					if err != nil {
						t.Fatal(err)
					}
					count(h, call)
				}
			}
		}
	}
	for seed := range 1500 {
		r := sample.NewSchemas(uint64(seed))
		node, _ := tooldef.ParseNode("schema.json", []byte(r.Schema()))
		p, _ := lower.Lower([]*tooldef.Tool{{Name: "Random", Envelope: tooldef.Schema, Input: node}}, lower.Options{Package: "random"})
		if len(p.Tools) == 0 {
			continue
		}
		h := newHintTwice(NewTool(p.Tools[0]))
		if h.Spec().Separate {
			separate++
		}
		for range 10 {
			call, _ := json.Marshal(r.Instance(3))
			count(h, call)
		}
	}
	t.Logf("%d faulty calls, of which %d have an example that was not tried out; %d tools of separate fields", faulty, spared, separate)
	if spared < 500 {
		t.Error("these are too few to tell anything")
	}
}

// TestHintsOfOddValues holds the same of allowed values that their own field refuses, and of numbers
// that a Go type has no room for.
func TestHintsOfOddValues(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ field, value string }{
		{`{"type":"array","items":{"type":"integer","minimum":5},"enum":[[1],[6]]}`, `"x"`},
		{`{"type":"array","items":{"type":"integer"},"enum":[["x"],[6]]}`, `[3]`},
		{`{"type":"integer","enum":[99999999999999999999,3]}`, `4`},
		{`{"type":"number","enum":[0.1000000000000000000001,3]}`, `4`},
		{`{"type":"number","enum":[99999999999999999999,3]}`, `4`},
		{`{"type":"number","format":"float","enum":[0.1,3]}`, `4`},
		{`{"type":"number","format":"float","multipleOf":0.1}`, `"0.3"`},
		{`{"type":"number","format":"float","maximum":0.1}`, `"0.1"`},
	} {
		h := newHintTwice(loadSchema(t, `{"type":"object","properties":{"a":`+c.field+`},"required":["a"]}`))
		for _, call := range []string{`{"a":` + c.value + `}`, `{}`} {
			if faulty, _ := h.compare(t, []byte(call)); !faulty {
				t.Errorf("%s takes %s", c.field, call)
			}
		}
	}
}

// TestSeparate holds of which tools it is said that their fields are judged one by one.
func TestSeparate(t *testing.T) {
	t.Parallel()
	property := func(schema string) string {
		return `{"type":"object","properties":{"a":` + schema + `,"b":{"type":"string"}}}`
	}
	for schema, want := range map[string]bool{
		property(`{"type":"string","minLength":2,"pattern":"^x","format":"date"}`):                                                                              true,
		property(`{"type":["integer","null"],"minimum":2,"multipleOf":2}`):                                                                                      true,
		property(`{"type":"string","enum":["x","y"]}`):                                                                                                          true,
		property(`{"type":"array","items":{"type":"object","required":["c"],"properties":{"c":{"type":"boolean"}},"additionalProperties":false},"maxItems":3}`): true,
		property(`{"type":"array","items":{"type":"integer","minimum":5},"enum":[[1],[6]]}`):                                                                    false,
		property(`{"type":"number","format":"float","multipleOf":0.1}`):                                                                                         false,
		property(`{"type":"number","format":"float"}`):                                                                                                          true,
		property(`{"type":"string","enum":["x","yy"],"minLength":2}`):                                                                                           false,
		property(`{"type":"string","allOf":[{"pattern":"x"},{"pattern":"y"}]}`):                                                                                 false,
		property(`{"type":"string","not":{"const":"x"}}`):                                                                                                       false,
		property(`{"type":"string","if":{"minLength":2},"then":{"pattern":"x"}}`):                                                                               false,
		property(`{"type":"array","items":{"type":"string"},"uniqueItems":true}`):                                                                               false,
		property(`{"type":"array","items":{"type":"string"},"contains":{"const":"x"}}`):                                                                         false,
		property(`{"type":"array","prefixItems":[{"type":"string"}]}`):                                                                                          false,
		property(`{"type":"object","properties":{"c":{"type":"string"}},"minProperties":1}`):                                                                    false,
		property(`{"type":"object","additionalProperties":{"type":"string"}}`):                                                                                  false,
		property(`{"type":"object","properties":{"c":{"type":"string"}},"patternProperties":{"^x":{"type":"string"}}}`):                                         false,
		property(`{"oneOf":[{"type":"string"},{"type":"integer"}]}`):                                                                                            false,
		property(`{}`):            false,
		property(`{"const":"x"}`): false,
		property(`{"type":"string","x-toolgen":{"injected":true}}`):                                                                      false,
		`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"dependentRequired":{"a":["b"]}}`:                   false,
		`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"if":{"required":["a"]},"then":{"required":["b"]}}`: false,
		`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"anyOf":[{"required":["a"]},{"required":["b"]}]}`:   false,
		`{"type":"object","properties":{"a":{"type":"string"}},"required":["b"]}`:                                                        false,
		`{"type":"object","properties":{"a":{"type":"integer"}},"x-toolgen":{"rules":[{"id":"r","rule":"self.?a.orValue(1) > 0"}]}}`:     false,
		`{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"x-toolgen":{"exactlyOneOf":[["a","b"]]}}`:          false,
		`{"type":"object","properties":{"a":{"type":"string"}},"x-toolgen":{"blankIsMissing":true}}`:                                     false,
		`{"type":"object","properties":{"a":{"type":"string"},"next":{"$ref":"#"}}}`:                                                     true,
		`{"type":"array","items":{"type":"string"}}`:                                                                                     false,
	} {
		if got := loadSchema(t, schema).Spec().Separate; got != want {
			t.Errorf("%s: %v", schema, got)
		}
	}
}
