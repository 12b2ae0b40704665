package mcpguard

import (
	"context"
	"errors"
	"runtime/debug"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
)

// safeSession turns panics and nil results of a session into errors: the session may be implemented by anyone.
type safeSession struct{ Session }

var errNothing = errors.New("mcpguard: the session returned neither a result nor an error")

func (s safeSession) ListTools(ctx context.Context, params *mcp.ListToolsParams) (result *mcp.ListToolsResult, err error) {
	defer recoverError(&err)
	if result, err = s.Session.ListTools(ctx, params); err == nil && result == nil {
		err = errNothing
	}
	return result, err
}

func (s safeSession) CallTool(ctx context.Context, params *mcp.CallToolParams) (result *mcp.CallToolResult, err error) {
	defer recoverError(&err)
	if result, err = s.Session.CallTool(ctx, params); err == nil && result == nil {
		err = errNothing
	}
	return result, err
}

// recoverError converts a panic to an error.
func recoverError(err *error) {
	if v := recover(); v != nil {
		*err = &runtime.PanicError{Value: v, Stack: debug.Stack()}
	}
}
