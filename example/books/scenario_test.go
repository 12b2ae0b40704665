package main

import (
	"bytes"
	"context"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/example/books/agent"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/preflight"
)

// blind is a model that sees hints without their content.
type blind struct{ agent.Model }

func (b blind) Next(ctx context.Context, conversation []agent.Message, show func(string)) (agent.Reply, error) {
	var seen []agent.Message
	for _, m := range conversation {
		m.Answers = append(m.Answers[:0:0], m.Answers...)
		for i := range m.Answers {
			if hint := m.Answers[i].Output.RetryHint; hint != nil {
				m.Answers[i].Output.RetryHint = &runtime.RetryHint{Reason: hint.Reason, Action: hint.Action, Tool: hint.Tool}
			}
		}
		seen = append(seen, m)
	}
	return b.Model.Next(ctx, seen, show)
}

// TestHintsAloneLeadToSuccess has the scripted model use the ledger through the gate, with every question
// approved.
func TestHintsAloneLeadToSuccess(t *testing.T) {
	for _, s := range agent.Scenarios() {
		if s.Outage || s.Tool == "" {
			continue // these scenarios make no call
		}
		for _, hints := range []bool{true, false} {
			t.Run(s.ID+map[bool]string{true: "", false: " blind"}[hints], func(t *testing.T) {
				a, _ := serveTest(t, options{})
				if !hints {
					a.agent.Model = blind{a.agent.Model}
				}
				agree(t, a)
				reply, err := a.agent.Say(t.Context(), "t", s.Request)
				if err != nil {
					t.Fatal(err)
				}
				passed := reply == s.Done || strings.Contains(reply, "waits for approval")
				if want := hints && s.ID != "unresolved"; passed != want {
					t.Errorf("succeeded: %t, want %t; the model says %q", passed, want, reply)
				}
			})
		}
	}
}

// agree approves every question of the gate in the thread t.
func agree(t *testing.T, a *app) {
	t.Helper()
	events, err := a.hub.Subscribe("t", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { events.Close() })
	go func() {
		for {
			messages, err := events.Next(t.Context())
			if err != nil {
				return
			}
			for _, m := range messages {
				e, err := m.Event()
				if err != nil {
					continue // an event of the page
				}
				if e.Data.EventType() == "mcq" {
					_ = a.gate.Respond(preflight.MCQResponse{ToolCallID: e.CallID, Value: preflight.Confirm, Phrase: "VOID"})
				}
			}
		}
	}()
}

func TestCommandLine(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for _, tt := range []struct{ name, want string }{
		{"--help", "--no-gate"},
		{"--nothing", "not defined: -nothing"},
		{"more", `unknown argument "more"`},
		{"--model=gpt", `unknown model "gpt"`},
		{"--ledger=ftp", `unknown --ledger "ftp"`},
		{"--addr=0.0.0.0:0", "is not a loopback address"},
		{"--addr=" + taken.Addr().String(), "is in use"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Setenv("DATABASE_URL", "")
			var out bytes.Buffer
			err := run(t.Context(), []string{"--addr=127.0.0.1:0", "--data", t.TempDir(), tt.name}, &out)
			if err == nil || !strings.Contains(out.String()+err.Error(), tt.want) {
				t.Errorf("%v\n%s", err, out.String())
			}
		})
	}
}

// TestLedgerAlone serves the ledger to a client in another process, without a gate.
func TestLedgerAlone(t *testing.T) {
	data := t.TempDir()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "--ledger", "stdio", "--data", data)
	cmd.Env = append(os.Environ(), runVariable+"=1", "DATABASE_URL=")
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "create_payment", Arguments: map[string]any{"Amount": 0}})
	if err != nil || result.IsError {
		t.Errorf("%+v, %v", result, err)
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
	if n := count(t, reopen(t, data, filepath.Join(data, "books.db")), "payments"); n != 1 {
		t.Errorf("%d payments", n)
	}
}

// TestSize limits the example to what a newcomer reads in one sitting. Comments count, blank lines do not.
func TestSize(t *testing.T) {
	lines := 0
	for _, pattern := range []string{"*.go", "*/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(file, "_test.go") && !bytes.Contains(text, []byte("DO NOT EDIT.")) {
				for line := range bytes.Lines(text) {
					if len(bytes.TrimSpace(line)) > 0 {
						lines++
					}
				}
			}
		}
	}
	if lines > 1782 {
		t.Errorf("the example has %d lines of Go, more than 1,782", lines)
	}
}
