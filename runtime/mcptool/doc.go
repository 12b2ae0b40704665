// Package mcptool serves toolsets over the Model Context Protocol, with the official Go SDK. Package
// mcpguard checks calls on the client's side.
//
// [AddTools] adds the tools of a set, with typed handlers, to a server:
//
//	set := runtime.NewToolset(runtime.Handle(books.CreatePayment, pay), …)
//	server := mcp.NewServer(impl, nil)
//	err := mcptool.AddTools(server, set)
//
// The server lists the schemas that were advertised to the generator. Arguments are checked by the
// toolset alone: the SDK's own check reports only the first fault, in words that a model cannot
// follow, and does not run. A call with invalid arguments is answered with a result that is an
// error, whose text is the hint; it is never a protocol error, which no model gets to see. An
// unknown tool remains the protocol error -32602, as the protocol says.
package mcptool
