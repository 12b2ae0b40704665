package tooldef

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/gen/model"
	"github.com/toolgen/toolgen/internal/testdiff"
)

// lines renders diagnostics one a line.
func lines(ds model.Diagnostics) string {
	var b strings.Builder
	for _, d := range ds {
		b.WriteString(d.String() + "\n")
	}
	return b.String()
}

// outline renders a tree with the position and pointer of every value.
func outline(n *Node) string {
	var b strings.Builder
	var walk func(n *Node)
	walk = func(n *Node) {
		fmt.Fprintf(&b, "%d:%d %s", n.Pos.Line, n.Pos.Column, n.Pointer)
		if n.Kind != Object && n.Kind != Array {
			b.WriteString(" = " + n.JSON())
		}
		b.WriteString("\n")
		for _, m := range n.Members {
			fmt.Fprintf(&b, "%d:%d key %s\n", m.KeyPos.Line, m.KeyPos.Column, m.Key)
			walk(m.Value)
		}
		for _, item := range n.Items {
			walk(item)
		}
	}
	walk(n)
	return b.String()
}

func TestPositions(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, file, text, want string }{
		{
			"json", "a.json", "{\"z\": 1.50,\r\n\t\"ü/~\": [true, \"é\", {}], \"a\": null}",
			"1:1 \n1:2 key z\n1:7 /z = 1.50\n2:2 key ü/~\n2:9 /ü~1~0\n2:10 /ü~1~0/0 = true\n2:16 /ü~1~0/1 = \"é\"\n2:21 /ü~1~0/2\n2:26 key a\n2:31 /a = null\n",
		},
		{
			"byte order mark", "a.json", "\ufeff[\"\\ud83d\\ude00\\n\\u00e9\", -0]",
			"1:1 \n1:2 /0 = \"😀\\né\"\n1:26 /1 = -0\n",
		},
		{
			"yaml", "a.yaml", "z: 1\nü:\n  - true\n  - {é: x, b: 'q'}\n  - |\n    text\n  - a\n    b\nc: \"d\"\n",
			"1:1 \n1:1 key z\n1:4 /z = 1\n2:1 key ü\n3:3 /ü\n3:5 /ü/0 = true\n4:5 /ü/1\n4:6 key é\n4:9 /ü/1/é = \"x\"\n4:12 key b\n4:15 /ü/1/b = \"q\"\n5:5 /ü/2 = \"text\\n\"\n7:5 /ü/3 = \"a b\"\n9:1 key c\n9:4 /c = \"d\"\n",
		},
		{
			"yaml with carriage returns", "a.yml", "a:\r\n  b: 1\r\n# c\r\nd: 2\r\n",
			"1:1 \n1:1 key a\n2:3 /a\n2:3 key b\n2:6 /a/b = 1\n4:1 key d\n4:4 /d = 2\n",
		},
		{
			"aliases keep the place of the anchored text", "a.yaml", "x: &a {k: 1}\ny: *a\n",
			"1:1 \n1:1 key x\n1:4 /x\n1:8 key k\n1:11 /x/k = 1\n2:1 key y\n1:4 /y\n1:8 key k\n1:11 /y/k = 1\n",
		},
		{"json in a yaml file", "a.yaml", "\t{\"a\": 1}", "1:2 \n1:3 key a\n1:8 /a = 1\n"},
		{"content decides", "-", "a: [1]", "1:1 \n1:1 key a\n1:4 /a\n1:5 /a/0 = 1\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			n, ds := ParseNode(test.file, []byte(test.text))
			if len(ds) > 0 {
				t.Fatal(lines(ds))
			}
			if diff := testdiff.Diff(test.want, outline(n)); diff != "" {
				t.Errorf("outline (-want +got):\n%s", diff)
			}
		})
	}
}

func TestYAMLValues(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		{"[1, +12, 007, -0, 1_000, 0x1F, 0o17, 0b1]", `[1,12,7,-0,"1_000",31,15,"0b1"]`},
		{"[.5, -.5e3, 5., 1e+3, 123456789012345678901234567890]", `[0.5,-0.5e3,5.0,1e+3,123456789012345678901234567890]`},
		{"[true, False, yes, on, ~, null, Null, '', \"1\", '2', 2020-01-02]", `[true,false,"yes","on",null,null,null,"","1","2","2020-01-02"]`},
		{"a:\nb: null\nc: ''\n", `{"a":null,"b":null,"c":""}`},
		{"1: a\ntrue: b\n~: c\n", `{"1":"a","true":"b","~":"c"}`},
		{"a: !!str 12\nb: !!int \"3\"\nc: ! x\n", `{"a":"12","b":3,"c":"x"}`},
		{"base: &b {x: 1, y: 2}\nd:\n  a: 0\n  <<: *b\n  y: 3\n", `{"base":{"x":1,"y":2},"d":{"a":0,"x":1,"y":3}}`},
		{"p: &p {x: 1}\nq: &q {x: 2, z: 3}\nd:\n  <<: [*p, *q]\n", `{"p":{"x":1},"q":{"x":2,"z":3},"d":{"x":1,"z":3}}`},
		{"%YAML 1.2\n---\na: |\n  one\n   two\nb: >-\n  f\n  g\n...\n", `{"a":"one\n two\n","b":"f g"}`},
		{"? a\n: b\n", `{"a":"b"}`},
		{"--- # comment\n- a\n", `["a"]`},
		{"---\n# nothing\n---\nb: 2\n", `{"b":2}`},
	} {
		n, ds := ParseNode("a.yaml", []byte(test.text))
		if len(ds) > 0 {
			t.Errorf("%q: %s", test.text, lines(ds))
			continue
		}
		if got := n.JSON(); got != test.want {
			t.Errorf("%q:\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ file, text, want string }{
		{"a.json", "", "a.json:1:1: the file is empty; fill it, or leave it out"},
		{"a.yaml", " \n# only a comment\n", "a.yaml:1:1: the file is empty; fill it, or leave it out"},
		{"a.json", "{\"a\": 1,\n \"ü\" 2}", "a.json:2:6: invalid JSON: invalid character '2' after object key"},
		{"a.json", "{\"a\": 1,\n}", "a.json:2:1: invalid JSON: invalid character '}' looking for beginning of object key string; JSON has no trailing commas"},
		{"a.json", "[1,]", "a.json:1:4: invalid JSON: invalid character ']' looking for beginning of value; JSON has no trailing commas"},
		{"a.json", "[1 2]", "a.json:1:4: invalid JSON: invalid character '2' after array element"},
		{"a.json", "{\"a\": [1}", "a.json:1:9: invalid JSON: invalid character '}' after array element"},
		{"a.json", "{a: 1}", "a.json:1:2: invalid JSON: invalid character 'a' looking for beginning of object key string"},
		{"a.json", "{\"a\": 'x'}", `a.json:1:7: invalid JSON: invalid character '\'' looking for beginning of value; strings take double quotes`},
		{"a.json", "// c\n{}", "a.json:1:1: invalid JSON: invalid character '/' looking for beginning of value; JSON has no comments"},
		{"a.json", "[tru]", "a.json:1:5: invalid JSON: invalid character ']' in literal true (expecting 'e')"},
		{"a.json", "[NaN]", "a.json:1:2: invalid JSON: invalid character 'N' looking for beginning of value"},
		{"a.json", "[01]", "a.json:1:3: invalid JSON: invalid character '1' after array element"},
		{"a.json", "[1.]", "a.json:1:4: invalid JSON: invalid character ']' after decimal point in numeric literal"},
		{"a.json", "[1e+]", "a.json:1:5: invalid JSON: invalid character ']' in exponent of numeric literal"},
		{"a.json", "[-x]", "a.json:1:3: invalid JSON: invalid character 'x' in numeric literal"},
		{"a.json", "[\"a\nb\"]", `a.json:1:4: invalid JSON: invalid character '\n' in string literal; a line break in a string is written \n`},
		{"a.json", "[\"a\x00\"]", `a.json:1:4: invalid JSON: invalid character '\x00' in string literal`},
		{"a.json", "[\"\\x\"]", "a.json:1:4: invalid JSON: invalid character 'x' in string escape code"},
		{"a.json", "[\"\\u12g4\"]", `a.json:1:7: invalid JSON: invalid character 'g' in \u hexadecimal character escape`},
		{"a.json", "[\"\\ud800\"]", `a.json:1:2: warning: /0: half of a character, such as \ud800, is read as U+FFFD; complete the surrogate pair or remove it`},
		{"a.json", "[\"abc", "a.json:1:6: invalid JSON: the text ends within a value; complete the file"},
		{"a.json", "{\"a\": [", "a.json:1:8: invalid JSON: the text ends within a value; complete the file"},
		{"a.json", "{} {}", "a.json:1:4: the file holds 2 documents; keep one of them"},
		{"a.json", "{}\n]", "a.json:2:1: invalid JSON: invalid character ']' looking for beginning of value"},
		{"a.json", "{}\n{}", "a.json:2:1: the file holds 2 documents; keep one of them"},
		{"a.jsonl", "{\"a\": 1\n{}", "a.jsonl:1:8: invalid JSON: the text ends within a value; complete the file"},
		{"a.json", "{\"a\": 1,\n \"b\": 2, \"a\": 3}", `a.json:2:10: /a: the key "a" comes twice in one object (first in line 1); remove one of them`},
		{"a.json", "{\"é\": \xff}", "a.json:1:7: byte 0xff is not UTF-8; save the file as UTF-8"},
		{"a.json", "\xff\xfe{\x00", "a.json:1:1: the file is UTF-16 or UTF-32; save it as UTF-8"},
		{"a.json", "{\x00\"\x00n\x00", "a.json:1:1: the file is UTF-16 or UTF-32; save it as UTF-8"},
		{"a.json", "\x00{\x00\"\x00n", "a.json:1:1: the file is UTF-16 or UTF-32; save it as UTF-8"},
		{"a.yaml", "n\x00a\x00m\x00", "a.yaml:1:1: the file is UTF-16 or UTF-32; save it as UTF-8"},
		{"a.json", "\xff\xfe\x00\x00{\x00\x00\x00", "a.json:1:1: the file is UTF-16 or UTF-32; save it as UTF-8"},
		{"a.json", "\x00\x00\x00{\x00\x00\x00\"", "a.json:1:1: the file is UTF-16 or UTF-32; save it as UTF-8"},
		{"a.json", "\n<!DOCTYPE html><html>", "a.json:2:1: invalid JSON: invalid character '<' looking for beginning of value; this looks like a web page, perhaps one with an error message"},
		{"a.json", "\x1f\x8b\x08\x00\x00\x00", "a.json:1:1: the file is compressed; unpack it"},
		{"a.json", strings.Repeat("[", 600) + strings.Repeat("]", 600), "a.json:1:513: values nest deeper than 512 levels; move deep parts to definitions"},
		{"a.yaml", "a: [1, 2\nb: 3\n", "a.yaml:2:2: invalid YAML: did not find expected ',' or ']'; correct the indentation, brackets or quotes there, or before it"},
		{"a.yaml", "a: 1\n---\nb: 'x\n", "a.yaml:3:4: invalid YAML: found unexpected end of stream; correct the indentation, brackets or quotes there, or before it"},
		{"a.yaml", "a:\n\t- b\n", "a.yaml:2:1: invalid YAML: the line is indented with a tab; indent with spaces"},
		{"a.yaml", "a:\n  b: 1\n\tc: 2\n", "a.yaml:3:1: invalid YAML: the line is indented with a tab; indent with spaces"},
		{"a.yaml", "a: 1\nb: 2\na: 3\n", `a.yaml:3:1: /a: the key "a" comes twice in one object (first in line 1); remove one of them`},
		{"a.yaml", "a: .inf\n", "a.yaml:1:4: invalid YAML: .inf is not a number that JSON can hold"},
		{"a.yaml", "a: !foo x\n", "a.yaml:1:4: invalid YAML: the tag !foo has no meaning in JSON"},
		{"a.yaml", "a: !!int x\n", "a.yaml:1:4: invalid YAML: the value does not have the type of its tag !!int"},
		{"a.yaml", "a: *b\n", "a.yaml:1:4: invalid YAML: unknown anchor 'b' referenced; put it in quotes if it is text"},
		{"a.yaml", "&r\na: [*r]\n", "a.yaml:2:5: invalid YAML: the alias *r lies within its own anchor"},
		{"a.yaml", "<<: 1\n", "a.yaml:1:5: invalid YAML: the merge key << takes a mapping or a list of mappings"},
		{"a.yaml", "a: \x00\n", "a.yaml:1:4: invalid YAML: the text holds the control character U+0000"},
		{"a.yaml", strings.Repeat("- ", 600) + "a", "a.yaml:1:1025: values nest deeper than 512 levels; move deep parts to definitions"},
		{"a.yaml", "a: &a " + strings.Repeat("x", 1<<20) + "\nb: [" + strings.Repeat("*a, ", 20) + "]", "a.yaml:1:4: invalid YAML: aliases expand to more than 200000 values, or to too much text"},
		{"a.yaml", "a: &a |\n" + strings.Repeat("  x\n", 1<<18) + "b: [" + strings.Repeat("*a, ", 40) + "]", "a.yaml:1:4: invalid YAML: aliases expand to more than 200000 values, or to too much text"},
		{"a.yaml", "a: !!str !!str b", "a.yaml:1:10: invalid YAML: did not find expected key; put it in quotes if it is text"},
		{"a.yaml", "a: [,]", "a.yaml:1:5: invalid YAML: did not find expected node content; correct the indentation, brackets or quotes there, or before it"},
	} {
		_, ds := ParseNode(test.file, []byte(test.text))
		if got := strings.TrimSuffix(lines(ds), "\n"); got != test.want {
			t.Errorf("%.60q:\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

// A file of very many values is an error, of whatever form, before it fills the memory.
func TestTooManyValues(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text  string
		lines bool
		left  int
		want  string
	}{
		{"[1, [2, {\"a\": 3}]]", false, 6, ""},
		{"[1, [2, {\"a\": 3}]]", false, 5, "a.json:1:15: the file holds more than 2000000 values; split it\n"},
		{"[1]\n[2]\n[3]", true, 6, ""},
		{"[1]\n[2]\n[3]\n[4]", true, 5, "a.json:3:2: the file holds more than 2000000 values; split it\n"},
		{"[1]\nx\nx\nx\nx", true, 4, "a.json:2:1: invalid JSON: invalid character 'x' looking for beginning of value\na.json:3:1: invalid JSON: invalid character 'x' looking for beginning of value\na.json:4:1: invalid JSON: invalid character 'x' looking for beginning of value\n"},
	} {
		data := []byte(test.text)
		p := &jsonParser{tree: newTree("a.json", "JSON", len(data)), cursor: newCursor("a.json", data), data: data}
		p.values = test.left
		docs, ds := p.documents(test.lines)
		if got := lines(ds); got != test.want || len(docs) > 0 == (test.want != "") {
			t.Errorf("%q with %d: %d documents, and\n got %s\nwant %s", test.text, test.left, len(docs), got, test.want)
		}
	}
}

func TestTooManyYAMLValues(t *testing.T) {
	t.Parallel()
	_, ds := ParseNode("a.yaml", []byte("a: ["+strings.Repeat("b,", maxValues)+"]"))
	const want = "a.yaml: invalid YAML: the file is larger than 16 MiB or holds more than 2000000 values; split it\n"
	if got := lines(ds); got != want {
		t.Errorf("got  %swant %s", got, want)
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	docs, ds := parseDocuments("a.jsonl", []byte("{\"a\": 1}\n\n{broken\n[2] x\r\n{\"c\": 3}\n"))
	var got []string
	for _, d := range docs {
		got = append(got, fmt.Sprintf("%d %s", d.root.Pos.Line, d.root.JSON()))
	}
	if diff := testdiff.Diff([]string{`1 {"a":1}`, `5 {"c":3}`}, got); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
	want := "a.jsonl:3:2: invalid JSON: invalid character 'b' looking for beginning of object key string\n" +
		"a.jsonl:4:5: invalid JSON: invalid character 'x' looking for beginning of value\n"
	if diff := testdiff.Diff(want, lines(ds)); diff != "" {
		t.Errorf("diagnostics (-want +got):\n%s", diff)
	}
}

func TestHostileYAMLEnds(t *testing.T) {
	t.Parallel()
	const n = 20_000
	bomb := "a: &a [x,x,x,x,x,x,x,x,x]\n"
	for c := 'b'; c <= 'k'; c++ {
		bomb += fmt.Sprintf("%c: &%c [%s*%c]\n", c, c, strings.Repeat(fmt.Sprintf("*%c,", c-1), 8), c-1)
	}
	for name, text := range map[string]string{
		"alias bomb": bomb,
		"documents":  strings.Repeat("---\na: 1\n", n),
		"null keys":  strings.Repeat("a:\n", 5*n),
		"questions":  strings.Repeat("? a\n", 5*n),
		"long key":   strings.Repeat("k", n*10) + ":\n" + strings.Repeat("  - - a\n", n),
		"tags":       "a: " + strings.Repeat("!a ", 5*n),
		"anchors":    "a: " + strings.Repeat("&a ", 5*n),
		"commas":     "[" + strings.Repeat(",", 5*n),
		"flow":       strings.Repeat("{a: ", 5*n),
		"block":      strings.Repeat("- ", 5*n) + "a",
		"comments":   strings.Repeat("# c\n- a # b\n", n),
		"empty":      strings.Repeat("[a: ,", 5*n),
	} {
		start := time.Now()
		ParseNode("a.yaml", []byte(text))
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%s: %d bytes took %s", name, len(text), took)
		}
	}
}

func TestCanonicalJSON(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		{`{"b": [1.0, 10, 1e1, 0.10, -0.0, 5E-1], "a": "\u2028<&>\u0001"}`, `{"a":"\u2028<&>\u0001","b":[1,10,10,0.1,0,0.5]}`},
		{`[100, 1e2, 1.00e+2, 7e9999999]`, `[100,100,100,7e9999999]`},
		{`[1e20, 1e21, 123456789012345678901, 1234567890123456789010, -0.0015, 12.50, 1e-19, 1e-20]`, `[100000000000000000000,1e21,123456789012345678901,123456789012345678901e1,-0.0015,12.5,0.0000000000000000001,1e-20]`},
		{`[1e-9223372036854775808, 1e9223372036854775807, 10e-99999999999999999999]`, `[1e-9223372036854775808,1e9223372036854775807,1e-99999999999999999998]`},
	} {
		n, ds := ParseNode("a.json", []byte(test.text))
		if len(ds) > 0 {
			t.Fatal(lines(ds))
		}
		if got := n.CanonicalJSON(); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

func TestAt(t *testing.T) {
	t.Parallel()
	n, _ := ParseNode("a.json", []byte(`{"a": [{"b/c": {"~": 7}}], "": 8}`))
	for pointer, want := range map[string]string{
		"": n.JSON(), "/a/0/b~1c/~0": "7", "#/a/0/b~1c": `{"~":7}`, "/": "8",
		"/a/00": "", "/a/1": "", "/a/-1": "", "/a/+0": "", "/x": "", "a": "", "/a/0/b~1c/~0/x": "",
	} {
		got := ""
		if at := n.At(pointer); at != nil {
			got = at.JSON()
		}
		if got != want {
			t.Errorf("At(%q) = %q, want %q", pointer, got, want)
		}
	}
}

// FuzzParse holds the readers to: no panic, and what is read as JSON is printed as the same JSON.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		`{"tools":[{"name":"a","inputSchema":{"type":"object","properties":{"b":{"type":["string","null"],"nullable":true,"required":true}}}}]}`,
		`{"a":1}` + "\n" + `{"name":"x","parameters":{"type":"dict"}}`, "a: &x [1, *x]\nb: {<<: *x}\n", "- |\n  a\n---\n? b\n: !!str 1\n", "\xff", "[[[[", "{\"a\":\"\\ud800\"}",
		`{"type":"object","properties":{"a":{"exclusiveMinimum":true,"minimum":1,"enum":[1,1.0],"default":null,"types":"int"}}}`,
		`[{"functionDeclarations":[{"name":"f","parameters":{"type":"OBJECT","propertyOrdering":["a"],"properties":{"a":{"type":"STRING","nullable":true,"$ref":"#/x"}}}}]}]`,
	} {
		f.Add([]byte(text), "a.json")
		f.Add([]byte(text), "a.yaml")
		f.Add([]byte(text), "a.jsonl")
	}
	f.Fuzz(func(t *testing.T, data []byte, file string) {
		n, ds := ParseNode(file, data)
		if n == nil && !ds.HasErrors() {
			t.Error("no node and no error")
		}
		if n != nil && !ds.HasErrors() {
			text := n.JSON()
			again, ds := ParseNode("again.json", []byte(text))
			if ds.HasErrors() || again.JSON() != text {
				t.Errorf("%q is read back as %q\n%s", text, again.JSON(), lines(ds))
			}
			if again.CanonicalJSON() != n.CanonicalJSON() {
				t.Errorf("%q has two canonical forms", text)
			}
		}
		tools, ds := Read(file, data, Options{PythonTypes: true})
		if len(tools) == 0 && !ds.HasErrors() {
			t.Error("no tool and no error")
		}
		for _, tool := range tools {
			if tool.Name == "" || tool.Input == nil {
				t.Errorf("half a tool: %+v", tool)
			}
			tool.Input.JSON()
		}
	})
}
