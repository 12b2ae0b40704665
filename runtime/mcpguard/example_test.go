package mcpguard_test

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testtools/booktools"
	"github.com/toolgen/toolgen/runtime/mcpguard"
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

// The guard answers invalid calls; only valid ones reach the server.
func ExampleGuard() {
	ctx := context.Background()
	here, there := mcp.NewInMemoryTransports()
	if _, err := contacts().Connect(ctx, there, nil); err != nil {
		fmt.Println(err)
		return
	}
	guard := mcpguard.NewGuard()
	client := mcp.NewClient(&mcp.Implementation{Name: "agent", Version: "1.0.0"}, guard.ClientOptions(nil))
	session, err := client.Connect(ctx, here, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer session.Close()
	guard.Attach(session)

	for _, arguments := range []string{`{"Kind":"BOTH"}`, `{"Kind":"CUSTOMER"}`} {
		out := guard.Call(ctx, runtime.ToolCall{ID: "1", Name: "get_contacts", Arguments: arguments})
		if out.Error != nil {
			fmt.Println(out.Error.Kind, out.RetryHint.Constraints[0].Field)
			continue
		}
		fmt.Println(string(out.Payload))
	}
	// Output:
	// validation Kind
	// the handler runs
	// {}
}

// A redialed session outlives its server.
func ExampleRedial() {
	ctx := context.Background()
	var running *mcp.ServerSession // lost when the server stops
	guard := mcpguard.NewGuard()
	client := mcp.NewClient(&mcp.Implementation{Name: "agent", Version: "1.0.0"}, guard.ClientOptions(nil))
	session := mcpguard.Redial(func(ctx context.Context) (*mcp.ClientSession, error) {
		here, there := mcp.NewInMemoryTransports() // usually an mcp.StreamableClientTransport
		var err error
		if running, err = contacts().Connect(ctx, there, nil); err != nil {
			return nil, err
		}
		fmt.Println("connected")
		guard.ToolListChanged() // the tools may have changed
		return client.Connect(ctx, here, nil)
	})
	defer session.Close()
	guard.Attach(session)

	for range 2 {
		out := guard.Call(ctx, runtime.ToolCall{ID: "1", Name: "get_contacts", Arguments: `{"Kind":"CUSTOMER"}`})
		if out.Error != nil {
			fmt.Println(out.Error)
		}
		_ = running.Close() // the server is stopped
		// A call made before the end is noticed may fail; a later one succeeds.
		for {
			if _, err := session.ListTools(ctx, nil); err == nil {
				break
			}
		}
	}
	// Output:
	// connected
	// the handler runs
	// connected
	// the handler runs
	// connected
}
