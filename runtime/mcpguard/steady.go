package mcpguard

import (
	"context"
	"errors"
	"runtime/debug"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
)

// steady is a session that fails where the one below it panics or gives nothing: sessions are of
// whoever has written them, and what they do with a server's answer is not known here.
type steady struct{ Session }

var errNothing = errors.New("mcpguard: the session gave neither a result nor an error")

func (s steady) ListTools(ctx context.Context, params *mcp.ListToolsParams) (result *mcp.ListToolsResult, err error) {
	defer caught(&err)
	if result, err = s.Session.ListTools(ctx, params); err == nil && result == nil {
		err = errNothing
	}
	return result, err
}

func (s steady) CallTool(ctx context.Context, params *mcp.CallToolParams) (result *mcp.CallToolResult, err error) {
	defer caught(&err)
	if result, err = s.Session.CallTool(ctx, params); err == nil && result == nil {
		err = errNothing
	}
	return result, err
}

// caught makes an error of a panic.
func caught(err *error) {
	if v := recover(); v != nil {
		*err = &runtime.PanicError{Value: v, Stack: debug.Stack()}
	}
}
