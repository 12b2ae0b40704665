// Package mcpguard puts the checks of a toolset in front of a server of the Model Context Protocol, on the
// client's side, with the official Go SDK. Package mcptool serves tools; it does not need the
// interpreter of schemas that this package has.
//
// A [Guard] stands in front of a session, so that invalid calls never reach the server:
//
//	guard := mcpguard.NewGuard()
//	client := mcp.NewClient(impl, guard.ClientOptions(nil))
//	session, err := client.Connect(ctx, transport, nil)
//	guard.Attach(session)
//	out := guard.Call(ctx, call)
//
// Schemas are those of a generated toolset ([WithTools]) or of the server's own tools/list, which
// is read again when the server reports a change. The model's own bytes are sent,
// with the repairs that the decode options allow ([Decoding]). Errors of the server become hints.
//
// A session ends when its server is started anew. [Redial] gives one that connects again.
//
// # In a gate
//
// A gate of package preflight runs handlers. Those of the tools that a server lists are calls of the guard,
// whose answers are passed on unchanged:
//
//	listed, err := guard.Toolset(ctx)
//	var tools []runtime.Tool
//	for _, tool := range listed.Tools() {
//		tools = append(tools, runtime.HandleAny(tool, func(ctx context.Context, inv runtime.Invocation) (any, error) {
//			out := guard.Run(ctx, inv)
//			return out.Payload, out.Error
//		}))
//	}
//	gate, err := preflight.New(runtime.NewToolset(tools...), …)
//
// # What the SDK does to numbers
//
// The SDK's client reads schemas and structured results with float64 numbers and without the order
// of keys. Bounds and enum values from 2^53 on are therefore not those of the server: the guard
// leaves them to the server rather than refuse a valid call, and says so in its [Report]. Where a server gives
// a result both structured and as text, as it should, the text is taken.
package mcpguard
