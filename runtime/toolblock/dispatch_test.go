package toolblock_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/gencode"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/internal/testtools/codertools"
	"github.com/toolgen/toolgen/runtime/internal/testtools/dangertools"
	"github.com/toolgen/toolgen/runtime/internal/testtools/filetools"
	"github.com/toolgen/toolgen/runtime/toolblock"
)

// TestToolsByName: in a set of several tools, "tool" is the name of one, and the rest of the object
// its arguments, byte for byte.
func TestToolsByName(t *testing.T) {
	t.Parallel()
	tools := runtime.NewToolset(append(codertools.Tools.Tools(), filetools.FileOpTool)...)
	for _, c := range []struct{ block, called, args string }{
		{`{"tool":"file_edit", "file_path":"a", "old_text":"x", "new_text":"y"}`, "file_edit", `{"file_path":"a", "old_text":"x", "new_text":"y"}`},
		{`{"file_path":"a", "tool":"file_edit", "old_text":"x", "new_text":"y"}`, "file_edit", `{"file_path":"a", "old_text":"x", "new_text":"y"}`},
		{`{"cmd":"ls" , "tool" : "bash" }`, "bash", `{"cmd":"ls" }`},
		{`{"tool":"bash","cmd":"{\"tool\":1,"}`, "bash", `{"cmd":"{\"tool\":1,"}`},
		{`{"tool":"delete_file","path":"a"}`, "FileOp", `{"tool":"delete_file","path":"a"}`},
	} {
		var got runtime.Invocation
		exec := toolblock.WithExecutor(func(_ context.Context, inv runtime.Invocation) runtime.ToolOutput {
			got = inv
			return runtime.ToolOutput{CallID: inv.Call.ID}
		})
		b := blocks(events(processorOf(t, tools, exec), fenced(c.block)))[0]
		if !b.ValidationPassed || got.Call.Name != c.called || string(got.Raw) != c.args || got.Call.ID != b.ID {
			t.Errorf("%s:\n%+v\n%+v", c.block, b, got.Call)
		}
	}
}

// TestNames: what "tool" may be comes from the names of tools and the variants of unions.
func TestNames(t *testing.T) {
	t.Parallel()
	free := &toolStub{runtime.ToolSpec{Name: "benchmark", FullSchema: `{"type":"object","properties":{"tool":{"type":"string","enum":["perf","pprof"]}},"required":["tool"]}`}}
	alone := &toolStub{runtime.ToolSpec{Name: "Only", FullSchema: `{"type":"object","properties":{"tool":{"type":"string","enum":["only_one"]}},"required":["tool"]}`}}
	p := processorOf(t, runtime.NewToolset(filetools.FileOpTool, free, alone))
	want := []string{"write_file", "edit_file", "delete_file", "benchmark", "only_one"}
	if diff := testdiff.Diff(want, p.Names()); diff != "" {
		t.Error(diff)
	}
	twice := &toolStub{runtime.ToolSpec{Name: "write_file"}}
	if _, err := toolblock.New(runtime.NewToolset(filetools.FileOpTool, twice)); err == nil || !strings.Contains(err.Error(), "write_file") {
		t.Errorf("two of one name: %v", err)
	}
}

type toolStub struct{ spec runtime.ToolSpec }

func (s *toolStub) Spec() *runtime.ToolSpec { return &s.spec }

func (s *toolStub) Decode(args []byte, opts ...runtime.DecodeOption) (any, error) {
	var v any
	err := gencode.DecodeWith(args, func(d *gencode.Decoder) { d.Any(&v) }, opts...)
	return v, err
}

// TestStatusComesEarly: the tool and the path are told as soon as they are known.
func TestStatusComesEarly(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ before, after, path string }{
		{`{"tool":"write_file","path":"a.txt"`, `,"content":"x"}`, "a.txt"},
		{`{"path":"\u0061.txt","content":"x","tool":"write_file"`, `}`, "a.txt"},
		{`{"tool":"bash"`, `,"cmd":"ls"}`, ""},
		{`{"tool":"file_edit","file_path":"b"`, `,"old_text":"x","new_text":""}`, "b"},
		{`{"tool":"no_such_tool","filePath":"b"`, `}`, "b"},
	} {
		var got []toolblock.Event
		tools := runtime.NewToolset(append(codertools.Tools.Tools(), filetools.FileOpTool)...)
		s := processorOf(t, tools).Stream(func(e toolblock.Event) { got = append(got, e) })
		if err := s.Feed(context.Background(), "```json\n"+c.before); err != nil {
			t.Fatal(err)
		}
		if len(got) != 1 {
			t.Errorf("%s: %v", c.before, got)
			continue
		}
		e, ok := got[0].(toolblock.StatusEvent)
		if !ok || e.Status != toolblock.StatusBuffering || e.Path != c.path || e.ToolType == "" || s.Calls()[0].Status != toolblock.StatusBuffering {
			t.Errorf("%s: %+v", c.before, got[0])
		}
		if err := s.Feed(context.Background(), c.after+"\n```\n"); err != nil {
			t.Fatal(err)
		}
		if b, ok := got[1].(toolblock.BlockEvent); !ok || b.Path != c.path {
			t.Errorf("%s: %+v", c.before, got[1])
		}
	}
}

// TestHighTier: of a tool of tier 3 nothing is repaired, not even syntax.
func TestHighTier(t *testing.T) {
	t.Parallel()
	tool := dangertools.Tools.Tools()[0]
	strict := &toolStub{runtime.ToolSpec{Name: "void", Confirm: runtime.ConfirmSpec{Tier: 3, Phrase: "VOID"}, FullSchema: `{"type":"object","properties":{"id":{"type":"string"}}}`}}
	for _, block := range []string{`{"tool":"void","id":"x",}`, `{"id":"x",'tool':"void"}`, `"{\"tool\":\"void\",\"id\":\"x\"}"`} {
		b := blocks(events(processorOf(t, runtime.NewToolset(strict, tool)), fenced(block)))[0]
		if b.ValidationPassed || b.Checks[0].Outcome != toolblock.Failed || b.Hint == nil {
			t.Errorf("%s: %+v", block, b)
		}
	}
	if b := blocks(events(processorOf(t, runtime.NewToolset(strict)), fenced(`{"tool":"void","id":"x"}`)))[0]; !b.ValidationPassed {
		t.Errorf("%+v", b)
	}
}

// TestLevels: each level of checks finds what is its own.
func TestLevels(t *testing.T) {
	t.Parallel()
	ruled := func(_ context.Context, inv runtime.Invocation) error {
		if strings.Contains(string(inv.Raw), "rule") {
			return runtime.Invalid("path", "rule", nil, "The path breaks a rule.")
		}
		if strings.Contains(string(inv.Raw), "panic") {
			panic("no disk")
		}
		return nil
	}
	for _, c := range []struct {
		block string
		want  [4]toolblock.Outcome
	}{
		{`{"tool":"delete_file","path":"a"}`, [4]toolblock.Outcome{"passed", "passed", "passed", "passed"}},
		{`{"tool":"delete_file","path":}`, [4]toolblock.Outcome{"failed", "skipped", "skipped", "skipped"}},
		{`{"tool":5,"path":"a"}`, [4]toolblock.Outcome{"failed", "skipped", "skipped", "skipped"}},
		{`{"tool":"delete_file"}`, [4]toolblock.Outcome{"passed", "failed", "passed", "passed"}},
		{`{"tool":"delete_file","path":5}`, [4]toolblock.Outcome{"passed", "passed", "failed", "passed"}},
		{`{"tool":"delete_file","path":"rule"}`, [4]toolblock.Outcome{"passed", "passed", "passed", "failed"}},
		{`{"tool":"delete_file","path":"panic"}`, [4]toolblock.Outcome{"passed", "passed", "skipped", "skipped"}},
	} {
		p := processor(t, toolblock.WithCheck("delete_file", ruled))
		b := blocks(events(p, fenced(c.block)))[0]
		var got [4]toolblock.Outcome
		for i, check := range b.Checks {
			got[i] = check.Outcome
		}
		if got != c.want || b.ValidationPassed != (c.want[0] == "passed" && !strings.Contains(c.block, "panic") && b.Status != toolblock.StatusFailed) {
			t.Errorf("%s: %v %+v", c.block, got, b)
		}
		if strings.Contains(c.block, "panic") && (b.Error == "" || b.Hint == nil || b.Hint.Reason != runtime.Internal) {
			t.Errorf("%+v", b)
		}
	}
}

// TestExecutorPanics: a tool that panics fails its call, and nothing else.
func TestExecutorPanics(t *testing.T) {
	t.Parallel()
	p := processor(t, toolblock.WithExecutor(func(context.Context, runtime.Invocation) runtime.ToolOutput { panic("no disk") }))
	s := p.Stream(func(toolblock.Event) {})
	if err := s.Feed(context.Background(), fenced(`{"tool":"delete_file","path":"a"}`)+fenced(`{"tool":"delete_file","path":"b"}`)); err != nil {
		t.Fatal(err)
	}
	calls := s.Calls()
	if len(calls) != 2 || calls[1].Status != toolblock.StatusFailed || calls[1].Output.Error.Kind != runtime.FailureInternal || calls[1].Output.CallID != "call_2" {
		t.Errorf("%+v", calls)
	}
	text, err := json.Marshal(calls[1])
	if err != nil || strings.Contains(string(text), "no disk") {
		t.Errorf("%s %v", text, err)
	}
}

// TestPromptOfFlatTool: the form of a tool that does not take "tool" itself says so.
func TestPromptOfFlatTool(t *testing.T) {
	t.Parallel()
	var prompt toolblock.Prompt
	c := toolblock.CorrectorFunc(func(_ context.Context, p toolblock.Prompt) (string, error) {
		prompt = p
		return `{"tool":"bash","cmd":"ls","timeoutMs":5}`, nil
	})
	b := blocks(events(processorOf(t, codertools.Tools, toolblock.WithCorrector(c)), fenced(`{"tool":"bash","cmd":"ls","timeoutMs":0}`)))[0]
	if !b.ValidationPassed || !strings.Contains(prompt.User, `members beside "tool": {"type":"object"`) || strings.Contains(prompt.User, "(") && strings.Contains(prompt.User, "example_input") {
		t.Errorf("%+v\n%s", b, prompt.User)
	}
	want := []runtime.Receipt{{Field: "timeoutMs", Kind: toolblock.ReceiptCorrected, From: json.Number("0"), To: json.Number("5")}}
	if diff := testdiff.Diff(want, b.Receipts); diff != "" {
		t.Error(diff)
	}
}
