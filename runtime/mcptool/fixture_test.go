package mcptool_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testtools/booktools"
	"github.com/toolgen/toolgen/runtime/mcptool"
)

// serverEnv makes the test binary serve on its standard input and output.
const serverEnv = "TOOLGEN_TEST_MCP_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(serverEnv) == "" {
		os.Exit(m.Run())
	}
	if err := newServer().Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// bookSet is a set of generated tools with typed handlers.
func bookSet() *runtime.Toolset {
	return runtime.NewToolset(
		runtime.Handle(booktools.GetContacts, func(_ context.Context, args *booktools.GetContactsArgs) (*booktools.GetContactsResult, error) {
			return &booktools.GetContactsResult{}, nil
		}),
		runtime.Handle(booktools.SendInvoice, func(_ context.Context, args *booktools.SendInvoiceArgs) (*booktools.SendInvoiceResult, error) {
			return nil, errors.New("the mail server is down")
		}),
		runtime.HandleAny(booktools.VoidInvoice, func(_ context.Context, inv runtime.Invocation) (any, error) {
			return json.RawMessage(`["not", "an object"]`), nil
		}),
	)
}

func newServer() *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "books", Version: "1"}, nil)
	if err := mcptool.AddTools(server, bookSet()); err != nil {
		panic(err)
	}
	return server
}

// connect opens a session over a transport.
func connect(t *testing.T, transport mcp.Transport) *mcp.ClientSession {
	t.Helper()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// overHTTP serves on the loopback interface.
func overHTTP(t *testing.T, server *mcp.Server) mcp.Transport {
	t.Helper()
	host := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, nil))
	t.Cleanup(host.Close)
	return &mcp.StreamableClientTransport{Endpoint: host.URL, HTTPClient: host.Client()}
}

// overStdio runs this binary as a server.
func overStdio(t *testing.T) mcp.Transport {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), serverEnv+"=1")
	cmd.Stderr = os.Stderr
	return &mcp.CommandTransport{Command: cmd}
}

func textOf(result *mcp.CallToolResult) string {
	s := ""
	for _, c := range result.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			s += t.Text + "\n"
		}
	}
	return s
}
