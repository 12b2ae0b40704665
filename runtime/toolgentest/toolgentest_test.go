package toolgentest_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/internal/testtools/booktools"
	"github.com/toolgen/toolgen/runtime/internal/testtools/codertools"
	"github.com/toolgen/toolgen/runtime/internal/testtools/filetools"
	"github.com/toolgen/toolgen/runtime/toolgentest"
)

// tools are tools that generated code decodes.
func tools() []runtime.Tool {
	return slices.Concat(booktools.Tools.Tools(), codertools.Tools.Tools(), filetools.Tools.Tools())
}

// void is a valid call of void_invoice.
const void = `{"InvoiceId":"INV-1","Reason":"a duplicate"}`

// TestSpoil checks that samples are valid, that decoding a spoiled call reports what Spoil recorded, that the hint
// for it can be followed, and that a seed gives one result.
func TestSpoil(t *testing.T) {
	t.Parallel()
	kinds := map[toolgentest.Kind]bool{}
	for _, tool := range tools() {
		for seed := range uint64(60) {
			call, err := toolgentest.Sample(tool, seed)
			if err != nil {
				t.Logf("seed %d: %v", seed, err) // the rules of some tools are beyond samples
				break
			}
			if _, err := tool.Decode(call.Args); err != nil {
				t.Fatalf("%s: a sample is not valid: %v\n%s", tool.Spec().Name, err, call.Args)
			}
			bad, ok := toolgentest.Spoil(call, seed)
			if !ok {
				continue
			}
			var planted, found []string
			for _, f := range bad.Planted {
				kinds[f.Kind] = true
				planted = append(planted, f.Field+" "+f.Constraint)
			}
			var invalid *runtime.ValidationError
			if _, err := tool.Decode(bad.Args); errors.As(err, &invalid) {
				for _, issue := range invalid.Issues() {
					found = append(found, issue.Field+" "+issue.Constraint)
				}
			}
			if diff := testdiff.Diff(planted, found); diff != "" {
				t.Errorf("%s: planted and found (-want +got):\n%s\n%s", tool.Spec().Name, diff, bad.Args)
			}
			if again, _ := toolgentest.Spoil(call, seed); string(again.Args) != string(bad.Args) {
				t.Errorf("%s: the same seed spoils in two ways:\n%s\n%s", tool.Spec().Name, bad.Args, again.Args)
			}
			toolgentest.AssertRepairable(t, tool, bad)
		}
	}
	for _, kind := range []toolgentest.Kind{
		toolgentest.DropRequired, toolgentest.Null, toolgentest.WrongType, toolgentest.NearEnum, toolgentest.FarEnum, toolgentest.OutOfBounds,
		toolgentest.BadLength, toolgentest.BadFormat, toolgentest.MisspeltKey, toolgentest.WrongBranch, toolgentest.TooFewItems,
		toolgentest.DoubleEncoding, toolgentest.BrokenSyntax,
	} {
		if !kinds[kind] {
			t.Errorf("no fault of the kind %q was planted", kind)
		}
	}
}

// TestSpoilNothing checks that nothing is planted where nothing can be.
func TestSpoilNothing(t *testing.T) {
	t.Parallel()
	anything := runtime.NewTool[runtime.RawJSON, runtime.RawJSON](booktools.VoidInvoice.Spec(), func(data []byte, _ ...runtime.DecodeOption) (*runtime.RawJSON, error) {
		raw := runtime.RawJSON(data)
		return &raw, nil
	}, nil)
	for seed := range uint64(20) {
		call, err := toolgentest.NewCall(anything, []byte(void))
		if err != nil {
			t.Fatal(err)
		}
		if bad, ok := toolgentest.Spoil(call, seed); ok {
			t.Errorf("%s with %v was returned as invalid", bad.Args, bad.Planted)
		}
	}
}

func TestAssertRepairableFails(t *testing.T) {
	t.Parallel()
	toolgentest.AssertRepairable(t, booktools.VoidInvoice, toolgentest.Call{Args: []byte(`{}`)}) // without the truth, the schema provides values
	var failed recorder
	toolgentest.AssertRepairable(&failed, booktools.VoidInvoice, toolgentest.Call{Args: []byte(void)})
	if failed.errors != 1 {
		t.Error("a valid call needs no repair, but the assertion passed")
	}
	failed = recorder{}
	toolgentest.AssertRepairable(&failed, hopelessTool{booktools.VoidInvoice}, toolgentest.Call{Args: []byte(`{}`)})
	if failed.errors != 1 {
		t.Error("no hint can be followed, but the assertion passed")
	}
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
	if _, err := toolgentest.NewCall(booktools.VoidInvoice, []byte(`{}`)); err == nil {
		t.Error("invalid arguments were accepted")
	}
	call, err := toolgentest.NewCall(booktools.VoidInvoice, []byte(void))
	if err != nil {
		t.Fatal(err)
	}
	if bad, ok := toolgentest.Spoil(call, 1); !ok || len(bad.Planted) == 0 {
		t.Error("nothing was planted")
	}
}

func TestFake(t *testing.T) {
	t.Parallel()
	set, fakes := toolgentest.Fake(booktools.Tools)
	fakes.Return("void_invoice", []byte(`{"ok":true}`))
	fakes.Fail("delete_contact", errors.New("no such contact"))
	call := func(name, args string) runtime.ToolOutput {
		return set.Call(context.Background(), runtime.ToolCall{ID: name, Name: name, Arguments: args})
	}
	if out := call("void_invoice", void); string(out.Payload) != `{"ok":true}` {
		t.Errorf("%+v", out)
	}
	if out := call("delete_contact", `{"ContactId":"C-1"}`); out.Error == nil || out.Error.Kind != runtime.FailureHandler {
		t.Errorf("%+v", out)
	}
	if out := call("void_invoice", `{}`); out.Error == nil {
		t.Errorf("%+v", out)
	}
	var names []string
	for _, inv := range fakes.Calls() {
		names = append(names, inv.Call.Name)
	}
	if diff := testdiff.Diff([]string{"void_invoice", "delete_contact"}, names); diff != "" {
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
		r := toolgentest.Repairer{Ask: func(string) (json.RawMessage, bool) { return json.RawMessage(`"true value"`), true }}
		if got := r.Repair([]byte(tt.call), hint); string(got) != tt.want {
			t.Errorf("%s with %s: %s, want %s", tt.call, hint, got, tt.want)
		}
	}
}
