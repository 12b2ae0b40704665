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
	"github.com/toolgen/toolgen/runtime/mcptool"
)

// Session is what a guard needs of a session: an [mcp.ClientSession].
type Session interface {
	ListTools(context.Context, *mcp.ListToolsParams) (*mcp.ListToolsResult, error)
	CallTool(context.Context, *mcp.CallToolParams) (*mcp.CallToolResult, error)
}

// Guard stands in front of a session and lets no invalid call through. It may be used by many
// goroutines at once.
type Guard struct {
	tools   *runtime.Toolset // nil: those that the server lists
	reading dynamic.Options
	decode  []runtime.DecodeOption

	listing chan struct{} // held while the list is read, so that it is read once for all who wait

	mu      sync.Mutex
	session Session
	changes int // how often the list may have changed
	known   *list
	knownAt int // changes when reading known began
}

// GuardOption changes how a guard works.
type GuardOption struct{ apply func(*Guard) }

// WithTools makes the guard check calls against the tools of a generated package instead of what
// the server lists. Tools that the set does not have are not found, and handlers that its tools
// may have are not run. The set's decode options hold.
func WithTools(set *runtime.Toolset) GuardOption {
	return GuardOption{func(g *Guard) { g.tools = set }}
}

// Decoding allows leniency in reading arguments. What is sent to the server has the repairs that
// were made.
func Decoding(opts ...runtime.DecodeOption) GuardOption {
	return GuardOption{func(g *Guard) { g.decode = append(g.decode, opts...) }}
}

// Reading steers how the schemas that a server lists are read.
func Reading(opts dynamic.Options) GuardOption {
	return GuardOption{func(g *Guard) { g.reading = opts }}
}

// NewGuard makes a guard that has no session yet.
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

// ClientOptions are options for a client whose sessions tell the guard that the list of tools has
// changed. They are those of base, if it is not nil, whose own handler is called as well.
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

// Attach sets the session that calls go to. What was known of another session's tools is forgotten.
func (g *Guard) Attach(session Session) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.session, g.known = nil, nil
	if session != nil {
		g.session = &steady{session} // which can be compared, whatever the session is
	}
	g.changes++
}

// ToolListChanged makes the next call read the server's list of tools again.
func (g *Guard) ToolListChanged() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.changes++
}

// Toolset is the set of tools that calls are checked against now, for telling a model of them. Of
// a server's tools those are left out that cannot be called; see [Guard.Report].
func (g *Guard) Toolset(ctx context.Context) (*runtime.Toolset, error) {
	_, known, err := g.ready(ctx)
	if err != nil {
		return nil, err
	}
	return known.tools, nil
}

// Report says what the guard cannot check of a server's tools.
func (g *Guard) Report(ctx context.Context) (Report, error) {
	_, known, err := g.ready(ctx)
	if err != nil {
		return Report{}, err
	}
	return known.report, nil
}

// Call answers one call: it checks the arguments, sends the call to the server if they are sound,
// and reads the result. The answer always bears the call's ID.
func (g *Guard) Call(ctx context.Context, call runtime.ToolCall) runtime.ToolOutput {
	return g.Run(ctx, runtime.Invocation{Call: call})
}

// Run answers a call that a toolset has converted, as Call does: it has the form of
// [runtime.Toolset.Run]. It is what a handler uses that hands its call on to a guard. What is sent is the
// invocation's Raw, with the fields that the server fills as the toolset's injector has filled them. Call
// takes what stands there for the model's, and drops it.
func (g *Guard) Run(ctx context.Context, made runtime.Invocation) runtime.ToolOutput {
	call := made.Call
	session, known, err := g.ready(ctx)
	if err != nil {
		return unreachable(call, err)
	}
	inv, refusal := known.check(ctx, made)
	if refusal != nil {
		return *refusal
	}
	inv.Tool = runtime.HandleAny(inv.Tool, func(ctx context.Context, inv runtime.Invocation) (any, error) {
		args, err := sendable(inv)
		if err != nil {
			return nil, err
		}
		result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: inv.Call.Name, Arguments: args})
		if err != nil {
			return nil, protocolFault(ctx, inv.Call.Name, err)
		}
		return payloadOf(inv.Tool.Spec(), result)
	})
	return g.sorted(ctx, known, call, known.tools.Run(ctx, *inv))
}

// sorted gives failures that the toolset cannot know the right kind.
func (g *Guard) sorted(ctx context.Context, known *list, call runtime.ToolCall, out runtime.ToolOutput) runtime.ToolOutput {
	var lost *sessionError
	switch {
	case out.Error == nil:
	case errors.As(out.Error.Cause, &lost):
		receipts := out.Receipts
		out = unreachable(call, lost)
		out.Receipts = receipts
	case errors.Is(out.Error.Cause, errGone):
		g.ToolListChanged() // the server has told nobody
		left := slices.DeleteFunc(known.tools.Names(), func(name string) bool { return name == call.Name })
		out = known.tools.Only(left...).Call(ctx, call)
	}
	return out
}

// CallTool does for callers of [mcp.ClientSession.CallTool] what [Guard.Call] does: a call that is
// invalid is answered with a result that is an error, and does not reach the server. Otherwise the
// result is the server's own; to an error that says what is wrong with the arguments, a text with
// the hint is added.
func (g *Guard) CallTool(ctx context.Context, params *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	if params == nil {
		params = &mcp.CallToolParams{}
	}
	args, err := argumentsOf(params.Arguments)
	if err != nil {
		return nil, err
	}
	session, known, err := g.ready(ctx)
	if err != nil {
		return nil, err
	}
	inv, refusal := known.check(ctx, runtime.Invocation{Call: runtime.ToolCall{Name: params.Name, Arguments: args}})
	if refusal != nil {
		return mcptool.Result(nil, *refusal), nil
	}
	sent := *params
	raw, err := sendable(*inv)
	if err != nil {
		return nil, err
	}
	sent.Arguments = raw
	result, err := session.CallTool(ctx, &sent)
	if err != nil {
		return nil, err
	}
	return withHint(inv, result), nil
}

// argumentsOf is the text of arguments as the SDK takes them.
func argumentsOf(v any) (string, error) {
	if v == nil {
		return "{}", nil
	}
	if raw, ok := v.(json.RawMessage); ok { // json.Marshal would refuse what is not JSON
		return string(raw), nil
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("mcpguard: the arguments cannot be marshalled: %w", err)
	}
	return string(raw), nil
}

// sendable is what is sent to the server: the model's own bytes, with the repairs that made them
// fit. Bytes that need a repair which they do not have are not sent.
func sendable(inv runtime.Invocation) (json.RawMessage, error) {
	for _, r := range inv.Receipts {
		if r.Kind == runtime.ReceiptIgnored || r.Kind == runtime.ReceiptDefault {
			continue
		}
		if _, err := inv.Tool.Decode(inv.Raw); err != nil {
			return nil, &sessionError{fmt.Errorf("mcpguard: the repaired arguments are not there to be sent: %w", err)}
		}
		break
	}
	return inv.Raw, nil
}
