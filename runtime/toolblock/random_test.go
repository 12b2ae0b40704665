package toolblock_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/toolblock"
)

// scraps are what random texts are made of: all that opens, closes, breaks or looks like a tool block.
var scraps = []string{
	"```json\n", "```json\r\n", "````json\n", "~~~json\n", "```\n", "```", "````\n", "\n", "\r\n", "\r", "~~~\n", "   ```json\n", "    ```json\n", " ```\n", "```JSON x\n", "```js\n", "`", "``",
	`{"tool":"write_file","path":"a.go","content":"`, `{"tool":"edit_file","path":"q","search_replace":{"old_string":"a","new_string":"`, `"}}`, `"}`,
	`{"tool":"delete_file","path":"b"}`, `{"path":"c","tool":"delete_file"}`, `{"tool":"nix"}`, `{"a":1}`, `"tool":"delete_file"`, `"path":"p"`, `"n":1,`,
	"```json\n{\"tool\":\"delete_file\",\"path\":\"z\"}\n```\n", "```json\n{\"path\":\"z\",\"tool\":\"delete_file\"}\n```\n", "```json\n\"{\\\"tool\\\":\\\"delete_file\\\",\\\"path\\\":\\\"b\\\"}\"\n```\n",
	`"`, "'", "\\", `\"`, `\n`, "{", "}", "[", "]", ":", ",", "null", "// c\n", "# c\n", "/* ", " */", "<pre>\n", "</pre>\n", "<!--", "-->",
	"> ", ">", "- ", "1. ", "12) ", "  ", "    ", "-\t", "- ```json\n", "> ```json\n> ", "\n> ", "\n  ", "``````json\n", "```Done.\n", "}```\n", "{\"tool\":\"delete_file\",\"path\":\"b\"}```", "\n\n",
	"<think>", "</think>", "<think>\n", "</think>\n", "<reasoning>\n", "</reasoning>",
	"x", "text and more. ", "é", "日本", "\xff", "\x00", "\u2028", " ", "\t",
}

// TestRandomTexts checks for random texts that the events do not depend on how they are
// cut, that nothing of them is lost, and that a block can be run if it has passed, and only then.
func TestRandomTexts(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	same := toolblock.WithCorrector(toolblock.CorrectorFunc(func(context.Context, toolblock.Prompt) (string, error) {
		return `{"tool":"delete_file","path":"b"}`, nil
	}))
	processors := []*toolblock.Processor{
		processor(t), processor(t, same), processor(t, toolblock.WithMaxBlockBytes(100), toolblock.WithMaxBlocks(1)),
	}
	passed := 0
	for range 12000 {
		var b strings.Builder
		for range 1 + r.IntN(40) {
			b.WriteString(scraps[r.IntN(len(scraps))])
		}
		text := b.String()
		p := processors[r.IntN(len(processors))]
		whole := events(p, text)
		if got := original(whole); got != text {
			t.Fatalf("of %q came %q", text, got)
		}
		want := lines(t, whole)
		pieces := cut(text, func() int { return 1 + r.IntN(20) })
		if got := lines(t, events(p, pieces...)); got != want {
			t.Fatalf("%q in pieces %q:\n%s\nwant\n%s", text, pieces, got, want)
		}
		s := p.Stream(func(toolblock.Event) {})
		if err := s.Feed(t.Context(), text); err != nil {
			t.Fatal(err)
		}
		if err := s.End(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, block := range blocks(whole) {
			if _, ok := s.Begin(block.ID); ok != block.ValidationPassed {
				t.Fatalf("of %q, the block %s can be begun: %t", text, block.ID, ok)
			}
			if block.ValidationPassed {
				passed++
			}
		}
	}
	if passed < 100 {
		t.Errorf("only %d blocks have passed", passed)
	}
}
