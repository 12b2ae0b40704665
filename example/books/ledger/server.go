package ledger

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/schemas"
)

// tool is a tool as it is listed, and what it does: one of list and write.
type tool struct {
	mcp.Tool
	list  *listing
	write writer
}

// loadTools reads the tools that are served, with their schemas as they were written.
func loadTools() ([]tool, error) {
	var answer struct {
		Result struct {
			Tools []struct {
				Name, Title, Description  string
				InputSchema, OutputSchema json.RawMessage
				Annotations               *mcp.ToolAnnotations
			}
		}
	}
	if err := json.Unmarshal(schemas.BooksTools, &answer); err != nil {
		return nil, err
	}
	var tools []tool
	for _, t := range answer.Result.Tools {
		served := tool{list: listings[t.Name], write: writers[t.Name], Tool: mcp.Tool{
			Name: t.Name, Title: t.Title, Description: t.Description,
			InputSchema: t.InputSchema, OutputSchema: t.OutputSchema, Annotations: t.Annotations,
		}}
		if served.list == nil && served.write == nil {
			return nil, fmt.Errorf("nothing carries out the tool %q", t.Name)
		}
		tools = append(tools, served)
	}
	return tools, nil
}

// Server is an MCP server with the tools of the service. Each call of this method makes a new
// server over the same ledger.
func (l *Ledger) Server() *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "books-ledger", Title: "Books", Version: "1"}, nil)
	for i := range l.tools {
		t := &l.tools[i]
		// Server.AddTool checks no arguments, as the function mcp.AddTool would.
		server.AddTool(&t.Tool, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return l.call(ctx, t, req.Params.Arguments, idempotencyKey(req))
		})
	}
	return server
}

// Handler serves the tools as streamable HTTP, at any path. No call depends on one before it, so
// that a client goes on after the service was started again.
func (l *Ledger) Handler() http.Handler {
	server := l.Server()
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server },
		&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
	return http.NewCrossOriginProtection().Handler(l.faults.handler(handler))
}

// idempotencyKey is the key of a call, empty where it has none.
func idempotencyKey(req *mcp.CallToolRequest) string {
	if key, ok := req.Params.Meta["idempotencyKey"].(string); ok && key != "" {
		return key
	}
	if req.Extra == nil {
		return ""
	}
	return req.Extra.Header.Get("Idempotency-Key")
}

// call answers a call. What a caller can do something about is a result that is an error; what is
// wrong with the service is an error of the protocol, whose cause only the log has.
func (l *Ledger) call(ctx context.Context, t *tool, arguments []byte, key string) (*mcp.CallToolResult, error) {
	if len(arguments) == 0 {
		arguments = []byte("{}")
	}
	answer, err := l.answer(ctx, t, arguments, key)
	var (
		rpc     *jsonrpc.Error
		missing *notFoundError
		made    *madeError
	)
	switch {
	case err == nil:
		text := &mcp.TextContent{Text: string(answer)}
		return &mcp.CallToolResult{Content: []mcp.Content{text}, StructuredContent: json.RawMessage(answer)}, nil
	case errors.As(err, &rpc):
		return nil, rpc
	case errors.As(err, &missing), errors.As(err, &made), errors.Is(err, errKeyOfAnother):
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: err.Error()}}, IsError: true}, nil
	}
	slog.ErrorContext(ctx, "a call failed", "tool", t.Name, "error", err)
	return nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "the ledger cannot be reached"}
}

func (l *Ledger) answer(ctx context.Context, t *tool, arguments []byte, key string) ([]byte, error) {
	if t.list != nil {
		s := &store{ctx: ctx, db: l.db, q: l.db}
		answer := t.list.read(s, parseFields(arguments))
		return encode(answer), s.err
	}
	if err := l.faults.fail(); err != nil {
		return nil, err
	}
	return l.write(ctx, t, arguments, key)
}
