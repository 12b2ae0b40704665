package guide

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/example/books/booktools"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/mcptool"
)

func Example_mcpServer() {
	contacts := func(context.Context, *booktools.GetContactsArgs) (*booktools.GetContactsResult, error) {
		return &booktools.GetContactsResult{}, nil
	}
	server := mcp.NewServer(&mcp.Implementation{Name: "books", Version: "1.0.0"}, nil)
	if err := mcptool.AddTools(server, runtime.NewToolset(runtime.Handle(booktools.GetContacts, contacts))); err != nil {
		panic(err)
	}

	// An invalid call is answered with a tool error that contains the hint.
	ctx := context.Background()
	here, there := mcp.NewInMemoryTransports()
	if _, err := server.Connect(ctx, there, nil); err != nil {
		panic(err)
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "agent", Version: "1.0.0"}, nil).Connect(ctx, here, nil)
	if err != nil {
		panic(err)
	}
	defer session.Close()
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "get_contacts", Arguments: map[string]any{"Page": "two"}})
	if err != nil {
		panic(err)
	}
	fmt.Println(result.IsError, result.Content[0].(*mcp.TextContent).Text)
	// Output:
	// true get_contacts was not called. Change this and send the whole call again:
	// - Page: must be a whole number; got "two".
}
