// Package mcptool serves toolsets over the Model Context Protocol, with the official Go SDK. Package
// mcpguard validates calls on the client's side.
//
// [AddTools] adds the tools of a set, with typed handlers, to a server:
//
//	set := runtime.NewToolset(runtime.Handle(books.CreatePayment, pay), …)
//	server := mcp.NewServer(impl, nil)
//	err := mcptool.AddTools(server, set)
//
// The server lists the schemas that were given to the generator. Only the toolset validates arguments.
// The SDK's own check is bypassed, because it stops at the first error and is not written for models.
// Invalid arguments are answered with an error result whose text is the hint, not with a protocol
// error, which clients do not show to the model. An unknown tool is the protocol error -32602, as the
// protocol requires.
package mcptool
