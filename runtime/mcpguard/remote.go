package mcpguard

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/backend"
)

// sessionError is the error of a call that did not reach a tool. Other arguments would not help.
type sessionError struct{ err error }

func (e *sessionError) Error() string { return e.err.Error() }
func (e *sessionError) Unwrap() error { return e.err }

// unreachable answers a call that did not reach a tool.
func unreachable(call runtime.ToolCall, err error) runtime.ToolOutput {
	const message = "The server of the tool is unreachable or does not respond correctly."
	return call.Failed(runtime.FailureInternal, message, err)
}

// errToolGone means that the server no longer has a tool that it listed.
var errToolGone = errors.New("mcpguard: the server no longer has the tool")

// protocolFault classifies errors of a session. Servers of older protocol revisions report invalid arguments as
// a protocol error, which is treated as a tool error and becomes a hint.
func protocolFault(ctx context.Context, tool string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var wireErr *jsonrpc.Error
	if !errors.As(err, &wireErr) {
		return &sessionError{err}
	}
	switch wireErr.Code {
	case jsonrpc.CodeInvalidParams, codeRequestTimeout, codeResourceNotFound:
		if isUnknownTool(wireErr.Message, tool) {
			return errToolGone
		}
		return backend.JSONRPC(int(wireErr.Code), wireErr.Message, string(wireErr.Data))
	}
	return &sessionError{err}
}

// Codes that the SDKs of MCP add to those of JSON-RPC.
const (
	codeRequestTimeout   = -32001
	codeResourceNotFound = -32002
)

// isUnknownTool reports whether an error means that the tool does not exist. It compares the messages of the
// official SDKs, because the code is ambiguous.
func isUnknownTool(message, tool string) bool {
	message = strings.ToLower(message)
	tool = strings.ToLower(tool)
	return strings.Contains(message, "unknown tool") || strings.Contains(message, "tool "+tool+" not found")
}

// resultPayload returns the payload of a result, or the error that it contains.
func resultPayload(spec *runtime.ToolSpec, result *mcp.CallToolResult) (any, error) {
	if result.NeedsInput() {
		return nil, &sessionError{errors.New("mcpguard: the server requests input, which the guard cannot provide")}
	}
	if result.IsError {
		return nil, serverError(result)
	}
	texts, only := textsOf(result)
	text := strings.Join(texts, "\n")
	switch {
	case result.StructuredContent != nil:
		return structured(result.StructuredContent, texts)
	case !only:
		raw, err := json.Marshal(map[string]any{"content": result.Content})
		return json.RawMessage(raw), err
	case json.Valid([]byte(text)) && (spec.OutputSchema != "" || strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[")):
		return json.RawMessage(text), nil
	}
	// Text stays text even if it happens to be a number.
	return text, nil
}

// structured returns the structured content of a result. A text block with the same JSON is preferred: it has
// the server's numbers and key order, which the SDK loses.
func structured(content any, texts []string) (any, error) {
	for _, text := range texts {
		var same any
		if json.Unmarshal([]byte(text), &same) == nil && reflect.DeepEqual(same, content) {
			return json.RawMessage(text), nil
		}
	}
	raw, err := json.Marshal(content)
	return json.RawMessage(raw), err
}

// textsOf returns the text blocks of a result, and whether there are no other blocks.
func textsOf(result *mcp.CallToolResult) (texts []string, only bool) {
	only = true
	for _, c := range result.Content {
		if t, ok := c.(*mcp.TextContent); ok && t != nil {
			texts = append(texts, t.Text)
			continue
		}
		only = false
	}
	return texts, only
}
