package inject_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/runtime"
)

// filledTools has one tool for each place of a field that the server fills.
const filledTools = `[
{"name": "flat", "inputSchema": {"type": "object", "required": ["to", "pin"], "properties": {
	"to": {"type": "string"}, "pin": {"type": "string", "minLength": 3, "x-toolgen": {"injected": true}}}}},
{"name": "optional", "inputSchema": {"type": "object", "properties": {
	"to": {"type": "string"}, "pin": {"type": "string", "x-toolgen": {"injected": true}}}}},
{"name": "nested", "inputSchema": {"type": "object", "properties": {
	"odd.key": {"type": "object", "required": ["pin"], "properties": {"n": {"type": "integer"}, "pin": {"type": "string", "x-toolgen": {"injected": true}}}},
	"lines": {"type": "array", "items": {"type": "object", "required": ["pin"], "properties": {"n": {"type": "integer"}, "pin": {"type": "string", "x-toolgen": {"injected": true}}}}},
	"scopes": {"type": "array", "items": {"type": "string"}, "x-toolgen": {"injected": true}},
	"note": {"type": "string"}}}},
{"name": "tree", "inputSchema": {"$ref": "#/$defs/node", "$defs": {"node": {"type": "object", "properties": {
	"pin": {"type": "string", "x-toolgen": {"injected": true}}, "down": {"type": "array", "items": {"$ref": "#/$defs/node"}}}}}}},
{"name": "maps", "inputSchema": {"type": "object", "properties": {
	"labels": {"type": "object", "additionalProperties": {"type": "object", "properties": {"n": {"type": "integer"}, "pin": {"type": "string", "x-toolgen": {"injected": true}}}}},
	"o.k": {"type": "object", "additionalProperties": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "object", "properties": {"pin": {"type": "string", "x-toolgen": {"injected": true}}}}}}},
	"claims": {"type": "object", "additionalProperties": {"type": "string", "x-toolgen": {"injected": true}}},
	"mixed": {"type": "object", "properties": {"n": {"type": "integer"}}, "additionalProperties": {"type": "string", "x-toolgen": {"injected": true}}}}}},
{"name": "shape", "inputSchema": {"type": "object", "properties": {"of": {"oneOf": [
	{"type": "object", "title": "A", "required": ["kind", "pin"], "additionalProperties": false, "properties": {"kind": {"const": "a"}, "pin": {"type": "string", "x-toolgen": {"injected": true}}}},
	{"type": "object", "title": "B", "required": ["kind", "pin"], "additionalProperties": false, "properties": {"kind": {"const": "b"}, "pin": {"type": "string"}}},
	{"type": "object", "title": "C", "required": ["kind"], "additionalProperties": false, "properties": {"kind": {"const": "c"}}}]}}}},
{"name": "keyed", "inputSchema": {"type": "object", "properties": {"of": {"anyOf": [
	{"type": "object", "title": "X", "required": ["x", "pin"], "properties": {"x": {"type": "integer"}, "pin": {"type": "string", "x-toolgen": {"injected": true}}}},
	{"type": "object", "title": "Y", "required": ["y"], "additionalProperties": false, "properties": {"y": {"type": "integer"}}}]}}}}
]`

func filledSet(t testing.TB, handler func(context.Context, runtime.Invocation) (any, error)) *runtime.Toolset {
	t.Helper()
	loaded, diags := dynamic.Load("tools.json", []byte(filledTools), dynamic.Options{})
	if len(loaded.Unavailable) > 0 {
		t.Fatal(diags)
	}
	var tools []runtime.Tool
	for _, tool := range loaded.Tools {
		tools = append(tools, runtime.HandleAny(tool, handler))
	}
	return runtime.NewToolset(tools...)
}

// TestInjected checks that values of the model never reach a field that the server fills, and that the server's
// values do.
func TestInjected(t *testing.T) {
	t.Parallel()
	lenient := []runtime.DecodeOption{runtime.Lenient()}
	for _, tt := range []struct {
		name, tool, call string
		opts             []runtime.DecodeOption
		want             string // arguments of the handler, "" if the call is rejected
		taken            string // fields of receipts
	}{
		{name: "absent", tool: "flat", call: `{"to":"x"}`, want: `{"to":"x","pin":"srv:pin:pin"}`},
		{name: "empty", tool: "optional", call: `{ }`, want: `{"pin":"srv:pin:pin"}`},
		{name: "the model's", tool: "flat", call: `{"to":"x","pin":"6666"}`, want: `{"to":"x","pin":"srv:pin:pin"}`, taken: "pin"},
		{name: "first", tool: "flat", call: `{ "pin" : "6666" , "to" : 1.0e0 }`},
		{name: "first of strings", tool: "flat", call: `{ "pin" : "6666" , "to" : "x" }`, want: `{"to":"x","pin":"srv:pin:pin"}`, taken: "pin"},
		{name: "only", tool: "optional", call: `{"pin":{"a":[1,"}"]}}`, want: `{"pin":"srv:pin:pin"}`, taken: "pin"},
		{name: "of the wrong type", tool: "flat", call: `{"to":"x","pin":[1]}`, want: `{"to":"x","pin":"srv:pin:pin"}`, taken: "pin"},
		{name: "null", tool: "flat", call: `{"to":"x","pin":null}`, want: `{"to":"x","pin":"srv:pin:pin"}`, taken: "pin"},
		{name: "escaped key", tool: "flat", call: `{"to":"x","p\u0069n":"6666"}`, want: `{"to":"x","pin":"srv:pin:pin"}`, taken: "pin"},
		{name: "twice", tool: "flat", call: `{"pin":"1","to":"x","p\u0069n":"2","pin":"3"}`, want: `{"to":"x","pin":"srv:pin:pin"}`, taken: "pin pin pin"},
		{name: "in capitals", tool: "optional", call: `{"Pin":"1","PIN":"2","pins":"3"}`, want: `{"pins":"3","pin":"srv:pin:pin"}`, taken: "Pin PIN"},
		{name: "nested", tool: "nested", call: `{"odd.key":{"pin":"1","n":1},"note":"{\"pin\":1}"}`,
			want:  `{"odd.key":{"n":1,"pin":"srv:[\"odd.key\"].pin:[\"odd.key\"].pin"},"note":"{\"pin\":1}","scopes":["srv"]}`,
			taken: `["odd.key"].pin`},
		{name: "items", tool: "nested", call: `{"lines":[{"n":1,"pin":"1"},{"pin":"2"}, {}],"scopes":["admin"]}`,
			want:  `{"lines":[{"n":1,"pin":"srv:lines[].pin:lines[0].pin"},{"pin":"srv:lines[].pin:lines[1].pin"},{"pin":"srv:lines[].pin:lines[2].pin"}],"scopes":["srv"]}`,
			taken: "lines[0].pin lines[1].pin scopes"},
		{name: "a twin of the parent", tool: "nested", call: `{"lines":[{"pin":"1"}],"lines":[{"pin":"1"}]}`},
		{name: "maps", tool: "maps", call: `{"labels":{"a.b":{"pin":"1","n":1},"c":{}},"o.k":{"x":{"y":[{"pin":"2"}]}},"claims":{"admin":"pin"},"mixed":{"n":1,"m":"pin"}}`,
			want:  `{"labels":{"a.b":{"n":1,"pin":"srv:labels{}.pin:labels[\"a.b\"].pin"},"c":{"pin":"srv:labels{}.pin:labels.c.pin"}},"o.k":{"x":{"y":[{"pin":"srv:[\"o.k\"]{}{}[].pin:[\"o.k\"].x.y[0].pin"}]}},"claims":{},"mixed":{"n":1}}`,
			taken: `labels["a.b"].pin ["o.k"].x.y[0].pin`},
		{name: "recursive", tool: "tree", call: `{"down":[{"down":[{"pin":"1"}],"pin":"2"}]}`,
			want:  `{"down":[{"down":[{"pin":"srv:pin:down[0].down[0].pin"}],"pin":"srv:pin:down[0].pin"}],"pin":"srv:pin:pin"}`,
			taken: "down[0].down[0].pin down[0].pin"},
		{name: "variant of the server's", tool: "shape", call: `{"of":{"kind":"a","pin":"1"}}`, want: `{"of":{"kind":"a","pin":"srv:of.pin:of.pin"}}`, taken: "of.pin"},
		{name: "variant of the model's", tool: "shape", call: `{"of":{"pin":"1","kind":"b"}}`, want: `{"of":{"pin":"1","kind":"b"}}`},
		{name: "variant without", tool: "shape", call: `{"of":{"kind":"c"}}`, want: `{"of":{"kind":"c"}}`},
		{name: "no variant", tool: "shape", call: `{"of":{"kind":"d","pin":"1"}}`},
		{name: "variant in two minds", tool: "shape", call: `{"of":{"kind":"b","pin":"1","kind":"a"}}`},
		{name: "variant by its keys", tool: "keyed", call: `{"of":{"x":1,"pin":"1"}}`, want: `{"of":{"x":1,"pin":"srv:of.pin:of.pin"}}`, taken: "of.pin"},
		{name: "other variant by its keys", tool: "keyed", call: `{"of":{"y":1}}`, want: `{"of":{"y":1}}`},

		{name: "in a string, strictly", tool: "nested", call: `{"lines":"[{\"pin\":\"1\"}]"}`},
		{name: "in a string", tool: "nested", opts: lenient, call: `{"lines":"[{\"n\":1,\"p\\u0069n\":\"1\"}]"}`,
			want: `{"lines":[{"n":1,"pin":"srv:lines[].pin:lines[0].pin"}],"scopes":["srv"]}`, taken: "lines[0].pin"},
		{name: "in a string with faults", tool: "nested", opts: lenient, call: `{"lines":"[{'pin':'1',}]"}`},
		{name: "all in a string", tool: "flat", opts: lenient, call: `"{\"to\":\"x\",\"pin\":\"1\"}"`, want: `{"to":"x","pin":"srv:pin:pin"}`, taken: "pin"},
		{name: "a single item", tool: "nested", opts: lenient, call: `{"lines":{"n":1,"pin":"1"}}`,
			want: `{"lines":[{"n":1,"pin":"srv:lines[].pin:lines[0].pin"}],"scopes":["srv"]}`, taken: "lines[0].pin"},
		{name: "a single item in a string", tool: "nested", opts: lenient, call: `{"lines":"{\"n\":1,\"pin\":\"1\"}"}`,
			want: `{"lines":[{"n":1,"pin":"srv:lines[].pin:lines[0].pin"}],"scopes":["srv"]}`, taken: "lines[0].pin"},
		{name: "not JSON", tool: "flat", opts: lenient, call: "```json\n{'to': 'x', /* 1 */ 'pin': '6666',}\n```", want: `{"to":"x","pin":"srv:pin:pin"}`, taken: "pin"},
		{name: "not JSON, strictly", tool: "flat", call: `{'to': 'x', 'pin': '6666'}`},
		{name: "not JSON at all", tool: "flat", opts: lenient, call: `{"to": "x", "p`},
		{name: "nothing", tool: "optional", opts: lenient, call: ``, want: `{"pin":"srv:pin:pin"}`},
		{name: "too long", tool: "flat", opts: []runtime.DecodeOption{runtime.MaxBytes(10)}, call: `{"to":"x","pin":"6666"}`},
		{name: "too long with the server's", tool: "flat", opts: []runtime.DecodeOption{runtime.MaxBytes(10)}, call: `{"to":"x"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var ran []runtime.Invocation
			set := filledSet(t, func(_ context.Context, inv runtime.Invocation) (any, error) {
				ran = append(ran, inv)
				return nil, nil
			}).Decoding(tt.opts...).Injecting(func(_ context.Context, at runtime.Injection) (any, error) {
				switch {
				case at.Field == "scopes":
					return []string{"srv"}, nil
				case strings.HasSuffix(at.Field, "{}"):
					return nil, nil
				}
				return "srv:" + at.Field + ":" + at.Place, nil
			})
			out := set.Call(t.Context(), runtime.ToolCall{ID: "1", Name: tt.tool, Arguments: tt.call})
			if tt.want == "" {
				if out.Error == nil || len(ran) > 0 || out.Error.Kind == runtime.FailureInternal {
					t.Fatalf("ran %d times: %+v", len(ran), out.Error)
				}
				if hint := out.RetryHint.Text(); strings.Contains(hint, "srv") || strings.Contains(hint, "pin") {
					t.Errorf("the model sees the field: %s", hint)
				}
				return
			}
			if out.Error != nil {
				t.Fatal(out.Error, out.Error.Cause)
			}
			inv := ran[0]
			if string(inv.Raw) != tt.want {
				t.Errorf("ran with %s, want %s", inv.Raw, tt.want)
			}
			if strings.Contains(inv.Call.Arguments, "6666") || strings.Contains(inv.Call.Arguments, "srv") {
				t.Errorf("the call has %s", inv.Call.Arguments)
			}
			var args map[string]any
			if err := json.Unmarshal(inv.Raw, &args); err != nil {
				t.Fatal(err)
			}
			delete(args, "pins") // an unknown key
			if got, want := jsonOf(inv.Args), jsonOf(args); got != want {
				t.Errorf("decoded %s, read %s", got, want)
			}
			var taken []string
			for _, r := range out.Receipts {
				if strings.Contains(jsonOf(r), "srv") {
					t.Errorf("a receipt contains the server's value: %+v", r)
				}
				if r.Kind == runtime.ReceiptIgnored && strings.HasSuffix(strings.ToLower(r.Field), "pin") || r.Field == "scopes" {
					taken = append(taken, r.Field)
				}
			}
			if got := strings.Join(taken, " "); got != tt.taken {
				t.Errorf("receipts %q, want %q", got, tt.taken)
			}
			again, failure := set.Revalidate(t.Context(), inv)
			if failure != nil || string(again.Raw) != tt.want || jsonOf(again.Args) != jsonOf(inv.Args) || jsonOf(again.Receipts) != jsonOf(inv.Receipts) {
				t.Errorf("second validation: %s, %+v", again.Raw, failure)
			}
		})
	}
}

func jsonOf(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// TestInjectionFails checks that a missing or invalid value of the server is an internal error: the handler
// does not run, the developer learns which field it was, but the model does not.
func TestInjectionFails(t *testing.T) {
	t.Parallel()
	ran := false
	set := filledSet(t, func(context.Context, runtime.Invocation) (any, error) { ran = true; return nil, nil })
	gives := func(v any, err error) *runtime.Toolset {
		return set.Injecting(func(context.Context, runtime.Injection) (any, error) { return v, err })
	}
	down := errors.New("the directory is down")
	for _, tt := range []struct {
		name string
		set  *runtime.Toolset
		tool string
		says string // part of the cause, "" if the call runs
	}{
		{"no injector", set, "flat", `the field "pin" of the tool "flat", but the toolset has no injector; set one with Toolset.Injecting`},
		{"no injector needed", set, "optional", ""},
		{"no value", gives(nil, nil), "flat", `the field "pin" of the tool "flat", but the injector (Toolset.Injecting) returned no value`},
		{"no value needed", gives(nil, nil), "optional", ""},
		{"null", gives((*string)(nil), nil), "flat", "returned no value"},
		{"an error", gives(nil, down), "optional", "the directory is down"},
		{"no JSON", gives(func() {}, nil), "optional", "cannot be marshaled"},
		{"of the wrong type", gives(5, nil), "flat", "pin"},
		{"too short", gives("x", nil), "flat", "pin"},
		{"a panic", set.Injecting(func(context.Context, runtime.Injection) (any, error) { panic("boom") }), "flat", "boom"},
		{"kept by Only and Decoding", gives("xyz", nil).Only("flat").Decoding(runtime.Lenient()), "flat", ""},
	} {
		ran = false
		out := tt.set.Call(t.Context(), runtime.ToolCall{ID: "1", Name: tt.tool, Arguments: `{"to":"x"}`})
		if tt.says == "" {
			if out.Error != nil || !ran {
				t.Errorf("%s: %v", tt.name, errors.Unwrap(out.Error))
			}
			continue
		}
		if out.Error == nil || ran || out.Error.Kind != runtime.FailureInternal {
			t.Errorf("%s: %+v", tt.name, out)
			continue
		}
		if !strings.Contains(out.Error.Cause.Error(), tt.says) {
			t.Errorf("%s: %v", tt.name, out.Error.Cause)
		}
		if told := jsonOf(out); strings.Contains(told, "pin") || strings.Contains(told, "directory") {
			t.Errorf("%s: the model sees %s", tt.name, told)
		}
	}
	// Values of the server are read strictly; only those of the model are repaired.
	if out := gives(12345, nil).Decoding(runtime.Lenient()).Call(t.Context(), runtime.ToolCall{Name: "flat", Arguments: `{"to":7}`}); out.Error == nil || out.Error.Kind != runtime.FailureInternal {
		t.Errorf("%+v", out)
	}
	out := gives("12345", nil).Decoding(runtime.Lenient()).Call(t.Context(), runtime.ToolCall{Name: "flat", Arguments: `{"to":7}`})
	if out.Error != nil || len(out.Receipts) != 1 || out.Receipts[0].Field != "to" {
		t.Errorf("%+v", out)
	}
	if _, failure := gives(nil, down).Revalidate(t.Context(), runtime.Invocation{Call: runtime.ToolCall{Name: "optional", Arguments: `{"pin":"1"}`}}); failure == nil || !errors.Is(failure.Error, down) {
		t.Errorf("an invocation of unknown origin is accepted: %+v", failure)
	}
}

// TestInjectedContents checks that the server fills values of undeclared keys and items of a list if the call
// contains the object or the list.
func TestInjectedContents(t *testing.T) {
	t.Parallel()
	const tools = `[{"name": "contents", "inputSchema": {"type": "object", "properties": {
		"claims": {"type": "object", "additionalProperties": {"type": "string", "x-toolgen": {"injected": true}}},
		"mixed": {"type": "object", "properties": {"n": {"type": "integer"}}, "additionalProperties": {"type": "string", "minLength": 2, "x-toolgen": {"injected": true}}},
		"scopes": {"type": "array", "minItems": 1, "items": {"type": "string", "x-toolgen": {"injected": true}}},
		"rows": {"type": "array", "items": {"type": "object", "properties": {"tags": {"type": "array", "items": {"type": "string", "x-toolgen": {"injected": true}}}}}}}}}]`
	loaded, diags := dynamic.Load("tools.json", []byte(tools), dynamic.Options{})
	if len(loaded.Unavailable) > 0 {
		t.Fatal(diags)
	}
	var ran []runtime.Invocation
	set := runtime.NewToolset(runtime.HandleAny(loaded.Tools[0], func(_ context.Context, inv runtime.Invocation) (any, error) {
		ran = append(ran, inv)
		return nil, nil
	}))
	sound := map[string]any{"claims{}": map[string]string{"sub": "u1"}, "mixed{}": map[string]string{"org": "o1", "dep": "d1"}, "scopes[]": []string{"a", "b"}, "rows[].tags[]": []string{"t"}}
	for _, tt := range []struct {
		call   string
		values map[string]any
		want   string // arguments of the handler, or the cause after "!"
		places string
	}{
		{`{}`, sound, `{}`, ``},
		{`{"claims":{},"mixed":{"n":1},"scopes":[]}`, sound,
			`{"claims":{"sub":"u1"},"mixed":{"n":1,"dep":"d1","org":"o1"},"scopes":["a","b"]}`, `claims{} claims, mixed{} mixed, scopes[] scopes`},
		{`{"claims":{"sub":"root"},"scopes":["admin", "x"],"rows":[{"tags":["a"]},{"tags":[]},{}]}`, sound,
			`{"claims":{"sub":"u1"},"scopes":["a","b"],"rows":[{"tags":["t"]},{"tags":["t"]},{}]}`,
			`claims{} claims, scopes[] scopes, rows[].tags[] rows[0].tags, rows[].tags[] rows[1].tags`},
		{`{"claims":{"sub":"root"},"mixed":{"m":"x"}}`, nil, `{"claims":{},"mixed":{}}`, `claims{} claims, mixed{} mixed`},
		{`{"claims":{}}`, map[string]any{"claims{}": (map[string]string)(nil)}, `{"claims":{}}`, `claims{} claims`},
		{`{"claims":{}}`, map[string]any{"claims{}": map[string]string{}}, `{"claims":{}}`, `claims{} claims`},
		{`{"scopes":["x"]}`, nil, "! scopes", `scopes[] scopes`},
		{`{"claims":{}}`, map[string]any{"claims{}": "u1"}, `! the injector's value is not an object`, `claims{} claims`},
		{`{"scopes":[]}`, map[string]any{"scopes[]": map[string]string{}}, `! the injector's value is not an array`, `scopes[] scopes`},
		{`{"mixed":{}}`, map[string]any{"mixed{}": map[string]any{"n": 1}}, `! has the key "n", which is the key of a field`, `mixed{} mixed`},
		{`{"mixed":{}}`, map[string]any{"mixed{}": map[string]any{"m": "x"}}, "! mixed.m", `mixed{} mixed`},
		{`{"claims":{}}`, map[string]any{"claims{}": errors.New("down")}, "! down", `claims{} claims`},
	} {
		for _, opts := range [][]runtime.DecodeOption{nil, {runtime.Lenient()}} {
			ran = nil
			var places []string
			out := set.Decoding(opts...).Injecting(func(_ context.Context, at runtime.Injection) (any, error) {
				places = append(places, at.Field+" "+at.Place)
				if err, fails := tt.values[at.Field].(error); fails {
					return nil, err
				}
				return tt.values[at.Field], nil
			}).Call(t.Context(), runtime.ToolCall{ID: "1", Name: "contents", Arguments: tt.call})
			got := ""
			if out.Error == nil {
				got = string(ran[0].Raw)
			} else if says, fails := strings.CutPrefix(tt.want, "! "); fails && out.Error.Kind == runtime.FailureInternal && strings.Contains(out.Error.Cause.Error(), says) {
				got = tt.want
			}
			if got != tt.want || strings.Join(places, ", ") != tt.places {
				t.Errorf("%s: ran with %s, asked for %s: %+v", tt.call, got, places, errors.Unwrap(out.Error))
			}
		}
	}
	if err := set.Ready(); err != nil {
		t.Errorf("nothing needs to be filled, but: %v", err)
	}
}

// TestInjectedHints checks that an injected field does not affect the repair of a call.
func TestInjectedHints(t *testing.T) {
	t.Parallel()
	set := filledSet(t, func(context.Context, runtime.Invocation) (any, error) { return nil, nil }).
		Injecting(func(context.Context, runtime.Injection) (any, error) { return "a secret", nil })
	out := set.Call(t.Context(), runtime.ToolCall{Name: "flat", Arguments: `{"to":5,"pin":"6666"}`})
	if out.Error == nil || out.Error.Kind != runtime.FailureValidation || len(out.RetryHint.Constraints) != 1 || string(out.RetryHint.CorrectedInput) != `{"to":"5"}` {
		t.Fatal(jsonOf(out))
	}
	if told := jsonOf(out) + out.RetryHint.Text(); strings.Contains(told, "pin") || strings.Contains(told, "secret") || strings.Contains(told, "6666") {
		t.Errorf("the model sees %s", told)
	}
}

// The tenant comes from the session, never from the model.
func ExampleToolset_Injecting() {
	const definition = `{"name": "close_account", "inputSchema": {"type": "object", "required": ["account", "tenant"],
		"properties": {"account": {"type": "string"}, "tenant": {"type": "string", "x-toolgen": {"injected": true}}}}}`
	loaded, _ := dynamic.Load("tools.json", []byte(definition), dynamic.Options{})
	closeAccount := runtime.HandleAny(loaded.Tools[0], func(_ context.Context, inv runtime.Invocation) (any, error) {
		return fmt.Sprintf("closed with %s", inv.Raw), nil
	})

	type tenantKey struct{}
	tools := runtime.NewToolset(closeAccount).Injecting(func(ctx context.Context, at runtime.Injection) (any, error) {
		switch at.Field {
		case "tenant":
			if tenant, ok := ctx.Value(tenantKey{}).(string); ok {
				return tenant, nil
			}
		}
		return nil, nil // no value: the call fails, and the program logs why
	})

	ctx := context.WithValue(context.Background(), tenantKey{}, "acme")
	out := tools.Call(ctx, runtime.ToolCall{ID: "1", Name: "close_account", Arguments: `{"account":"A7","tenant":"somebody else"}`})
	fmt.Println(string(out.Payload))
	out = tools.Call(context.Background(), runtime.ToolCall{ID: "2", Name: "close_account", Arguments: `{"account":"A7"}`})
	fmt.Println(out.Error.Message)
	fmt.Println(out.Error.Cause)
	// Output:
	// "closed with {\"account\":\"A7\",\"tenant\":\"acme\"}"
	// The tool failed for a reason that different arguments would not fix.
	// internal error: the server fills the field "tenant" of the tool "close_account", but the injector (Toolset.Injecting) returned no value
}

// TestHiddenInMaps checks that fields in map values are hidden as well.
func TestHiddenInMaps(t *testing.T) {
	t.Parallel()
	const definition = `{"name": "m", "inputSchema": {"type": "object", "properties": {"by": {"type": "object", "additionalProperties": {"type": "object",
		"properties": {"n": {"type": "integer"}, "pin": {"type": "string", "x-toolgen": {"sensitive": true}}}}}}}}`
	loaded, diags := dynamic.Load("tools.json", []byte(definition), dynamic.Options{})
	if len(loaded.Tools) != 1 {
		t.Fatal(diags)
	}
	got := loaded.Tools[0].Spec().Redact([]byte(`{"by":{"a":{"n":1,"pin":"1234"}}}`))
	if want := `{"by":{"a":{"n":1,"pin":"•••"}}}`; string(got) != want {
		t.Errorf("%s, want %s", got, want)
	}
}
