package mcptool_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/internal/testtools/booktools"
	"github.com/toolgen/toolgen/runtime/mcptool"
	"github.com/toolgen/toolgen/runtime/wire"
)

// TestServe queries a server of generated tools over both transports.
func TestServe(t *testing.T) {
	t.Parallel()
	for name, transport := range map[string]mcp.Transport{"stdio": overStdio(t), "http": overHTTP(t, newServer())} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			session := connect(t, transport)
			served(t, session)
		})
	}
}

func served(t *testing.T, session *mcp.ClientSession) {
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Tools {
		if tool.Name != "get_contacts" {
			continue
		}
		spec := booktools.GetContacts.Spec()
		for _, schema := range []struct {
			got  any
			want string
		}{{tool.InputSchema, spec.InputSchema}, {tool.OutputSchema, spec.OutputSchema}} {
			var want any
			if err := json.Unmarshal([]byte(schema.want), &want); err != nil {
				t.Fatal(err)
			}
			if diff := testdiff.Diff(want, schema.got); diff != "" {
				t.Errorf("schema (-want +got):\n%s", diff)
			}
		}
		if tool.Description != spec.Description || tool.Title != spec.Title || !tool.Annotations.ReadOnlyHint || *tool.Annotations.OpenWorldHint {
			t.Errorf("listed as %+v, %+v", tool, tool.Annotations)
		}
	}
	call := func(name, args string) *mcp.CallToolResult {
		t.Helper()
		result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: json.RawMessage(args)})
		if err != nil {
			t.Fatalf("%s %s: %v", name, args, err)
		}
		return result
	}
	if r := call("get_contacts", `{"Search":"Ada"}`); r.IsError || r.StructuredContent == nil {
		t.Errorf("a sound call gives %+v", r)
	}
	if r := call("get_contacts", `null`); r.IsError {
		t.Errorf("no arguments: %q", textOf(r))
	}
	invalid := call("get_contacts", `{"Search":5,"Kind":"PARTNER"}`)
	if !invalid.IsError || !strings.Contains(textOf(invalid), "CUSTOMER") || !strings.Contains(textOf(invalid), "Search") {
		t.Errorf("the hint is %q", textOf(invalid))
	}
	if invalid.StructuredContent != nil {
		t.Errorf("an error has structured content, which clients would hold against the output schema")
	}
	failure, _ := invalid.Meta[wire.MCPFailureKey].(map[string]any)
	if hint, ok := failure["retry_hint"].(map[string]any); !ok || hint["reason"] != "invalid_arguments" {
		t.Errorf("machines get %v", invalid.Meta)
	}
	if r := call("send_invoice", `{"InvoiceId":"inv_1","email":"a@example.com"}`); !r.IsError || !strings.Contains(textOf(r), "the mail server is down") {
		t.Errorf("a failing handler gives %q", textOf(r))
	}
	malformed := call("void_invoice", `{"InvoiceId":"inv_1","Reason":"twice"}`)
	if malformed.IsError || !strings.Contains(textOf(malformed), "does not have the documented form") || malformed.StructuredContent == nil {
		t.Errorf("a malformed result gives %+v", malformed)
	}
	// The SDK answers calls of unknown tools, as the protocol requires.
	_, err = session.CallTool(t.Context(), &mcp.CallToolParams{Name: "get_contact"})
	var wireErr *jsonrpc.Error
	if !errors.As(err, &wireErr) || wireErr.Code != -32602 {
		t.Errorf("an unknown tool gives %v", err)
	}
}

func TestListedTool(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		schema, want, err string
	}{
		{``, `{"type":"object"}`, ""},
		{`{}`, `{"type":"object"}`, ""},
		{`true`, `{"type":"object"}`, ""},
		{` {"properties":{"a":{}}}`, `{"type":"object","properties":{"a":{}}}`, ""},
		{`{"type":"object","maximum":9007199254740993}`, `{"type":"object","maximum":9007199254740993}`, ""},
		{`{"type":["object","null"]}`, `{"type":"object"}`, ""}, // arguments are never null
		{`{"type":"array"}`, "", "must have type object"},
		{`false`, "", "not a JSON object"},
		{`{"type":`, "", "not a JSON object"},
	} {
		tool, err := mcptool.ListedTool(&runtime.ToolSpec{Name: "t", InputSchema: tt.schema})
		if tt.err != "" {
			if err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%s: error %v, want %q", tt.schema, err, tt.err)
			}
			continue
		}
		if err != nil || string(tool.InputSchema.(json.RawMessage)) != tt.want || tool.Annotations != nil {
			t.Errorf("%s: %+v, %v", tt.schema, tool, err)
		}
	}
	tool, err := mcptool.ListedTool(&runtime.ToolSpec{Name: "t", Write: true, ReadOnly: runtime.True, Destructive: runtime.False})
	if err != nil || tool.Annotations.ReadOnlyHint || *tool.Annotations.DestructiveHint || tool.Annotations.OpenWorldHint != nil {
		t.Errorf("%+v, %v", tool.Annotations, err)
	}
	for tier, want := range []bool{false, false, true, true} {
		tool, err := mcptool.ListedTool(&runtime.ToolSpec{Name: "t", Write: true, Confirm: runtime.ConfirmSpec{Tier: tier}})
		if err != nil || (tool.Annotations.DestructiveHint != nil) != want || want && !*tool.Annotations.DestructiveHint {
			t.Errorf("tier %d: %+v, %v", tier, tool.Annotations, err)
		}
	}
}

// TestAddToolsGoesOn checks that valid tools are added and the others reported.
func TestAddToolsGoesOn(t *testing.T) {
	t.Parallel()
	bare := func(name, schema string) runtime.Tool {
		return runtime.NewTool[json.RawMessage, json.RawMessage](&runtime.ToolSpec{Name: name, InputSchema: schema}, nil, nil)
	}
	tool := func(name, schema string) runtime.Tool {
		return runtime.HandleAny(bare(name, schema), func(context.Context, runtime.Invocation) (any, error) { return nil, nil })
	}
	server := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
	err := mcptool.AddTools(server, runtime.NewToolset(
		tool("list", `{"type":"array"}`),
		tool("header", `{"type":"object","properties":{"a":{"type":"object","x-mcp-header":"A"}}}`),
		tool("fine", `{"type":"object"}`),
		bare("idle", `{"type":"object"}`),
	))
	if err == nil || !strings.Contains(err.Error(), `"list"`) || !strings.Contains(err.Error(), `"header"`) || !strings.Contains(err.Error(), `"idle": no handler: wrap the tool with runtime.Handle`) || !errors.Is(err, runtime.ErrNoHandler) || strings.Contains(err.Error(), `"fine"`) {
		t.Errorf("error %v", err)
	}
	session := connect(t, overHTTP(t, server))
	list, err := session.ListTools(context.Background(), nil)
	if err != nil || len(list.Tools) != 1 {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestRequestOutsideOfHandlers(t *testing.T) {
	t.Parallel()
	if mcptool.Request(t.Context()) != nil {
		t.Error("there is a request")
	}
}
