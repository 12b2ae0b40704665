package mcptool_test

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testtools/booktools"
	"github.com/toolgen/toolgen/runtime/mcptool"
)

// contacts is a server with one generated tool.
func contacts() *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "books", Version: "1.0.0"}, nil)
	err := mcptool.AddTools(server, runtime.NewToolset(runtime.Handle(booktools.GetContacts,
		func(_ context.Context, args *booktools.GetContactsArgs) (*booktools.GetContactsResult, error) {
			fmt.Println("the handler runs")
			return &booktools.GetContactsResult{}, nil
		})))
	if err != nil {
		panic(err)
	}
	return server
}

// A server answers invalid arguments with an error result that the model can act on.
func ExampleAddTools() {
	ctx := context.Background()
	here, there := mcp.NewInMemoryTransports()
	if _, err := contacts().Connect(ctx, there, nil); err != nil {
		fmt.Println(err)
		return
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "agent", Version: "1.0.0"}, nil).Connect(ctx, here, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer session.Close()

	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "get_contacts", Arguments: map[string]any{"Page": "two"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.IsError)
	fmt.Println(result.Content[0].(*mcp.TextContent).Text)
	// Output:
	// true
	// get_contacts was not called. Change this and send the whole call again:
	// - Page: must be a whole number; got "two".
}
