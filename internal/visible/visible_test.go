package visible_test

import (
	"encoding/json"
	"testing"

	"github.com/toolgen/toolgen/internal/visible"
)

// Text that reorders its context or is invisible is escaped; other scripts are kept.
func TestHiddenCharactersAreShown(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a\u202eb": `a\u202eb`, "\u2066x\u2069": `\u2066x\u2069`, "zero\u200bwidth": `zero\u200bwidth`, "\ufeffmark": `\ufeffmark`,
		"\u2028": `\u2028`, "tag\U000e0041": `tag\U000e0041`, "\x1b[31m\r\n": `\u001b[31m\u000d\u000a`, "\u0085": `\u0085`,
		"filler\u3164": `filler\u3164`, "8 bits\x9b31m": `8 bits\ufffd31m`,
		"größer 工具 дела ü �": "größer 工具 дела ü �",
	} {
		if got := visible.Text(text); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
	if got, want := visible.Lines("a\nb\u202e"), "a\nb\\u202e"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// JSON keeps its meaning and its lines.
func TestJSONStaysTheSame(t *testing.T) {
	t.Parallel()
	const text = "a\u202eb\x7f\u009b31m \U000e0041 工具\t\n\\"
	encoded, err := json.MarshalIndent(map[string]string{text: text}, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	shown := visible.JSON(encoded)
	const want = `a\u202eb\u007f\u009b31m \udb40\udc41 工具\t\n\\`
	if got := string(shown); got != "{\n \""+want+"\": \""+want+"\"\n}" {
		t.Errorf("got %s", got)
	}
	var back map[string]string
	if err := json.Unmarshal(shown, &back); err != nil || back[text] != text {
		t.Errorf("decoded: %q, %v", back, err)
	}
}
