package runtime

import (
	"encoding/json"
	"testing"
)

// A NullablePointer is absent, null or a value, like a Nullable, and can be recursive.
func TestNullablePointer(t *testing.T) {
	t.Parallel()
	type node struct {
		Next NullablePointer[node2] `json:"next,omitzero"`
	}
	for text, want := range map[string]struct{ zero, null, value bool }{
		`{}`: {zero: true}, `{"next":null}`: {null: true}, `{"next":{"v":1}}`: {value: true},
	} {
		var n node
		if err := json.Unmarshal([]byte(text), &n); err != nil {
			t.Fatal(err)
		}
		v, ok := n.Next.Get()
		if n.Next.IsZero() != want.zero || n.Next.IsNull() != want.null || ok != want.value || (n.Next.Value() != nil) != want.value || want.value && v.V != 1 {
			t.Errorf("%s: absent %t, null %t, value %t", text, n.Next.IsZero(), n.Next.IsNull(), ok)
		}
		if got := n.Next.Or(node2{V: 7}).V; want.zero && got != 7 || want.null && got != 0 || want.value && got != 1 {
			t.Errorf("%s: with default 7 it is %d", text, got)
		}
		if out, err := json.Marshal(n); err != nil || string(out) != text {
			t.Errorf("%s became %s, %v", text, out, err)
		}
	}
	one := ValuePointerOf(node2{V: 1})
	two := one
	two.Set().V = 2
	if one.Value().V != 1 || two.IsNull() || !NullPointerOf[node2]().IsNull() {
		t.Errorf("setting a copy changed the original to %v", one.Value())
	}
	two.SetNull()
	if _, ok := two.Get(); ok || !two.IsNull() {
		t.Error("it has a value after being set to null")
	}
}

type node2 struct {
	V    int                    `json:"v"`
	Next NullablePointer[node2] `json:"next,omitzero"`
}
