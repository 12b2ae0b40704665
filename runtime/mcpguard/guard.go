package mcpguard

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/backend"
	"github.com/toolgen/toolgen/runtime/mcptool"
)

// Session is the part of [mcp.ClientSession] that a guard uses.
type Session interface {
	ListTools(context.Context, *mcp.ListToolsParams) (*mcp.ListToolsResult, error)
	CallTool(context.Context, *mcp.CallToolParams) (*mcp.CallToolResult, error)
}

// Guard sits in front of a session and blocks invalid calls. It is safe for concurrent use.
type Guard struct {
	tools   *runtime.Toolset // nil: the tools that the server lists
	reading dynamic.Options
	decode  []runtime.DecodeOption

	listing chan struct{} // held while the list is being read, so that concurrent calls read it once

	mu      sync.Mutex
	session Session
	changes int // number of possible changes of the list
	known   *list
	knownAt int // value of changes when known was read
}

// GuardOption configures a guard.
type GuardOption struct{ apply func(*Guard) }

// WithTools validates calls against a generated toolset instead of the server's list. Other tools are reported
// as not found. Handlers of the set are not run. The set's decode options apply.
func WithTools(set *runtime.Toolset) GuardOption {
	return GuardOption{func(g *Guard) { g.tools = set }}
}

// Decoding sets decode options, such as leniency. The server gets the repaired arguments.
func Decoding(opts ...runtime.DecodeOption) GuardOption {
	return GuardOption{func(g *Guard) { g.decode = append(g.decode, opts...) }}
}

// Reading sets how the schemas listed by a server are interpreted, such as the rules to apply.
func Reading(opts dynamic.Options) GuardOption {
	return GuardOption{func(g *Guard) { g.reading = opts }}
}

// NewGuard returns a guard without a session.
func NewGuard(opts ...GuardOption) *Guard {
	g := &Guard{listing: make(chan struct{}, 1)}
	for _, opt := range opts {
		if opt.apply != nil {
			opt.apply(g)
		}
	}
	if g.tools != nil && len(g.decode) > 0 {
		g.tools = g.tools.Decoding(g.decode...)
	}
	return g
}

// ClientOptions returns options for a client that notify the guard when the server's tool list changes. They
// extend base, which may be nil; its own handler is called as well.
func (g *Guard) ClientOptions(base *mcp.ClientOptions) *mcp.ClientOptions {
	var opts mcp.ClientOptions
	if base != nil {
		opts = *base
	}
	next := opts.ToolListChangedHandler
	opts.ToolListChangedHandler = func(ctx context.Context, req *mcp.ToolListChangedRequest) {
		g.ToolListChanged()
		if next != nil {
			next(ctx, req)
		}
	}
	return &opts
}

// Attach sets the session and discards what is known about the tools of the previous one.
func (g *Guard) Attach(session Session) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.session, g.known = nil, nil
	if session != nil {
		g.session = &safeSession{session} // comparable, whatever type the session has
	}
	g.changes++
}

// ToolListChanged makes the next call read the server's tool list again.
func (g *Guard) ToolListChanged() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.changes++
}

// Toolset returns the tools that calls are validated against, for offering them to a model. Tools of the server
// that cannot be called are left out; see [Guard.Report].
func (g *Guard) Toolset(ctx context.Context) (*runtime.Toolset, error) {
	_, known, err := g.ready(ctx)
	if err != nil {
		return nil, err
	}
	return known.tools, nil
}

// Report tells what the guard cannot check of the server's tools.
func (g *Guard) Report(ctx context.Context) (Report, error) {
	_, known, err := g.ready(ctx)
	if err != nil {
		return Report{}, err
	}
	return known.report, nil
}

// Call answers one call: it validates the arguments, sends a valid call to the server and decodes the result.
// The output always has the call's ID.
func (g *Guard) Call(ctx context.Context, call runtime.ToolCall) runtime.ToolOutput {
	return g.Run(ctx, runtime.Invocation{Call: call})
}

// Run is [Guard.Call] for a call that a toolset has converted, with the signature of [runtime.Toolset.Run]: use
// it in a handler that forwards to the guard. It sends the invocation's Raw including injected fields, which
// Call would discard because it attributes them to the model. [runtime.WasNotRun] reports whether the call was
// certainly not sent; if a session ends during a call that may write, the hint says that the outcome is unknown.
func (g *Guard) Run(ctx context.Context, made runtime.Invocation) runtime.ToolOutput {
	out, _, _ := g.run(ctx, made, mcp.CallToolParams{Name: made.Call.Name})
	return out
}

// run sends a valid call with the given parameters, and also returns the server's result or error. It returns neither for
// a call that was not sent, unless the session failed.
func (g *Guard) run(ctx context.Context, made runtime.Invocation, params mcp.CallToolParams) (out runtime.ToolOutput, result *mcp.CallToolResult, err error) {
	session, known, err := g.ready(ctx)
	if err != nil {
		return runtime.NotRun(unreachable(made.Call, err)), nil, err
	}
	inv, failure := known.tools.Revalidate(ctx, made)
	if failure != nil {
		return runtime.NotRun(failure.Output()), nil, nil
	}
	if params.Arguments, err = sentArguments(inv); err != nil {
		return runtime.NotRun(unreachable(made.Call, err)), nil, err
	}
	inv.Tool = runtime.HandleAny(inv.Tool, func(ctx context.Context, inv runtime.Invocation) (any, error) {
		if result, err = session.CallTool(ctx, &params); err != nil {
			return nil, protocolFault(ctx, inv.Call.Name, err)
		}
		return resultPayload(inv.Tool.Spec(), result)
	})
	out = g.classifyFailure(ctx, known, inv, known.tools.Run(ctx, inv))
	return out, result, err
}

// classifyFailure corrects the kind of failures that only the guard can classify.
func (g *Guard) classifyFailure(ctx context.Context, known *list, inv runtime.Invocation, out runtime.ToolOutput) runtime.ToolOutput {
	var lost *sessionError
	switch {
	case out.Error == nil:
	case errors.As(out.Error.Cause, &lost):
		out = unreachable(inv.Call, lost)
		out.Receipts = inv.Receipts
		if inv.Tool.Spec().ReadOnly != runtime.True { // the call was sent
			out.RetryHint.Kind = string(backend.UnknownOutcome)
		}
	case errors.Is(out.Error.Cause, errToolGone):
		g.ToolListChanged() // the server sent no notification
		left := slices.DeleteFunc(known.tools.Names(), func(name string) bool { return name == inv.Call.Name })
		out = runtime.NotRun(known.tools.Only(left...).Call(ctx, inv.Call))
	}
	return out
}

// CallTool replaces [mcp.ClientSession.CallTool] with the behaviour of [Guard.Call]: an invalid call gets an
// error result and does not reach the server. Otherwise the server's result is returned; if it is an error
// about the arguments, a text block with the hint is added.
func (g *Guard) CallTool(ctx context.Context, params *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	if params == nil {
		params = &mcp.CallToolParams{}
	}
	args, err := argumentsOf(params.Arguments)
	if err != nil {
		return nil, err
	}
	out, result, err := g.run(ctx, runtime.Invocation{Call: runtime.ToolCall{Name: params.Name, Arguments: args}}, *params)
	switch {
	case err != nil:
		return nil, err
	case result == nil && ctx.Err() != nil:
		return nil, ctx.Err()
	case result == nil:
		return mcptool.Result(nil, out), nil
	}
	return withHint(result, out.RetryHint), nil
}

// argumentsOf marshals the arguments of a call as the SDK would.
func argumentsOf(v any) (string, error) {
	if v == nil {
		return "{}", nil
	}
	if raw, ok := v.(json.RawMessage); ok { // json.Marshal would reject invalid JSON
		return string(raw), nil
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("mcpguard: the arguments cannot be marshalled: %w", err)
	}
	return string(raw), nil
}

// sentArguments returns the arguments for the server: the model's bytes, repaired if necessary. It returns an
// error if the repaired form is missing.
func sentArguments(inv runtime.Invocation) (json.RawMessage, error) {
	repaired := func(r runtime.Receipt) bool {
		return r.Kind != runtime.ReceiptIgnored && r.Kind != runtime.ReceiptDefault
	}
	if !slices.ContainsFunc(inv.Receipts, repaired) {
		return inv.Raw, nil
	}
	if _, err := inv.Tool.Decode(inv.Raw); err != nil {
		return nil, fmt.Errorf("mcpguard: the repaired arguments are missing: %w", err)
	}
	return inv.Raw, nil
}
