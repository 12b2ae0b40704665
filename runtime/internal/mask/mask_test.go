package mask

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/show"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
)

func TestMask(t *testing.T) {
	t.Parallel()
	spec := &runtime.ToolSpec{FullSchema: `{"type":"object","properties":{"Pin":{"x-toolgen":{"sensitive":true}},"Deep":{"type":"object","properties":{"Secret":{"x-toolgen":{"sensitive":true}}}},"Odd":{"type":"object","properties":{"a.b":{"x-toolgen":{"sensitive":true}}}},"List":{"type":"array","items":{"x-toolgen":{"sensitive":true}}},"Plain":{}}}`}
	m := New(spec, []byte(`{"Pin":"abc","Deep":{"Secret":{"A":"hunter2","B":[12345,"hunter2-long"]}},"Odd":{"a.b":"odd value"},"List":["l1","list two"],"Plain":"plain"}`))
	tests := []struct{ name, result, want string }{
		{"keys in any case", `{"PIN":1,"secret":{"x":1},"a.b":"x","Plain":"plain"}`, `{"PIN":"•••","Plain":"plain","a.b":"•••","secret":"•••"}`},
		{"values within text", `["hunter2","the hunter2.","hunter2-long","12345","is 12345",12345,"list two","odd value"]`, `["•••","the •••.","•••","•••","is •••","•••","•••","•••"]`},
		{"short values as a whole only", `["abc","abcd","l1","l12"]`, `["•••","abcd","•••","l12"]`},
		{"keys of other objects", `{"by":{"hunter2":1,"the hunter2-long":2,"plain":3}}`, `{"by":{"plain":3,"the •••":2,"•••":1}}`},
		{"keys that are hidden alike", `{"by":{"hunter2":1,"odd value":2,"list two":3}}`, `{"by":{"•••":1,"••••••":3,"•••••••••":2}}`},
		{"a value that was cut", `["is hunt…","is odd va… and","is hun…","hunter2-lo…","is list two…"]`, `["is •••…","is •••… and","is hun…","•••…","is •••…"]`},
		{"null stays", `{"Pin":null}`, `{"Pin":null}`},
		{"scalars", `"hunter2"`, `"•••"`},
		{"nothing", ``, `null`},
		{"no JSON", `{"x":`, `"•••"`},
		{"numbers stay as they are", `{"n":1e400,"m":0.10}`, `{"m":0.10,"n":1e400}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := testdiff.Diff(test.want, string(m.Result([]byte(test.result)))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if none := New(&runtime.ToolSpec{FullSchema: `{"type":"object","properties":{"Pin":{}}}`}, []byte(`{"Pin":"x"}`)); none != nil {
		t.Error("a mask without a sensitive field")
	}
	var none *Mask
	if got := string(none.Result([]byte(`{"b":1, "a":2}`))); got != `{"b":1, "a":2}` {
		t.Errorf("got %s", got)
	}
	if got := string(none.Result([]byte(`"` + strings.Repeat("x", maxShown) + `"`))); got != `{"omitted_bytes":65538}` {
		t.Errorf("got %.80s", got)
	}
}

// TestMaskKeys checks that keys in a sensitive object are values unless the tool declares them.
func TestMaskKeys(t *testing.T) {
	t.Parallel()
	spec := &runtime.ToolSpec{FullSchema: `{"type":"object","properties":{"Wallet":{"x-toolgen":{"sensitive":true},"type":"object","properties":{"Number":{}}}}}`}
	m := New(spec, []byte(`{"Wallet":{"Number":1,"hunter2":[{"hunter3":2}]}}`))
	if got, want := string(m.Result([]byte(`{"text":"Number hunter2, hunter3","hunter3":5}`))), `{"text":"Number •••, •••","•••":5}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestMaskForms finds values in the encodings that text may use.
func TestMaskForms(t *testing.T) {
	t.Parallel()
	spec := &runtime.ToolSpec{FullSchema: `{"type":"object","properties":{"Pin":{"x-toolgen":{"sensitive":true}}}}`}
	for _, secret := range []string{"line one\nline two", "a\tb\tc", `quo"te\d`, "<secret&key>", "sécrèt\u200bword"} {
		args, _ := json.Marshal(map[string]string{"Pin": secret})
		html, _ := json.Marshal(secret)
		m := New(spec, args)
		for name, form := range map[string]string{
			"as it is": secret, "JSON": strings.Trim(string(show.JSON(secret)), `"`), "JSON for pages": string(html[1 : len(html)-1]),
			"Go": strings.Trim(strconv.Quote(secret), `"`), "one line": show.Line(secret, 400),
		} {
			if got := m.Text("it is " + form + "."); got != "it is •••." {
				t.Errorf("%q, %s: %q", secret, name, got)
			}
		}
	}
}
