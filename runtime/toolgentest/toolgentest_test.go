package toolgentest

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
)

// found lists the places and constraints of an error's issues, sorted.
func found(err error) []string {
	var list []string
	var invalid interface {
		Issues() []runtime.ValidationIssue
	}
	if errors.As(err, &invalid) {
		for _, i := range invalid.Issues() {
			list = append(list, i.Field+" "+i.Constraint)
		}
	}
	slices.Sort(list)
	return list
}

func planted(call Call) []string {
	var list []string
	for _, f := range call.Planted {
		list = append(list, f.Field+" "+f.Constraint)
	}
	slices.Sort(list)
	return list
}

// spoilAll holds for some tools that samples are valid and that what Spoil plants is what decoding
// reports. It returns how many kinds of faults were planted.
func spoilAll(t *testing.T, tools []runtime.Tool, seeds int) map[Kind]int {
	t.Helper()
	kinds := map[Kind]int{}
	for _, tool := range tools {
		if _, ruled := tool.(balancedTool); ruled {
			continue
		}
		for seed := range uint64(seeds) {
			call, err := Sample(tool, seed)
			if err != nil {
				continue
			}
			if _, err := tool.Decode(call.Args); err != nil {
				t.Fatalf("%s: a sample is not valid: %v\n%s", tool.Spec().Name, err, call.Args)
			}
			bad, ok := Spoil(call, seed)
			if !ok {
				continue
			}
			for _, f := range bad.Planted {
				kinds[f.Kind]++
			}
			_, err = tool.Decode(bad.Args)
			if diff := testdiff.Diff(planted(bad), found(err)); diff != "" {
				t.Errorf("%s: planted and found (-want +got):\n%s\n%s", tool.Spec().Name, diff, bad.Args)
			}
			again, _ := Spoil(call, seed)
			if string(again.Args) != string(bad.Args) {
				t.Errorf("%s: the same seed spoils in two ways:\n%s\n%s", tool.Spec().Name, bad.Args, again.Args)
			}
		}
	}
	return kinds
}

func TestSpoilPlantsWhatItSays(t *testing.T) {
	t.Parallel()
	kinds := spoilAll(t, schoolTools(t), 150)
	for _, kind := range []Kind{
		DropRequired, Null, WrongType, NearEnum, FarEnum, OutOfBounds, BadLength, BadFormat, MisspeltKey, ExtraKey,
		TooFewItems, TooManyItems, DuplicateItem, DoubleEncoding, BrokenSyntax,
	} {
		if kinds[kind] == 0 {
			t.Errorf("no fault of the kind %q was planted", kind)
		}
	}
}

// TestSpoilKnowsRules checks that what rules make of a fault counts: where blank is missing, a null in an
// optional field is no fault, and one in a required field another.
func TestSpoilKnowsRules(t *testing.T) {
	t.Parallel()
	const definition = `{"name":"note","inputSchema":{"type":"object","required":["text"],
		"properties":{"text":{"type":"string"},"memo":{"type":"string"}},"x-toolgen":{"blankIsMissing":true}}}`
	set, diags := dynamic.Load("note.json", []byte(definition), dynamic.Options{})
	if len(set.Unavailable) > 0 {
		t.Fatal(diags)
	}
	kinds := spoilAll(t, []runtime.Tool{set.Tools[0]}, 300)
	if kinds[DropRequired] == 0 || kinds[WrongType] == 0 || kinds[Null] > 0 {
		t.Errorf("planted %v", kinds)
	}

	// Nothing is planted where nothing can be.
	anything := runtime.NewTool[runtime.RawJSON, runtime.RawJSON](set.Tools[0].Spec(), func(data []byte, _ ...runtime.DecodeOption) (*runtime.RawJSON, error) {
		raw := runtime.RawJSON(data)
		return &raw, nil
	}, nil)
	for seed := range uint64(20) {
		call, err := NewCall(anything, []byte(`{"text":"x","memo":"y"}`))
		if err != nil {
			t.Fatal(err)
		}
		if bad, ok := Spoil(call, seed); ok {
			t.Errorf("%s with %v was given out as invalid", bad.Args, bad.Planted)
		}
	}
}

func TestSpoilCorpus(t *testing.T) {
	t.Parallel()
	every := 8
	if nightly() {
		every = 1
	}
	var tools []runtime.Tool
	for _, list := range corpusTools(t, every) {
		tools = append(tools, list...)
	}
	spoilAll(t, tools, 2)
}

func TestAssertRepairable(t *testing.T) {
	t.Parallel()
	for _, tool := range schoolTools(t) {
		for seed := range uint64(20) {
			call, err := Sample(tool, seed)
			if err != nil {
				continue
			}
			if bad, ok := Spoil(call, seed); ok {
				AssertRepairable(t, tool, bad)
			}
		}
	}
	AssertRepairable(t, schoolTool(t, "tag"), Call{Args: []byte(`{}`)}) // nobody knows the truth: a sample serves

	var failed recorder
	AssertRepairable(&failed, schoolTool(t, "tag"), Call{Args: []byte(`{"id":"0b8e7c52-3f5c-4c1b-9b3a-6f2c1d0e9a11","tags":["ab"],"level":1}`)})
	if failed.errors != 1 {
		t.Error("a valid call needs no repair, but the assertion held")
	}
	failed = recorder{}
	AssertRepairable(&failed, hopelessTool{schoolTool(t, "tag")}, Call{Args: []byte(`{}`)})
	if failed.errors != 1 {
		t.Error("no hint can be followed, but the assertion held")
	}
}

func schoolTool(t *testing.T, name string) runtime.Tool {
	t.Helper()
	for _, tool := range schoolTools(t) {
		if tool.Spec().Name == name {
			return tool
		}
	}
	t.Fatalf("no tool %s", name)
	return nil
}

// recorder is a test that may fail.
type recorder struct {
	testing.TB
	errors int
}

func (r *recorder) Helper()               {}
func (r *recorder) Errorf(string, ...any) { r.errors++ }

// hopelessTool refuses everything without a word.
type hopelessTool struct{ runtime.Tool }

func (hopelessTool) Decode([]byte, ...runtime.DecodeOption) (any, error) {
	return nil, runtime.Invalid("id", "not", nil, "no")
}

func TestNewCall(t *testing.T) {
	t.Parallel()
	tool := schoolTool(t, "tag")
	if _, err := NewCall(tool, []byte(`{}`)); err == nil {
		t.Error("invalid arguments were taken")
	}
	call, err := NewCall(tool, []byte(`{"id":"0b8e7c52-3f5c-4c1b-9b3a-6f2c1d0e9a11","tags":["ab"],"level":1}`))
	if err != nil {
		t.Fatal(err)
	}
	if bad, ok := Spoil(call, 1); !ok || len(bad.Planted) == 0 {
		t.Error("nothing was planted")
	}
}

func TestFake(t *testing.T) {
	t.Parallel()
	tools, fakes := Fake(runtime.NewToolset(schoolTools(t)...))
	fakes.Return("tag", []byte(`{"ok":true}`))
	fakes.Fail("pay", errors.New("no funds"))
	call := func(name, args string) runtime.ToolOutput {
		return tools.Call(context.Background(), runtime.ToolCall{ID: name, Name: name, Arguments: args})
	}
	if out := call("tag", `{"id":"0b8e7c52-3f5c-4c1b-9b3a-6f2c1d0e9a11","tags":["ab"],"level":1}`); string(out.Payload) != `{"ok":true}` {
		t.Errorf("%+v", out)
	}
	if out := call("pay", `{"amount":1,"method":{"kind":"card","card":"1234567812345678"}}`); out.Error == nil || out.Error.Kind != runtime.FailureHandler {
		t.Errorf("%+v", out)
	}
	if out := call("tag", `{}`); out.Error == nil {
		t.Errorf("%+v", out)
	}
	var names []string
	for _, inv := range fakes.Calls() {
		names = append(names, inv.Call.Name)
	}
	if diff := testdiff.Diff([]string{"tag", "pay"}, names); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
}

// TestRepairerKnowsNoSchema checks that the repairer does what the hint says and no more.
func TestRepairerKnowsNoSchema(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		call string
		hint runtime.RetryHint
		want string
	}{
		{`{"a":1}`, runtime.RetryHint{}, `{"a":1}`},
		{`{"a":1}`, runtime.RetryHint{CorrectedInput: json.RawMessage(`{"b":{"c":2}}`)}, `{"b":{"c":2}}`},
		{`{"a":1}`, runtime.RetryHint{CorrectedInput: json.RawMessage(`{"a":1}`), Ask: []string{"b"}}, `{"a":1,"b":"true value"}`},
		{`{"a":"1"}`, runtime.RetryHint{Changes: []runtime.Change{{Kind: "convert", Field: "a", To: "1"}}}, `{"a":1}`},
		{`{"aa":1}`, runtime.RetryHint{Changes: []runtime.Change{{Kind: "rename", Field: "a", From: "aa"}}}, `{"a":1}`},
		{`{"a":{"b":1}}`, runtime.RetryHint{Changes: []runtime.Change{{Kind: "move", Field: "b", From: "a.b"}, {Kind: "remove", Field: "a"}}}, `{"b":1}`},
		{`{"pin":"1","a":2}`, runtime.RetryHint{CorrectedInput: json.RawMessage(`{"a":2}`), Changes: []runtime.Change{{Kind: "stay", Field: "pin"}}}, `{"a":2,"pin":"1"}`},
		{`{"a":"x"}`, runtime.RetryHint{Rules: []runtime.RuleHint{{ID: "r", Fields: []string{"a"}}}}, `{"a":"true value"}`},
		{"```json\n{'a': True, /* yes */ b: [1,2,],}\n```", runtime.RetryHint{}, `{"a":true,"b":[1,2]}`},
		{`{"a":"\ud83d\ude00",}`, runtime.RetryHint{}, `{"a":"😀"}`},
		{`{"a":[1`, runtime.RetryHint{}, `{"a":[1`},
		{`{"a":[1`, runtime.RetryHint{CorrectedInput: json.RawMessage(`{"a":[]}`)}, `{"a":[]}`},
	} {
		hint, err := json.Marshal(tt.hint)
		if err != nil {
			t.Fatal(err)
		}
		r := Repairer{Ask: func(string) (json.RawMessage, bool) { return json.RawMessage(`"true value"`), true }}
		if got := r.Repair([]byte(tt.call), hint); string(got) != tt.want {
			t.Errorf("%s with %s: %s, want %s", tt.call, hint, got, tt.want)
		}
	}
}
