package gencode

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// oddKeys has values for keys that JSON must escape, and for one that it need not.
type oddKeys struct{ quote, backslash, plain int64 }

var oddKeysObject = ObjectSpec{Keys: []string{`a"b`, `c\nd`, "plain"}, Closed: true}

func (v *oddKeys) decode(d *Decoder) {
	o := Object{Spec: &oddKeysObject}
	for d.Next(&o) {
		switch o.Index {
		case 0:
			d.Int64(&v.quote)
		case 1:
			d.Int64(&v.backslash)
		case 2:
			d.Int64(&v.plain)
		}
	}
}

// TestKeysWithEscapes checks that keys are compared by their decoded text.
func TestKeysWithEscapes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"a\"b":1,"c\\nd":2,"plain":3}`:                   "",
		`{"\u0061\u0022b":1,"c\u005cnd":2,"\u0070lain":3}`: "",
		`{"plain":3,"c\\nd":2,"a\"b":1}`:                   "",
		`{"a"b":1,"c\\nd":2,"plain":3}`:                    "json",
		`{"a\"b":1,"c\nd":2,"plain":3}`:                    "additionalProperties",
	} {
		v, err := Decode([]byte(text), (*oddKeys).decode)
		switch {
		case want == "" && (err != nil || *v != oddKeys{1, 2, 3}):
			t.Errorf("%s: %v, error %v", text, v, err)
		case want != "" && err == nil:
			t.Errorf("%s: no %s issue", text, want)
		case want != "" && err.(*runtime.ValidationError).Issues()[0].Constraint != want:
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

type oneKey struct {
	spec *ObjectSpec
	seen bool
}

// TestKeysOfEveryLength checks that a key matches one of the schema only if all bytes are equal, whatever its length.
func TestKeysOfEveryLength(t *testing.T) {
	t.Parallel()
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKL"
	for n := range len(letters) + 1 {
		spec := &ObjectSpec{Keys: []string{letters[:n]}}
		seen := func(key string) bool {
			text, _ := json.Marshal(map[string]int{key: 1})
			v := oneKey{spec: spec}
			err := DecodeWith(text, func(d *Decoder) {
				o := Object{Spec: v.spec}
				for d.Next(&o) {
					v.seen = true
					d.Skip()
				}
			})
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			return v.seen
		}
		if !seen(letters[:n]) {
			t.Errorf("%q is not found", letters[:n])
		}
		for i := range n {
			if other := letters[:i] + "_" + letters[i+1:n]; seen(other) {
				t.Errorf("%q is taken for %q", other, letters[:n])
			}
		}
		for _, other := range []string{letters[:n] + "_", strings.Repeat("_", n+1), letters[:max(n-1, 0)]} {
			if n > 0 && seen(other) {
				t.Errorf("%q is taken for %q", other, letters[:n])
			}
		}
	}
}
