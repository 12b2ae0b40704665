package mcptool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/wire"
)

// AddTools adds the tools of a set to a server and replaces tools of the same name. The set's decode options
// apply. The error lists the tools that could not be added, with the reason, such as a missing handler (see
// [runtime.Toolset.Ready]); all others are added. Errors and panics of handlers are logged as the set says
// ([runtime.LogErrors]); clients see what [runtime.ErrorText] permits.
func AddTools(server *mcp.Server, set *runtime.Toolset) error {
	var problems []error
	for _, name := range set.Names() {
		tool, _ := set.Lookup(name)
		if err := set.Only(name).Ready(); err != nil {
			problems = append(problems, fmt.Errorf("mcptool: cannot serve a tool: %w", err))
			continue
		}
		if err := addTool(server, set, tool.Spec()); err != nil {
			problems = append(problems, fmt.Errorf("mcptool: cannot serve tool %q: %w", name, err))
		}
	}
	return errors.Join(problems...)
}

func addTool(server *mcp.Server, set *runtime.Toolset, spec *runtime.ToolSpec) (err error) {
	tool, err := ListedTool(spec)
	if err != nil {
		return err
	}
	defer func() {
		if v := recover(); v != nil { // the SDK panics on an invalid tool
			err = fmt.Errorf("%v", v)
		}
	}()
	// Server.AddTool passes arguments through. mcp.AddTool would validate them first with the SDK's own check.
	server.AddTool(tool, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		call := runtime.ToolCall{Name: req.Params.Name, Arguments: string(req.Params.Arguments)}
		if call.Arguments == "" || call.Arguments == "null" {
			call.Arguments = "{}" // the protocol allows omitting empty arguments, and some clients send null
		}
		out := set.Call(context.WithValue(ctx, requestKey{}, req), call)
		return Result(spec, out), nil
	})
	return nil
}

type requestKey struct{}

// Request returns the request that a handler is called for, nil outside of handlers. It gives access to the
// session, for progress and logging.
func Request(ctx context.Context) *mcp.CallToolRequest {
	req, _ := ctx.Value(requestKey{}).(*mcp.CallToolRequest)
	return req
}

// ListedTool returns the tool as listed by tools/list.
func ListedTool(spec *runtime.ToolSpec) (*mcp.Tool, error) {
	input, err := wire.ObjectSchema(spec.InputSchema)
	if err != nil {
		return nil, err
	}
	tool := &mcp.Tool{
		Name: spec.Name, Title: spec.Title, Description: spec.Description,
		InputSchema: input, Annotations: annotations(spec),
	}
	if spec.OutputSchema != "" {
		if !json.Valid([]byte(spec.OutputSchema)) {
			return nil, errors.New("the output schema is not JSON")
		}
		tool.OutputSchema = json.RawMessage(spec.OutputSchema)
	}
	return tool, nil
}

// annotations returns the protocol's annotations of a tool, nil if none is set. Unset ones stay
// unset, as far as the SDK's types allow.
func annotations(spec *runtime.ToolSpec) *mcp.ToolAnnotations {
	const unset = runtime.Unset
	if spec.ReadOnly == unset && spec.Destructive == unset && spec.Idempotent == unset && spec.OpenWorld == unset && !spec.Write {
		return nil
	}
	destructive := spec.Destructive
	if spec.Write && spec.Confirm.Tier >= 2 && destructive == unset {
		destructive = runtime.True // confirmed like a destructive tool
	}
	return &mcp.ToolAnnotations{
		// A write of the gate is never announced as read-only.
		ReadOnlyHint:    spec.ReadOnly == runtime.True && !spec.Write,
		IdempotentHint:  spec.Idempotent == runtime.True,
		DestructiveHint: destructive.Pointer(),
		OpenWorldHint:   spec.OpenWorld.Pointer(),
	}
}
