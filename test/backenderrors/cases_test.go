// Package backenderrors_test scores the hints for errors of backends against labelled cases.
package backenderrors_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/gen/rules"
	"github.com/toolgen/toolgen/internal/gentest"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/mcpguard"
)

type toolDef struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"inputSchema,omitempty"`
	Write       bool            `json:"write"`
	Remedies    []struct {
		Field, Call, From, Text string
	} `json:"remedies"`
}

// gold is the label of a case. The guide next to the cases explains its fields.
type gold struct {
	Action    string   `json:"action"`
	Also      []string `json:"also"`
	Fields    []string `json:"fields"`
	Maybe     []string `json:"maybe"`
	Call      *string  `json:"call"`
	CallAlt   []string `json:"call_alt"`
	CallFrom  string   `json:"call_from"`
	RetrySame bool     `json:"retry_same"`
	WaitS     *float64 `json:"wait_s"`
	MustNot   []string `json:"must_not"`
}

type testCase struct {
	ID      string          `json:"id"`
	Kind    string          `json:"kind"`
	Tool    toolDef         `json:"tool"`
	Others  []toolDef       `json:"other_tools"`
	Call    json.RawMessage `json:"call"`
	Error   string          `json:"error"`
	IsError bool            `json:"is_error"`
	Via     string          `json:"via"`
	Code    int64           `json:"code"`
	Gold    gold            `json:"gold"`
}

// mode is a way of making the calls.
type mode struct {
	guard bool // through a guard in front of a session; otherwise a toolset whose handler returns the error
	bare  bool // no rules and no annotations, as from an MCP server without annotations
	// documented uses the cases of this package: errors in formats that public APIs document.
	documented bool
}

// session is an MCP session whose only call fails as the case says.
type session struct {
	*testCase
	mode
}

func (s session) ListTools(context.Context, *mcp.ListToolsParams) (*mcp.ListToolsResult, error) {
	result := &mcp.ListToolsResult{}
	for _, t := range append([]toolDef{s.Tool}, s.Others...) {
		schema := t.InputSchema
		if len(schema) == 0 {
			schema = json.RawMessage(`{"type":"object"}`)
		}
		var v any
		if err := json.Unmarshal(schema, &v); err != nil {
			return nil, err
		}
		tool := &mcp.Tool{Name: t.Name, Description: t.Description, InputSchema: v}
		if !s.bare {
			tool.Annotations = &mcp.ToolAnnotations{ReadOnlyHint: !t.Write}
		}
		result.Tools = append(result.Tools, tool)
	}
	return result, nil
}

func (s session) CallTool(context.Context, *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	if s.Via == "protocol" {
		return nil, &jsonrpc.Error{Code: s.Code, Message: s.Error}
	}
	return &mcp.CallToolResult{IsError: s.IsError, Content: []mcp.Content{&mcp.TextContent{Text: s.Error}}}, nil
}

// overlay returns the rules file of a case: which tools write, and the remedies.
func (s session) overlay() ([]*rules.Overlay, error) {
	if s.bare {
		return nil, nil
	}
	tools := map[string]any{}
	for _, t := range append([]toolDef{s.Tool}, s.Others...) {
		entry := map[string]any{"write": t.Write}
		fields := map[string]any{}
		for _, r := range t.Remedies {
			remedy := map[string]any{"call": r.Call}
			if r.From != "" {
				remedy["from"] = r.From
			}
			if r.Text != "" {
				remedy["text"] = r.Text
			}
			fields[r.Field] = map[string]any{"remedy": remedy}
		}
		if len(fields) > 0 {
			entry["fields"] = fields
		}
		tools[t.Name] = entry
	}
	data, err := json.Marshal(map[string]any{"tools": tools})
	if err != nil {
		return nil, err
	}
	o, diags := rules.Read("case.rules.json", data)
	for _, d := range diags {
		if d.Tool == "" && strings.Contains(fmt.Sprint(d.Severity), "rror") {
			return nil, fmt.Errorf("rules: %v", d)
		}
	}
	return []*rules.Overlay{o}, nil
}

// answer returns the answer of the toolset or the guard.
func (s session) answer(ctx context.Context) (runtime.ToolOutput, error) {
	overlays, err := s.overlay()
	if err != nil {
		return runtime.ToolOutput{}, err
	}
	call := runtime.ToolCall{ID: "1", Name: s.Tool.Name, Arguments: string(s.Call)}
	opts := dynamic.Options{Rules: overlays}
	if s.guard && s.Via != "handler" {
		guard := mcpguard.NewGuard(mcpguard.Reading(opts))
		guard.Attach(s)
		report, err := guard.Report(ctx)
		if err != nil {
			return runtime.ToolOutput{}, err
		}
		if why := report.Unavailable[s.Tool.Name]; why != nil {
			return runtime.ToolOutput{}, why
		}
		return guard.Call(ctx, call), nil
	}
	listed, err := s.ListTools(ctx, nil)
	if err != nil {
		return runtime.ToolOutput{}, err
	}
	data, err := json.Marshal(listed)
	if err != nil {
		return runtime.ToolOutput{}, err
	}
	set, diags := dynamic.Load("case", data, opts)
	if why, bad := set.Unavailable[s.Tool.Name]; bad {
		return runtime.ToolOutput{}, fmt.Errorf("unavailable: %v (%v)", why, diags)
	}
	var tools []runtime.Tool
	for _, t := range set.Tools {
		tools = append(tools, runtime.HandleAny(t, func(context.Context, runtime.Invocation) (any, error) {
			if !s.IsError && s.Via == "" {
				return s.Error, nil
			}
			return nil, errors.New(s.Error)
		}))
	}

	return runtime.NewToolset(tools...).Call(ctx, call), nil
}

// load reads the cases of a mode. BACKEND_ERRORS names a file in the same format that replaces the cases next to
// the project.
func load(t *testing.T, m mode) []*testCase {
	t.Helper()
	file := os.Getenv("BACKEND_ERRORS")
	switch {
	case m.documented:
		file = filepath.Join("testdata", "documented.jsonl")
	case file == "":
		shared := gentest.Shared()
		if shared == "" {
			t.Skip("no cases next to the module")
		}
		file = filepath.Join(shared, "backend-errors", "backend-errors.jsonl")
	}
	data, err := os.ReadFile(file)
	if err != nil && !m.documented {
		t.Skip("no cases next to the module")
	} else if err != nil {
		t.Fatal(err)
	}
	var list []*testCase
	seen := map[string]bool{}
	for line := range strings.SplitSeq(strings.TrimSpace(string(data)), "\n") {
		c := &testCase{}
		if err := json.Unmarshal([]byte(line), c); err != nil {
			t.Fatal(err)
		}
		if seen[c.ID] {
			t.Fatalf("%s is there twice", c.ID)
		}
		if seen[c.ID] = true; c.Via == "result" {
			c.Via = ""
		}
		list = append(list, c)
	}
	return list
}

// TestMain discards the log, which would contain every case.
func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}
