package inject_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// FuzzInjected checks that no value of the model reaches the handler in a field that the server fills.
func FuzzInjected(f *testing.F) {
	for _, call := range []string{
		`{"to":"x","p\u0069n":"1","pin":"2"}`, `{"lines":"[{\"n\":1,\"pin\":\"1\"}]","scopes":["a"]}`, `{"lines":{"pin":"1"}}`,
		"```json\n{'to': 'x', 'pin': '1',}\n```", `"{\"to\":\"x\",\"pin\":\"1\"}"`, `{"down":[{"down":"[{'pin':1,}]","pin":"2"}]}`,
		`{"of":{"kind":"A","pin":"1"}}`, `{"of":"{\"kind\":\"b\",\"pin\":\"1\"}"}`, `{"of":{"x":1,"y":1,"pin":"1"}}`, `{"odd.key":{"pin":null}}`,
		`{"lines":"{\"pin\":\"1\"}"}`, `{"lines":["{\"pin\":\"1\"}"]}`, "\ufeff{\"to\":\"x\",\"pin\":\"1\"}", `null`, ``,
	} {
		f.Add(call, true)
		f.Add(call, false)
	}
	var ran []runtime.Invocation
	strict := filledSet(f, func(_ context.Context, inv runtime.Invocation) (any, error) {
		ran = append(ran, inv)
		return nil, nil
	}).Injecting(func(_ context.Context, at runtime.Injection) (any, error) {
		if at.Field == "scopes" {
			return []string{"srv"}, nil
		}
		return "srv " + at.Place, nil
	})
	lenient := strict.Decoding(runtime.Lenient())
	f.Fuzz(func(t *testing.T, call string, soft bool) {
		set := strict
		if soft {
			set = lenient
		}
		for _, name := range set.Names() {
			ran = nil
			out := set.Call(t.Context(), runtime.ToolCall{ID: "1", Name: name, Arguments: call})
			if out.Error != nil && out.Error.Kind == runtime.FailureInternal {
				t.Errorf("%s: %v", name, out.Error.Cause)
			}
			for _, inv := range ran {
				if bad := foreign(inv.Args, ""); bad != "" {
					t.Errorf("%s runs with %s: %s", name, bad, inv.Raw)
				}
				if !json.Valid(inv.Raw) {
					t.Errorf("%s runs with %s", name, inv.Raw)
				}
			}
		}
	})
}

// foreign returns a value that the server did not provide.
func foreign(v any, key string) string {
	text, isText := v.(string)
	switch {
	case (key == "pin" || key == "scopes") && isText && !strings.HasPrefix(text, "srv"):
		return key
	case key == "pin" && !isText:
		return key
	}
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			if bad := foreign(item, key); bad != "" {
				return bad
			}
		}
	case map[string]any:
		if v["kind"] == "b" {
			return "" // the model sets pin here
		}
		for key, item := range v {
			if bad := foreign(item, key); bad != "" {
				return bad
			}
		}
	}
	return ""
}
