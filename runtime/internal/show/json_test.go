package show

import (
	"encoding/json"
	"testing"
)

func TestUnescaped(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`"<>&"`, `"\\u003c"`, `"a\\\u003c"`, `"\u00e9\n\""`, `["<",{"a&b":">"}]`, `"\\"`, `5`} {
		var v any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		escaped, _ := json.Marshal(json.RawMessage(text))
		if got := string(Unescaped(escaped)); !json.Valid([]byte(got)) || got != text && text != `"a\\\u003c"` {
			t.Errorf("%s became %s", text, got)
		}
	}
	for in, want := range map[string]string{`"\u003c\u003e\u0026"`: `"<>&"`, `"\\u003c"`: `"\\u003c"`, `"\`: `"\`, `"\u003`: `"\u003`, ``: ``} {
		if got := string(Unescaped([]byte(in))); got != want {
			t.Errorf("%s became %s, want %s", in, got, want)
		}
	}
}

func TestEscaped(t *testing.T) {
	t.Parallel()
	in := "{\n\t\"a\u202eb\": \"\u200b\U000e0041ä\"}"
	if got, want := string(Escaped([]byte(in))), "{\n\t\"a\\u202eb\": \"\\u200b\\udb40\\udc41ä\"}"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
