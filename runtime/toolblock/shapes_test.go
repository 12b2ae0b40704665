package toolblock

import (
	"fmt"
	"strings"
	"testing"
)

// calls are the values of the members that are called tool, with what kind of block they are in.
func calls(notes []string) (list []string) {
	name := ""
	for _, note := range notes {
		switch kind, text, _ := strings.Cut(note, ":"); kind {
		case "open":
			name = "?"
		case "member":
			if v, ok := strings.CutPrefix(text, "tool="); ok {
				name = v
			}
		case "block", "cut", "truncated":
			if kind != "block" {
				name += " " + kind
			}
			list = append(list, name)
		}
	}
	return list
}

// TestShapesOfFences holds for the ways in which models write fences which calls are found, that no byte is
// lost, and that it does not matter how the text is cut.
func TestShapesOfFences(t *testing.T) {
	t.Parallel()
	const a, b = `{"tool":"a","path":"p"}`, `{"tool":"b","path":"q"}`
	second := "\n\n```json\n" + b + "\n```\n"
	for _, c := range []struct {
		name, in string
		want     string // the calls
	}{
		// Behind the closing fence.
		{"words", "```json\n" + a + "\n```Done." + second, "a, b"},
		{"words after a blank", "```json\n" + a + "\n``` Done." + second, "a, b"},
		{"words, a brace missing", "```json\n{\"tool\":\"a\",\"path\":\"p\"\n```Done." + second, "a, b"},
		{"another fence", "```json\n" + a + "\n``````json\n" + b + "\n```\n", "a, b"},
		{"another fence after a blank", "```json\n" + a + "\n``` ```json\n" + b + "\n```\n", "a, b"},
		{"another fence, in capitals", "```json\r\n" + a + "\r\n``````JSON\r\n" + b + "\r\n```\r\n", "a, b"},
		{"a word like json", "```json\n" + a + "\n``````jsonx\n" + second, "a, b"},
		{"more backticks", "```json\n" + a + "\n`````\n" + second, "a, b"},
		{"words at the end", "```json\n" + a + "\n```js", "a"},
		{"no closing fence, but the next one", "```json\n" + a + "\n```json\n" + b + "\n```\n", "a, b"},
		{"longer fences", "````json\n" + a + "\n````````json\n" + b + "\n`````\nx", "a, b"},

		// Behind the brace.
		{"after the brace", "```json\n" + a + "```" + second, "a, b"},
		{"after the brace, with words", "```json\n" + a + "```Done." + second, "a, b"},
		{"after the brace and a blank", "```json\n" + a + " ``` " + second, "a, b"},
		{"after the brace, with another fence", "```json\n" + a + "``````json\n" + b + "```", "a, b"},
		{"after the brace, the next one", "```json\n" + a + "```json\n" + b + "\n```", "a, b"},
		{"after the brace, crlf", "```json\r\n" + a + "```\r\nDone.\r\n```json\r\n" + b + "\r\n```\r\n", "a, b"},
		{"after the brace of harmless JSON", "```json\n{\"x\":1}```" + second, "b"},
		{"after the bracket of harmless JSON", "```json\n[1]```Done." + second, "b"},

		{"indented as code", "```json\n" + a + "\n    ```\n" + second, "a, b"},
		{"indented as code, in an item", "- ```json\n  " + a + "\n\t  ```\n" + second, "a, b"},

		// In containers.
		{"list", "1. First do this:\n\n    ```json\n    " + a + "\n    ```\n\n2. then" + second, "a, b"},
		{"bullet", "- ```json\n  " + a + "\n  ```\n- x" + second, "a, b"},
		{"bullet, not indented", "- ```json\n" + a + "\n```\n" + second, "a, b"},
		{"nested bullets", "- x\n  - y\n    - ```json\n      " + a + "\n      ```\n" + second, "a, b"},
		{"markers in one line", "1. - * ```json\n       " + a + "\n       ```" + second, "a, b"},
		{"item of many digits", "123456789) ```json\n           " + a + "\n           ```" + second, "a, b"},
		{"no item", "1234567890) x\n            ```json\n            " + a + "\n            ```" + second, "b"},
		{"indented code in an item", "- x\n\n      ```json\n      " + a + "\n      ```\n" + second, "b"},
		{"indented code after a marker", "-     ```json\n" + a + second, "b"},
		{"an item that goes on lazily", "1. x\ny\n    ```json\n    " + a + "\n    ```" + second, "a, b"},
		{"an item of digits that goes on lazily", "1. 12\ny\n    ```json\n    " + a + "\n    ```" + second, "a, b"},
		{"an item that has ended", "1. x\n\ny\n\n    ```json\n    " + a + "\n    ```" + second, "b"},
		{"tabs", "-\t```json\n\t" + a + "\n\t```" + second, "a, b"},
		{"item that begins with a blank line", "-\n  ```json\n  " + a + "\n  ```" + second, "a, b"},
		{"quote", "> ```json\n> " + a + "\n> ```\n" + second, "a, b"},
		{"quote without blanks", ">```json\n>" + a + "\n>```" + second, "a, b"},
		{"quote, crlf", "> ```json\r\n> {\r\n> \"tool\":\"a\"}\r\n> ```\r\n" + second, "a, b"},
		{"quote in a list", "- > ```json\n  > " + a + "\n  > ```" + second, "a, b"},
		{"list in a quote", "> 1. x\n>\n>    ```json\n>    " + a + "\n>    ```" + second, "a, b"},
		{"quote that ends", "> ```json\n> " + a + "\nDone." + second, "a, b"},
		{"quote that ends in the middle", "> ```json\n> {\"tool\":\"a\",\nDone." + second, "a cut, b"},
		{"quote that ends with a blank line", "> ```json\n> " + a + second, "a, b"},
		{"item that ends", "- ```json\n  " + a + "\n\nDone." + second, "a, b"},
		{"another fence in an item that ends", "- ```go\n  x\n\nDone." + second, "b"},
		{"another fence in a quote that ends", "> ```go\n> x" + second, "b"},
		{"a fence right where an item ends", "- ```go\n  x\n```json\n" + b + "\n```", "b"},

		// Bad and harmless ones in front.
		{"words after the JSON", "```json\n" + a + "\nThat is it.\n```json\n" + b + "\n```", "a cut, b"},
		{"not JSON", "```json\n{\"tool\":\"a\", path: @}\n```json\n" + b + "\n```", "a cut, b"},
		{"not JSON, after the brace", "```json\n{\"tool\":\"a\", path: @}```" + second, "a cut, b"},
		{"a value missing", "```json\n{\"tool\":\"a\",\"path\":\n```json\n" + b + "\n```", "a cut, b"},
		{"in the middle", "```json\n{\"tool\":\"a\",\n```json\n" + b + "\n```", "a cut, b"},
		{"a quote missing", "```json\n{\"tool\":\"a\",\"path\":\"p}\n```json\n" + b + "\n```", "a cut, b"},
		{"harmless", "```json\n{\"x\":1}\nwords\n```json\n" + b + "\n```", "b"},
		{"harmless, not JSON", "```json\n{\"x\": ...}\n```json\n" + b + "\n```", "b"},
		{"harmless, a quote missing", "```json\n{\"x\":\"y}\n```" + second, "b"},
		{"harmless, long", "```json\n{\"x\":\"" + strings.Repeat("y", 200) + "\"}```" + second, "b"},

		// Several in one fence.
		{"two", "```json\n" + a + "\n" + b + "\n```\nx", "a, b"},
		{"two in one line", "```json\n" + a + b + "```x", "a, b"},
		{"two with a comma", "```json\n" + a + ",\n" + b + "\n```", "a, b"},
		{"two with a comment", "```json\n" + a + " // and\n" + b + "\n```", "a, b"},
		{"a harmless one first", "```json\n{\"x\":1}\n" + b + "\n```", "b"},
		{"a harmless one between", "```json\n" + a + "\n{\"x\":1}\n" + b + "\n```", "a, b"},
		{"two, the second broken", "```json\n" + a + "\n{\"tool\":\"b\",\n```", "a, b cut"},
		{"two in a quote", "> ```json\n> " + a + "\n> " + b + "\n> ```", "a, b"},
		{"two in a doubled fence", "```json\n```json\n" + a + "\n" + b + "\n```\n```\n" + second, "a, b, b"},

		// Thoughts.
		{"think", "<think>\n```json\n" + a + "\n```\n</think>" + second, "b"},
		{"thinking", "<thinking>I might.\n\n```json\n" + a + "\n```\nor not.</thinking>" + second, "b"},
		{"reasoning, in capitals", "  <REASONING>\n```json\n" + a + "\n```\n</Reasoning>\n" + second, "b"},
		{"with attributes", "<think budget=\"9\">\n```json\n" + a + "\n```\n</think>" + second, "b"},
		{"in one line", "<think>No.</think>" + second, "b"},
		{"unclosed", "<think>\n```json\n" + a + "\n```" + second, ""},
		{"another closing tag", "<think>\n</thinking>" + second, ""},
		{"closed in code only", "<think>\nsay `</think>`" + second, ""},
		{"closed after a lone backtick", "<think>\na ` b </think>" + second, "b"},
		{"closed in a fence", "<think>\n```xml\n</think>\n```" + second, ""},
		{"closed in a JSON fence", "<think>\n```json\n" + a + "\n</think>" + second, "b"},
		{"within a line", "I <think> so." + second, "b"},
		{"in code", "`<think>`" + second, "b"},
		{"in indented code", "    <think>" + second, "b"},
		{"in a fence", "```xml\n<think>\n```" + second, "b"},
		{"another element", "<thinker>" + second, "b"},
		{"closing only", "</think>" + second, "b"},
		{"in a list", "- <think>" + second, "b"},
		{"two thoughts", "<think>\nx\n</think>\n<think>\n```json\n" + a + "\n```\n</think>" + second, "b"},
		{"several in a thought", "<think>\n```json\n" + a + "\n" + a + "```x\n</think>" + second, "b"},
	} {
		whole := scanPieces(256, c.in)
		if got := strings.Join(calls(whole), ", "); got != c.want {
			t.Errorf("%s: got %s, want %s:\n%q", c.name, got, c.want, whole)
		}
		if got := scanned(whole); got != c.in {
			t.Errorf("%s: of %q came %q", c.name, c.in, got)
		}
		want := fmt.Sprintf("%q", whole)
		var single []string
		for i := range len(c.in) {
			single = append(single, c.in[i:i+1])
			if got := fmt.Sprintf("%q", scanPieces(256, c.in[:i], c.in[i:])); got != want {
				t.Errorf("%s, cut at %d:\n got %s\nwant %s", c.name, i, got, want)
			}
		}
		if got := fmt.Sprintf("%q", scanPieces(256, single...)); got != want {
			t.Errorf("%s, by byte:\n got %s\nwant %s", c.name, got, want)
		}
	}
}

// scanned puts together what came out.
func scanned(notes []string) string {
	var b strings.Builder
	for _, note := range notes {
		switch kind, text, _ := strings.Cut(note, ":"); kind {
		case "text", "block", "cut", "truncated":
			b.WriteString(text)
		}
	}
	return b.String()
}

// TestJSONInContainers checks that the markers of containers are not part of the JSON, and that a corrected
// block has them.
func TestJSONInContainers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, json, with string }{
		{"> ```json\n> {\"tool\":\"a\",\n>  \"x\":\"y\nz\n", "", ""},
		{"> ```json\n> {\"tool\":\"a\",\n>  \"x\":\"y\n> z\"}\n> ```\n", "{\"tool\":\"a\",\n \"x\":\"y\nz\"}", "> ```json\n> {\n> }\n> ```"},
		{"1. ```json\n   {\"tool\":\"a\",\"x\":\"y\n    z\"}\n   ```\n", "{\"tool\":\"a\",\"x\":\"y\n z\"}", "```json\n   {\n   }\n   ```"},
		{"```json\n\n {\"tool\":\"a\"} \n\n```\n", `{"tool":"a"}`, "```json\n\n {\n} \n\n```"},
		{"```json\n{\"tool\":\"a\"}```\n", `{"tool":"a"}`, "```json\n{\n}```"},
	} {
		var got []found
		s := scanner{sink: blockCollector{&got}, blockRules: blockRules{256, 64, familiarInTests}}
		s.feed(c.in)
		s.end()
		if c.json == "" {
			continue
		}
		if len(got) != 1 {
			t.Errorf("%q: %d blocks", c.in, len(got))
			continue
		}
		if json := string(got[0].json()); json != c.json {
			t.Errorf("%q: the JSON is %q", c.in, json)
		}
		if with := got[0].with([]byte("{\n}\n")); !strings.HasSuffix(with, c.with) {
			t.Errorf("%q: corrected %q, want %q", c.in, with, c.with)
		}
	}
}

// blockCollector keeps the blocks, which is safe for as long as nothing follows.
type blockCollector struct{ all *[]found }

func (blockCollector) text(string)        {}
func (blockCollector) open() bool         { return true }
func (blockCollector) member(_, _ string) {}
func (blockCollector) overflow()          {}
func (b blockCollector) close(f found) {
	f.text = append([]byte(nil), f.text...)
	*b.all = append(*b.all, f)
}
