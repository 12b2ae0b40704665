package dynamic

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/gen/lower"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/internal/sample"
	"github.com/toolgen/toolgen/internal/testdiff"
	"github.com/toolgen/toolgen/internal/txtar"
	"github.com/toolgen/toolgen/runtime"
)

const lenientSchema = `{"type":"object","required":["id","status"],"additionalProperties":false,"properties":{
	"id":{"type":"integer","maximum":100},
	"status":{"type":"string","enum":["open","in_progress"]},
	"note":{"type":["string","null"]},
	"tags":{"type":"array","items":{"type":"string"},"uniqueItems":true},
	"grid":{"type":"array","items":{"type":"array","items":{"type":"number"}}},
	"any":{},
	"list":{"type":"array"},
	"on":{"type":"boolean"},
	"either":{"type":["integer","boolean"]},
	"level":{"enum":[1,2,3]},
	"flag":{"const":true},
	"map":{"type":"object","patternProperties":{"^n-":{"type":"boolean"}},"additionalProperties":{"type":"integer"}},
	"pair":{"type":"array","prefixItems":[{"type":"integer"},{"type":"string","maxLength":3}],"items":false},
	"lines":{"type":"array","minItems":1,"items":{"type":"object","required":["price"],"properties":{"price":{"type":"number","minimum":0}},"if":{"required":["tax"]},"then":{"properties":{"price":{"minimum":10}}}}},
	"op":{"oneOf":[{"type":"object","required":["v"],"properties":{"v":{"type":"integer","const":1},"on":{"type":"boolean"}}},
		{"type":"object","required":["v"],"properties":{"v":{"type":"boolean","const":true}}}]},
	"to":{"oneOf":[{"type":"object","required":["n"],"additionalProperties":false,"properties":{"n":{"type":"integer"},"x":{"type":"boolean"}}},
		{"type":"object","required":["n"],"additionalProperties":false,"properties":{"n":{"type":"string"}}}]}}}`

// TestLeniency tests every lenient option with a schema that is only known at run time.
func TestLeniency(t *testing.T) {
	set, diags := Load("case.json", []byte(lenientSchema), Options{Envelope: tooldef.Schema, TypeName: "Case"})
	if len(set.Tools) != 1 {
		t.Fatal(diags)
	}
	tests := []struct{ name, in, want string }{
		{"empty", ` `, ` json`},
		{"null", `{"id":1,"status":"open","tags":null,"note":null}`, `{"id":1,"note":null,"status":"open"} tags null_is_absent`},
		{"required null", `{"id":null,"status":"open"}`, `id type`},
		{"scalars", `{"id":"7","status":"open","note":5,"lines":[{"price":"1e1","tax":1}]}`, `{"id":7,"lines":[{"price":1e1,"tax":1}],"note":"5","status":"open"} id coerce_scalar, note coerce_scalar, lines[0].price coerce_scalar`},
		{"scalars and rules", `{"id":"107","status":"open","lines":[{"price":"1","tax":1}]}`, `id type; lines[0].price type`},
		{"unwrap", `"{\"id\":1,\"status\":\"open\",\"tags\":\"[\\\"a\\\"]\"}"`, `{"id":1,"status":"open","tags":["a"]}  unwrap_string, tags unwrap_string`},
		{"wrap", `{"id":1,"status":"open","tags":"a","lines":{"price":1},"grid":[1]}`, `{"grid":[[1]],"id":1,"lines":[{"price":1}],"status":"open","tags":["a"]} tags wrap_singleton, lines wrap_singleton, grid[0] wrap_singleton`},
		{"wrap none", `{"id":1,"status":"open","grid":1,"list":1}`, `grid type; list type`},
		{"match", `{"id":1,"status":"In Progress","tags":["x"]}`, `{"id":1,"status":"in_progress","tags":["x"]} status match_enum`},
		{"repair", "```\n{'id': 1, 'status': 'open', 'any': None,}\n```", `{"any":null,"id":1,"status":"open"}  repair_syntax,  repair_syntax,  repair_syntax,  repair_syntax`},
		{"union", `{"id":1,"status":"open","to":{"n":"1"}}`, `{"id":1,"status":"open","to":{"n":"1"}} `},
		{"union by leniency", `{"id":1,"status":"open","to":{"n":"1","x":"true"}}`, `{"id":1,"status":"open","to":{"n":1,"x":true}} to.n coerce_scalar, to.x coerce_scalar`},
		{"discriminator", `{"id":1,"status":"open","op":{"v":"1.0","on":"true"}}`, `{"id":1,"op":{"on":true,"v":1.0},"status":"open"} op.v coerce_scalar, op.on coerce_scalar`},
		{"discriminator that is no value of it", `{"id":1,"status":"open","op":{"v":"false"}}`, `op oneOf`},
		{"text null", `{"id":1,"status":"open","tags":"null","note":"null"}`, `{"id":1,"note":"null","status":"open"} tags null_is_absent`},
		{"text null where a string is allowed", `{"id":"1","status":"open","note":"None"}`, `{"id":1,"note":"None","status":"open"} id coerce_scalar`},
		{"numbers with blanks", `{"id":" 12 ","status":"open","lines":[{"price":".5"}]}`, `{"id":12,"lines":[{"price":0.5}],"status":"open"} id coerce_scalar, lines[0].price coerce_scalar`},
		{"no number", `{"id":"12 EUR","status":"open"}`, `id type`},
		{"no integer", `{"id":"3.7","status":"open"}`, `id type`},
		{"leading zeros", `{"id":"007","status":"open"}`, `id type`},
		{"out of bounds", `{"id":"107","status":"open"}`, `id type`},
		{"true", `{"id":1,"status":"open","on":"True"}`, `{"id":1,"on":true,"status":"open"} on coerce_scalar`},
		{"yes", `{"id":1,"status":"open","on":"yes"}`, `on type`},
		{"several items in a text", `{"id":1,"status":"open","tags":"x, y"}`, `tags type`},
		{"lines in a text", `{"id":1,"status":"open","tags":"x\ny"}`, `tags type`},
		{"a wrapped value that does not fit", `{"id":1,"status":"open","lines":{"price":-1}}`, `lines type`},
		{"an unwrapped value that does not fit", `{"id":1,"status":"open","lines":"[{\"price\":-1}]"}`, `lines type`},
		{"several kinds at once", `{"id":"1","status":"OPEN","lines":"{\"price\":\"1\"}"}`, `{"id":1,"lines":[{"price":1}],"status":"open"} id coerce_scalar, status match_enum, lines unwrap_string, lines wrap_singleton, lines[0].price coerce_scalar`},
		{"a key", `{"ID":1,"Status":"open"}`, `{"id":1,"status":"open"} id match_key, status match_key`},
		{"a key of another name", `{"ident":1,"status":"open"}`, `id required; ident additionalProperties`},
		{"two keys for one field", `{"ID":1,"Id":2,"status":"open"}`, `id required; ID additionalProperties; Id additionalProperties`},
		{"an envelope", `{"arguments":{"id":1,"status":"open"}}`, `{"id":1,"status":"open"}  match_key`},
		{"an envelope with the tool's name", `{"name":"Case","arguments":{"id":1,"status":"open"}}`, `{"id":1,"status":"open"}  match_key`},
		{"an envelope whose content does not fit", `{"arguments":{"id":1}}`, `id required; status required; arguments additionalProperties`},
		{"an envelope with fields beside it", `{"arguments":{"id":1},"status":"open"}`, `id required; arguments additionalProperties`},
		{"an unknown envelope", `{"body":{"id":1,"status":"open"}}`, `id required; status required; body additionalProperties`},
		{"bare keys", `{id: 1, status: "open"}`, `{"id":1,"status":"open"}  repair_syntax`},
		{"bare values", `{"id": 1, "status": open}`, ` json`},
		{"quotes of other kinds", `{“id”: 1, “status”: “open”}`, `{"id":1,"status":"open"}  repair_syntax`},
		{"an escape that JSON lacks", `{"id": 1, "status": "open", "note": "it\'s"}`, `{"id":1,"note":"it's","status":"open"}  repair_syntax`},
		{"a point first", `{"id": 1, "status": "open", "lines": [{"price": .5}]}`, `{"id":1,"lines":[{"price":0.5}],"status":"open"}  repair_syntax`},
		{"words around a fence", "I call it:\n```json\n{\"id\":1,\"status\":\"open\"}\n```\nDone.", `{"id":1,"status":"open"}  repair_syntax,  repair_syntax`},
		{"words around a mark", "I call it:\n<tool_call>{\"id\":1,\"status\":\"open\"}</tool_call>", `{"id":1,"status":"open"}  repair_syntax,  repair_syntax`},
		{"words around nothing marked", `I call it: {"id":1,"status":"open"}`, ` json`},
		{"a bracket missing", `{"id":1,"status":"open"`, `{"id":1,"status":"open"}  repair_syntax`},
		{"brackets missing", `{"id":1,"status":"open","tags":["a"`, `{"id":1,"status":"open","tags":["a"]}  repair_syntax`},
		{"a quote missing", `{"id":1,"status":"open`, ` truncated`},
		{"a number at the end", `{"status":"open","id":1`, ` truncated`},
		{"a comma at the end", `{"id":1,"status":"open",`, ` truncated`},
		{"two objects", `{"id":1,"status":"open"}{"tags":["a"]}`, ` json`},
		{"one of many kinds", `{"id":1,"status":"open","either":"1"}`, `either type`},
		{"typed by its values", `{"id":1,"status":"open","level":"2","flag":"true"}`, `{"flag":true,"id":1,"level":2,"status":"open"} level coerce_scalar, flag coerce_scalar`},
		{"a fault beside them", `{"id":1,"status":"open","map":{"x":"1","n-y":"true"},"pair":["1","open "]}`, `map["n-y"] type; map.x type; pair[0] type; pair[1] maxLength`},
		{"in maps and tuples", `{"id":1,"status":"open","map":{"x":"1","n-y":"true"},"pair":["1","x"]}`, `{"id":1,"map":{"n-y":true,"x":1},"pair":[1,"x"],"status":"open"} map.x coerce_scalar, map["n-y"] coerce_scalar, pair[0] coerce_scalar`},
		{"unknown keys of open objects", `{"id":1,"status":"open","lines":[{"price":"1","x":"2"}]}`, `{"id":1,"lines":[{"price":1}],"status":"open"} lines[0].price coerce_scalar, lines[0].x ignored`},
		{"untyped", `{"id":1,"status":"open","any":"[1]","list":["1",null]}`, `{"any":"[1]","id":1,"list":["1",null],"status":"open"} `},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := lenientOutcome(set.Tools[0], test.in)
			if got != test.want {
				t.Errorf("%s\n got %s\nwant %s", test.in, got, test.want)
			}
		})
	}
}

// lenientVerdict decodes a call strictly and leniently, and returns what is wrong with the outcome.
func lenientVerdict(tool *Tool, data []byte) string {
	strict, strictErr := tool.Decode(data)
	var receipts []runtime.Receipt
	var text json.RawMessage
	soft, softErr := tool.Decode(data, runtime.Lenient(), runtime.CollectReceipts(&receipts), runtime.CollectText(&text))
	changes := 0
	for _, r := range receipts {
		if r.Kind != runtime.ReceiptIgnored {
			changes++
		}
	}
	switch {
	case strictErr == nil && (softErr != nil || changes > 0 || text != nil || !testdiff.Equal(strict, soft)):
		return fmt.Sprintf("leniency changes a sound call: %v, %v, %s", softErr, receipts, text)
	case strictErr != nil && softErr == nil && (changes == 0 || text == nil):
		return fmt.Sprintf("accepted with the receipts %v as %s", receipts, text)
	case text != nil:
		again, err := tool.Decode(text)
		if err != nil || !testdiff.Equal(again, soft) {
			return fmt.Sprintf("read as %s, which is %v %v and not %v", text, again, err, soft)
		}
	}
	return ""
}

// refusesPrefixes returns a prefix of a valid call that is accepted, unless the prefix only lacks closing brackets and is
// read as if it had them. A number alone may end anywhere.
func refusesPrefixes(tool *Tool, data []byte) string {
	call := strings.TrimSpace(string(data))
	if call == "" || strings.ContainsAny(call[:1], "-0123456789") {
		return ""
	}
	for n := 1; n < len(call); n += 1 + len(call)/200 {
		v, err := tool.Decode([]byte(call[:n]), runtime.Lenient())
		if err != nil {
			continue
		}
		want, err := tool.Decode([]byte(call[:n] + closers(call[:n])))
		if err != nil || !testdiff.Equal(v, want) || !strings.ContainsAny(call[n-1:n], `"}]el`) {
			return fmt.Sprintf("the beginning %s is read as %v", call[:n], v)
		}
	}
	return ""
}

// closers returns the closing brackets that a text lacks at its end.
func closers(text string) string {
	open, inString := "", false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{':
			open = "}" + open
		case c == '[':
			open = "]" + open
		case c == '}' || c == ']':
			open = open[1:]
		}
	}
	return open
}

// TestLenientGoldenCalls checks that leniency neither changes the valid calls of the golden cases, nor accepts a prefix of
// any.
func TestLenientGoldenCalls(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("..", "..", "golden", "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no golden cases: %v", err)
	}
	calls := 0
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		tools := map[string]*Tool{}
		for _, f := range archive.Files {
			if strings.HasSuffix(f.Name, ".json") || strings.HasSuffix(f.Name, ".yaml") {
				set, _ := Load(f.Name, f.Data, Options{})
				for _, tool := range set.Tools {
					tools[tool.Spec().Name] = tool
				}
			}
		}
		for _, f := range archive.Files {
			name, args, isCall := strings.Cut(string(f.Data), "\n")
			tool := tools[name]
			if !isCall || tool == nil || !strings.HasSuffix(f.Name, ".call") {
				continue
			}
			if problem := lenientVerdict(tool, []byte(args)); problem != "" {
				t.Errorf("%s: %s: %s: %s", path, f.Name, args, problem)
			}
			if _, err := tool.Decode([]byte(args)); err != nil {
				continue
			}
			calls++
			if problem := refusesPrefixes(tool, []byte(args)); problem != "" {
				t.Errorf("%s: %s: %s: %s", path, f.Name, args, problem)
			}
		}
	}
	if t.Logf("%d valid calls", calls); calls < 10 {
		t.Errorf("only %d valid calls", calls)
	}
}

// TestLenientSamples checks the same for calls generated for every schema of the corpus, and for mutations of them. What
// leniency accepts must be valid as read.
func TestLenientSamples(t *testing.T) {
	var sound, softened, refused int
	for i, def := range corpusTools(t) {
		p, _ := lower.Lower([]*tooldef.Tool{def}, lower.Options{Package: "corpus"})
		if len(p.Tools) == 0 {
			continue
		}
		tool := NewTool(p.Tools[0])
		r := sample.New(uint64(i), 7)
		for round := range 2 {
			v := r.Value(tool.model.Args, 4)
			for mutations := range 4 {
				if mutations > 0 {
					v = r.Slip(v)
				}
				data, err := json.Marshal(v)
				if err != nil {
					t.Fatal(err)
				}
				if problem := lenientVerdict(tool, data); problem != "" {
					t.Errorf("%s: %s: %s: %s", def.Source, def.Name, data, problem)
				}
				_, strictErr := tool.Decode(data)
				_, softErr := tool.Decode(data, runtime.Lenient())
				switch {
				case strictErr == nil:
					sound++
				case softErr == nil:
					softened++
				default:
					refused++
				}
				if strictErr == nil && round == 0 && len(data) < 2000 {
					if problem := refusesPrefixes(tool, data); problem != "" {
						t.Errorf("%s: %s: %s: %s", def.Source, def.Name, data, problem)
					}
				}
			}
		}
	}
	t.Logf("%d calls valid, %d repaired by leniency, %d rejected", sound, softened, refused)
}

// TestLenientRandomSchemas checks the same for schemas with unusual combinations of keywords.
func TestLenientRandomSchemas(t *testing.T) {
	softened := 0
	for seed := range 3000 {
		r := sample.NewSchemas(uint64(seed))
		text := r.Schema()
		node, _ := tooldef.ParseNode("schema.json", []byte(text))
		p, _ := lower.Lower([]*tooldef.Tool{{Name: "Random", Envelope: tooldef.Schema, Input: node}}, lower.Options{Package: "random"})
		if len(p.Tools) == 0 {
			continue
		}
		tool := NewTool(p.Tools[0])
		s := sample.Sampler{Rand: r.Rand}
		for range 30 {
			v := r.Instance(3)
			for range 2 {
				data, _ := json.Marshal(v)
				if problem := lenientVerdict(tool, data); problem != "" {
					t.Fatalf("%d: schema %s\n  value %s\n  %s", seed, text, data, problem)
				}
				if _, err := tool.Decode(data); err != nil {
					if _, err := tool.Decode(data, runtime.Lenient()); err == nil {
						softened++
					}
				}
				v = s.Slip(v)
			}
		}
	}
	t.Logf("%d calls repaired by leniency", softened)
}

// TestIgnoredKeysAreSuggested checks that for a misspelt optional key, which is no fault in an open object, the probable key
// is suggested. Models do not see injected keys, nor keys within sensitive values.
func TestIgnoredKeysAreSuggested(t *testing.T) {
	t.Parallel()
	tool := loadSchema(t, `{"type":"object","properties":{"dry_run":{"type":"boolean"},"tenant":{"type":"string","x-toolgen":{"injected":true}},`+
		`"card":{"type":"object","properties":{"pin_code":{}},"x-toolgen":{"sensitive":true}},"o":{"type":"object","properties":{"max_items":{"type":"integer"}}}}}`)
	var got []runtime.Receipt
	if _, err := tool.Decode([]byte(`{"dryRun":true,"tenent":"x","card":{"pin-code":1},"o":{"maxItems":5,"zzz":1}}`), runtime.CollectReceipts(&got)); err != nil {
		t.Fatal(err)
	}
	want := []runtime.Receipt{
		{Field: "dryRun", Kind: runtime.ReceiptIgnored, From: true, Suggest: "dry_run"},
		{Field: "tenent", Kind: runtime.ReceiptIgnored, From: "x"},
		{Field: `card["•••"]`, Kind: runtime.ReceiptIgnored},
		{Field: "o.maxItems", Kind: runtime.ReceiptIgnored, From: int64(5), Suggest: "max_items"},
		{Field: "o.zzz", Kind: runtime.ReceiptIgnored, From: int64(1)},
	}
	if diff := testdiff.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestReportedCalls runs calls from bug reports, if they are available, and checks the result of leniency, or the issues of
// the call as written.
func TestReportedCalls(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "shared", "cases", "reports")
	for _, c := range []struct{ report, call, tool, want string }{
		{"07-lenient-reading-that-leads-nowhere", "call1", "q", "edits type"},
		{"07-lenient-reading-that-leads-nowhere", "call2", "q", "edits type"},
		{"07-lenient-reading-that-leads-nowhere", "call3", "q", "edits type"},
		{"07-lenient-reading-that-leads-nowhere", "call4", "q", "edits type"},
		{"09-numbers-and-booleans-typed-by-their-values-only", "call1", "e", `{"a":2} a coerce_scalar`},
		{"09-numbers-and-booleans-typed-by-their-values-only", "call2", "e", `{"b":2} b coerce_scalar`},
		{"09-numbers-and-booleans-typed-by-their-values-only", "call3", "e", `{"u":2} u coerce_scalar`},
		{"09-numbers-and-booleans-typed-by-their-values-only", "call4", "e", `{"c":2} c coerce_scalar`},
		{"16-envelope-with-the-tools-own-name", "call1", "create_note", `{"body":"milk","name":"Shopping"}  match_key`},
		{"16-envelope-with-the-tools-own-name", "call2", "opt", `{"name":"opt"} arguments ignored`},
		{"16-envelope-with-the-tools-own-name", "call3", "exec", `{"cmd":"ls"}  match_key,  match_key`},
		{"19-open-schema-hides-the-wrong-key", "call1", "bash", "command required"},
		{"20-text-null-where-null-is-allowed", "call1", "n", "a type"},
		{"20-text-null-where-null-is-allowed", "call5", "n", `{"r":1} d null_is_absent`},
	} {
		schemas, err := os.ReadFile(filepath.Join(dir, c.report, "tools.json"))
		if err != nil {
			t.Skip("no reports next to the module")
		}
		call, err := os.ReadFile(filepath.Join(dir, c.report, c.call+".json"))
		if err != nil {
			t.Fatal(err)
		}
		set, _ := Load("tools.json", schemas, Options{})
		for _, tool := range set.Tools {
			if tool.Spec().Name == c.tool {
				if got := lenientOutcome(tool, string(call)); got != c.want {
					t.Errorf("%s: %s\n got %s\nwant %s", c.report, call, got, c.want)
				}
			}
		}
	}
}

// lenientOutcome returns the value with all leniency and its receipts, or the issues.
func lenientOutcome(tool *Tool, call string) string {
	var receipts []runtime.Receipt
	v, err := tool.Decode([]byte(call), runtime.Lenient(), runtime.CollectReceipts(&receipts))
	var list []string
	var invalid *runtime.ValidationError
	if errors.As(err, &invalid) {
		for _, issue := range invalid.Issues() {
			list = append(list, issue.Field+" "+issue.Constraint)
		}
		return strings.Join(list, "; ")
	}
	for _, r := range receipts {
		list = append(list, r.Field+" "+string(r.Kind))
	}
	text, _ := json.Marshal(v)
	return string(text) + " " + strings.Join(list, ", ")
}
