package toolblock

import (
	"fmt"
	"strings"
	"testing"
)

// recorder is a sink that notes what it gets, texts joined.
type recorder struct{ out []string }

func (r *recorder) note(kind, s string) {
	if n := len(r.out) - 1; kind == "text" && n >= 0 && strings.HasPrefix(r.out[n], "text:") {
		r.out[n] += s
		return
	}
	r.out = append(r.out, kind+":"+s)
}
func (r *recorder) text(s string)            { r.note("text", s) }
func (r *recorder) open() bool               { r.note("open", ""); return true }
func (r *recorder) member(key, value string) { r.note("member", key+"="+value) }
func (r *recorder) overflow()                { r.note("overflow", "") }
func (r *recorder) close(f found) {
	kind := "block"
	if f.cut {
		kind = "cut"
	}
	if f.truncated {
		kind = "truncated"
	}
	r.note(kind, string(f.text))
}

func familiarInTests(key string) bool { return key == "path" || key == "content" }

func scanPieces(limit int, pieces ...string) []string {
	var r recorder
	s := scanner{sink: &r, blockRules: blockRules{limit, 64, familiarInTests}}
	for _, piece := range pieces {
		s.feed(piece)
	}
	s.end()
	return r.out
}

func TestScan(t *testing.T) {
	const call = `{"tool":"write_file","path":"a"}`
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"text", "Hello\nworld", []string{"text:Hello\nworld"}},
		{"block", "a\n```json\n" + call + "\n```\nb", []string{"text:a\n", "open:", "member:tool=write_file", "member:path=a", "block:```json\n" + call + "\n```", "text:\nb"}},
		{"block at the end", "```json\n" + call + "\n```", []string{"open:", "member:tool=write_file", "member:path=a", "block:```json\n" + call + "\n```"}},
		{"crlf", "```json\r\n" + call + "\r\n```\r\nb", []string{"open:", "member:tool=write_file", "member:path=a", "block:```json\r\n" + call + "\r\n```", "text:\r\nb"}},
		{"indented", "   ```JSON x\n" + call + "\n  ```  \n", []string{"open:", "member:tool=write_file", "member:path=a", "block:   ```JSON x\n" + call + "\n  ```  ", "text:\n"}},
		{"indented code", "    ```json\n    " + call + "\n    ```\n", []string{"text:    ```json\n    " + call + "\n    ```\n"}},
		{"four", "````json\n" + call + "\n```\n````\n", []string{"open:", "member:tool=write_file", "member:path=a", "cut:````json\n" + call + "\n```\n````", "text:\n"}},
		{"longer closing", "```json\n" + call + "\n`````\n", []string{"open:", "member:tool=write_file", "member:path=a", "block:```json\n" + call + "\n`````", "text:\n"}},
		{"go", "```go\n```json\n" + call + "\n```\nx", []string{"text:```go\n```json\n" + call + "\n```\nx"}},
		{"tildes", "~~~\n```json\n" + call + "\n```\n~~~\nx", []string{"text:~~~\n```json\n" + call + "\n```\n~~~\nx"}},
		{"tildes json", "~~~json\n" + call + "\n~~~\n", []string{"text:~~~json\n" + call + "\n~~~\n"}},
		{"json5", "```json5\n" + call + "\n```\n", []string{"text:```json5\n" + call + "\n```\n"}},
		{"inline", "`" + call + "` and ```json " + call + "```\n", []string{"text:`" + call + "` and ```json " + call + "```\n"}},
		{"inline at line start", "```json " + call + "```\nx", []string{"text:```json " + call + "```\nx"}},
		{"ordinary", "```json\n{\"name\": \"tool\", \"x\": {\"tool\": 1}}\n```\nx", []string{"text:```json\n{\"name\": \"tool\", \"x\": {\"tool\": 1}}\n```\nx"}},
		{"array", "```json\n[" + call + "]\n```\nx", []string{"text:```json\n[" + call + "]\n```\nx"}},
		{"empty", "```json\n```\nx", []string{"text:```json\n```\nx"}},
		{"other order", "```json\n{\"path\": \"a\", \"tool\": \"b\"}\n```\nx", []string{"open:", "member:path=a", "member:tool=b", "block:```json\n{\"path\": \"a\", \"tool\": \"b\"}\n```", "text:\nx"}},
		{"thought first", "```json\n{\"thought\": \"a\", \"tool\": \"b\"}\n```\nx", []string{"open:", "member:thought=a", "member:tool=b", "block:```json\n{\"thought\": \"a\", \"tool\": \"b\"}\n```", "text:\nx"}},
		{"raw fence in string", "```json\n{\"tool\":\"w\",\"content\":\"# T\n```\nls\n```\n\"}\n```\nx", []string{"open:", "member:tool=w", "block:```json\n{\"tool\":\"w\",\"content\":\"# T\n```\nls\n```\n\"}\n```", "text:\nx"}},
		{"quote missing", "```json\n{\"tool\":\"w\",\"path\":\"a}\n```\nHe said \"no\".", []string{"open:", "member:tool=w", "cut:```json\n{\"tool\":\"w\",\"path\":\"a}\n```", "text:\nHe said \"no\"."}},
		{"quote missing at the end", "```json\n{\"tool\":\"w\",\"path\":\"a}\n```\nfin", []string{"open:", "member:tool=w", "truncated:```json\n{\"tool\":\"w\",\"path\":\"a}\n```", "text:\nfin"}},
		{"quotes inside", "```json\n{\"tool\":\"w\",\"content\":\"say \"hi\"\n```sh\nls }\n```\n\"}", []string{"open:", "member:tool=w", "member:content=say ", "cut:```json\n{\"tool\":\"w\",\"content\":\"say \"hi\"\n```sh\nls }\n```", "text:\n\"}"}},
		{"brace missing", "```json\n{\"tool\":\"w\",\"path\":\"a\"\n```", []string{"open:", "member:tool=w", "member:path=a", "block:```json\n{\"tool\":\"w\",\"path\":\"a\"\n```"}},
		{"value missing", "```json\n{\"tool\":\"w\",\"path\":\n```", []string{"open:", "member:tool=w", "cut:```json\n{\"tool\":\"w\",\"path\":\n```"}},
		{"truncated", "x\n```json\n{\"tool\":\"w\",\"pa", []string{"text:x\n", "open:", "member:tool=w", "truncated:```json\n{\"tool\":\"w\",\"pa"}},
		{"truncated before", "x\n```json\n{\"to", []string{"text:x\n```json\n{\"to"}},
		{"word keys", "```json\n{tool: 'w', path: \"a\"}\n```", []string{"open:", "member:tool=w", "member:path=a", "block:```json\n{tool: 'w', path: \"a\"}\n```"}},
		{"comment", "```json\n// don't\n{/* \" */\"tool\": \"w\" # it's\n}\n```", []string{"open:", "member:tool=w", "block:```json\n// don't\n{/* \" */\"tool\": \"w\" # it's\n}\n```"}},
		{"double encoded", "```json\n\"{\\\"tool\\\":\\\"w\\\",\\\"path\\\":\\\"\\u0061\\\\n\\\"}\"\n```", []string{"open:", "member:tool=w", "member:path=a\n", "block:```json\n\"{\\\"tool\\\":\\\"w\\\",\\\"path\\\":\\\"\\u0061\\\\n\\\"}\"\n```"}},
		{"double encoded, long", "```json\n\"{\\\"content\\\":\\\"" + strings.Repeat("x", 99) + "\\\",\\\"tool\\\":\\\"w\\\"}\"\n```", []string{"open:", "member:content=" + strings.Repeat("x", 99), "member:tool=w", "block:```json\n\"{\\\"content\\\":\\\"" + strings.Repeat("x", 99) + "\\\",\\\"tool\\\":\\\"w\\\"}\"\n```"}},
		{"double encoded, without a tool", "```json\n\"{\\\"name\\\":\\\"" + strings.Repeat("x", 99) + "\\\",\\\"tool\\\":\\\"w\\\"}\"\n```", []string{"text:```json\n\"{\\\"name\\\":\\\"" + strings.Repeat("x", 99) + "\\\",\\\"tool\\\":\\\"w\\\"}\"\n```"}},
		{"string", "```json\n\"tool\"\n```", []string{"text:```json\n\"tool\"\n```"}},
		{"two", "```json\n" + call + "\n```\n```json\n" + call + "\n```", []string{"open:", "member:tool=write_file", "member:path=a", "block:```json\n" + call + "\n```", "text:\n", "open:", "member:tool=write_file", "member:path=a", "block:```json\n" + call + "\n```"}},
		{"too long", "```json\n{\"tool\":\"w\",\"content\":\"" + strings.Repeat("x", 300) + "\n```\n```json\n" + call + "\n```\n\"}\n```\nz", []string{"open:", "member:tool=w", "overflow:", "text:```json\n{\"tool\":\"w\",\"content\":\"" + strings.Repeat("x", 300) + "\n```\n```json\n" + call + "\n```\n\"}\n```\nz"}},
		{"doubled", "```json\n```json\n" + call + "\n```\n```\nx\n```json\n{\"tool\":\"b\"}\n```", []string{"open:", "member:tool=write_file", "member:path=a", "block:```json\n```json\n" + call + "\n```", "text:\n```\nx\n", "open:", "member:tool=b", "block:```json\n{\"tool\":\"b\"}\n```"}},
		{"doubled crlf", "```json\r\n```json\r\n" + call + "\r\n```\r\n```\r\nx", []string{"open:", "member:tool=write_file", "member:path=a", "block:```json\r\n```json\r\n" + call + "\r\n```", "text:\r\n```\r\nx"}},
		{"doubled, then an example", "```json\n```json\n" + call + "\n```\n\n```\nexample\n```json\n{\"tool\":\"b\"}\n```\n```\n", []string{"open:", "member:tool=write_file", "member:path=a", "block:```json\n```json\n" + call + "\n```", "text:\n\n```\nexample\n```json\n{\"tool\":\"b\"}\n```\n```\n"}},
		{"doubled, then an example, crlf", "```json\r\n```json\r\n" + call + "\r\n```\r\n\r\n```\r\nexample\r\n```json\r\n{\"tool\":\"b\"}\r\n```\r\n", []string{"open:", "member:tool=write_file", "member:path=a", "block:```json\r\n```json\r\n" + call + "\r\n```", "text:\r\n\r\n```\r\nexample\r\n```json\r\n{\"tool\":\"b\"}\r\n```\r\n"}},
		{"runes", "é\n```json\n{\"tool\":\"é€😀\"}\n```\n€", []string{"text:é\n", "open:", "member:tool=é€😀", "block:```json\n{\"tool\":\"é€😀\"}\n```", "text:\n€"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := scanPieces(256, c.in)
			if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", c.want) {
				t.Errorf("\n got %q\nwant %q", got, c.want)
			}
			var single []string
			for i := range len(c.in) {
				single = append(single, c.in[i:i+1])
			}
			if got := scanPieces(256, single...); fmt.Sprintf("%q", got) != fmt.Sprintf("%q", c.want) {
				t.Errorf("by byte:\n got %q\nwant %q", got, c.want)
			}
		})
	}
}

// TestHTMLBlocksHoldNoFences follows CommonMark: in comments and in elements of literal text a fence is
// none, however far they go.
func TestHTMLBlocksHoldNoFences(t *testing.T) {
	const call = "```json\n{\"tool\":\"b\"}\n```"
	for _, c := range []struct {
		before, after string
		runs          bool
	}{
		{"<!--\n", "\n-->", false},
		{"<!-- a\n\n\n", "", false},
		{"   <!--\r\n\r\n", "\r\n-->\r\n", false},
		{"<!-- a -->\n", "", true},
		{"<!-->\n", "", true},
		{"<!--->\n", "", true},
		{"<!- a\n", "", true},
		{"text <!--\n", "", true},
		{"    <!--\n", "", true},
		{"<!--\n--> b\n", "", true},
		{"<!--\n--\n>\n", "", false},
		{"text\n<!--\n", "", false},
		{"<pre>\n", "\n</pre>", false},
		{"<PRE\n", "\n</Pre>", false},
		{"<pre class=x>\n", "", false},
		{"<pre>a</pre>\n", "", true},
		{"<pre>a</STYLE> b\n", "", true},
		{"<prefix>\n", "", true},
		{"<script>\n\n", "\n</script>", false},
		{"<style\t>\n", "", false},
		{"<textarea>\n</textarea\n", "", false},
		{"<textarea>\n</textarea>\n", "", true},
		{"<?php\n", "\n?>", false},
		{"<?>\n", "", true},
		{"<!DOCTYPE\n", "\n>", false},
		{"<!doctype html>\n", "", true},
		{"<![CDATA[\n>\n", "]]>", false},
		{"<![CDATA[]]>\n", "", true},
		{"<thinking>\n", "\n</thinking>", false},
		{"<\n", "", true},
		{"<!\n", "", true},
		{"```\n<!--\n```\n", "", true},
		{"```json\n{\"tool\":\"a\",\"content\":\"<!--\"}\n```\n<!-- -->\n", "", true},
	} {
		in := c.before + call + c.after
		got := scanPieces(256, in)
		runs := strings.Contains(strings.Join(got, "\n"), "member:tool=b")
		if runs != c.runs {
			t.Errorf("%q: got %q", in, got)
		}
		var single []string
		for i := range len(in) {
			single = append(single, in[i:i+1])
		}
		if bytewise := scanPieces(256, single...); fmt.Sprintf("%q", bytewise) != fmt.Sprintf("%q", got) {
			t.Errorf("by byte:\n got %q\nwant %q", bytewise, got)
		}
	}
}
