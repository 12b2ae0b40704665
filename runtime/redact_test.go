package runtime

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/toolgen/toolgen/runtime/internal/show"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
)

// loginSpec has sensitive fields in a list, in a recursive type and under undeclared keys.
var loginSpec = ToolSpec{Name: "log_in", FullSchema: `{"type":"object","properties":{"user":{"type":"string"},"tenant":{"type":"string","x-toolgen":{"injected":true}},"accounts":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"pin":{"type":"string","x-toolgen":{"sensitive":true}},"ledger":{"type":"integer","x-toolgen":{"injected":true}},"next":{"$ref":"#/properties/accounts/items"}}}},"headers":{"type":"object","additionalProperties":{"type":"string","x-toolgen":{"sensitive":true}}},"claims":{"type":"object","additionalProperties":{"type":"string","x-toolgen":{"injected":true}}},"scopes":{"type":"array","x-toolgen":{"injected":true}},"vault":{"type":"object","x-toolgen":{"sensitive":true}},"rows":{"type":"array","items":{"type":"object","properties":{"owner":{"type":"string","x-toolgen":{"injected":true}}}}}}}`}

func TestRedact(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, args, want string }{
		{"nothing to hide", `{"user":"ada", "n":1.50}`, `{"n":1.50,"user":"ada"}`},
		{"list", `{"accounts":[{"name":"a","pin":"1"},{"pin":null}]}`, `{"accounts":[{"name":"a","pin":"•••"},{"pin":null}]}`},
		{"recursive", `{"accounts":[{"next":{"next":{"pin":"1"}}}]}`, `{"accounts":[{"next":{"next":{"pin":"•••"}}}]}`},
		{"unnamed keys", `{"headers":{"Authorization":"secret"}}`, `{"headers":{"Authorization":"•••"}}`},
		{"whole object", `{"vault":{"a":"<b>"},"user":"<b>"}`, `{"user":"<b>","vault":"•••"}`},
		{"filled by the server", `{"user":"ada","tenant":"t1"}`, `{"user":"ada"}`},
		{"filled within a list", `{"accounts":[{"name":"a","ledger":7},{"ledger":null}]}`, `{"accounts":[{"name":"a"},{}]}`},
		{"filled under unnamed keys", `{"claims":{"sub":"ada"}}`, `{"claims":{}}`},
		{"filled and a list", `{"scopes":["a"]}`, `{}`},
		{"no JSON", `{"accounts":[{"pin":"1`, `"•••"`},
		{"more than JSON", `{} {"pin":1}`, `"•••"`},
	} {
		if diff := testdiff.Diff(test.want, string(loginSpec.Redact([]byte(test.args)))); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", test.name, diff)
		}
	}
	filled := &ToolSpec{Name: "filled", FullSchema: `{"type":"object","properties":{"tenant":{"x-toolgen":{"injected":true}}}}`}
	if got := string(filled.Redact([]byte(`{"a":1,"tenant":"t1"}`))); got != `{"a":1}` {
		t.Errorf("a tool with only an injected field got %s", got)
	}
	// Injected values are only filled into valid JSON, so other text contains none.
	if got := string(filled.Redact([]byte(`{"a`))); got != `"{\"a"` {
		t.Errorf("text that is not JSON became %s", got)
	}
	plain := &ToolSpec{Name: "plain"}
	if got := string(plain.Redact([]byte(`{"b":1, "a":2}`))); got != `{"b":1, "a":2}` {
		t.Errorf("a tool without secrets got %s", got)
	}
	if got := string(plain.Redact([]byte(`{"b`))); got != `"{\"b"` {
		t.Errorf("text that is not JSON became %s", got)
	}
}

func TestUnredact(t *testing.T) {
	t.Parallel()
	const stored = `{"user":"ada","tenant":"t1","accounts":[{"name":"a","pin":"1"},{"name":"b","pin":"2"}],"vault":{"k":"v"},"rows":[{"n":1,"owner":"x"},{"n":2,"owner":"y"}]}`
	const accounts = `"accounts":[{"name":"a","pin":"1"},{"name":"b","pin":"2"}]`
	for _, test := range []struct{ name, edited, want, fault string }{
		{"nothing masked", `{"user": "bob", "tenant": "t1"}`, `{"user":"bob","tenant":"t1"}`, ""},
		{"untouched", `{"user":"bob","tenant":"t1","accounts":[{"name":"a","pin":"•••"},{"name":"b","pin":"•••"}],"vault":"•••"}`, `{"user":"bob","tenant":"t1",` + accounts + `,"vault":{"k":"v"}}`, ""},
		{"injected comes back", `{"user":"bob"}`, `{"user":"bob","tenant":"t1"}`, ""},
		{"injected is not for editing", `{"tenant":"t2"}`, "", "tenant"},
		{"a shorter list", `{"accounts":[{"name":"b","pin":"•••"}]}`, "", "accounts[0].pin"},
		{"another order", `{"accounts":[{"name":"b","pin":"•••"},{"name":"a","pin":"•••"}]}`, "", "accounts[0].pin"},
		{"a list with new values", `{"tenant":"t1","accounts":[{"name":"b","pin":"9"}]}`, `{"tenant":"t1","accounts":[{"name":"b","pin":"9"}]}`, ""},
		{"a mask where nothing was", `{"headers":{"Authorization":"•••"}}`, "", "headers.Authorization"},
		{"a mask that hides nothing", `{"tenant":"t1","user":"•••"}`, `{"tenant":"t1","user":"•••"}`, ""},
		{"no object", `[1`, `[1`, ""},
		{"a list of which the server fills a part", `{"rows":[{"n":1},{"n":2}]}`, `{"tenant":"t1","rows":[{"n":1,"owner":"x"},{"n":2,"owner":"y"}]}`, ""},
		{"such a list, edited", `{"rows":[{"n":1},{"n":3}]}`, "", "rows"},
		{"such a list, numbers written anew", `{"rows":[{"n":1.0},{"n":2e0}]}`, `{"tenant":"t1","rows":[{"n":1,"owner":"x"},{"n":2,"owner":"y"}]}`, ""},
		{"such a list, in full", `{"rows":[{"n":1,"owner":"x"},{"n":2,"owner":"y"}]}`, `{"tenant":"t1","rows":[{"n":1,"owner":"x"},{"n":2,"owner":"y"}]}`, ""},
		{"such a list, removed", `{"user":"bob"}`, `{"tenant":"t1","user":"bob"}`, ""},
	} {
		got, err := loginSpec.Unredact([]byte(test.edited), []byte(stored))
		var invalid *ValidationError
		if test.fault != "" {
			if !errors.As(err, &invalid) || invalid.Issues()[0].Field != test.fault {
				t.Errorf("%s: got %s, %v", test.name, got, err)
			}
			continue
		}
		var a, b any
		if json.Unmarshal([]byte(test.want), &a) != nil {
			a, b = test.want, string(got)
		} else if err := json.Unmarshal(got, &b); err != nil {
			t.Errorf("%s: %s: %v", test.name, got, err)
		}
		if diff := testdiff.Diff(a, b); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got)\n%s", test.name, err, diff)
		}
	}
}

// TestRedactRoundTrip passes the output of Redact back unchanged, which must give the arguments.
func TestRedactRoundTrip(t *testing.T) {
	t.Parallel()
	for _, args := range []string{
		`{"user":"ada","tenant":"t1","scopes":["a","b"],"claims":{"sub":"ada"}}`,
		`{"accounts":[{"name":"a","pin":"1","ledger":1,"next":{"pin":"2","ledger":2}},{"ledger":3}],"vault":[1],"tenant":null}`,
		`{"rows":[{"owner":"x"},{}],"headers":{"A":"b"}}`,
		`{"claims":{},"n":1.50}`,
		`{"rows":[],"accounts":[{}]}`,
	} {
		got, err := loginSpec.Unredact(loginSpec.Redact([]byte(args)), []byte(args))
		if err != nil {
			t.Errorf("%s: %v", args, err)
			continue
		}
		want, _ := show.Parse([]byte(args))
		back, _ := show.Parse(got)
		if diff := testdiff.Diff(want, back); diff != "" {
			t.Errorf("%s (-want +got)\n%s", args, diff)
		}
	}
}
