package preflight_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"

	"github.com/toolgen/toolgen/internal/txtar"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/internal/testtools/booktools"
	"github.com/toolgen/toolgen/runtime/internal/update"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/runtime/preflight/claims"
)

// turn is a line of the file "in" of a scenario: the model's next turn, and the person's answers to the questions about it.
type turn struct {
	Query   string                  `json:"query"`
	Calls   []runtime.ToolCall      `json:"calls"`
	Answers []preflight.MCQResponse `json:"answers"`
	Reply   *string                 `json:"reply"`
	Execute *runtime.ToolCall       `json:"execute"` // an approved call
}

// backendAnswer is a line of the file "backend": the result of the tool's next run.
type backendAnswer struct {
	Tool    string          `json:"tool"`
	Result  json.RawMessage `json:"result"`
	Error   string          `json:"error"` // "reset" is a transport error
	Invalid string          `json:"invalid"`
	TakeKey bool            `json:"take_key"`
}

// TestScenarios runs whole conversations with a fake clock, and compares everything that the gate emits with the file "out".
func TestScenarios(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d scenarios, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			archive := txtar.Parse(text)
			sections := map[string][]byte{}
			for _, f := range archive.Files {
				sections[f.Name] = f.Data
			}
			var got string
			synctest.Test(t, func(t *testing.T) { got = runScenario(t, sections) })
			if *update.Expected {
				archive.Files = slicesWithout(archive.Files, "out")
				archive.Files = append(archive.Files, txtar.File{Name: "out", Data: []byte(got)})
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := testdiff.Diff(string(sections["out"]), got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func slicesWithout(files []txtar.File, name string) []txtar.File {
	var kept []txtar.File
	for _, f := range files {
		if f.Name != name {
			kept = append(kept, f)
		}
	}
	return kept
}

// tape records what the gate emits, in order.
type tape struct {
	mu    sync.Mutex
	lines []string
}

func (t *tape) add(kind string, v any) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines = append(t.lines, kind+" "+strings.TrimSpace(b.String()))
}

func (t *tape) Emit(e preflight.Event) { t.add("event", e) }

func (t *tape) Record(r preflight.Record) {
	t.add("record", struct {
		Point   string            `json:"point"`
		Tool    string            `json:"tool"`
		Write   bool              `json:"write"`
		Attempt int               `json:"attempt"`
		Outcome preflight.Outcome `json:"outcome"`
		Fields  []string          `json:"fields"`
		Result  json.RawMessage   `json:"result"`
	}{r.Point, r.Tool, r.Write, r.Attempt, r.Outcome, r.Fields, r.Result})
}

func runScenario(t *testing.T, sections map[string][]byte) string {
	var out strings.Builder
	tape := &tape{}
	b := &backend{tape: tape, answers: map[string][]backendAnswer{}}
	for line := range lines(sections["backend"]) {
		var a backendAnswer
		decode(t, line, &a)
		b.answers[a.Tool] = append(b.answers[a.Tool], a)
	}
	tools := []runtime.Tool{b.handle(noteTool)}
	for _, tool := range booktools.Tools.Tools() {
		tools = append(tools, b.handle(tool))
	}
	set := runtime.NewToolset(tools...).Decoding(runtime.Lenient())
	gate, err := preflight.New(set,
		preflight.WithSink(tape), preflight.WithRecorder(tape), preflight.WithApprover(waiting{}),
		preflight.WithIdempotencyKeys(func(inv runtime.Invocation) string { return "key of " + inv.Call.ID }))
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	query := ""
	for line := range lines(sections["in"]) {
		var in turn
		decode(t, line, &in)
		fmt.Fprintf(&out, "> %s\n", line)
		if in.Query != "" {
			query = in.Query
		}
		at := preflight.Turn{Thread: "t1", Query: query}
		if in.Calls != nil {
			done := make(chan []runtime.ToolOutput)
			go func() { done <- gate.Calls(ctx, at, in.Calls) }()
			for _, answer := range in.Answers {
				synctest.Wait() // for the question
				if err := gate.Respond(answer); err != nil {
					tape.add("refused", err.Error())
				}
			}
			outputs := <-done
			synctest.Wait() // for the events
			flush(&out, tape)
			for _, o := range outputs {
				printOutput(&out, o)
			}
		}
		if in.Execute != nil {
			invocations, _ := set.ConvertCalls([]runtime.ToolCall{*in.Execute})
			o := gate.Execute(ctx, at.Thread, invocations[0])
			synctest.Wait()
			flush(&out, tape)
			printOutput(&out, o)
		}
		if in.Reply != nil {
			reply := claims.New(gate, nil).Reply(t.Context(), at, *in.Reply)
			synctest.Wait()
			flush(&out, tape)
			fmt.Fprintf(&out, "reply %s\n", marshal(reply))
		}
	}
	if err := gate.Close(); err != nil {
		t.Error(err)
	}
	flush(&out, tape)
	return out.String()
}

func flush(out *strings.Builder, tape *tape) {
	tape.mu.Lock()
	defer tape.mu.Unlock()
	// Different kinds of lines come from different goroutines; only lines of one kind are ordered.
	for _, kind := range []string{"event ", "refused ", "ran ", "record "} {
		for _, line := range tape.lines {
			if strings.HasPrefix(line, kind) {
				out.WriteString(line + "\n")
			}
		}
	}
	tape.lines = nil
}

func printOutput(out *strings.Builder, o runtime.ToolOutput) {
	fmt.Fprintf(out, "output %s\n", marshal(o))
	if o.Error == nil {
		return
	}
	var correction *preflight.CorrectionError
	if errors.As(o.Error, &correction) {
		fmt.Fprintf(out, "question %s\n", marshal(correction.Question))
		for _, a := range correction.Attempts() {
			fmt.Fprintf(out, "attempt %d %s %s %d issues\n", a.Number, a.Tool, a.Arguments, len(a.Issues))
		}
	}
}

func marshal(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err)
	}
	return strings.TrimSpace(b.String())
}

func lines(text []byte) func(func(string) bool) {
	return func(yield func(string) bool) {
		s := bufio.NewScanner(bytes.NewReader(text))
		for s.Scan() {
			if line := strings.TrimSpace(s.Text()); line != "" && !yield(line) {
				return
			}
		}
	}
}

func decode(t *testing.T, line string, v any) {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
}

// backend is a service that accepts anything.
type backend struct {
	tape    *tape
	mu      sync.Mutex
	answers map[string][]backendAnswer
}

func (b *backend) handle(tool runtime.Tool) runtime.Tool {
	name := tool.Spec().Name
	return runtime.HandleAny(tool, func(ctx context.Context, inv runtime.Invocation) (any, error) {
		b.mu.Lock()
		a := backendAnswer{Result: json.RawMessage(`{}`)}
		if list := b.answers[name]; len(list) > 0 {
			a, b.answers[name] = list[0], list[1:]
		}
		b.mu.Unlock()
		key := ""
		if a.TakeKey {
			key, _ = runtime.IdempotencyKey(ctx)
		}
		b.tape.add("ran", map[string]any{"tool": name, "arguments": inv.Raw, "key": key})
		switch {
		case a.Error == "reset":
			return nil, fmt.Errorf("post: %w", syscall.ECONNRESET)
		case a.Error == "eof":
			return nil, io.ErrUnexpectedEOF
		case a.Error != "":
			return nil, errors.New(a.Error)
		case a.Invalid != "":
			return nil, runtime.Invalid(a.Invalid, "enum", []string{"BANK-1", "BANK-2"}, "The account does not exist.")
		}
		return a.Result, nil
	})
}

// waiting is an approver whose calls wait forever.
type waiting struct{}

func (waiting) RequestApproval(_ context.Context, thread string, inv runtime.Invocation) (runtime.ToolOutput, error) {
	return runtime.ToolOutput{CallID: inv.Call.ID, Pending: true,
		Payload: json.RawMessage(`{"__hil_required":true,"toolName":` + marshal(inv.Call.Name) + `}`)}, nil
}

// noteTool has a sensitive field.
var noteTool = runtime.NewTool[json.RawMessage, json.RawMessage](&runtime.ToolSpec{
	Name: "add_note", Title: "Add a note", Write: true, Confirm: runtime.ConfirmSpec{Tier: 2},
	FullSchema: `{"type":"object","properties":{"Subject":{"type":"string","title":"Subject"},"Pin":{"type":"string","x-toolgen":{"sensitive":true}},"Parts":{"type":"array","items":{"type":"object","properties":{"Text":{"type":"string","x-toolgen":{"sensitive":true}}}}}},"required":["Subject"]}`,
}, decodeNote, nil)

func decodeNote(data []byte, opts ...runtime.DecodeOption) (*json.RawMessage, error) {
	var note struct{ Subject string }
	if err := json.Unmarshal(data, &note); err != nil || note.Subject == "" {
		return nil, runtime.Invalid("Subject", "required", nil, "")
	}
	raw := json.RawMessage(bytes.Clone(data))
	return &raw, nil
}
