package repair

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// order is a tool of the tests.
const order = `{"type":"object","properties":{
	"title":{"type":"string"},
	"customer":{"type":"object","properties":{"id":{"type":"string"},"email":{"type":"string","format":"email"}},"required":["id"],"additionalProperties":false},
	"positions":{"type":"array","minItems":1,"items":{"type":"object","properties":{"article":{"type":"string"},"quantity":{"type":"integer","minimum":1},"unitPrice":{"type":"number"}},"required":["article","quantity"],"additionalProperties":false}},
	"dueDate":{"type":"string","format":"date"},
	"remindAt":{"type":"string","format":"date-time"},
	"priority":{"type":"string","enum":["low","in_between","high"]},
	"gift":{"type":"string","enum":["yes","no"]},
	"tags":{"type":"array","items":{"type":"string"}},
	"sizes":{"type":"array","items":{"type":"integer"}},
	"express":{"type":"boolean"},
	"weight":{"type":"number","maximum":50},
	"homepage":{"type":"string","format":"uri"},
	"token":{"type":"string","format":"uuid"},
	"headers":{"type":"object","additionalProperties":{"type":"string"}},
	"shipping":{"type":"object","properties":{"method":{"type":"string","enum":["post","courier"]},"street":{"type":"string"},"speed":{"type":"integer"}},"additionalProperties":false},
	"owner_name":{"type":"string"},"owner_id":{"type":"string"},
	"parent":{"type":["integer","null"]}
},"required":["title"],"additionalProperties":false}`

// small is a tool with few fields.
const small = `{"type":"object","properties":{"path":{"type":"string"},"count":{"type":"integer"}},"required":["path","count"],"additionalProperties":false}`

// nested has its fields in one required object.
const nested = `{"type":"object","properties":{"job":{"type":"object","properties":{"name":{"type":"string"},"cron":{"type":"string"},"body":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"],"additionalProperties":false}},"required":["name"],"additionalProperties":false}},"required":["job"],"additionalProperties":false}`

// shapes is a union told apart by a constant.
const shapes = `{"type":"object","properties":{"shape":{"oneOf":[
	{"type":"object","properties":{"kind":{"const":"circle"},"radius":{"type":"number"}},"required":["kind","radius"],"additionalProperties":false},
	{"type":"object","properties":{"kind":{"const":"square"},"side":{"type":"number"}},"required":["kind","side"],"additionalProperties":false}
]}},"required":["shape"]}`

// summary is the outcome in one line: the corrected call, then what is asked for, then what has no place.
func summary(o Outcome) string {
	text := "-"
	if o.Corrected != nil {
		text = o.Corrected.JSON()
	}
	var asks, unplaced []string
	for _, a := range o.Ask {
		asks = append(asks, a.Field)
	}
	for _, u := range o.Unplaced {
		unplaced = append(unplaced, u.Place)
	}
	if len(asks) > 0 {
		text += " ask " + strings.Join(asks, ",")
	}
	if len(unplaced) > 0 {
		text += " unplaced " + strings.Join(unplaced, ",")
	}
	return text
}

func view(t testing.TB, schema string) *Schema {
	t.Helper()
	s, err := ParseSchema(schema)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// isWhole reports whether the corrected call needs nothing more.
func isWhole(o Outcome) bool {
	return o.Corrected != nil && len(o.Ask)+len(o.Unplaced)+len(o.Faults) == 0
}

type repairCase struct{ call, want string }

func check(t *testing.T, tool, schema string, cases []repairCase) {
	t.Helper()
	s := view(t, schema)
	for _, c := range cases {
		t.Run(c.call, func(t *testing.T) {
			o := Repair(c.call, Tool{Name: tool, Schema: s})
			if got := summary(o); got != c.want {
				t.Errorf("call  %s\n got  %s\n want %s\n text %s", c.call, got, c.want, text(&o))
			}
		})
	}
}

func TestKeysAreRenamed(t *testing.T) {
	check(t, "add_order", order, []repairCase{
		{`{"Title":"a","due_date":"2026-01-31"}`, `{"title":"a","dueDate":"2026-01-31"}`},
		{`{"title":"a","tag":["b"]}`, `{"title":"a","tags":["b"]}`},
		{`{"titel":"a","prioritiy":"low"}`, `{"title":"a","priority":"low"}`},
		{`{"subject":"a"}`, `{"title":"a"}`},
		{`{"title":"a","positions":[{"article":"x","qty":2}]}`, `{"title":"a","positions":[{"article":"x","quantity":2}]}`},
		{`{"title":"a","due":"2026-01-31"}`, `{"title":"a","dueDate":"2026-01-31"}`},
		{`{"title":"a","owner":"Ann"}`, `{"title":"a"} unplaced owner`},
		{`{"title":"a","homepage_uri":"https://a.io/"}`, `{"title":"a","homepage":"https://a.io/"}`},
		{`{"title":"a","reason":"because"}`, `{"title":"a"} unplaced reason`},
		{`{"title":"a","expres":"soon"}`, `{"title":"a"} unplaced expres`},
		{`{"title":"a","positions":[{"art":"x","quantity":1}]}`, `{"title":"a","positions":[{"article":"x","quantity":1}]}`},
		{`{"title":"a","deadline":"2026-01-31"}`, `{"title":"a","dueDate":"2026-01-31"}`},
	})
	check(t, "read_lines", small, []repairCase{
		{`{"file":"a","count":1}`, `{"path":"a","count":1}`},
		{`{"whence":"a","count":1}`, `{"path":"a","count":1}`},
		{`{"whence":"a","many":1}`, `{"path":"a","count":1}`},
		{`{"whence":"a","where":"b","count":1}`, `{"count":1} ask path unplaced whence,where`},
		{`{"path":"a","comment":1}`, `{"path":"a"} ask count unplaced comment`},
	})
	check(t, "stock", `{"type":"object","properties":{"article":{"type":"string"},"countRule":{"type":"string"},"size_unit":{"type":"string"}},"required":["article"],"additionalProperties":false}`, []repairCase{
		{`{"article":"a","quantity":"4"}`, `{"article":"a"} unplaced quantity`},
		{`{"article":"a","size":4}`, `{"article":"a"} unplaced size`},
	})
}

func TestKeysAreMoved(t *testing.T) {
	check(t, "add_order", order, []repairCase{
		{`{"title":"a","email":"a@b.io","id":"c"}`, `{"title":"a","customer":{"email":"a@b.io","id":"c"}}`},
		{`{"title":"a","email":"a@b.io"}`, `{"title":"a"} unplaced email`},
		{`{"title":"a","street":"x"}`, `{"title":"a","shipping":{"street":"x"}}`},
		{`{"title":"a","shipping":{"street":"x","express":true}}`, `{"title":"a","shipping":{"street":"x"},"express":true}`},
		{`{"title":"a","customer.id":"c","shipping.speed":"3"}`, `{"title":"a","customer":{"id":"c"},"shipping":{"speed":3}}`},
		{`{"title":"a","positions[0].article":"x","positions[0].quantity":1}`, `{"title":"a","positions":[{"article":"x","quantity":1}]}`},
		{`{"title":"a","positions.0.article":"x","positions.0.quantity":1}`, `{"title":"a","positions":[{"article":"x","quantity":1}]}`},
		{`{"title":"a","customer_id":"c"}`, `{"title":"a","customer":{"id":"c"}}`},
		{`{"title":"a","due":{"date":"2026-01-31"}}`, `{"title":"a","dueDate":"2026-01-31"}`},
		{`{"title":"a","article":"x","quantity":2}`, `{"title":"a","positions":[{"article":"x","quantity":2}]}`},
	})
	check(t, "add_job", nested, []repairCase{
		{`{"name":"a","cron":"* *"}`, `{"job":{"name":"a","cron":"* *"}}`},
		{`{"name":"a","text":"b"}`, `{"job":{"name":"a","body":{"text":"b"}}}`},
		{`{"params":{"name":"a"}}`, `{"job":{"name":"a"}}`},
		{`{"job":{"job":{"name":"a"}}}`, `{"job":{"name":"a"}}`},
	})
}

func TestEnvelopesAreUnwrapped(t *testing.T) {
	check(t, "add_order", order, []repairCase{
		{`{"arguments":{"title":"a","express":true}}`, `{"title":"a","express":true}`},
		{`{"name":"add_order","input":{"title":"a"}}`, `{"title":"a"}`},
		{`{"add_order":{"arguments":{"title":"a"}}}`, `{"title":"a"}`},
		{`{"params":"{\"title\":\"a\"}"}`, `{"title":"a"}`},
		{`[{"title":"a"}]`, `{"title":"a"}`},
		{`"{\"title\":\"a\"}"`, `{"title":"a"}`},
	})
}

func TestScalarsAreConverted(t *testing.T) {
	check(t, "add_order", order, []repairCase{
		{`{"title":42}`, `{"title":"42"}`},
		{`{"title":"a","weight":"1.5"}`, `{"title":"a","weight":1.5}`},
		{`{"title":"a","weight":" .5 "}`, `{"title":"a","weight":0.5}`},
		{`{"title":"a","weight":"1,234.50"}`, `{"title":"a"} ask weight`},
		{`{"title":"a","weight":"1.234,50"}`, `{"title":"a"} ask weight`},
		{`{"title":"a","weight":"1,200"}`, `{"title":"a"} ask weight`},
		{`{"title":"a","weight":"5 kg"}`, `{"title":"a"} ask weight`},
		{`{"title":"a","weight":100}`, `{"title":"a"} ask weight`},
		{`{"title":"a","express":"yes"}`, `{"title":"a","express":true}`},
		{`{"title":"a","express":"maybe"}`, `{"title":"a"} ask express`},
		{`{"title":"a","gift":true}`, `{"title":"a","gift":"yes"}`},
		{`{"title":"a","gift":"False"}`, `{"title":"a","gift":"no"}`},
		{`{"title":"a","priority":true}`, `{"title":"a"} ask priority`},
		{`{"title":"a","parent":"7"}`, `{"title":"a","parent":7}`},
		{`{"title":"a","parent":"007"}`, `{"title":"a"} ask parent`},
		{`{"title":"a","express":1}`, `{"title":"a"} ask express`},
	})
}

func TestWordsAreMatched(t *testing.T) {
	cases := []repairCase{
		{`{"title":"a","priority":"High"}`, `{"title":"a","priority":"high"}`},
		{`{"title":"a","priority":"in-between"}`, `{"title":"a","priority":"in_between"}`},
		{`{"title":"a","priority":"hi"}`, `{"title":"a"} ask priority`},
		{`{"title":"a","priority":"urgent"}`, `{"title":"a"} ask priority`},
	}
	check(t, "add_order", order, append(cases,
		repairCase{`{"title":"a","priority":"in"}`, `{"title":"a","priority":"in_between"}`}, // a whole word
		repairCase{`{"title":"a","priority":"i"}`, `{"title":"a"} ask priority`},
		repairCase{`{"title":"a","priority":"in be"}`, `{"title":"a","priority":"in_between"}`},
		repairCase{`{"title":"a","priority":"high priority"}`, `{"title":"a","priority":"high"}`},
		repairCase{`{"title":"a","shipping":{"method":"couriers"}}`, `{"title":"a","shipping":{"method":"courier"}}`},
	))
	check(t, "delete_order", order, append(cases,
		repairCase{`{"title":"a","priority":"in be"}`, `{"title":"a"} ask priority`},
		repairCase{`{"title":"a","priority":"highs"}`, `{"title":"a","priority":"high"}`},
	))
}

func TestTextsAreReformatted(t *testing.T) {
	var cases []repairCase
	for from, to := range map[string]string{
		"2026/12/01": "2026-12-01", "2026-12-1": "2026-12-01", "01 Dec 2026": "2026-12-01", "December 1, 2026": "2026-12-01",
		"1st of December": "", "27.06.2026": "2026-06-27", "31/12/2026": "2026-12-31", "12/31/2026": "2026-12-31",
		"2026-12-01T00:00:00Z": "2026-12-01", "03/04/2026": "", "next week": "", "2026-02-30": "", "01.02.26": "", "2026-12": "",
		"Dec 1 2026": "2026-12-01", "Tuesday, 1 December 2026": "2026-12-01", "2026-12-01T10:00:00Z": "",
	} {
		want := fmt.Sprintf(`{"title":"a","dueDate":%q}`, to)
		if to == "" {
			want = `{"title":"a"} ask dueDate`
		}
		cases = append(cases, repairCase{fmt.Sprintf(`{"title":"a","dueDate":%q}`, from), want})
	}
	check(t, "add_order", order, append(cases, []repairCase{
		{`{"title":"a","remindAt":"2026-12-01 10:00Z"}`, `{"title":"a","remindAt":"2026-12-01T10:00:00Z"}`},
		{`{"title":"a","remindAt":"2026-12-01T10:00:00"}`, `{"title":"a"} ask remindAt`},
		{`{"title":"a","homepage":"www.a.io/x"}`, `{"title":"a","homepage":"https://www.a.io/x"}`},
		{`{"title":"a","token":"{8A1C2F3EAAAA4BBB8CCC1234567890AB}"}`, `{"title":"a","token":"8A1C2F3E-AAAA-4BBB-8CCC-1234567890AB"}`},
		{`{"title":"a","customer":{"id":"c","email":"mailto:a@b.io"}}`, `{"title":"a","customer":{"id":"c","email":"a@b.io"}}`},
		{`{"title":"a","customer":{"id":"c","email":"Ann <a@b.io>"}}`, `{"title":"a","customer":{"id":"c"}} ask customer.email`},
	}...))
}

func TestShapesAreMended(t *testing.T) {
	check(t, "add_order", order, []repairCase{
		{`{"title":"a","tags":"x"}`, `{"title":"a","tags":["x"]}`},
		{`{"title":"a","tags":"x, y"}`, `{"title":"a","tags":["x","y"]}`},
		{`{"title":"a","tags":"x, y z"}`, `{"title":"a"} ask tags`},
		{`{"title":"a","tags":"x;y"}`, `{"title":"a"} ask tags`},
		{`{"title":"a","sizes":"1,2"}`, `{"title":"a","sizes":[1,2]}`},
		{`{"title":"a","sizes":7}`, `{"title":"a","sizes":[7]}`},
		{`{"title":"a","sizes":"all"}`, `{"title":"a"} ask sizes`},
		{`{"title":["a"]}`, `{"title":"a"}`},
		{`{"title":["a","b"]}`, `{} ask title`},
		{`{"title":{"text":"a"}}`, `{"title":"a"}`},
		{`{"title":"a","customer":"c"}`, `{"title":"a","customer":{"id":"c"}}`},
		{`{"title":"a","positions":{"article":"x","quantity":1}}`, `{"title":"a","positions":[{"article":"x","quantity":1}]}`},
		{`{"title":"a","positions":{"0":{"article":"x","quantity":1}}}`, `{"title":"a","positions":[{"article":"x","quantity":1}]}`},
		{`{"title":"a","positions":{"position":[{"article":"x","quantity":1}]}}`, `{"title":"a","positions":[{"article":"x","quantity":1}]}`},
		{`{"title":"a","positions":{"x":2,"y":3}}`, `{"title":"a","positions":[{"article":"x","quantity":2},{"article":"y","quantity":3}]}`},
		{`{"title":"a","positions":"[{\"article\":\"x\",\"qty\":\"2\"}]"}`, `{"title":"a","positions":[{"article":"x","quantity":2}]}`},
		{`{"title":"a","headers":[{"name":"A","value":"1"}]}`, `{"title":"a","headers":{"A":"1"}}`},
		{`{"title":"a","headers":{"A":1}}`, `{"title":"a","headers":{"A":"1"}}`},
		{`{"title":"a","positions":[]}`, `{"title":"a"} ask positions`},
	})
	check(t, "draw", shapes, []repairCase{
		{`{"shape":{"kind":"circle","side":2}}`, `{"shape":{"kind":"circle"}} ask shape.radius unplaced shape.side`}, // which of the two is wrong is not certain
		{`{"shape":{"kind":"Square","side":"2"}}`, `{"shape":{"kind":"square","side":2}}`},
		{`{"shape":{"side":2}}`, `{"shape":{"side":2,"kind":"square"}}`},
		{`{"shape":{"kind":"oval","side":2}}`, `{"shape":{"side":2}} ask shape.kind`},
	})
}

func TestNothingIsLeftOut(t *testing.T) {
	check(t, "add_order", order, []repairCase{
		{`{"title":"a","tags":null,"priority":"","weight":"N/A","dueDate":"None"}`, `{"title":"a"}`},
		{`{"title":null}`, `{} ask title`},
		{`{"title":"a","parent":"null"}`, `{"title":"a","parent":null}`},
		{`{"title":""}`, `{"title":""}`},
	})
}

func TestTextsAreReadTolerantly(t *testing.T) {
	check(t, "read_lines", small, []repairCase{
		{"```json\n{\"path\":\"a\",\"count\":1}\n```", `{"path":"a","count":1}`},
		{"Here is the call: {\"path\":\"a\",\"count\":1} as you asked", `{"path":"a","count":1}`},
		{`{'path': 'it\'s', 'count': 1}`, `{"path":"it's","count":1}`},
		{`{path: "a", count: 1}`, `{"path":"a","count":1}`},
		{`{"path":"a","count":1,}`, `{"path":"a","count":1}`},
		{`{"path":"a" "count":1}`, `{"path":"a","count":1}`},
		{`{"path":"a", // why` + "\n" + `"count":1 /* one */}`, `{"path":"a","count":1}`},
		{"{\"path\":\"a\nb\",\"count\":1}", `{"path":"a\nb","count":1}`},
		{`{\"path\":\"a\",\"count\":1}`, `{"path":"a","count":1}`},
		{`{“path”:“a”,“count”:1}`, `{"path":"a","count":1}`},
		{`{"path":"a"}{"count":1}`, `{"path":"a","count":1}`},
		{`{"path":"a","count":1}{"path":"a","count":1}`, `{"path":"a","count":1}`},
		{`{"path":"a","count":1}{"path":"b","count":1}`, `{"path":"a","count":1} unplaced `},
		{`{"count":1,"path":"a"`, `{"count":1,"path":"a"}`},
		{`{"path":"a","count":1`, `{"path":"a"} ask count`},
		{`{"count":1,"path":"a`, `{"count":1} ask path`},
		{`{"count":1,"pa`, `{"count":1} ask path`},
		{`{"count":1,"path":`, `{"count":1} ask path`},
		{``, `{} ask path,count`},
		{`null`, `{} ask path,count`},
		{`I cannot do that.`, `-`},
		{`I use {the} tool [1]: {"path":"a","count":1}`, `{"path":"a","count":1}`},
	})
	check(t, "nest", `{"type":"object","properties":{"in":{"type":"object","properties":{"a":{"type":"integer"}}},"to":{"type":"string"}},"required":["to"],"additionalProperties":false}`, []repairCase{
		{`Here is the call: {"in":{"a":1},"to":"x`, `{"in":{"a":1}} ask to`}, // not the object that is whole
	})
}

// What stands beside a value is not dropped in silence: the value is asked for.
func TestTextBesideValues(t *testing.T) {
	check(t, "read_lines", small, []repairCase{
		{`{"path":"a" + "b","count":1}`, `{"count":1} ask path`},
		{"{\"path\":'''a\nb''',\"count\":1}", `{"count":1} ask path`},
		{`{"path":("a",),"count":1}`, `{"count":1} ask path`},
		{`{"path":r'C:\old',"count":1}`, `{"count":1} ask path`},
		{`{"path":Paris, France,"count":1}`, `{"count":1} ask path`},
		{`{'path':'{'a': 'b'}','count':1}`, `{"count":1} ask path`},
		{`{"path":"a"}, "count":1}`, `{"path":"a","count":1}`},
		{`{\n "path": "a",\n "count": 1\n}`, `{"path":"a","count":1}`},
		{`{"path":"a";"count":1}`, `{"path":"a","count":1}`},
	})
}

// A tool that deletes may delete more without a key that it does not know.
func TestKeysThatNarrow(t *testing.T) {
	schema := `{"type":"object","properties":{"table":{"type":"string"},"filter":{"type":"object","properties":{"column":{"type":"string"},"equals":{"type":"string"}},
		"required":["column","equals"]}},"required":["table"],"additionalProperties":false}`
	for tool, want := range map[string]EditKind{"delete_rows": Place, "list_rows": Leave} {
		o := Repair(`{"table":"users","where":"id = 5","reason":"spam"}`, Tool{Name: tool, Schema: view(t, schema)})
		for _, c := range o.Changes() {
			if c.Field == "where" && c.Kind != want || c.Field == "reason" && c.Kind != Leave {
				t.Errorf("%s: %s: %s %s", tool, c.Field, c.Kind, c.To)
			}
		}
	}
}

// An object is not emptied, and the keys of a map are not layers.
func TestObjectsAreNotEmptied(t *testing.T) {
	check(t, "find", `{"type":"object","properties":{"query":{"type":"string"},
		"filter":{"type":"object","properties":{"from":{"type":"string"},"status":{"enum":["open","closed"]}},"additionalProperties":false},
		"rows":{"type":"array","items":{"type":"object","additionalProperties":{"type":["string","number"]}}}},"required":["query"],"additionalProperties":false}`, []repairCase{
		{`{"query":"x","filter":{"span":[1,2]}}`, `{"query":"x"} unplaced filter.span`},
		{`{"query":"x","filter":{}}`, `{"query":"x","filter":{}}`},
		{`{"query":"x","filter":{"status":"done"}}`, `{"query":"x","filter":{}} ask filter.status`},
		{`{"query":"x","rows":[{"id":1,"meta":{"a":1}}]}`, `{"query":"x","rows":[{"id":1}]} ask rows[0].meta`},
	})
	check(t, "find", `{"type":"object","properties":{"filter":{"type":"object","properties":{"from":{"type":"string"}},"additionalProperties":false}},"required":["filter"]}`, []repairCase{
		{`{"filter":{"span":[1,2]}}`, `{} ask filter unplaced filter.span`},
	})
}

// A backslash that is escaped is one; beside it there is nothing to doubt.
func TestBackslashes(t *testing.T) {
	for text, doubt := range map[string]bool{
		`{"path":"C:\\docs\\new"}`: false,
		`{"path":"a\fb\\i"}`:       false,
		`{"path":"C:\docs\new"}`:   true,
		`{"path":"C:\docs\\\new"}`: true,
	} {
		r := read(text)
		if got := slices.ContainsFunc(r.edits, func(e Edit) bool { return e.Kind == Syntax && !e.Exact }); got != doubt {
			t.Errorf("%s: doubt %t, want %t: %v", text, got, doubt, r.edits)
		}
	}
}

// An object that lacks nothing but good values is not given up for a variant of another kind.
func TestObjectsStayObjects(t *testing.T) {
	check(t, "label", `{"type":"object","properties":{"labels":{"type":"array","items":{"oneOf":[{"type":"string"},
		{"type":"object","properties":{"name":{"type":"string"},"confidence":{"enum":["LOW","HIGH"]},"why":{"type":"string"}},"required":["name"]}]}}},"required":["labels"]}`, []repairCase{
		{`{"labels":[{"name":"bug","confidence":"a, b"}]}`, `{"labels":[{"name":"bug"}]} ask labels[0].confidence`},
		{`{"labels":[{"label":"bug","confidence":"high","reason":true}]}`, `{"labels":[{"name":"bug","confidence":"HIGH"}]} unplaced labels[0].reason`},
	})
}

// A key with an empty value that is like an optional name has no place, and commas do not make objects of several fields.
func TestEmptyAndListedValues(t *testing.T) {
	check(t, "find", `{"type":"object","properties":{"query":{"type":"string"},"page":{"type":"integer"}},"required":["query"]}`, []repairCase{
		{`{"query":"lamp","pagex":""}`, `{"query":"lamp"} unplaced pagex`},
		{`{"query":"lamp","pagex":null}`, `{"query":"lamp"} unplaced pagex`},
	})
	check(t, "bind", `{"type":"object","properties":{"bindings":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"n":{"type":"integer"}},
		"required":["name","n"]}}},"required":["bindings"]}`, []repairCase{
		{`{"bindings":"a, b"}`, `{} ask bindings`},
		{`{"bindings":"1,200"}`, `{} ask bindings`},
	})
}

// The work does not double with each level.
func TestLayersAreCheap(t *testing.T) {
	flag := `{"type":"object","properties":{"on":{"type":"boolean"}},"required":["on"],"additionalProperties":false}`
	check(t, "configure", `{"type":"object","properties":{"project":{"type":"string"},"config":{"type":"object","properties":{"size":{"type":"number"},
		"features":{"type":"object","properties":{"first":`+flag+`,"second":`+flag+`},"required":["first","second"],"additionalProperties":false}},
		"required":["size","features"],"additionalProperties":false}},"required":["project","config"],"additionalProperties":false}`, []repairCase{
		{`{"other":{"config":{"size":"50MB","features":{"first":true,"second":{"on":"false"}}}},"project":"p"}`,
			`{"config":{"features":{"first":{"on":true},"second":{"on":false}}},"project":"p"} ask config.size`},
	})
}

// Every value of a call is in the outcome, in what has no place, in a question or in an edit.
func TestEveryValueIsAccountedFor(t *testing.T) {
	s := view(t, order)
	for _, call := range []string{
		`{"title":"one","who":"two","positions":[{"article":"three","note":"four"},{"sku":"five","quantity":"six"}],"headers":["seven"]}`,
		`{"data":{"title":"one","x":{"y":"two"}},"also":["three","four"]}`,
		`{"title":["one","two"],"customer":"three","tags":"four five, six","weight":"seven"}`,
		`{"title":"one"}{"title":"two"}`,
		`[["one"],"two"]`,
	} {
		o := Repair(call, Tool{Name: "add_order", Schema: s})
		if missing := unaccounted(o, read(call).roots); len(missing) > 0 {
			t.Errorf("%s: %v is nowhere in %s", call, missing, summary(o))
		}
	}
}

// unaccounted returns the texts of a call that an outcome does not mention.
func unaccounted(o Outcome, roots []*Node) []string {
	var all []string
	var walk func(n *Node)
	walk = func(n *Node) {
		if n == nil {
			return
		}
		if n.scalar() && n.Kind != Null {
			all = append(all, n.Text)
		}
		for _, m := range n.Members {
			walk(m.Value)
		}
		for _, item := range n.Items {
			walk(item)
		}
	}
	for _, r := range roots {
		walk(r)
	}
	wanted := all
	all = nil
	walk(o.Corrected)
	for _, a := range o.Ask {
		walk(a.Got)
	}
	for _, u := range o.Unplaced {
		walk(u.Value)
	}
	for _, e := range o.Edits {
		all = append(all, e.From, e.To)
	}
	text := strings.Join(all, "\x00")
	return slices.DeleteFunc(wanted, func(w string) bool {
		quoted := (&Node{Kind: String, Text: w}).JSON()
		return strings.Contains(text, w) || strings.Contains(text, quoted)
	})
}

// What the strict decoder refuses is never certain.
func TestTheDecoderHasTheLastWord(t *testing.T) {
	s := view(t, small)
	refused := Fault{Field: "path", Constraint: "pattern", Message: "must be a path of this host"}
	check := func(text []byte) []Fault {
		if strings.Contains(string(text), `"path"`) {
			return []Fault{refused}
		}
		return []Fault{{Field: "path", Constraint: "required"}}
	}
	o := Repair(`{"path":"a","count":"1"}`, Tool{Name: "read_lines", Schema: s, Check: check})
	if got, want := summary(o), `{"count":1} ask path`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if text := text(&o); !strings.Contains(text, refused.Message) {
		t.Errorf("the text lacks the decoder's reason:\n%s", text)
	}
}

// Schemas and calls without an end, or with very many readings, are decided within the bound.
func TestTheSearchIsBounded(t *testing.T) {
	tree := `{"type":"object","properties":{"left":{"$ref":"#"},"right":{"$ref":"#"},"value":{"type":"integer"}},"required":["left","right","value"],"additionalProperties":false}`
	union := `{"$defs":{"x":{"anyOf":[{"$ref":"#/$defs/x"},{"$ref":"#/$defs/x"},{"type":"array","items":{"$ref":"#/$defs/x"}}]}},"type":"object","properties":{"v":{"$ref":"#/$defs/x"}}}`
	many := `{"type":"object","properties":{"v":{"anyOf":[` + strings.Repeat(`{"type":"object","properties":{"a":{"type":"integer"}},"required":["b"]},`, 60) + `{"type":"string"}]}}}`
	for _, schema := range []string{tree, union, many, order} {
		s := view(t, schema)
		for _, call := range []string{
			`{"value":1,"other":{"value":"x","more":{"value":2}}}`,
			strings.Repeat(`{"a":`, 500), strings.Repeat(`[`, 500), strings.Repeat(`{"v":[`, 30),
			`{"v":` + strings.Repeat(`[`, 40) + strings.Repeat(`]`, 40) + `}`,
			`{` + strings.Repeat(`"k":{"left":1},`, 300) + `"z":1}`,
			`{"positions":[` + strings.Repeat(`{"art":"x","qty":"1","what":2},`, 2000) + `{}]}`,
		} {
			o := Repair(call, Tool{Name: "x", Schema: s})
			if n := len(o.Changes()); n > 20_000 {
				t.Errorf("%.40s: %d changes", call, n)
			}
		}
	}
}

func FuzzRepair(f *testing.F) {
	for _, call := range []string{`{"title":"a","tags":"x,y"}`, "```json\n{'title': None}\n```", `{"title":"a`, `{"arguments":{"title":1}}`} {
		f.Add(call)
	}
	s := view(f, order)
	f.Fuzz(func(t *testing.T, call string) {
		o := Repair(call, Tool{Name: "add_order", Schema: s})
		text(&o)
		if o.Corrected == nil {
			return
		}
		again := read(o.Corrected.JSON())
		if len(again.roots) != 1 || again.cut || len(again.edits) > 0 || !equal(again.roots[0], o.Corrected) {
			t.Fatalf("the corrected call is no JSON: %s", o.Corrected.JSON())
		}
		if isWhole(o) {
			next := Repair(o.Corrected.JSON(), Tool{Name: "add_order", Schema: s})
			if len(next.Edits) > 0 || !isWhole(next) {
				t.Fatalf("the corrected call %s is corrected again: %v", o.Corrected.JSON(), next.Edits)
			}
		}
	})
}

// TestLongTextsAreReadInTime reads a text without quotes that has very many blanks, where a word could end.
func TestLongTextsAreReadInTime(t *testing.T) {
	done := make(chan reading, 1)
	go func() { done <- read(`{"title": ` + strings.Repeat("ab ", 1<<20)) }()
	select {
	case r := <-done:
		if len(r.roots) != 1 {
			t.Errorf("%d values", len(r.roots))
		}
	case <-time.After(20 * time.Second):
		t.Error("it is not read after twenty seconds")
	}
}

func TestKeysGoWhereTheirValueFits(t *testing.T) {
	check(t, "share", `{"type":"object","properties":{
		"who":{"type":"object","properties":{"kind":{"enum":["user","team"]},"id":{"type":"string"}},"required":["id"]},
		"what":{"type":"object","properties":{"kind":{"enum":["page","folder"]},"id2":{"type":"string"}},"required":["kind"]},
		"window":{"type":"object","properties":{"from":{"type":"string"},"to":{"type":"string"},"note":{"type":"string"}},"required":["from","to","note"]}},
		"required":["who","what"],"additionalProperties":false}`, []repairCase{
		{`{"id":"u1","kind":"folder"}`, `{"who":{"id":"u1"},"what":{"kind":"folder"}}`},
		{`{"id":"u1","kind":"other"}`, `{"who":{"id":"u1"},"what":{}} ask what.kind`}, // the one that is required
		{`{"who":{"id":"u1"},"what":{"kind":"page"},"from":"a","to":"b"}`, `{"who":{"id":"u1"},"what":{"kind":"page"},"window":{"from":"a","to":"b"}} ask window.note`},
		{`{"who":{"id":"u1"},"what":{"kind":"page"},"from":"a"}`, `{"who":{"id":"u1"},"what":{"kind":"page"}} unplaced from`}, // it would lack more than it gets
		{`{"who":{"id":"u1"},"what":{"kind":"page"},"from":{"name":"b"}}`, `{"who":{"id":"u1"},"what":{"kind":"page"}} unplaced from`},
	})
}

func TestScalarsBecomeTheOneField(t *testing.T) {
	check(t, "lend", `{"type":"object","properties":{"items":{"type":"array","items":{"type":"object","properties":{"barcode":{"type":"string"}},"required":["barcode"]}},
		"size":{"type":"object","properties":{"width":{"type":"number"},"height":{"type":"number"}},"required":["width","height"]},
		"weight":{"type":"object","properties":{"amount":{"type":"number"},"unit":{"enum":["kg","lb"]}},"required":["amount"]}}}`, []repairCase{
		{`{"items":[39001004]}`, `{"items":[{"barcode":"39001004"}]}`},
		{`{"items":[true]}`, `{"items":[null]} ask items[0]`},
		{`{"size":"12"}`, `{} ask size`},
		{`{"weight":"12.5"}`, `{"weight":{"amount":12.5}}`},
		{`{"weight":"kg"}`, `{"weight":{"unit":"kg"}} ask weight.amount`},
	})
}

// TestNothingIsMovedInVain holds that no object is made for values that it does not take either.
func TestNothingIsMovedInVain(t *testing.T) {
	check(t, "patch_user", `{"type":"object","properties":{"user_id":{"type":"integer"},"set":{"type":"object","properties":{"name":{"type":"string"}},"additionalProperties":false}},"required":["user_id","set"],"additionalProperties":false}`, []repairCase{
		{`{"user_id":7,"changes":[{"field":"name"}]}`, `{"user_id":7} ask set unplaced changes`},
		{`{"user_id":7,"name":"Ada"}`, `{"user_id":7,"set":{"name":"Ada"}}`},
	})
}

// References within a schema that toolgen bundled of several files are relative to the file that they stand in.
func TestReferencesOfBundledFiles(t *testing.T) {
	s := view(t, `{"$id":"https://a.example/tools/pay.json","type":"object","properties":{"sum":{"$ref":"common/money.json"},"to":{"$ref":"common/money.json#/$defs/party"},
		"by":{"$ref":"#party"},"any":{"$ref":"https://elsewhere.example/x.json"}},
		"$defs":{"1":{"$id":"common/money.json","type":"object","properties":{"amount":{"$ref":"#/$defs/amount"},"currency":{"$ref":"iso.json"}},"required":["amount"],
			"$defs":{"amount":{"type":"number"},"party":{"type":"object","properties":{"mail":{"type":"string","format":"email"}}}}},
			"2":{"$id":"https://a.example/tools/common/iso.json","enum":["EUR","USD"]},"3":{"$anchor":"party","type":"object","properties":{"name":{"type":"string"}}}}}`)
	for place, want := range map[string]Kind{"sum": Object, "sum.amount": Number, "sum.currency": String, "to.mail": String, "by.name": String, "any": anyKind} {
		if got := s.At(place); got.Types != want {
			t.Errorf("%s takes %v, want %v", place, got.Types, want)
		}
	}
}

// A list of one scalar where an object is needed may mean more than one thing.
func TestListOfOneForAnObjectIsAsked(t *testing.T) {
	s := view(t, `{"type":"object","properties":{"limits":{"type":"object","properties":{"days":{"type":"integer"}},"required":["days"]}},"required":["limits"]}`)
	for call, ask := range map[string]int{`{"limits":[1]}`: 1, `{"limits":[{"days":1}]}`: 0, `{"limits":1}`: 0} {
		if o := Repair(call, Tool{Schema: s}); len(o.Ask) != ask {
			t.Errorf("%s: asked for %v; %s", call, o.Ask, text(&o))
		}
	}
}

// The default of a required field is named.
// The default of a secret is a secret.
func TestSecretDefaultsAreNotNamed(t *testing.T) {
	s := view(t, `{"type":"object","properties":{"pin":{"type":"string","default":"4711","x-toolgen":{"sensitive":true}}},"required":["pin"]}`)
	o := Repair(`{}`, Tool{Name: "x", Schema: s})
	if text := text(&o); strings.Contains(text, "4711") || !strings.Contains(text, "pin") {
		t.Error(text)
	}
}

func TestDefaultsAreNamed(t *testing.T) {
	s := view(t, `{"type":"object","properties":{"days":{"type":"integer","minimum":1,"default":7},"lang":{"type":"string","default":"en"}},"required":["days","lang"]}`)
	o := Repair(`{}`, Tool{Schema: s})
	want := "days: missing; must be a whole number of at least 1; default: 7.\nlang: missing; default: \"en\"."
	if got := text(&o); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// Values that only moved are shown, and those of secret fields stay.
func TestOnlySecretsAreHidden(t *testing.T) {
	s := view(t, `{"type":"object","properties":{"name":{"type":"string"},"pin":{"type":"string","x-toolgen":{"sensitive":true}},"tags":{"type":"array","items":{"type":"string"}},
		"address":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}},"required":["name","pin"]}`)
	secret := func(place string) bool { return lastKey(place) != "" && s.KeySet().Secret(lastKey(place)) }
	secrets := Secrets{Is: func(place string) bool { return place == "pin" }, Holds: secret, Meant: secret, Shown: func(place string) string { return place }}
	for call, want := range map[string]string{
		`{"Name":"Ada","PIN":"1234","city":"Vienna"}`:           `{"name":"Ada","address":{"city":"Vienna"}}`,
		`{"title":"Ada","pin":"1234","tags":"a"}`:               `{"name":"Ada","tags":["a"]}`,
		`{"arguments":{"name":"Ada","pin":"1234"}}`:             `{"name":"Ada"}`,
		`{"label":"Ada","secretPin":"1234","address":"Vienna"}`: `{"name":"Ada","address":{"city":"Vienna"}}`,
	} {
		o := Repair(call, Tool{Schema: s}).Masked(secrets)
		got := o.Corrected.JSON()
		if all := got + text(&o); got != want || strings.Contains(all, "1234") {
			t.Errorf("%s: %s\n%s", call, got, text(&o))
		}
	}
	o := Repair(`{"Name":"Ada","PIN":"1234"}`, Tool{Schema: s}).Masked(secrets)
	if got := text(&o); !strings.Contains(got, "PIN: rename it to pin; its value stays as it was sent.") || strings.Contains(got, "not shown") {
		t.Error(got)
	}
}

// The work for a call grows with it: ten times the call takes about ten times the memory, and no more decodes.
func TestWorkGrowsWithTheCall(t *testing.T) {
	s := view(t, order)
	call := func(n int) string {
		return `{"title":"a","positions":[` + strings.Repeat(`{"Article":"x","qty":"1","what":2},`, n) + `{"article":"x","quantity":1}]}`
	}
	work := func(n int) (allocs float64, decodes int) {
		text := call(n)
		tool := Tool{Name: "add_order", Schema: s, Check: func([]byte) []Fault { decodes++; return nil }}
		allocs = testing.AllocsPerRun(3, func() { decodes = 0; Repair(text, tool) })
		return allocs, decodes
	}
	few, once := work(40)
	many, often := work(400)
	if many > 12*few || often != once {
		t.Errorf("%.0f allocations and %d decodes for 40 items, %.0f and %d for 400", few, once, many, often)
	}
}

// A map of one entry is a pair, whose key is not lost.
func TestMapsArePairs(t *testing.T) {
	check(t, "run", `{"type":"object","properties":{
		"env":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"value":{"type":"string"}},"required":["name"]}},
		"tags":{"type":"array","items":{"type":"object","properties":{"key":{"type":"string"},"value":{"type":"string"},"note":{"type":"string"}},"required":["key"]}},
		"headers":{"type":"array","items":{"type":"object","properties":{"key":{"type":"string"},"value":{"type":"string"}}}},
		"limits":{"type":"array","items":{"type":"object","properties":{"resource":{"type":"string"},"max":{"type":"number"}},"required":["resource"]}}}}`, []repairCase{
		{`{"env":{"PATH":"/bin"}}`, `{"env":[{"name":"PATH","value":"/bin"}]}`},
		{`{"env":{"PATH":"/bin","HOME":"/root"}}`, `{"env":[{"name":"PATH","value":"/bin"},{"name":"HOME","value":"/root"}]}`},
		{`{"env":[{"PATH":"/bin"}]}`, `{"env":[{"name":"PATH","value":"/bin"}]}`},
		{`{"tags":{"team":"core"}}`, `{"tags":[{"key":"team","value":"core"}]}`},
		{`{"headers":{"Accept":"*/*"}}`, `{"headers":[{"key":"Accept","value":"*/*"}]}`},
		{`{"env":[{"PATH":"/bin"}],"limits":[{"cpu":4}]}`, `{"env":[{"name":"PATH","value":"/bin"}],"limits":[{}]} ask limits[0].resource unplaced limits[0].cpu`},
		{`{"limits":{"cpu":4}}`, `{"limits":[{"resource":"cpu","max":4}]}`},
	})
}

// The key that is left belongs to the name that is left also if its value has to be converted.
func TestTheLastKeyIsConverted(t *testing.T) {
	check(t, "book", `{"type":"object","properties":{"number":{"type":"number"},"city":{"type":"string"}},"required":["number","city"],"additionalProperties":false}`, []repairCase{
		{`{"city":"Ulm","what":"34"}`, `{"city":"Ulm","number":34}`},
		{`{"number":1,"zip":28195}`, `{"number":1,"city":"28195"}`},
		{`{"place":"Ulm","what":34}`, `{"city":"Ulm","number":34}`},
		{`{"number":1,"comment":"Ulm"}`, `{"number":1} ask city unplaced comment`},
		{`{"number":1,"comment_id":"Ulm"}`, `{"number":1,"city":"Ulm"}`},
	})
	check(t, "activate", `{"type":"object","properties":{"name":{"enum":["skill1","skill2"]}},"required":["name"],"additionalProperties":false}`, []repairCase{
		{`{"skill":"Skill1"}`, `{"name":"skill1"}`},
		{`{"skill":"other"}`, `{} ask name unplaced skill`},
	})
}

// A scalar goes into the one required field of an object, with blanks in it and converted, or into the one of its type.
func TestScalarsGoIntoFields(t *testing.T) {
	check(t, "hold", `{"type":"object","properties":{
		"court":{"type":"object","properties":{"name":{"type":"string"},"room":{"type":"string"}},"required":["name"]},
		"storage":{"type":"object","properties":{"enabled":{"type":"boolean"}},"required":["enabled"]},
		"hall":{"type":"object","properties":{"name":{"type":"string"},"seats":{"type":"integer"}},"required":["name"]},
		"sort":{"type":"object","properties":{"field":{"type":"string"},"desc":{"type":"boolean"}},"required":["field"]},
		"price":{"type":"object","properties":{"amount":{"type":"string"},"currency":{"type":"string"}},"required":["amount","currency"]},
		"start":{"type":"object","properties":{"at":{"type":"string","format":"date-time"},"zone":{"type":"string"}},"required":["at"]},
		"range":{"type":"object","properties":{"least":{"type":"number"},"most":{"type":"number"},"currency":{"type":"string"}}},
		"move":{"type":"object","properties":{"mode":{"enum":["copy","cut"]},"path":{"type":"string"}},"required":["mode"]},
		"n":{"type":"object","properties":{"count":{"type":"integer"},"unit":{"type":"string"}},"required":["count"]}}}`, []repairCase{
		{`{"start":"2026-12-01T09:00:00Z"}`, `{"start":{"at":"2026-12-01T09:00:00Z"}}`},
		{`{"start":"2026-12-01 09:00"}`, `{} ask start`}, // no zone is given, and the text is none
		{`{"range":"$20"}`, `{} ask range`},
		{`{"range":"EUR"}`, `{"range":{"currency":"EUR"}}`},
		{`{"move":"/a"}`, `{"move":{"path":"/a"}} ask move.mode`},
		{`{"court":"District 4"}`, `{"court":{"name":"District 4"}}`},
		{`{"hall":"Main Hall"}`, `{"hall":{"name":"Main Hall"}}`},
		{`{"hall":"Main 40"}`, `{} ask hall`},
		{`{"sort":"created desc"}`, `{} ask sort`},
		{`{"price":"10 USD"}`, `{} ask price`},
		{`{"storage":"false"}`, `{"storage":{"enabled":false}}`},
		{`{"n":"4"}`, `{"n":{"count":4}}`},
	})
}

// A word that an allowed value begins is that value, unless the tool deletes or moves money.
func TestWordsThatAValueBegins(t *testing.T) {
	const schema = `{"type":"object","properties":{"order":{"enum":["asc","desc"]},"day":{"enum":["mon","tue","wed"]}}}`
	check(t, "list_orders", schema, []repairCase{
		{`{"order":"descending","day":"tuesday"}`, `{"order":"desc","day":"tue"}`},
		{`{"day":"wednesday"}`, `{"day":"wed"}`},
	})
	check(t, "edit", `{"type":"object","properties":{"mode":{"enum":["search","search_and_replace"]}}}`, []repairCase{
		{`{"mode":"search replace"}`, `{"mode":"search_and_replace"}`}, // without the filler, it has the word of the other one, too
	})
	for _, tool := range []Tool{{Name: "issue_credit"}, {Name: "x", About: "Permanently deletes files."}, {Name: "x", About: "Use it to refund a payment."}} {
		tool.Schema = view(t, schema)
		if got := summary(Repair(`{"order":"descending"}`, tool)); got != `{} ask order` {
			t.Errorf("%+v: %s", tool, got)
		}
	}
}

// What a line shows already has no line of its own, and a rename into another object says where.
func TestNothingIsSaidTwice(t *testing.T) {
	s := view(t, `{"type":"object","properties":{"topics":{"type":"array","items":{"type":"object","properties":{"topic":{"type":"string"}},"required":["topic"]}},
		"params":{"type":"object","properties":{"csvFilePath":{"type":"string"},"threshold":{"type":"number"}},"required":["csvFilePath","threshold"],"additionalProperties":false}},
		"required":["params"],"additionalProperties":false}`)
	o := Repair(`{"topics":"prices","csv_file_path":"a.csv","threshold":1}`, Tool{Name: "x", Schema: s})
	const want = `topics: write it as an array: [{"topic":"prices"}].
csv_file_path: move it into params, as csvFilePath.
threshold: move it into params.`
	if got := text(&o); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Where several readings are as good, none is certain, and nothing is dropped silently.
func TestTiesAreAsked(t *testing.T) {
	refund := view(t, `{"type":"object","properties":{"order_id":{"type":"string"},"amount":{"type":"integer"},"note":{"type":"string"}},"required":["order_id","amount"],"additionalProperties":false}`)
	for _, c := range []repairCase{
		{`{"order_id":"1","AMOUNT":5,"Amount":500}`, `{"order_id":"1"} ask amount`},
		{`{"order_id":"1","AMOUNT":5,"Amount":5}`, `{"order_id":"1","amount":5}`},
		{`{"order_id":"1","amount":5,"amount":500}`, `{"order_id":"1"} ask amount`},
		{`{"order_id":"1","amount":5,"note":"a\ud800"}`, `{"order_id":"1","amount":5} ask note`},
		{"{\"order_id\":\"\xff\",\"amount\":5}", `{"amount":5} ask order_id`},
		{`[{"order_id":"1","amount":5},{"order_id":"2","amount":6}]`, `{"order_id":"1","amount":5} unplaced `},
		{`{"order_id":"1"} as in {"amount":5}`, `{"order_id":"1"} ask amount unplaced `},
		{`<tool_call>{"order_id":"1","amount":5}</tool_call><tool_call>{"order_id":"2","amount":6}</tool_call>`, `{"order_id":"1","amount":5} unplaced `},
		{"```json\n{\"order_id\":\"1\",\"amount\":5}\n```\nor\n```json\n{\"order_id\":\"2\",\"amount\":6}\n```", `{"order_id":"1","amount":5} unplaced `},
	} {
		o := Repair(c.call, Tool{Name: "order", Schema: refund})
		if got := summary(o); got != c.want {
			t.Errorf("%s\n got  %s\n want %s\n%s", c.call, got, c.want, text(&o))
		}
		if o.Accepted(AllAllowed, false) != nil {
			t.Errorf("%s is accepted", c.call)
		}
	}
	o := Repair(`{"order_id":"1","amount":5,"amount":500}`, Tool{Name: "order", Schema: refund})
	if got, want := text(&o), "amount: must be given once; got 5 and 500."; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	check(t, "draw", `{"type":"object","properties":{"shape":{"oneOf":[{"type":"object","properties":{"radius":{"type":"number"}},"required":["radius"],"additionalProperties":false},
		{"type":"object","properties":{"side":{"type":"number"}},"required":["side"],"additionalProperties":false}]}}}`, []repairCase{
		{`{"shape":{"diameter":4}}`, `{"shape":{}} ask shape.radius unplaced shape.diameter`},
		{`{"shape":{"sides":4}}`, `{"shape":{"side":4}}`},
	})
}

// A key of another variant exists, but does not belong there.
func TestKeysOfOtherVariants(t *testing.T) {
	o := Repair(`{"shape":{"kind":"circle","radius":1,"side":2}}`, Tool{Name: "draw", Schema: view(t, shapes)})
	if got, want := text(&o), "shape.side: does not go with the other keys beside it; got 2."; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Arrays and schemas of themselves have an end, and so has the work for a long text with commas, and for very many keys.
func TestWorkForOneValueIsBounded(t *testing.T) {
	s := view(t, `{"$defs":{"x":{"type":"array","items":{"$ref":"#/$defs/x"}}},"type":"object","properties":{"v":{"$ref":"#/$defs/x"},"tags":{"type":"array","items":{"type":"string"}}}}`)
	keys := ""
	for i := range 20_000 {
		keys += fmt.Sprintf(`,"key%d":1`, i)
	}
	for _, call := range []string{`{"w":1}`, `{"v":{"w":1}}`, `{"tags":"` + strings.Repeat("a,", 200_000) + `a"}`, `{` + keys[1:] + `}`} {
		Repair(call, Tool{Schema: s})
	}
}

// A field that the call gives under two spellings is asked about, unless one of them is its name or says that there is no
// value.
func TestFieldsGivenTwice(t *testing.T) {
	s := view(t, `{"type":"object","properties":{"to":{"type":"string"},"amount":{"type":"integer"}},"required":["to","amount"],"additionalProperties":false}`)
	for _, c := range []struct{ call, want, text string }{
		{`{"to":"a","AMOUNT":5,"Amount":500}`, `{"to":"a"} ask amount`, `amount: must be given once; AMOUNT and Amount both spell it; got 5 and 500.`},
		{`{"to":"a","amount":5,"Amount":500}`, `{"to":"a","amount":5} unplaced Amount`, `Amount: leave it out; it is another spelling of amount, which the call also has; got 500.`},
		{`{"to":"a","amount":null,"Amount":500}`, `{"to":"a","amount":500}`, `Amount: rename it to amount.`},
		{`{"to":"","TO":"b","amount":5}`, `{"to":"","amount":5} unplaced TO`, `also has; got "b".`},
		{`{"args":{"to":"a","amount":5},"arguments":{"to":"b","amount":6}}`, `{} ask to,amount unplaced args,arguments`, `args, arguments`},
		{`{"args":{"to":"a","amount":5},"arguments":{"to":"a","amount":5}}`, `{"to":"a","amount":5} unplaced arguments`, ``},
	} {
		o := Repair(c.call, Tool{Name: "pay", Schema: s})
		if got := summary(o); got != c.want || !strings.Contains(text(&o), c.text) {
			t.Errorf("%s\n got  %s\n want %s\n%s", c.call, got, c.want, text(&o))
		}
	}
}

// A variant that only one key of the call belongs to is settled; keys of several contradict each other.
// A key that only one variant has does not pick it if another one allows the value that this one does not.
func TestDifferentValuesOfItemsAreNotRaised(t *testing.T) {
	check(t, "book", `{"type":"object","properties":{"currency":{"type":"string"},
		"lines":{"type":"array","items":{"type":"object","properties":{"amount":{"type":"number"}},"additionalProperties":false}}},
		"required":["currency"],"additionalProperties":false}`, []repairCase{
		{`{"lines":[{"amount":1,"currency":"EUR"},{"amount":2,"currency":"EUR"}]}`, `{"lines":[{"amount":1},{"amount":2}],"currency":"EUR"}`},
		{`{"lines":[{"amount":1,"currency":"EUR"},{"amount":2,"currency":"USD"}]}`,
			`{"lines":[{"amount":1},{"amount":2}]} ask currency unplaced lines[0].currency,lines[1].currency`},
	})
}

// Null stands for no array: it is not wrapped into one.
func TestNullIsNotWrapped(t *testing.T) {
	check(t, "plot", `{"type":"object","properties":{"rows":{"type":"array","items":{"type":"array","items":{"type":["number","null"]}}}}}`, []repairCase{
		{`{"rows":[[1],null]}`, `{"rows":[[1],null]} ask rows[1]`},
	})
}

func TestConstantsOutweighKeys(t *testing.T) {
	s := view(t, `{"anyOf":[
		{"type":"object","properties":{"mode":{"enum":["x"]},"a":{"type":"integer"}},"additionalProperties":false},
		{"type":"object","properties":{"mode":{"enum":["y"]},"b":{"type":"integer"}},"additionalProperties":false}]}`)
	if got, want := summary(Repair(`{"mode":"y","a":1}`, Tool{Name: "x", Schema: s})), `{"mode":"y"} unplaced a`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestKeysSettleVariants(t *testing.T) {
	check(t, "plan", `{"type":"object","properties":{
		"from":{"anyOf":[{"type":"object","properties":{"stop_id":{"type":"string"}},"required":["stop_id"],"additionalProperties":false},
			{"type":"object","properties":{"lat":{"type":"number"},"lon":{"type":"number"}},"required":["lat","lon"],"additionalProperties":false}]},
		"task":{"oneOf":[{"type":"object","properties":{"kind":{"const":"water"},"height":{"type":"number"}},"required":["kind","height"],"additionalProperties":false},
			{"type":"object","properties":{"kind":{"const":"sow"},"seed":{"type":"string"}},"required":["kind","seed"],"additionalProperties":false}]}}}`, []repairCase{
		{`{"from":{"lat":52.1,"lng":4.3}}`, `{"from":{"lat":52.1,"lon":4.3}}`},
		{`{"from":{"lat":52.1,"stop_id":"x"}}`, `{} ask from`},
		{`{"task":{"kind":"water","depth":3}}`, `{"task":{"kind":"water","height":3}}`},
		{`{"from":{"x":52.1,"y":4.3}}`, `{"from":{}} ask from.stop_id unplaced from.x,from.y`},
	})
	check(t, "draw", `{"type":"object","properties":{"shape":{"oneOf":[{"type":"object","properties":{"radius":{"type":"number"}},"required":["radius"]},
		{"type":"object","properties":{"points":{"type":"integer"}},"required":["points"]}]}}}`, []repairCase{{`{"shape":{"points":4,"radius":"1"}}`, `{} ask shape`}})
}

// Words of a list may each be an object of one field, and names of pairs end in a word for keys or values.
func TestListsAndPairsByTheirFields(t *testing.T) {
	check(t, "label", `{"type":"object","properties":{
		"labels":{"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"color":{"type":"string"}},"required":["name"]}},
		"ids":{"type":"array","items":{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"]}},
		"filters":{"type":"array","items":{"type":"object","properties":{"field_name":{"type":"string"},"value":{"type":"string"}},"required":["field_name","value"]}},
		"metrics":{"type":"array","items":{"type":"object","properties":{"metric":{"type":"string"},"value":{"type":"string"}},"required":["metric","value"]}}}}`, []repairCase{
		{`{"labels":"a,b"}`, `{"labels":[{"name":"a"},{"name":"b"}]}`},
		{`{"labels":"a b, c"}`, `{} ask labels`},
		{`{"ids":"1,2"}`, `{"ids":[{"id":1},{"id":2}]}`},
		{`{"filters":{"Priority":"High"}}`, `{"filters":[{"field_name":"Priority","value":"High"}]}`},
		{`{"metrics":{"load":"5"}}`, `{"metrics":[{"metric":"load","value":"5"}]}`},
	})
}

// An object that is left over belongs to the one name that is left, which may be optional.
func TestTheLastObject(t *testing.T) {
	check(t, "count", `{"type":"object","properties":{"db":{"type":"string"},"query":{"type":"object"},"limit":{"type":"integer"}},"required":["db"],"additionalProperties":false}`, []repairCase{
		{`{"db":"a","limit":1,"filter":{"b":1}}`, `{"db":"a","limit":1,"query":{"b":1}}`},
		{`{"db":"a","filter":{"b":1}}`, `{"db":"a"} unplaced filter`},
		{`{"db":"a","query":{"b":1},"page":1}`, `{"db":"a","query":{"b":1}} unplaced page`},
	})
}

// A sentence is no identifier, and a number may be a text of digits.
func TestTheLastKeyHasTheRightKindOfText(t *testing.T) {
	check(t, "drop_file", `{"type":"object","properties":{"id":{"type":"string"}},"required":["id"],"additionalProperties":false}`, []repairCase{
		{`{"plan":"first list, then delete all of it"}`, `{} ask id unplaced plan`},
		{`{"file":"f-1"}`, `{"id":"f-1"}`},
	})
	check(t, "ship", `{"type":"object","properties":{"weight":{"type":"number"},"postcode":{"type":"string"}},"required":["weight","postcode"],"additionalProperties":false}`, []repairCase{
		{`{"weight":1,"zip":28195}`, `{"weight":1,"postcode":"28195"}`},
	})
}

// A tool whose name begins with a verb for looking deletes nothing, whatever its description names.
func TestToolsThatOnlyLook(t *testing.T) {
	s := view(t, `{"type":"object","properties":{"kind":{"enum":["full","partial"]}}}`)
	for name, want := range map[string]string{"list_refunds": `{"kind":"partial"}`, "preview_charge": `{"kind":"partial"}`, "refund": `{} ask kind`, "listing_delete": `{} ask kind`} {
		if got := summary(Repair(`{"kind":"part"}`, Tool{Name: name, About: "The refunds of a store.", Schema: s})); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// A format that the decoder does not check is no fault.
func TestFormatsThatNothingChecks(t *testing.T) {
	s := view(t, `{"type":"object","properties":{"on":{"type":"string","format":"date"},"by":{"type":"string","format":"date"},"n":{"type":"integer"}}}`)
	for faults, want := range map[string]string{"on": `{"by":"2026-01-31","n":1} ask on`, "": `{"by":"2026/01/31","n":1,"on":"soon"}`} {
		check := func(text []byte) []Fault {
			if faults == "" || !strings.Contains(string(text), "soon") {
				return nil
			}
			return []Fault{{Field: faults, Constraint: "format"}}
		}
		o := Repair(`{"on":"soon","by":"2026/01/31","n":"1"}`, Tool{Name: "x", Schema: s, Check: check})
		if got := summary(o); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// A value that was converted and is refused all the same is asked about as the call has it.
func TestWhatIsRefusedIsShownAsItWasSent(t *testing.T) {
	s := view(t, `{"type":"object","properties":{"kind":{"enum":["x","yy"]}}}`)
	o := Repair(`{"kind":"YY"}`, Tool{Schema: s, Check: func(text []byte) []Fault {
		if !strings.Contains(string(text), "yy") {
			return nil
		}
		return []Fault{{Field: "kind", Constraint: "not", Message: "must be x today"}}
	}})
	if got, want := text(&o), `kind: must be x today; got "YY".`; got != want || len(o.Edits) > 0 {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A key that changes the meaning of a scalar is not taken off.
func TestKeysThatSayMoreStay(t *testing.T) {
	check(t, "find", `{"type":"object","properties":{"status":{"type":"string"},"age":{"type":"integer"},"due":{"type":"string","format":"date"}},"additionalProperties":false}`, []repairCase{
		{`{"status":{"not":"open"}}`, `{} ask status`},
		{`{"age":{"min":5}}`, `{} ask age`},
		{`{"age":{"value":5},"status":{"state":"open"},"due":{"date":"2026-01-31"}}`, `{"age":5,"status":"open","due":"2026-01-31"}`},
	})
}

// The unit of a value is not known from a name without one.
func TestUnitsAreNotGuessed(t *testing.T) {
	check(t, "wait", `{"type":"object","properties":{"timeoutMs":{"type":"integer"},"url":{"type":"string"}},"required":["timeoutMs"],"additionalProperties":false}`, []repairCase{
		{`{"timeout":30}`, `{} ask timeoutMs unplaced timeout`},
		{`{"timeout_seconds":30}`, `{} ask timeoutMs unplaced timeout_seconds`},
		{`{"time_out_ms":30}`, `{"timeoutMs":30}`},
	})
	check(t, "cut", `{"type":"object","properties":{"start_s":{"type":"number"},"name":{"type":"string"}},"required":["start_s"],"additionalProperties":false}`, []repairCase{
		{`{"start_ms":500}`, `{} ask start_s unplaced start_ms`},
		{`{"start_seconds":5}`, `{"start_s":5}`},
		{`{"start_secs":5}`, `{"start_s":5}`},
		{`{"start_f":5}`, `{} ask start_s unplaced start_f`},
	})
	check(t, "give", `{"type":"object","properties":{"amount":{"type":"number"},"to":{"type":"string"}},"required":["amount","to"],"additionalProperties":false}`, []repairCase{
		{`{"amount_cents":500,"to":"a"}`, `{"to":"a"} ask amount unplaced amount_cents`},
	})
}

// Different keys of several items do not all mean the one name that is left.
func TestKeysOfItemsDiffer(t *testing.T) {
	check(t, "order", `{"type":"object","properties":{"lines":{"type":"array","items":{"type":"object","properties":{"sku":{"type":"string"},"qty":{"type":"integer"}},"required":["sku","qty"],"additionalProperties":false}}},"additionalProperties":false}`, []repairCase{
		{`{"lines":[{"sku":"a","depth":1},{"sku":"b","colour":2}]}`, `{"lines":[{"sku":"a"},{"sku":"b"}]} ask lines[0].qty,lines[1].qty unplaced lines[0].depth,lines[1].colour`},
		{`{"lines":[{"sku":"a","depth":1},{"sku":"b","depth":2}]}`, `{"lines":[{"sku":"a","qty":1},{"sku":"b","qty":2}]}`},
	})
}

// A key that denies what a name says is not that name.
func TestOppositesAreNotNames(t *testing.T) {
	check(t, "join", `{"type":"object","properties":{"consent":{"type":"boolean"},"enabled":{"type":"boolean"}},"required":["consent","enabled"],"additionalProperties":false}`, []repairCase{
		{`{"no_consent":true,"enabled":true}`, `{"enabled":true} ask consent unplaced no_consent`},
		{`{"consent":true,"disabled":true}`, `{"consent":true} ask enabled unplaced disabled`},
		{`{"consents":true,"enabled":true}`, `{"consent":true,"enabled":true}`},
	})
}

// A key that is near one name alone keeps it, whatever the value, and another key gets what is left.
func TestNearKeys(t *testing.T) {
	check(t, "trim", `{"type":"object","properties":{"quantity":{"type":"integer"},"bit_rate_limit":{"type":"integer"},"user_name":{"type":"string"},"user_text":{"type":"string"}},"required":["quantity"],"additionalProperties":false}`, []repairCase{
		{`{"quantty":"some"}`, `{} ask quantity`},
		{`{"quantity":1,"bit_rate":"60"}`, `{"quantity":1,"bit_rate_limit":60}`},
		{`{"quantity":1,"user":"a"}`, `{"quantity":1} unplaced user`},
	})
}

// A value that may be a secret does not become public.
func TestSecretsAreNotMoved(t *testing.T) {
	check(t, "login", `{"type":"object","properties":{"user":{"type":"string"},"api_key":{"type":"string","x-toolgen":{"sensitive":true}}},"required":["user"],"additionalProperties":false}`, []repairCase{
		{`{"api_key":"a","apikeys":"b"}`, `{"api_key":"a"} ask user unplaced apikeys`},
		{`{"api_keys":"a","user":"b"}`, `{"api_key":"a","user":"b"}`},
	})
}

// A word that spells a value is that value, whatever else it begins or holds.
func TestWordsOfOthers(t *testing.T) {
	check(t, "heat", `{"type":"object","properties":{"mode":{"enum":["heat","cool","heat_cool"]}}}`, []repairCase{
		{`{"mode":"Heat-Cool"}`, `{"mode":"heat_cool"}`},
		{`{"mode":"heat or cool"}`, `{} ask mode`},
	})
}
