package show

import "testing"

func TestEscaped(t *testing.T) {
	t.Parallel()
	in := "{\n\t\"a\u202eb\": \"\u200b\U000e0041ä\"}"
	if got, want := string(Escaped([]byte(in))), "{\n\t\"a\\u202eb\": \"\\u200b\\udb40\\udc41ä\"}"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
