package show_test

import (
	"testing"

	"github.com/toolgen/toolgen/runtime/internal/show"
)

func TestCut(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ in, want string }{
		{"short", "short"}, {"exactly10!", "exactly10!"}, {"exactly10!!", "exactly10!…"}, {"a\nb\tc\u202ed\x00", "a b c d "},
		{"\xff\xfe", "\uFFFD\uFFFD"}, {"ÄÖÜäöüßéèàç", "ÄÖÜäöüßéèà…"}, {"", ""},
	} {
		if got := show.Cut(test.in, 10); got != test.want {
			t.Errorf("show.Cut(%q) = %q, want %q", test.in, got, test.want)
		}
	}
}

func TestEscaped(t *testing.T) {
	t.Parallel()
	in := "{\n\t\"a\u202eb\": \"\u200b\U000e0041ä\"}"
	if got, want := string(show.Escaped([]byte(in))), "{\n\t\"a\\u202eb\": \"\\u200b\\udb40\\udc41ä\"}"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestCutBytes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ in, want string }{{"abcdef", "abcd…"}, {"abcÄ", "abc…"}, {"abc", "abc"}} {
		if got := show.CutBytes(test.in, 4); got != test.want {
			t.Errorf("CutBytes(%q) = %q, want %q", test.in, got, test.want)
		}
	}
}
