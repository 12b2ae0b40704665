package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/toolgen/toolgen/example/books/agent"
	"github.com/toolgen/toolgen/example/books/booktools"
	"github.com/toolgen/toolgen/example/books/ledger"
	"github.com/toolgen/toolgen/example/books/web"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
	approvalmetrics "github.com/toolgen/toolgen/runtime/approval/otelmetrics"
	"github.com/toolgen/toolgen/runtime/database"
	"github.com/toolgen/toolgen/runtime/database/postgres"
	"github.com/toolgen/toolgen/runtime/database/sqlite"
	"github.com/toolgen/toolgen/runtime/mcpguard"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/runtime/preflight/eventstream"
	"github.com/toolgen/toolgen/runtime/preflight/otelmetrics"
	"github.com/toolgen/toolgen/runtime/preflight/routinglog"
)

// app is the running program.
type app struct {
	options
	db        *database.DB
	ledger    *ledger.Ledger
	session   *mcpguard.Redialer // with the ledger
	hub       *eventstream.Hub
	log       *routinglog.Log
	gate      *preflight.Gate
	approvals *approval.Service
	agent     *agent.Agent
	handler   http.Handler
	closers   []func()
}

// close closes everything that was opened, in reverse order.
func (a *app) close() {
	for _, end := range slices.Backward(a.closers) {
		end()
	}
	a.closers = nil
}

func (a *app) onClose(end func()) { a.closers = append(a.closers, end) }

// openLedger opens the database and the ledger in it.
func (a *app) openLedger(ctx context.Context) (err error) {
	if err = os.MkdirAll(a.data, 0o700); err != nil {
		return err
	}
	open := sqlite.Open
	if postgres.Is(a.database) {
		open = postgres.Open
	}
	if a.db, err = open(ctx, a.database); err != nil {
		return err
	}
	a.onClose(func() { _ = a.db.Close() })
	a.ledger, err = ledger.New(ctx, a.db, time.Now)
	return err
}

// start connects the parts: gate, approvals, log, model, page.
func (a *app) start(ctx context.Context) error {
	if err := a.connect(ctx); err != nil {
		return err
	}
	// The tools are the generated ones; their handlers call the ledger.
	tools := a.handle(booktools.Tools)

	a.hub = eventstream.NewHub(eventstream.Limits{})
	reader := metric.NewManualReader()
	meter := metric.NewMeterProvider(metric.WithReader(reader)).Meter("books")
	metrics, errMetrics := otelmetrics.New(meter, tools.Names()...)
	keys, errKeys := keyring(a.data)
	model, errModel := modelOf(a.model, tools)
	if err := errors.Join(errMetrics, errKeys, errModel); err != nil {
		return err
	}
	var err error
	if a.log, err = routinglog.Open(ctx, a.db); err != nil {
		return err
	}
	a.approvals, err = approval.New(ctx, approval.Config{
		DB: a.db, Tools: tools, Keys: keys, Authorizer: web.Authorizer{}, TTL: a.patience,
		// Approved calls also go through the gate: they are validated again, shown and logged.
		Execute: func(ctx context.Context, thread string, inv runtime.Invocation) runtime.ToolOutput {
			return a.gate.Execute(ctx, thread, inv)
		},
	})
	if err != nil {
		return err
	}
	a.gate, err = preflight.New(tools, preflight.WithApprover(a.approvals), preflight.WithQuestionTimeout(a.patience),
		preflight.WithQuestions(preflight.Questions{Text: web.Question}),
		preflight.WithSink(a.hub), preflight.WithKeptRecords(a.log.Add), preflight.WithSink(metrics), preflight.WithRecorder(metrics))
	if err = errors.Join(err, approvalmetrics.Register(meter, a.approvals)); err != nil {
		return err
	}
	a.onClose(func() { _ = a.gate.Close() })
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		// Run approved calls that a previous run left behind, and settle those that died.
		if err := a.approvals.Run(background, 10*time.Second); err != nil && !errors.Is(err, context.Canceled) {
			slog.Error("books: the approval worker has stopped", "error", err)
		}
	}()
	a.onClose(func() { stop(); <-ended })

	a.agent = &agent.Agent{Model: model, Gate: a.gate, Approvals: a.approvals}
	if a.noGate {
		a.agent.Run = a.ungated
	}
	a.handler, err = web.Handler(web.Config{
		Agent: a.agent, Tools: tools, Gate: a.gate, Gated: !a.noGate, Approvals: a.approvals, Log: a.log, Hub: a.hub,
		Read: func(ctx context.Context, tool string) (json.RawMessage, error) {
			return a.call(ctx, tool, json.RawMessage("{}"), "")
		},
		Outage: func() { a.ledger.FailNext("the ledger's database is read-only for maintenance") },
		Metrics: func(ctx context.Context) (any, error) {
			var collected metricdata.ResourceMetrics
			return &collected, reader.Collect(ctx, &collected)
		},
	})
	return err
}

// connect starts the ledger for this program alone and connects to it. The ledger is a separate service: it
// knows only what goes over the wire. connect fails if the ledger lacks a tool that the program was generated
// for.
func (a *app) connect(ctx context.Context) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	service := &http.Server{Handler: a.ledger.Handler(), ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = service.Serve(listener) }()
	a.onClose(func() { _ = service.Close() })
	guard := mcpguard.NewGuard() // it reads the server's tool list
	client := mcp.NewClient(&mcp.Implementation{Name: "books", Version: "1"}, guard.ClientOptions(nil))
	transport := &mcp.StreamableClientTransport{Endpoint: "http://" + listener.Addr().String(), DisableStandaloneSSE: true}
	a.session = mcpguard.Redial(func(ctx context.Context) (*mcp.ClientSession, error) { // reconnects if the connection breaks
		return client.Connect(ctx, transport, nil)
	})
	a.onClose(func() { _ = a.session.Close() })
	guard.Attach(a.session)
	listed, err := guard.Toolset(ctx)
	if err != nil {
		return err
	}
	for _, name := range booktools.Tools.Names() {
		if _, ok := listed.Lookup(name); !ok {
			return fmt.Errorf("the ledger no longer has the tool %s: run go generate", name)
		}
	}
	return nil
}

// modelOf returns the model that a flag names.
func modelOf(name string, tools *runtime.Toolset) (agent.Model, error) {
	provider, model, _ := strings.Cut(name, ":")
	switch {
	case name == "script":
		return agent.Script{}, nil
	case provider == "openai" && model != "":
		return agent.OpenAI{Name: model, Tools: tools}, nil
	case provider == "anthropic" && model != "":
		return agent.Anthropic{Name: model, Tools: tools}, nil
	}
	return nil, fmt.Errorf("unknown model %q: use script, openai:NAME or anthropic:NAME", name)
}

// keyring reads the key that signs approvals, or creates it on the first run. With a new key, calls that wait
// for approval could not run after a restart.
func keyring(folder string) (*approval.Keyring, error) {
	path := filepath.Join(folder, "approval.key")
	secret, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		secret = []byte(rand.Text() + rand.Text())
		// Rename, so that a crash while writing leaves no partial key.
		if err = os.WriteFile(path+".new", secret, 0o600); err == nil {
			err = os.Rename(path+".new", path)
		}
	}
	if err != nil {
		return nil, err
	}
	return approval.NewKeyring(approval.Key{ID: "1", Secret: secret})
}

// handle gives each tool a handler that calls the ledger.
func (a *app) handle(tools *runtime.Toolset) *runtime.Toolset {
	handled := make([]runtime.Tool, 0, len(tools.Tools()))
	for _, tool := range tools.Tools() {
		handled = append(handled, runtime.HandleAny(tool, func(ctx context.Context, inv runtime.Invocation) (any, error) {
			// A call with a key can be retried safely if its connection breaks.
			key, _ := runtime.IdempotencyKey(ctx)
			return a.call(ctx, inv.Call.Name, inv.Raw, key)
		}))
	}
	return runtime.NewToolset(handled...)
}

// call calls a tool of the ledger. It returns the text, because the SDK rounds numbers in structured results.
func (a *app) call(ctx context.Context, name string, arguments json.RawMessage, key string) (json.RawMessage, error) {
	params := &mcp.CallToolParams{Name: name, Arguments: arguments}
	if key != "" {
		params.Meta = mcp.Meta{"idempotencyKey": key}
	}
	result, err := a.session.CallTool(ctx, params)
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	for _, content := range result.Content {
		if part, ok := content.(*mcp.TextContent); ok {
			text.WriteString(part.Text)
		}
	}
	if result.IsError {
		return nil, errors.New(text.String())
	}
	return json.RawMessage(text.String()), nil
}

// ungated sends calls to the ledger as the model wrote them, as most agents do.
func (a *app) ungated(ctx context.Context, _ preflight.Turn, calls []runtime.ToolCall) []runtime.ToolOutput {
	outs := make([]runtime.ToolOutput, len(calls))
	for i, call := range calls {
		payload, err := a.call(ctx, call.Name, json.RawMessage(call.Arguments), "")
		outs[i] = runtime.ToolOutput{CallID: call.ID, Payload: payload}
		if err != nil {
			outs[i].Error = &runtime.ToolError{Kind: runtime.FailureHandler, Message: fmt.Sprintf("The ledger refuses the call: %.200s", err), Cause: err}
		}
	}
	return outs
}
