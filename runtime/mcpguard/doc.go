// Package mcpguard validates tool calls on the client's side, in front of a server of the Model Context
// Protocol, with the official Go SDK. Package mcptool serves tools, without the schema interpreter that
// this package needs.
//
// A [Guard] wraps a session, so that invalid calls never reach the server:
//
//	guard := mcpguard.NewGuard()
//	client := mcp.NewClient(impl, guard.ClientOptions(nil))
//	session, err := client.Connect(ctx, transport, nil)
//	guard.Attach(session)
//	out := guard.Call(ctx, call)
//
// Calls are validated against a generated toolset ([WithTools]) or against the server's own tools/list,
// which is read again when the server reports a change. The server gets the model's own bytes, repaired as
// far as the decode options allow ([Decoding]). Errors of the server become hints.
//
// A session ends when its server restarts. [Redial] returns one that reconnects.
//
// # In a gate
//
// A gate of package preflight runs handlers. Handlers for a server's tools forward to the guard, whose
// answers are passed on unchanged:
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
// # What a server may say of its tools
//
// Descriptions apply, and so do MCP annotations as far as the gate trusts them. Rules in a schema ("x-toolgen") apply
// only if they refuse more calls or show less of them; a rule that allows something, such as "retry": "after", applies
// in an overlay of the program only, see [Reading].
//
// # Numbers
//
// The SDK's client decodes schemas and structured results with float64 numbers and without key order.
// Bounds and enum values from 2^53 on may therefore differ from the server's. The guard leaves them to the
// server rather than reject a valid call, and lists them in its [Report]. If a server returns a result both
// as structured content and as text, as it should, the text is used.
package mcpguard
