package mcpguard_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testtools/booktools"
	"github.com/toolgen/toolgen/runtime/mcpguard"
	"github.com/toolgen/toolgen/runtime/mcptool"
)

// serverEnv makes the test binary serve on its standard input and output.
const serverEnv = "TOOLGEN_TEST_MCP_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(serverEnv) == "" {
		os.Exit(m.Run())
	}
	if err := newServer(&log{}).Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// log records the arguments that reached the handlers.
type log struct {
	mu   sync.Mutex
	seen []string
}

func (l *log) add(args string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.seen = append(l.seen, args)
}

func (l *log) take() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	seen := l.seen
	l.seen = nil
	return seen
}

func (l *log) note(ctx context.Context) {
	if req := mcptool.Request(ctx); req != nil {
		l.add(req.Params.Name + " " + string(req.Params.Arguments))
	}
}

// bookSet is a set of generated tools with typed handlers.
func bookSet(l *log) *runtime.Toolset {
	return runtime.NewToolset(
		runtime.Handle(booktools.GetContacts, func(ctx context.Context, args *booktools.GetContactsArgs) (*booktools.GetContactsResult, error) {
			l.note(ctx)
			return &booktools.GetContactsResult{}, nil
		}),
		runtime.Handle(booktools.DeleteContact, func(ctx context.Context, args *booktools.DeleteContactArgs) (*booktools.DeleteContactResult, error) {
			l.note(ctx)
			return nil, runtime.Invalid("ContactId", "enum", []string{"con_1", "con_2"}, "")
		}),
		runtime.Handle(booktools.SendInvoice, func(ctx context.Context, args *booktools.SendInvoiceArgs) (*booktools.SendInvoiceResult, error) {
			l.note(ctx)
			return nil, errors.New("the mail server is down")
		}),
		runtime.HandleAny(booktools.VoidInvoice, func(ctx context.Context, inv runtime.Invocation) (any, error) {
			l.note(ctx)
			return json.RawMessage(`["not", "an object"]`), nil
		}),
	)
}

// newServer serves the book tools and some that do not use this package.
func newServer(l *log) *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "books", Version: "1"}, nil)
	if err := mcptool.AddTools(server, bookSet(l)); err != nil {
		panic(err)
	}
	foreign := func(name, schema string, h mcp.ToolHandler) {
		server.AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(schema)}, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			l.add(name + " " + string(req.Params.Arguments))
			return h(ctx, req)
		})
	}
	text := func(s string, isError bool) mcp.ToolHandler {
		return func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}, IsError: isError}, nil
		}
	}
	const city = `{"type":"object","properties":{"city":{"type":"string","description":"The city.","minLength":2},"days":{"type":"integer","maximum":10}},"required":["city"],"additionalProperties":false}`
	foreign("forecast", city, text("Rain", false))
	foreign("as_json", city, text(`{"big":9007199254740993,"a":1}`, false))
	foreign("both", city, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		const body = `{"z":9007199254740993,"a":[1.50]}`
		return &mcp.CallToolResult{
			StructuredContent: json.RawMessage(body),
			Content:           []mcp.Content{&mcp.TextContent{Text: "Here it is:"}, &mcp.TextContent{Text: body}},
		}, nil
	})
	foreign("structured", city, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{StructuredContent: json.RawMessage(`{"a":1}`), Content: []mcp.Content{&mcp.TextContent{Text: "{}"}}}, nil
	})
	foreign("number_text", city, text(`42`, false))
	foreign("refuses", city, text("Invalid value for 'city': unknown place", true))
	foreign("silent", city, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{IsError: true}, nil
	})
	foreign("image", city, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.ImageContent{Data: []byte("x"), MIMEType: "image/png"}}}, nil
	})
	foreign("exact", `{"type":"object","properties":{"id":{"type":"integer","enum":[9007199254740993]},"n":{"type":"integer","maximum":5}}}`, text("ok", false))
	foreign("broken", `{"type":"object","properties":{"a":{"$ref":"#/$defs/none"}}}`, text("ok", false))
	return server
}

// connect returns a guard in front of a session over a transport.
func connect(t *testing.T, transport mcp.Transport, opts ...mcpguard.GuardOption) (*mcpguard.Guard, *mcp.ClientSession) {
	t.Helper()
	guard := mcpguard.NewGuard(opts...)
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, guard.ClientOptions(nil))
	session, err := client.Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	guard.Attach(session)
	return guard, session
}

// overHTTP serves a server on the loopback interface.
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
