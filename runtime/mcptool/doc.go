// Package mcptool puts toolsets on both ends of the Model Context Protocol, by means of the
// official Go SDK.
//
// # On a server
//
// [AddTools] adds the tools of a set, with typed handlers, to a server:
//
//	set := runtime.NewToolset(runtime.Handle(books.CreatePayment, pay), …)
//	server := mcp.NewServer(impl, nil)
//	err := mcptool.AddTools(server, set)
//
// The server lists the schemas that were advertised to the generator. Arguments are checked by the
// toolset alone: the SDK's own check reports the first fault it finds, in words that a model cannot
// follow, and does not run. A call with invalid arguments is answered with a result that is an
// error, whose text is the hint; it is never a protocol error, which no model gets to see. An
// unknown tool remains the protocol error -32602, as the protocol says.
//
// # On a client
//
// A [Guard] stands in front of a session, so that invalid calls never reach the server:
//
//	guard := mcptool.NewGuard()
//	client := mcp.NewClient(impl, guard.ClientOptions(nil))
//	session, err := client.Connect(ctx, transport, nil)
//	guard.Attach(session)
//	out := guard.Call(ctx, call)
//
// Schemas are those of a generated toolset ([WithTools]) or of the server's own tools/list, which
// is read again when the server says that it has changed. What is sent are the model's own bytes,
// with the repairs that the decode options allow ([Decoding]). Errors of the server become hints.
//
// A session ends when its server is started anew. [Redial] gives one that connects again.
//
// # Behind a gate
//
// A gate of package preflight runs handlers. Those of what a server lists are calls of the guard, whose
// answers are handed on as they are:
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
// of keys. Bounds and enum values from 2^53 on are not those of the server, therefore: the guard
// leaves them to the server rather than refuse a valid call, and says so in its [Report]. Of a
// result that a server gives both structured and as text, as it should, the text is taken.
package mcptool
