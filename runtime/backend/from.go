package backend

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime/internal/foreign"
)

// HTTP is the error of a response: its status, its header, and its body as text. The wait is that of Retry-After
// (RFC 9110, section 10.2.3), and of problem details (RFC 9457) the title, the detail, and the places of
// their errors are read. It is nil for a status below 400.
func HTTP(status int, header map[string][]string, body string) error {
	kind := foreign.HTTPKind(status)
	if kind == "" {
		return nil
	}
	e := made(kind, strings.TrimSpace(body))
	if e.Message == "" {
		e.Message = "HTTP status " + strconv.Itoa(status)
	}
	get := func(name string) string {
		for _, key := range slices.Sorted(maps.Keys(header)) { // of several spellings the first
			if strings.EqualFold(key, name) && len(header[key]) > 0 {
				return header[key][0]
			}
		}
		return ""
	}
	e.RetryAfter = foreign.RetryAfter(get("Retry-After"), get("Date"))
	if e.Kind == Forbidden && (e.RetryAfter > 0 || get("X-RateLimit-Remaining") == "0") {
		e.Kind = RateLimited // as several APIs answer too many calls
	}
	if mediaType, _, _ := strings.Cut(get("Content-Type"), ";"); strings.EqualFold(strings.TrimSpace(mediaType), "application/problem+json") {
		e.problem(body)
	}
	return e
}

// problem reads problem details: the members of RFC 9457, section 3, and the list of errors of its example.
func (e *Error) problem(body string) {
	var p struct {
		Title, Detail string
		Errors        []struct{ Detail, Pointer string }
	}
	if json.Unmarshal([]byte(body), &p) != nil {
		return
	}
	var parts []string
	for _, s := range []string{p.Title, p.Detail} {
		if s != "" {
			parts = append(parts, strings.TrimSuffix(s, "."))
		}
	}
	for _, item := range p.Errors {
		if field := foreign.PointerPath(item.Pointer); field != "" {
			e.Fields = append(e.Fields, field)
			parts = append(parts, field+" "+item.Detail)
		}
	}
	if len(parts) > 0 {
		e.Message = strings.Join(parts, ": ")
	}
}

// GRPC is the error of a status of gRPC: its code, its message, and the delay of its RetryInfo detail, 0 if there
// is none. It is nil for the code 0.
func GRPC(code int, message string, retryAfter time.Duration) error {
	if code == 0 {
		return nil
	}
	e := made(foreign.GRPCKind(code), message)
	e.RetryAfter = max(retryAfter, 0)
	return e
}

// JSONRPC is an error object of JSON-RPC 2.0, as MCP has it. Its data, JSON or "", is read as well.
func JSONRPC(code int, message, data string) error {
	e := made(foreign.JSONRPCKind(code), message)
	if code == -32602 || code == -32603 || code == -32000 {
		e.Kind, e.NotDone = "", false // servers use these for any failure of a tool, and the message says more
	}
	if data != "" && data != "null" {
		e.Message += "\n" + data
	}
	return e
}

// MCP is the error that a result of MCP's tools/call is: the texts of its content.
func MCP(texts ...string) error {
	return made("", strings.Join(texts, "\n"))
}

// GraphQL is the error of a response of GraphQL (section 7 of its specification), nil if it has no errors. A
// response that has data beside its errors was carried out in part.
func GraphQL(response string) error {
	var r struct {
		Data   json.RawMessage
		Errors []struct {
			Message    string
			Extensions struct{ Code string }
		}
	}
	if json.Unmarshal([]byte(response), &r) != nil || len(r.Errors) == 0 {
		return nil
	}
	var messages []string
	for _, e := range r.Errors {
		messages = append(messages, e.Message)
	}
	e := made(foreign.CodeKind(r.Errors[0].Extensions.Code), strings.Join(messages, "\n"))
	if len(r.Data) > 0 && string(r.Data) != "null" {
		e.NotDone = false
	}
	return e
}

// SQL is the error of a database that reports a SQLSTATE.
func SQL(state, message string) error {
	return made(foreign.SQLKind(state), message+" (SQLSTATE "+state+")")
}

// Context is the error of a context that ended while the backend was at work; another error is passed on as it is.
// Who knows that the work had not begun sets NotDone.
func Context(err error) error {
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return &Error{Kind: Timeout, Err: err}
	}
	return err
}
