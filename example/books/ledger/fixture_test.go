package ledger_test

import (
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/example/books/ledger"
	"github.com/toolgen/toolgen/test/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Run(m)) }

// each runs a test on both databases.
func each(t *testing.T, f func(t *testing.T, address string)) {
	t.Run("sqlite", func(t *testing.T) { t.Parallel(); f(t, filepath.Join(t.TempDir(), "ledger.db")) })
	t.Run("postgres", func(t *testing.T) { t.Parallel(); f(t, pgtest.URL(t)) })
}

// open returns a ledger with the initial records, on the morning of 1 February 2026.
func open(t *testing.T, address string) *ledger.Ledger {
	t.Helper()
	db, err := pgtest.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	l, err := ledger.New(t.Context(), db, func() time.Time { return time.Date(2026, time.February, 1, 8, 30, 0, 0, time.UTC) })
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// inMemory returns a client that is connected directly.
func inMemory(t *testing.T, l *ledger.Ledger) *mcp.ClientSession {
	t.Helper()
	near, far := mcp.NewInMemoryTransports()
	session, err := l.Server.Connect(t.Context(), far, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Wait() })
	return connect(t, near)
}

// overHTTP returns a client over streamable HTTP.
func overHTTP(t *testing.T, l *ledger.Ledger) *mcp.ClientSession {
	t.Helper()
	host := httptest.NewServer(l.Handler())
	t.Cleanup(host.Close)
	return connect(t, &mcp.StreamableClientTransport{Endpoint: host.URL, HTTPClient: host.Client(), MaxRetries: -1})
}

func connect(t *testing.T, transport mcp.Transport) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// call returns the text of the answer, prefixed with "error: " if it is an error.
func call(t *testing.T, session *mcp.ClientSession, tool, arguments string, key ...string) string {
	t.Helper()
	params := &mcp.CallToolParams{Name: tool}
	if arguments != "" {
		params.Arguments = json.RawMessage(arguments)
	}
	if len(key) > 0 {
		params.Meta = mcp.Meta{"idempotencyKey": key[0]}
	}
	result, err := session.CallTool(t.Context(), params)
	if err != nil {
		t.Errorf("%s %s: %v", tool, arguments, err)
		return ""
	}
	text := result.Content[0].(*mcp.TextContent).Text
	if result.IsError {
		return "error: " + text
	}
	return text
}

// count returns the number of records of a kind.
func count(t *testing.T, l *ledger.Ledger, kind string) int {
	t.Helper()
	records, err := l.Records(t.Context(), kind)
	if err != nil {
		t.Fatal(err)
	}
	return len(records)
}
