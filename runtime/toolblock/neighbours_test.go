package toolblock_test

import (
	"context"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/toolblock"
)

// TestBlocksAfterABadOneRun checks that an invalid block does not affect others: only a block that may continue in a
// string makes those after it doubtful.
func TestBlocksAfterABadOneRun(t *testing.T) {
	t.Parallel()
	const path = `"path":"a.go"`
	remove := fenced(`{"tool":"delete_file","path":"b.go"}`)
	for _, c := range []struct {
		name, in string
		passed   string // by block: whether it can be run
		doubt    string // the message about a block that may be part of another one
	}{
		{"words after the fence", "```json\n{\"tool\":\"delete_file\"," + path + "}\n```Done.\n" + remove, "yes yes", ""},
		{"the fence after the brace", "```json\n{\"tool\":\"delete_file\"," + path + "}```\nDone.\n\n" + remove, "yes yes", ""},
		{"in a list", "1. Do:\n\n    ```json\n    {\"tool\":\"delete_file\"," + path + "}\n    ```\n\n" + remove, "yes yes", ""},
		{"in a quote", "> ```json\n> {\"tool\":\"write_file\"," + path + ",\n> \"content\":\"x\ny\"}\n> ```\n" + remove, "no yes", ""},
		{"in a quote, a line break in the string", "> ```json\n> {\"tool\":\"write_file\"," + path + ",\n> \"content\":\"x\n> y\"}\n> ```\n" + remove, "yes yes", ""},
		{"two in one fence", "```json\n{\"tool\":\"delete_file\"," + path + "}\n{\"tool\":\"delete_file\",\"path\":\"b.go\"}\n```\n", "yes yes", ""},
		{"one of two is wrong", "```json\n{\"tool\":\"delete_file\"}\n{\"tool\":\"delete_file\",\"path\":\"b.go\"}\n```\n", "no yes", ""},
		{"words after the JSON", "```json\n{\"tool\":\"delete_file\"," + path + "}\nThat is \"it\".\n```\n" + remove, "no yes", ""},
		{"no JSON", "```json\n{\"tool\":\"delete_file\",path: <path>}\n```\n" + remove, "no yes", ""},
		{"no end", "```json\n{\"tool\":\"delete_file\",\n" + remove, "no yes", ""},
		{"no closing fence", "```json\n{\"tool\":\"delete_file\"," + path + "}\n" + remove, "yes yes", ""},
		{"in the place of a value", "```json\n{\"tool\":\"write_file\"," + path + ",\"content\":\n" + remove + remove, "no no yes", "where a value was expected"},
		{"in a template literal", "```json\n{\"tool\":\"write_file\"," + path + ",\"content\":`x\n" + remove + "`}\n```\n", "no no", "within a string"},
		{"in a string", "```json\n{\"tool\":\"write_file\"," + path + ",\"content\":\"say \"x\n" + remove + remove, "no no no", "within a string"},
		{"in a thought", "<think>\n" + remove + "</think>\n" + remove, "yes", ""},
	} {
		list := events(processor(t), c.in)
		var passed []string
		doubt := ""
		for _, b := range blocks(list) {
			passed = append(passed, map[bool]string{true: "yes", false: "no"}[b.ValidationPassed])
			for _, issue := range b.Issues {
				if strings.Contains(issue.Message, "a block before this one broke off") {
					doubt = issue.Message
				}
			}
		}
		if got := strings.Join(passed, " "); got != c.passed {
			t.Errorf("%s: got %s, want %s\n%s", c.name, got, c.passed, lines(t, list))
		}
		if (doubt != "") != (c.doubt != "") || !strings.Contains(doubt, c.doubt) {
			t.Errorf("%s: it is said that %q", c.name, doubt)
		}
		if original(list) != c.in {
			t.Errorf("%s: of %q came %q", c.name, c.in, original(list))
		}
		size := 0
		if got := lines(t, events(processor(t), cut(c.in, func() int { size = size%7 + 1; return size })...)); got != lines(t, list) {
			t.Errorf("%s, in pieces:\n%s", c.name, got)
		}
	}
}

// TestTextIsPrompt checks that text is passed on with the piece that contains it, unless it may open a block.
func TestTextIsPrompt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, held string }{
		{"Hello", ""},
		{"Hello\n- a list", ""},
		{"12 items", ""},
		{"`code`", ""},
		{"\n> quote", ""},
		{"a\n- `", "- `"},
		{"a\n> 12) ``", "> 12) ``"},
		{"a\n```js", "```js"},
		{"a\n```go", ""},
		{"```go\n`", ""},
		{"<think>\nI `", ""},
		{"```json\n[1, ", ""},
		{"```json\n{\"a\":\"" + strings.Repeat("x", 512), ""},
		{"```json\n[1]\n``", "``"},
		{"```json\n[1]```x", ""},
	} {
		var out strings.Builder
		s := processor(t).Stream(func(e toolblock.Event) { out.WriteString(e.(toolblock.TextEvent).Text) })
		for i := range len(c.in) {
			if err := s.Feed(context.Background(), c.in[i:i+1]); err != nil {
				t.Fatal(err)
			}
		}
		if held := strings.TrimPrefix(c.in, out.String()); held != c.held {
			t.Errorf("of %.40q is held %q, want %q", c.in, held, c.held)
		}
	}
}
