package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/toolgen/toolgen/example/books/agent"
	"github.com/toolgen/toolgen/example/books/booktools"
	"github.com/toolgen/toolgen/example/books/ledger"
	"github.com/toolgen/toolgen/example/books/web"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/runtime/database"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/runtime/preflight/eventstream"
	"github.com/toolgen/toolgen/runtime/preflight/routinglog"
)

// app is everything that runs.
type app struct {
	handler http.Handler
	hub     *eventstream.Hub
	ledger  *ledger.Ledger
	closers []func()
}

// close ends what was started, the latest first.
func (a *app) close() {
	for i := len(a.closers) - 1; i >= 0; i-- {
		a.closers[i]()
	}
	a.closers = nil
}

// start puts the parts together: ledger, gate, approvals, log, model, page.
func start(ctx context.Context, o options) (_ *app, err error) {
	a := &app{}
	defer func() {
		if err != nil {
			a.close()
		}
	}()
	if err := os.MkdirAll(o.data, 0o700); err != nil {
		return nil, err
	}
	db, err := database.Open(ctx, o.database)
	if err != nil {
		return nil, err
	}
	a.closers = append(a.closers, func() { _ = db.Close() })

	// The ledger is a service of its own: what it knows of a call is what goes over the wire.
	var faults ledger.Faults
	if a.ledger, err = ledger.New(ctx, db, ledger.WithFaults(&faults)); err != nil {
		return nil, err
	}
	if err := a.ledger.Seed(ctx); err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	service := &http.Server{Handler: a.ledger.Handler(), ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = service.Serve(listener) }()
	a.closers = append(a.closers, func() { _ = service.Close() })
	remote, err := connect(ctx, "http://"+listener.Addr().String())
	if err != nil {
		return nil, err
	}
	a.closers = append(a.closers, remote.close)

	// The tools are the generated ones; to run one is to call the ledger.
	tools := remote.handle(booktools.Tools)

	a.hub = eventstream.NewHub(eventstream.Limits{})
	log, err := routinglog.Open(ctx, db)
	if err != nil {
		return nil, err
	}
	a.closers = append(a.closers, func() { _ = log.Close() })

	keys, err := keyring(o.data)
	if err != nil {
		return nil, err
	}
	var gate *preflight.Gate
	approvals, err := approval.New(ctx, approval.Config{
		DB: db, Tools: tools, Keys: keys, Authorizer: web.Authorizer{},
		// Approved calls go through the gate, too: they are validated again, shown and logged.
		Execute: func(ctx context.Context, thread string, inv runtime.Invocation) runtime.ToolOutput {
			return gate.Execute(ctx, thread, inv)
		},
	})
	if err != nil {
		return nil, err
	}
	gate, err = preflight.New(tools, preflight.WithSink(a.hub), preflight.WithRecorder(log), preflight.WithApprover(approvals))
	if err != nil {
		return nil, err
	}
	a.closers = append(a.closers, func() { _ = gate.Close() })
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	a.closers = append(a.closers, stop)
	go func() {
		// What a run before this one has left behind: approved calls, and those that have died.
		if err := approvals.Run(background, 10*time.Second); err != nil && !errors.Is(err, context.Canceled) {
			slog.Error("books: approvals are not looked after any more", "error", err)
		}
	}()

	model, err := modelOf(o.model, tools)
	if err != nil {
		return nil, err
	}
	bookkeeper := &agent.Agent{Model: model, Gate: gate, Approvals: approvals}
	if o.noGate {
		bookkeeper.Run = remote.ungated
	}
	a.handler, err = web.Handler(web.Config{
		Agent: bookkeeper, Tools: tools, Gate: gate, Gated: !o.noGate, Approvals: approvals, Log: log, Hub: a.hub,
		Outage: func() { faults.FailNext(1, errors.New("the ledger's database is read-only for maintenance")) },
	})
	return a, err
}

// modelOf is the model that a flag names.
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

// keyring reads the key that signs approvals, and makes one the first time. Without it, what waits
// for approval could not be run after a restart.
func keyring(folder string) (*approval.Keyring, error) {
	path := filepath.Join(folder, "approval.key")
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		secret := make([]byte, 32)
		_, _ = rand.Read(secret) // it never fails
		text = []byte(hex.EncodeToString(secret))
		err = os.WriteFile(path, text, 0o600)
	}
	if err != nil {
		return nil, err
	}
	secret, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil {
		return nil, fmt.Errorf("%s is no key: %w", path, err)
	}
	return approval.NewKeyring(approval.Key{ID: "1", Secret: secret})
}
