package gencode_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/gencode"
)

// TestJoinKey checks that paths are joined as in issues, whatever the key.
func TestJoinKey(t *testing.T) {
	t.Parallel()
	spec := gencode.ObjectSpec{Closed: true}
	for _, key := range []string{"a", "_a1", "größe", "x\u0301", "日本", "", "1a", "a.b", "a b", `a"b`, "a[0]", "a\x00", "~/", "\U0001F600", strings.Repeat("k", 256), strings.Repeat("a.", 300)} {
		got := runtime.JoinKey("", key)
		text, err := json.Marshal(map[string]any{key: 1})
		if err != nil {
			t.Fatal(err)
		}
		err = gencode.DecodeWith(text, func(d *gencode.Decoder) {
			o := gencode.Object{Spec: &spec}
			for d.Next(&o) {
			}
		})
		var invalid *runtime.ValidationError
		if !errors.As(err, &invalid) || invalid.Issues()[0].Field != got {
			t.Errorf("%q is %s, and in an issue %v", key, got, err)
		}
		below := runtime.JoinKey("Lines[2]", key)
		if want := "/Lines/2/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(key); len(key) <= 256 && runtime.Pointer(below) != want {
			t.Errorf("%s leads to %s, want %s", below, runtime.Pointer(below), want)
		}
	}
}
