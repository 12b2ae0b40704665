package runtime

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// loginSpec has sensitive fields in a list, below a recursive type and under unnamed keys.
var loginSpec = ToolSpec{Name: "log_in", Fields: []FieldSpec{
	{Path: "user", Type: "string"},
	{Path: "tenant", Type: "string", Injected: true},
	{Path: "accounts", Type: "array"},
	{Path: "accounts[]", Type: "object"},
	{Path: "accounts[].name", Type: "string"},
	{Path: "accounts[].pin", Type: "string", Sensitive: true},
	{Path: "accounts[].next", Type: "object", SameAs: "accounts[]", HasSameAs: true},
	{Path: "headers", Type: "object"},
	{Path: "headers{}", Type: "string", Sensitive: true},
	{Path: "vault", Type: "object", Sensitive: true},
}}

func TestRedact(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, args, want string }{
		{"nothing to hide", `{"user":"ada", "n":1.50}`, `{"n":1.50,"user":"ada"}`},
		{"list", `{"accounts":[{"name":"a","pin":"1"},{"pin":null}]}`, `{"accounts":[{"name":"a","pin":"•••"},{"pin":null}]}`},
		{"recursive", `{"accounts":[{"next":{"next":{"pin":"1"}}}]}`, `{"accounts":[{"next":{"next":{"pin":"•••"}}}]}`},
		{"unnamed keys", `{"headers":{"Authorization":"secret"}}`, `{"headers":{"Authorization":"•••"}}`},
		{"whole object", `{"vault":{"a":"<b>"},"user":"<b>"}`, `{"user":"<b>","vault":"•••"}`},
		{"no JSON", `{"accounts":[{"pin":"1`, `"•••"`},
		{"more than JSON", `{} {"pin":1}`, `"•••"`},
	} {
		if diff := cmp.Diff(test.want, string(loginSpec.Redact([]byte(test.args)))); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", test.name, diff)
		}
	}
	plain := &ToolSpec{Name: "plain"}
	if got := string(plain.Redact([]byte(`{"b":1, "a":2}`))); got != `{"b":1, "a":2}` {
		t.Errorf("a tool without secrets got %s", got)
	}
	if got := string(plain.Redact([]byte(`{"b`))); got != `"{\"b"` {
		t.Errorf("text that is no JSON became %s", got)
	}
}

func TestUnredact(t *testing.T) {
	t.Parallel()
	const stored = `{"user":"ada","tenant":"t1","accounts":[{"name":"a","pin":"1"},{"name":"b","pin":"2"}],"vault":{"k":"v"}}`
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
		if diff := cmp.Diff(a, b); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got)\n%s", test.name, err, diff)
		}
	}
}
