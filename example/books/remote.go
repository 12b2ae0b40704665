package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/preflight"
)

// remote is the ledger as a client sees it.
type remote struct {
	endpoint string

	mu      sync.Mutex
	session *mcp.ClientSession
}

func connect(ctx context.Context, endpoint string) (*remote, error) {
	r := &remote{endpoint: endpoint}
	_, err := r.open(ctx)
	return r, err
}

// open gives the session, and opens one where there is none.
func (r *remote) open(ctx context.Context) (*mcp.ClientSession, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.session != nil {
		return r.session, nil
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "books", Version: "1"}, nil)
	// The session outlives the call that opens it.
	session, err := client.Connect(context.WithoutCancel(ctx), &mcp.StreamableClientTransport{Endpoint: r.endpoint}, nil)
	if err != nil {
		return nil, err
	}
	r.session = session
	return session, nil
}

// drop gives up a session whose connection is broken; the next call opens another one.
func (r *remote) drop(broken *mcp.ClientSession) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.session == broken {
		r.session = nil
		go func() { _ = broken.Close() }()
	}
}

func (r *remote) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.session != nil {
		_ = r.session.Close()
		r.session = nil
	}
}

// handle gives each tool a handler that calls the ledger.
func (r *remote) handle(tools *runtime.Toolset) *runtime.Toolset {
	handled := make([]runtime.Tool, 0, len(tools.Tools()))
	for _, tool := range tools.Tools() {
		handled = append(handled, runtime.HandleAny(tool, func(ctx context.Context, inv runtime.Invocation) (any, error) {
			// A call that bears a key may be sent again if its connection breaks.
			key, _ := preflight.IdempotencyKey(ctx)
			return r.call(ctx, inv.Call.Name, inv.Raw, key)
		}))
	}
	return runtime.NewToolset(handled...)
}

// call calls a tool of the ledger. The result is its text: the SDK reads structured results with
// rounded numbers.
func (r *remote) call(ctx context.Context, name string, arguments json.RawMessage, key string) (json.RawMessage, error) {
	session, err := r.open(ctx)
	if err != nil {
		return nil, err
	}
	params := &mcp.CallToolParams{Name: name, Arguments: arguments}
	if key != "" {
		params.Meta = mcp.Meta{"idempotencyKey": key}
	}
	result, err := session.CallTool(ctx, params)
	if err != nil {
		r.drop(session)
		return nil, err
	}
	var text strings.Builder
	for _, content := range result.Content {
		if part, ok := content.(*mcp.TextContent); ok {
			text.WriteString(part.Text)
		}
	}
	if result.IsError {
		return nil, errors.New(text.String())
	}
	return json.RawMessage(text.String()), nil
}

// ungated sends calls to the ledger as the model wrote them, the way of most agents.
func (r *remote) ungated(ctx context.Context, _ preflight.Turn, calls []runtime.ToolCall) []runtime.ToolOutput {
	outs := make([]runtime.ToolOutput, len(calls))
	for i, call := range calls {
		outs[i] = runtime.ToolOutput{CallID: call.ID}
		payload, err := r.call(ctx, call.Name, json.RawMessage(call.Arguments), "")
		if err != nil {
			message := fmt.Sprintf("The ledger refuses the call: %.200s", err)
			outs[i].Error = &runtime.ToolError{Kind: runtime.FailureHandler, Message: message, Cause: err}
			continue
		}
		outs[i].Payload = payload
	}
	return outs
}
