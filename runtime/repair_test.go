package runtime_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// repairs reads any value with RepairSyntax, and gives its JSON or the issue, the receipts and the
// text as it was read.
func repairs(in string, opts ...runtime.DecodeOption) (outcome string, receipts []string, text string) {
	var v any
	var list []runtime.Receipt
	var raw json.RawMessage
	err := runtime.DecodeWith([]byte(in), func(d *runtime.Decoder) { d.Any(&v) },
		append(opts, runtime.RepairSyntax(), runtime.CollectReceipts(&list), runtime.CollectText(&raw))...)
	if err != nil {
		return strings.Join(issuesOf(err), "; "), inShort(list), string(raw)
	}
	return plainJSON(v), inShort(list), string(raw)
}

func TestRepairSyntax(t *testing.T) {
	t.Parallel()
	r := func(list ...string) []string { return list }
	tests := []struct {
		name, in, want string
		receipts       []string
		text           string
	}{
		{"fence", "```json\n{\"a\":1}\n```", `{"a":1}`, r(" repair_syntax \"```json\\n\" \"\"", " repair_syntax \"\\n```\" \"\""), `{"a":1}`},
		{"fence, longer and indented", "\n  ~~~~ jsonc\r\n[1]\r\n  ~~~~~ \r\n", `[1]`, r(` repair_syntax "~~~~ jsonc\r\n" ""`, ` repair_syntax "\r\n  ~~~~~" ""`), "\n  [1] \r\n"},
		{"fence in a string in a fence", "````\n{\"a\":\"\n```\n\"}\n````", `{"a":"\n` + "```" + `\n"}`, r(" repair_syntax \"````\\n\" \"\"", `a repair_syntax "\n" "\\n"`, " repair_syntax \"\\n````\" \"\""), `{"a":"\n` + "```" + `\n"}`},
		{"mark", "\ufeff {}", `{}`, r(` repair_syntax "` + "\ufeff" + `" ""`), ` {}`},
		{"mark and fence", "\ufeff```\n[]\n```", `[]`, r(` repair_syntax "`+"\ufeff"+`" ""`, " repair_syntax \"```\\n\" \"\"", " repair_syntax \"\\n```\" \"\""), `[]`},
		{"trailing commas", `{"a":[1,2 , ],"b":{"c":3,},}`, `{"a":[1,2],"b":{"c":3}}`, r(`a repair_syntax "," ""`, `b repair_syntax "," ""`, ` repair_syntax "," ""`), `{"a":[1,2  ],"b":{"c":3}}`},
		{"control characters", "{\"a\":\"x\ny\tz\n\x00\",\"b\\n\":[0,\"\r\b\f\"]}", `{"a":"x\ny\tz\n\u0000","b\n":[0,"\r\b\f"]}`,
			r(`a repair_syntax "\n" "\\n"`, `a repair_syntax "\t" "\\t"`, `a repair_syntax "\u0000" "\\u0000"`, `["b\n"][1] repair_syntax "\r" "\\r"`, `["b\n"][1] repair_syntax "\b" "\\b"`, `["b\n"][1] repair_syntax "\f" "\\f"`),
			`{"a":"x\ny\tz\n\u0000","b\n":[0,"\r\b\f"]}`},
		{"single quotes", `{'a':'it\'s "so" \"so\" \\','b': "it's"}`, `{"a":"it's \"so\" \"so\" \\","b":"it's"}`,
			r(`a repair_syntax "'" "\""`, `a repair_syntax "'" "\""`, `a repair_syntax "\\'" "'"`, `a repair_syntax "\"" "\\\""`, `b repair_syntax "'" "\""`), `{"a":"it's \"so\" \"so\" \\","b": "it's"}`},
		{"comments", "// first\n{ # second\n\"a\":1/*third*/,\"b\":[/**/2//\n]}//", `{"a":1,"b":[2]}`,
			r(` repair_syntax "// first" " "`, ` repair_syntax "# second" " "`, ` repair_syntax "/*third*/" " "`, `b repair_syntax "/**/" " "`, `b repair_syntax "//" " "`, ` repair_syntax "//" " "`), " \n{  \n\"a\":1 ,\"b\":[ 2 \n]} "},
		{"Python", `{"a":[True,False,None,true]}`, `{"a":[true,false,null,true]}`, r(`a[0] repair_syntax "True" "true"`, `a[1] repair_syntax "False" "false"`, `a[2] repair_syntax "None" "null"`), `{"a":[true,false,null,true]}`},
		{"everything", "```python\n{'ok': True, # yes\n 'list': [None, 'a\nb',],}\n```\n", `{"list":[null,"a\nb"],"ok":true}`,
			r(" repair_syntax \"```python\\n\" \"\"", `ok repair_syntax "'" "\""`, `ok repair_syntax "True" "true"`, ` repair_syntax "# yes" " "`, `list repair_syntax "'" "\""`, `list[0] repair_syntax "None" "null"`,
				`list[1] repair_syntax "'" "\""`, `list[1] repair_syntax "\n" "\\n"`, `list repair_syntax "," ""`, ` repair_syntax "," ""`, " repair_syntax \"\\n```\" \"\""),
			"{\"ok\": true,  \n \"list\": [null, \"a\\nb\"]}\n"},
		{"sound", ` {"a": 1} `, `{"a":1}`, nil, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, receipts, text := repairs(test.in)
			if got != test.want || !reflect.DeepEqual(receipts, test.receipts) || text != test.text {
				t.Errorf("%s\n got %s\n     %s\n     %q\nwant %s\n     %s\n     %q", test.in, got, strings.Join(receipts, "\n     "), text, test.want, strings.Join(test.receipts, "\n     "), test.text)
			}
			if strict, _, _ := repairs(text); text != "" && strict != got {
				t.Errorf("the repaired text gives %s", strict)
			}
		})
	}
}

// TestBeyondRepair: what is not on the list stays as it was, and is called what it is.
func TestBeyondRepair(t *testing.T) {
	t.Parallel()
	tests := map[string][]string{
		"json": {
			`Here you are: {"a":1}`, "Here you are:\n```json\n{}\n```", "```json\n{}\n```\nDone.", `{"a":1} {"b":2}`, "```\n```", "```json {}\n```", "``\n{}\n``",
			`{a:1}`, `{"a" 1}`, `{"a":1 "b":2}`, `[,]`, `[1,,]`, `{,}`, `[1,,2]`, `{"a":1},`, `[1}`, `{'a':'it's'}`, `"\'"`, `["\x41"]`, `[01]`, `[1/**/2]`, `[NaN]`, `[undefined]`, `[TRUE]`, `[true1]`, `[Nonesuch]`,
			`[1]/ 2`, "[1] \ufeff", "\ufeff", "{\"a\":\u201cx\u201d}", "[\"\xff\n\"]", "['\\\n']", `'''x'''`, `(1,)`, "```json\n{}```", `[1,2]]`, `]`,
			"\"\\ud800\n\"", "```json\n[]\n```\n```json\n[]\n```", "`[1]`",
		},
		"truncated": {
			"{'a", "{'a':", `{"a":True`, `{"a":Tru`, `[None,`, `['it\`, "[\"a\nb", "```json\n{\"a\":1}", "```json\n{\"a\":1}\n", "```json\n{\"a\":1}\n``", "```js", "``", "/", "/* a", "[] /* a", `{"a":1,/`, `{"a":1,//`, "['x',", "~~~\n{}\n```",
			"```json\n{\"a\":1,\n```", "\ufeff{", "```json\n[\"a\n```",
		},
	}
	for want, texts := range tests {
		for _, in := range texts {
			got, receipts, text := repairs(in)
			if got != want || len(receipts) > 0 || text != "" {
				t.Errorf("%q: %s, want %s; %q, %q", in, got, want, receipts, text)
			}
		}
	}
}

func TestTooManyRepairs(t *testing.T) {
	t.Parallel()
	few, many := strings.Repeat("[0,],", 9_999), strings.Repeat("[0,],", 10_001)
	if got, receipts, _ := repairs("[" + few + "0]"); len(receipts) != 9_999 {
		t.Errorf("%.40s, %d receipts", got, len(receipts))
	}
	if got, _, _ := repairs("[" + many + "0]"); got != "json" {
		t.Errorf("%.40s", got)
	}
	// One receipt stands for all line breaks of a string.
	lines := `["` + strings.Repeat("line\n", 50_000) + `"]`
	if got, receipts, _ := repairs(lines); len(got) != len(lines)+50_000 || len(receipts) != 1 {
		t.Errorf("%.40s, %d receipts", got, len(receipts))
	}
}

// TestRepairThenFaults: a repaired text is read like any other, and its faults have their places.
func TestRepairThenFaults(t *testing.T) {
	t.Parallel()
	got := readOrder(t, `{'status': 'Open', 'tags': [1,], 'count': "7", 'x': None,}`, runtime.RepairSyntax())
	want := []string{"status enum want [open in_progress on-hold on hold closed] got Open", "tags[0] type want string got integer", "count type want integer got string"}
	if !reflect.DeepEqual(got.issues, want) || len(got.receipts) != 9 || got.receipts[8] != "x ignored null null" {
		t.Errorf("%s", show(got))
	}
	got = readOrder(t, `{'status': 'Open', 'tags': [1,], 'count': "7"}`, runtime.Lenient())
	if got.value != `{"status":"open","tags":["1"],"count":7}` || got.text != `{"status": "open", "tags": ["1"], "count": 7}` || len(got.receipts) != 8 {
		t.Errorf("%s", show(got))
	}
	// A string may hold JSON that needs repair; it is the same text one level down.
	got = readOrder(t, `{"status":"open","lines":"[{'sku': 'a\nb', 'price': 1,},]","tags":"x\ny"}`, runtime.Lenient())
	want = []string{
		`lines unwrap_string "[{'sku': 'a\nb', 'price': 1,},]" "array"`, `lines[0].sku repair_syntax "'" "\""`, `lines[0].sku repair_syntax "'" "\""`, `lines[0].sku repair_syntax "\n" "\\n"`,
		`lines[0].price repair_syntax "'" "\""`, `lines[0] repair_syntax "," ""`, `lines repair_syntax "," ""`, `tags wrap_singleton "x\ny" "array"`,
	}
	if got.value != `{"status":"open","tags":["x\ny"],"lines":[{"sku":"a\nb","price":1}]}` || !reflect.DeepEqual(got.receipts, want) {
		t.Errorf("%s", show(got))
	}
	if got = readOrder(t, `"{\"status\":\"open\",\"tags\":[\"a\"]`, runtime.Lenient()); len(got.issues) != 1 || got.issues[0] != "truncated" {
		t.Errorf("%s", show(got))
	}
	if got = readOrder(t, `"{\"status\":\"open\",\"tags\":[\"a\""`, runtime.Lenient()); len(got.issues) != 1 || got.issues[0] != "type want object got string" {
		t.Errorf("%s", show(got))
	}
}

// TestEmptyOfRepaired: nothing is read as {} that was something.
func TestEmptyOfRepaired(t *testing.T) {
	t.Parallel()
	for _, in := range []string{"```json\n```", "```\nnull\n```", "None", "// {}", "\ufeff", "#", "/**/"} {
		if v, err := decodeOrder([]byte(in), runtime.Lenient()); err == nil {
			t.Errorf("%q is %+v", in, v)
		}
		if got, _, _ := repairs(in, runtime.EmptyIsObject()); got == "{}" {
			t.Errorf("%q is {}", in)
		}
	}
}

// FuzzRepair holds repairs to what they promise: the repaired text is JSON, says what the receipts
// say, and no text that ends early becomes a value.
func FuzzRepair(f *testing.F) {
	for _, seed := range []string{"```json\n{\"a\":1}\n```", "\ufeff[1,]", `{'a':'b\'"',}`, "[True,None,//\n\"a\nb\"]", `{"a":"b"}`, "[1,2,", `{"a":{"b":[1,{"c":"d"}]}}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		strict, _, _ := readAny(data)
		got, receipts, text := repairs(string(data))
		switch {
		case strict != "" && (got != strict || receipts != nil || text != ""):
			t.Fatalf("%q is sound, and was changed: %s, %q, %q", data, got, receipts, text)
		case strict == "" && text == "" && receipts != nil:
			t.Fatalf("%q was not read, and has receipts: %q", data, receipts)
		case text != "" && (len(receipts) == 0 || !json.Valid([]byte(text))):
			t.Fatalf("%q became %q with %q", data, text, receipts)
		}
		if strict == "" || strict[0] != '{' && strict[0] != '[' {
			return
		}
		whole := strings.TrimSpace(string(data))
		for n := 1; n < len(whole); n++ {
			if got, _, _ := repairs(whole[:n], runtime.Lenient()); got != "truncated" {
				t.Fatalf("the beginning %q of %q is %s", whole[:n], whole, got)
			}
		}
	})
}

// readAny is the strict reading of a value as JSON, "" if it is refused.
func readAny(data []byte) (string, any, error) {
	var v any
	if err := runtime.DecodeWith(data, func(d *runtime.Decoder) { d.Any(&v) }); err != nil {
		return "", nil, err
	}
	return fmt.Sprint(plainJSON(v)), v, nil
}
