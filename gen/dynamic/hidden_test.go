package dynamic_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/preflight"
)

// The secret of a call, as text and as number. Its characters occur nowhere else in calls and schemas.
const (
	secretText   = "SECRET-9911-XYZ"
	secretNumber = 9911991199
)

func shows(text string) bool {
	return strings.Contains(text, "SECRET") || strings.Contains(strings.ToLower(text), "secret-9911") || strings.Contains(text, "99119911")
}

// hiddenCase generates a random schema with a sensitive subschema, and a call with the secret as its value.
type hiddenCase struct {
	*rand.Rand
	defs map[string]any
}

type object = map[string]any

func (c *hiddenCase) chance(n int) bool { return c.IntN(n) == 0 }

// leaf is the sensitive subschema and its value.
func (c *hiddenCase) leaf() (schema object, value any) {
	switch c.IntN(8) {
	case 0:
		schema, value = object{"type": "string"}, secretText
	case 1:
		schema, value = object{"type": "string", "minLength": 90, "pattern": "^zz"}, secretText
	case 2:
		schema, value = object{"enum": []any{"a", "b"}}, secretText
	case 3:
		schema, value = object{"type": "integer", "maximum": 5}, []any{secretNumber, secretText}[c.IntN(2)]
	case 4:
		schema, value = object{}, object{"a": []any{secretText}, secretText: 1}
	case 5: // the keys are values as well
		schema, value = object{"type": "object", "additionalProperties": object{"type": "integer"}}, object{secretText: "x", "SECRETS": secretNumber}
	case 6:
		schema = object{"type": "object", "properties": object{"no": object{"type": "string"}}, "additionalProperties": false, "propertyNames": object{"maxLength": 3}}
		value = object{"no": secretText, "SECRETS": 1}
	case 7:
		schema, value = object{"type": "array", "items": object{"type": "boolean"}, "uniqueItems": true}, []any{secretText, secretText}
	}
	schema["x-toolgen"] = object{"sensitive": true}
	return schema, value
}

// below nests a schema in another.
func (c *hiddenCase) below(schema object, value any) (object, any) {
	other := []object{{"type": "string"}, {"type": "integer"}, {"type": "object", "properties": object{"k": object{"const": "b"}, "w": object{"type": "integer"}}, "required": []any{"k"}}, {}}[c.IntN(4)]
	switch c.IntN(16) {
	case 0:
		return object{"type": "object", "properties": object{"a": other, "s": schema}}, object{"s": value}
	case 1:
		return object{"type": "object", "additionalProperties": schema}, object{"q": value, "Q9": value}
	case 2:
		return object{"type": "object", "properties": object{"a": other}, "additionalProperties": schema}, object{"q": value}
	case 3:
		return object{"type": "array", "items": schema}, []any{value, value}
	case 4:
		return object{[]string{"anyOf", "oneOf"}[c.IntN(2)]: []any{schema, other}}, value
	case 5:
		return object{"allOf": []any{schema, object{"description": "d"}}}, value
	case 6:
		return c.ref(schema), value
	case 7:
		return object{"anyOf": []any{schema, object{"type": "null"}}}, value
	case 8:
		return object{"type": "object", "properties": object{"s": object{}}, "anyOf": []any{object{"properties": object{"s": schema}, "required": []any{"s"}}, object{"required": []any{"z"}}}}, object{"s": value}
	case 9: // an annotated definition, referenced by a keyword without an annotation
		ref := c.ref(schema)
		s := object{"type": "object", "properties": object{"use": ref, "s1": object{}}}
		switch c.IntN(6) {
		case 0:
			s["patternProperties"] = object{"^s": ref}
			return s, object{"s1": value, "s2": value}
		case 1:
			s["unevaluatedProperties"] = ref
			return s, object{"zz": value}
		case 2:
			s["dependentSchemas"] = object{"a": object{"properties": object{"s1": ref}}}
			return s, object{"a": 1, "s1": value}
		case 3:
			s["if"], s["then"] = object{"required": []any{"s1"}}, object{"properties": object{"s1": ref}}
			return s, object{"s1": value}
		case 4:
			s["not"] = object{"properties": object{"s1": object{"not": ref}}, "required": []any{"s1"}}
			return s, object{"s1": value}
		}
		s["allOf"] = []any{object{"additionalProperties": ref}}
		return s, object{"s1": value}
	case 10:
		ref := c.ref(schema)
		s := object{"type": "array", []string{"contains", "unevaluatedItems"}[c.IntN(2)]: ref}
		return object{"type": "object", "properties": object{"use": ref, "l": s}}, object{"l": []any{value}}
	case 11:
		ref := c.ref(schema)
		return object{"type": "object", "properties": object{"use": ref, "l": object{"type": "array", "prefixItems": []any{object{"type": "integer"}, ref}}}}, object{"l": []any{1, value}}
	case 12: // the definition refers to itself
		name := fmt.Sprint("r", len(c.defs))
		ref := object{"$ref": "#/$defs/" + name}
		c.defs[name] = object{"type": "object", "properties": object{"s": schema, "c": ref}, "additionalProperties": ref}
		return ref, []any{object{"c": object{"c": object{"s": value}}}, object{"o": object{"o": object{"s": value}}}, object{"c": object{"p": object{"s": value}}}}[c.IntN(3)]
	case 13:
		a := object{"type": "object", "properties": object{"k": object{"const": "a"}, "s": schema}, "required": []any{"k"}}
		b := object{"type": "object", "properties": object{"k": object{"const": "b"}}, "required": []any{"k"}}
		return object{"oneOf": []any{a, b}}, object{"k": "a", "s": value}
	case 14: // the same definition elsewhere is not sensitive
		name := fmt.Sprint("p", len(c.defs))
		c.defs[name] = object{"type": "object", "properties": object{"s": object{"type": "string", "maxLength": 2}}}
		ref := object{"$ref": "#/$defs/" + name}
		return object{"type": "object", "properties": object{"plain": ref, "t": object{"allOf": []any{ref, object{"properties": object{"s": schema}}}}}}, object{"t": object{"s": value}}
	}
	return object{"type": []any{"object", "array"}, "items": schema, "additionalProperties": schema}, []any{object{"[]": value, "{}": value}, []any{value}}[c.IntN(2)]
}

func (c *hiddenCase) ref(schema object) object {
	name := fmt.Sprint("d", len(c.defs))
	c.defs[name] = schema
	return object{"$ref": "#/$defs/" + name}
}

// tool returns a random tool and the arguments of a call.
func (c *hiddenCase) tool() (schema object, args any) {
	c.defs = map[string]any{}
	schema, value := c.leaf()
	var v = value
	for range 1 + c.IntN(3) {
		schema, v = c.below(schema, v)
	}
	root := object{"type": "object", "properties": object{"top": schema, "n": object{"type": "integer"}, "free": object{"type": "object"}}, "$defs": c.defs,
		"x-toolgen": object{"write": true, "confirm": object{"tier": 2}}}
	call := object{"top": v}
	if c.chance(3) {
		root["additionalProperties"] = false
	}
	if c.chance(3) {
		call["n"] = "wrong"
	}
	if c.chance(4) {
		call["unknown"] = true
	}
	return root, call
}

// TestHidden checks that a sensitive value appears in nothing that is reported about a call, wherever the schema marks it
// as sensitive.
func TestHidden(t *testing.T) {
	t.Parallel()
	rounds := 1500
	if testing.Short() {
		rounds = 200
	}
	accepted, refused, told := 0, 0, 0
	for seed := range rounds {
		c := &hiddenCase{Rand: rand.New(rand.NewPCG(uint64(seed), 7))}
		schema, args := c.tool()
		source, _ := json.Marshal([]object{{"name": "pay", "description": "Pays.", "inputSchema": schema}})
		set, diags := dynamic.Load("pay.json", source, dynamic.Options{})
		tool, ok := set.Lookup("pay")
		if !ok {
			if told++; !diags.HasErrors() {
				t.Fatalf("seed %d: no tool and no error: %s", seed, source)
			}
			continue
		}
		plain, _ := json.Marshal(args)
		whole, _ := json.Marshal(string(plain))
		twice := strings.Replace(string(plain), `"top":`, `"top":1,"top":`, 1)
		for _, call := range []string{string(plain), string(whole), twice, "```json\n" + string(plain) + "\n```", `{"args":` + string(plain) + `}`, "[" + string(plain) + "]", strings.Replace(string(plain), `"top"`, `"TOP"`, 1), string(plain[:len(plain)-1])} {
			leak := func(where, text string) {
				if shows(text) {
					t.Errorf("seed %d: %s shows the secret: %.400s\nschema %s\ncall %s", seed, where, text, source, call)
				}
			}
			for _, opts := range [][]runtime.DecodeOption{nil, {runtime.Lenient()}} {
				var receipts []runtime.Receipt
				if opts != nil {
					opts = append(opts, runtime.CollectReceipts(&receipts))
				}
				_, err := tool.Decode([]byte(call), opts...)
				leak("a receipt", jsonOf(receipts))
				if err == nil {
					continue
				}
				var invalid *runtime.ValidationError
				if !errors.As(err, &invalid) {
					t.Fatal(err)
				}
				leak("an issue", jsonOf(invalid.Issues()))
				leak("the error", err.Error())
				hint := runtime.BuildHint(tool, err, runtime.WithCall([]byte(call)))
				leak("the hint's text", hint.Text())
				leak("the hint", jsonOf(hint))
				leak("the annotated call", hint.Annotated([]byte(call)))
			}
			leak("what is kept of a call", string(tool.Spec().RedactUnfit([]byte(call))))
			if call == string(plain) {
				leak("the redacted call", string(tool.Spec().Redact([]byte(call))))
			}
			if seed%4 == 0 && !strings.Contains(call, `"TOP"`) && !strings.Contains(call, `"args"`) {
				if gated(t, tool, call, leak) {
					accepted++
				} else {
					refused++
				}
			}
		}
		if t.Failed() {
			return
		}
	}
	if accepted == 0 || refused == 0 || told > rounds/10 {
		t.Errorf("%d calls ran, %d calls and %d schemas were rejected: too few of a kind", accepted, refused, told)
	}
}

// TestHiddenWhole has arguments that are sensitive as a whole, so that their keys are values.
func TestHiddenWhole(t *testing.T) {
	t.Parallel()
	tool := loadOne(t, `{"$ref":"#/$defs/r","x-toolgen":{"write":true,"confirm":{"tier":2}},"$defs":{"r":{"properties":{"a":{"type":"integer"}},"x-toolgen":{"sensitive":true}}}}`)
	for call, runs := range map[string]bool{`{"SECRET-K":1,"a":"SECRET"}`: false, `{"SECRET-K":1,"a":99119911}`: true} {
		if ran := gated(t, tool, call, func(where, text string) {
			if shows(text) {
				t.Errorf("%s shows the secret: %s", where, text)
			}
		}); ran != runs {
			t.Errorf("%s ran: %t", call, ran)
		}
	}
}

func jsonOf(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return "MARSHAL " + err.Error()
	}
	return string(text)
}

// gated sends a call through a gate three times, and checks everything that the gate reports.
func gated(t *testing.T, tool runtime.Tool, call string, leak func(where, text string)) (ran bool) {
	t.Helper()
	var mu sync.Mutex
	var told []string
	note := func(v any) {
		mu.Lock()
		defer mu.Unlock()
		told = append(told, jsonOf(v))
	}
	handled := runtime.HandleAny(tool, func(_ context.Context, inv runtime.Invocation) (any, error) {
		ran = true
		return object{"note": "did " + string(inv.Raw), "echo": inv.Raw}, nil
	})
	gate, err := preflight.New(runtime.NewToolset(handled),
		preflight.WithSink(preflight.SinkFunc(func(e preflight.Event) { note(e) })),
		preflight.WithRecorder(recorder(func(r preflight.Record) { note(r); note(string(r.Result)) })),
		preflight.WithConfirmer(preflight.ConfirmerFunc(func(_ context.Context, q preflight.Question) (preflight.Answer, error) {
			leak("the question", q.Text+string(q.Args)+jsonOf(q.Changes))
			return preflight.Answer{Value: preflight.Confirm}, nil
		})))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		out := gate.Call(t.Context(), preflight.Turn{Thread: "t", Query: "q"}, runtime.ToolCall{ID: fmt.Sprint(i), Name: "pay", Arguments: call})
		var handBack *preflight.CorrectionError
		if out.Error != nil && errors.As(out.Error, &handBack) {
			leak("an attempt", jsonOf(handBack.Attempts()))
			leak("the question for the user", handBack.Question)
		}
		if !ran {
			leak("the output", jsonOf(out))
		}
	}
	gate.Close()
	for _, text := range told {
		leak("an event or record", text)
	}
	return ran
}

type recorder func(preflight.Record)

func (r recorder) Record(rec preflight.Record) { r(rec) }

// TestInjectedBelow checks that only the server can set a field that it fills, wherever the field is.
func TestInjectedBelow(t *testing.T) {
	t.Parallel()
	tenant := `{"type":"object","properties":{"Tenant":{"type":"string","x-toolgen":{"injected":true}},"n":{"type":"integer"}}}`
	for _, test := range []struct{ name, schema, stored, edited, changed string }{
		{"a map", `{"properties":{"m":{"type":"object","additionalProperties":` + tenant + `}}}`, `{"m":{"q":{"Tenant":"T1","n":1}}}`, `{"m":{"q":{"n":2}}}`, `{"m":{"q":{"Tenant":"EVIL","n":1}}}`},
		{"the arguments as a map", `{"additionalProperties":` + tenant + `}`, `{"q":{"Tenant":"T1","n":1}}`, `{"q":{"n":2}}`, `{"q":{"Tenant":"EVIL"}}`},
		{"a pattern", `{"properties":{"u":{"$ref":"#/$defs/t"},"m":{"type":"object","patternProperties":{"^q":{"$ref":"#/$defs/t"}}}},"$defs":{"t":` + tenant + `}}`, `{"m":{"q":{"Tenant":"T1","n":1}}}`, `{"m":{"q":{"n":2}}}`, `{"m":{"q":{"Tenant":"EVIL"}}}`},
		{"a branch", `{"properties":{"m":{"anyOf":[` + tenant + `,{"type":"object","required":["k"]}]}}}`, `{"m":{"Tenant":"T1","n":1}}`, `{"m":{"n":2}}`, `{"m":{"Tenant":"EVIL"}}`},
		{"a map within a map", `{"properties":{"m":{"type":"object","additionalProperties":{"type":"object","additionalProperties":` + tenant + `}}}}`, `{"m":{"a":{"b":{"Tenant":"T1","n":1}}}}`, `{"m":{"a":{"b":{"n":2}}}}`, `{"m":{"a":{"b":{"Tenant":"EVIL"}}}}`},
	} {
		tool := loadOne(t, test.schema)
		if tool == nil {
			t.Fatalf("%s: no tool", test.name)
		}
		spec := tool.Spec()
		if strings.Contains(spec.InputSchema, "Tenant") {
			t.Errorf("%s: it is advertised: %s", test.name, spec.InputSchema)
		}
		if shown := string(spec.Redact([]byte(test.stored))); strings.Contains(shown, "Tenant") || !strings.Contains(shown, `"n":1`) {
			t.Errorf("%s: shown as %s", test.name, shown)
		}
		kept, err := spec.Unredact([]byte(test.edited), []byte(test.stored))
		if want := strings.Replace(test.stored, `"n":1`, `"n":2`, 1); err != nil || string(kept) != want {
			t.Errorf("%s: an edit gives %s, %v, want %s", test.name, kept, err, want)
		}
		if kept, err := spec.Unredact([]byte(test.changed), []byte(test.stored)); err == nil {
			t.Errorf("%s: an edit sets it: %s", test.name, kept)
		}
		_, err = tool.Decode([]byte(strings.Replace(test.stored, `"T1"`, "5", 1)))
		if hint := runtime.BuildHint(tool, err); hint == nil || hint.Reason != runtime.Internal || strings.Contains(hint.Text(), "Tenant") {
			t.Errorf("%s: the hint says %s", test.name, jsonOf(hint))
		}
	}
	for _, schema := range []string{
		`{"properties":{"u":{"$ref":"#/$defs/t"},"l":{"type":"array","contains":{"$ref":"#/$defs/t"}}},"$defs":{"t":` + tenant + `}}`,
		`{"properties":{"u":{"$ref":"#/$defs/t"},"l":{"type":"array","prefixItems":[{"type":"integer"},{"$ref":"#/$defs/t"}]}},"$defs":{"t":` + tenant + `}}`,
		`{"properties":{"u":{"$ref":"#/$defs/t"},"x":{"not":{"$ref":"#/$defs/t"}}},"$defs":{"t":` + tenant + `}}`,
		`{"properties":{"u":{"$ref":"#/$defs/t"},"x":{"propertyNames":{"$ref":"#/$defs/t"}}},"$defs":{"t":` + tenant + `}}`,
	} {
		if loadOne(t, schema) != nil {
			t.Errorf("x-injected is accepted where it has no effect: %s", schema)
		}
	}
}

// loadOne loads a tool with a schema; nil if there is an error.
func loadOne(t *testing.T, schema string) runtime.Tool {
	t.Helper()
	set, _ := dynamic.Load("pay.json", []byte(`[{"name":"pay","inputSchema":{"type":"object",`+schema[1:]+`}]`), dynamic.Options{})
	if tool, ok := set.Lookup("pay"); ok {
		return tool
	}
	return nil
}
