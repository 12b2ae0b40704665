package runtime

import "testing"

// around is a tool that somebody put around a generated one.
type around struct{ *TypedTool[struct{}, RawJSON] }

func (around) Decode([]byte, ...DecodeOption) (any, error) { return nil, nil }

// TestDecodesItself holds that only a generated tool, with handlers or without, is taken to decode with
// what generated code has for its spec.
func TestDecodesItself(t *testing.T) {
	t.Parallel()
	typed := &TypedTool[struct{}, RawJSON]{Untyped: Untyped{Tool: &ToolSpec{Name: "t"}}}
	for _, test := range []struct {
		name string
		tool Tool
		want bool
	}{
		{"generated", typed, true},
		{"with a handler", HandleAny(typed, nil), true},
		{"with two", HandleAny(HandleAny(typed, nil), nil), true},
		{"around it", around{typed}, false},
		{"pointer to what is around it", &around{typed}, false},
		{"around it, with a handler", HandleAny(around{typed}, nil), false},
		{"untyped", &typed.Untyped, false},
		{"none", nil, false},
	} {
		if got := decodesItself(test.tool); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}
