package show_test

import (
	"testing"

	"github.com/toolgen/toolgen/runtime/internal/show"
)

func TestLine(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ in, want string }{
		{"short", "short"}, {"exactly10!", "exactly10!"}, {"exactly10!!", "exactly10!…"}, {"a\nb\tc\u202ed\x00", "a b c d "},
		{"\xff\xfe", "\uFFFD\uFFFD"}, {"ÄÖÜäöüßéèàç", "ÄÖÜäöüßéèà…"}, {"", ""},
	} {
		if got := show.Line(test.in, 10); got != test.want {
			t.Errorf("show.Line(%q) = %q, want %q", test.in, got, test.want)
		}
	}
}

func TestClipBytes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ in, want string }{{"abcdef", "abcd…"}, {"abcÄ", "abc…"}, {"abc", "abc"}} {
		if got := show.ClipBytes(test.in, 4); got != test.want {
			t.Errorf("ClipBytes(%q) = %q, want %q", test.in, got, test.want)
		}
	}
}
