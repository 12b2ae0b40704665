package backend_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime/backend"
)

// TestConstructors holds what errors say that are made of what protocols report.
func TestConstructors(t *testing.T) {
	t.Parallel()
	header := map[string][]string{"retry-after": {"30"}, "Content-Type": {"application/problem+json; charset=utf-8"}}
	for _, tt := range []struct {
		name    string
		err     error
		kind    backend.Kind
		wait    time.Duration
		notDone bool
		fields  int
		message string
	}{
		{"too many requests", backend.HTTP(429, header, ""), backend.RateLimited, 30 * time.Second, true, 0, "HTTP status 429"},
		{"a header in two spellings", backend.HTTP(429, map[string][]string{"retry-after": {"9"}, "RETRY-AFTER": {"3"}, "Retry-After": {"6"}}, ""), backend.RateLimited, 3 * time.Second, true, 0, "HTTP status 429"},
		{"too many, as 403", backend.HTTP(403, map[string][]string{"X-RateLimit-Remaining": {"0"}}, "slow"), backend.RateLimited, 0, true, 0, "slow"},
		{"forbidden", backend.HTTP(403, nil, "no"), backend.Forbidden, 0, true, 0, "no"},
		{"gateway", backend.HTTP(502, nil, "bad gateway"), backend.Timeout, 0, false, 0, "bad gateway"},
		{"fault", backend.HTTP(500, nil, "oops"), backend.Internal, 0, false, 0, "oops"},
		{"problem", backend.HTTP(422, header, `{"title":"Invalid.","detail":"See errors","errors":[{"detail":"must be positive","pointer":"#/lines/0/count"}]}`),
			backend.Invalid, 30 * time.Second, true, 1, "Invalid: See errors: lines[0].count must be positive"},
		{"grpc", backend.GRPC(5, "no such topic", 0), backend.NotFound, 0, true, 0, "no such topic"},
		{"grpc, unknown outcome", backend.GRPC(4, "late", 0), backend.Timeout, 0, false, 0, "late"},
		{"json-rpc", backend.JSONRPC(-32001, "Request timed out", ""), backend.Timeout, 0, false, 0, "Request timed out"},
		{"json-rpc, of a tool", backend.JSONRPC(-32602, "bad", `{"field":"a"}`), "", 0, false, 0, "bad\n{\"field\":\"a\"}"},
		{"mcp", backend.MCP("a", "b"), "", 0, false, 0, "a\nb"},
		{"graphql", backend.GraphQL(`{"data":null,"errors":[{"message":"denied","extensions":{"code":"FORBIDDEN"}}]}`), backend.Forbidden, 0, true, 0, "denied"},
		{"graphql, in part", backend.GraphQL(`{"data":{"a":1},"errors":[{"message":"no user","extensions":{"code":"NOT_FOUND"}}]}`), backend.NotFound, 0, false, 0, "no user"},
		{"sql", backend.SQL("40P01", "deadlock detected"), backend.Unavailable, 0, true, 0, "deadlock detected (SQLSTATE 40P01)"},
		{"context", backend.Context(fmt.Errorf("call: %w", context.DeadlineExceeded)), backend.Timeout, 0, false, 0, "call: context deadline exceeded"},
	} {
		var e *backend.Error
		if !errors.As(tt.err, &e) {
			t.Errorf("%s: %v", tt.name, tt.err)
			continue
		}
		if e.Kind != tt.kind || e.RetryAfter != tt.wait || e.NotDone != tt.notDone || len(e.Fields) != tt.fields || e.Error() != tt.message {
			t.Errorf("%s: %+v: %s", tt.name, e, e)
		}
	}
	for name, err := range map[string]error{"a success": backend.HTTP(204, nil, ""), "grpc's OK": backend.GRPC(0, "", 0), "a response without errors": backend.GraphQL(`{"data":{}}`)} {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if other := errors.New("x"); backend.Context(other) != other {
		t.Error("another error is changed")
	}
}
