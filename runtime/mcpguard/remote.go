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
)

// sessionError says that a call did not get through to a tool: no other arguments would mend it.
type sessionError struct{ err error }

func (e *sessionError) Error() string { return e.err.Error() }
func (e *sessionError) Unwrap() error { return e.err }

// unreachable is the answer to a call that did not get through.
func unreachable(call runtime.ToolCall, err error) runtime.ToolOutput {
	return internal(call, "The server that has the tool cannot be reached, or does not answer as it should.", err)
}

// internal is the answer to a call that failed for a reason that is not the caller's.
func internal(call runtime.ToolCall, message string, cause error) runtime.ToolOutput {
	return runtime.ToolOutput{
		CallID: call.ID,
		Error:  &runtime.ToolError{Kind: runtime.FailureInternal, Message: message, Cause: cause},
		RetryHint: &runtime.RetryHint{
			Reason: runtime.Internal, Action: runtime.Stop, Tool: shortName(call.Name), Message: message,
		},
	}
}

// shortName is the name of a tool for a hint: the beginning of the name that was called, without
// characters that do not show. Names of tools that exist are shorter.
func shortName(name string) string {
	const most = 64
	var b strings.Builder
	for _, r := range name {
		if b.Len() >= most {
			break
		}
		if r < ' ' || r == 0x7f || r == '\uFFFD' {
			r = '?'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// errGone says that the server does not have a tool that it has listed.
var errGone = errors.New("mcpguard: the server does not know the tool any more")

// protocolFault sorts the errors of a session. Servers of earlier revisions of the protocol report
// invalid arguments as a protocol error: that is an error of the tool, and becomes a hint.
func protocolFault(ctx context.Context, tool string, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var wireErr *jsonrpc.Error
	if !errors.As(err, &wireErr) || wireErr.Code != jsonrpc.CodeInvalidParams {
		return &sessionError{err}
	}
	if saysUnknown(wireErr.Message, tool) {
		return errGone
	}
	return errors.New(wireErr.Message)
}

// saysUnknown reports whether an error says that there is no such tool: in the words of the
// official SDKs, since the code does not tell.
func saysUnknown(message, tool string) bool {
	message = strings.ToLower(message)
	tool = strings.ToLower(tool)
	return strings.Contains(message, "unknown tool") || strings.Contains(message, "tool "+tool+" not found")
}

// payloadOf is the result of a call, as good as it can be had, or the error that it is.
func payloadOf(spec *runtime.ToolSpec, result *mcp.CallToolResult) (any, error) {
	if result.NeedsInput() {
		return nil, &sessionError{errors.New("mcpguard: the server asks for input, which nobody here gives")}
	}
	if result.IsError {
		return nil, serverFault(result)
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
	// Text is text, also where it happens to be a number.
	return text, nil
}

// structured is the structured content of a result. A text that says the same is preferred: its
// numbers and its order are the server's, which the SDK's reading loses.
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

// textsOf are the texts of a result, and whether there is nothing else.
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
