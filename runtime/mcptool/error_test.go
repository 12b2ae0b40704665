package mcptool_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/testtools/booktools"
	"github.com/toolgen/toolgen/runtime/mcptool"
)

// TestErrorsOfServedTools checks that details of a handler's error or panic reach the log but not the client.
func TestErrorsOfServedTools(t *testing.T) {
	t.Parallel()
	for name, fail := range map[string]func() error{
		"error": func() error { return errors.New("dial tcp 10.0.0.5:443: password=hunter2") },
		"panic": func() error { panic("password=hunter2") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			tool := runtime.HandleAny(booktools.GetContacts, func(context.Context, runtime.Invocation) (any, error) { return nil, fail() })
			server := mcp.NewServer(&mcp.Implementation{Name: "s", Version: "1"}, nil)
			set := runtime.NewToolset(tool).With(runtime.LogErrors(slog.New(slog.NewTextHandler(&log, nil))))
			if err := mcptool.AddTools(server, set); err != nil {
				t.Fatal(err)
			}
			mine, its := mcp.NewInMemoryTransports()
			if _, err := server.Connect(t.Context(), its, nil); err != nil {
				t.Fatal(err)
			}
			session, err := mcp.NewClient(&mcp.Implementation{Name: "c", Version: "1"}, nil).Connect(t.Context(), mine, nil)
			if err != nil {
				t.Fatal(err)
			}
			result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "get_contacts", Arguments: map[string]any{}})
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(result)
			if err != nil || !result.IsError || strings.Contains(string(text), "hunter2") || strings.Contains(string(text), "10.0.0.5") {
				t.Errorf("%s, %v", text, err)
			}
			if err := session.Close(); err != nil {
				t.Error(err)
			}
			if strings.Count(log.String(), "\n") != 1 || !strings.Contains(log.String(), "hunter2") || !strings.Contains(log.String(), "get_contacts") {
				t.Errorf("logged %q", log.String())
			}
		})
	}
}
