// Command books is a bookkeeper's assistant to watch: a model, a ledger that records whatever it gets, and
// between them a gate that lets no broken call through. README.md shows where each package of toolgen is used.
package main

import (
	"cmp"
	"context"
	_ "embed" // for the usage
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "books:", err)
		os.Exit(1)
	}
}

//go:embed usage.txt
var usage string

// options come from the command line and the environment.
type options struct {
	addr, data, database string
	model, ledger        string
	noGate               bool
	patience             time.Duration // timeout of questions and approvals; 0 means the defaults
}

func run(ctx context.Context, args []string, out io.Writer) error {
	o := options{database: os.Getenv("DATABASE_URL")}
	flags := flag.NewFlagSet("books", flag.ContinueOnError)
	flags.SetOutput(out)
	flags.Usage = func() { fmt.Fprint(out, usage); flags.PrintDefaults() }
	flags.StringVar(&o.addr, "addr", "127.0.0.1:8642", "`address` of the page; port 0 picks a free one")
	flags.StringVar(&o.data, "data", "", "`folder` for database and key (default: a folder of the user's cache)")
	flags.StringVar(&o.model, "model", "script", "script, openai:`NAME` or anthropic:NAME")
	flags.StringVar(&o.ledger, "ledger", "", "run the ledger alone: `stdio` or http")
	flags.BoolVar(&o.noGate, "no-gate", false, "send the model's calls to the ledger as they are")
	if err := flags.Parse(args); err != nil {
		return err
	}
	switch {
	case flags.NArg() > 0:
		return fmt.Errorf("unknown argument %q; see --help", flags.Arg(0))
	case o.ledger != "" && o.ledger != "stdio" && o.ledger != "http":
		return fmt.Errorf("unknown --ledger %q: use stdio or http", o.ledger)
	}
	if o.data == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return fmt.Errorf("no folder for the database: %w; name one with --data", err)
		}
		o.data = filepath.Join(cache, "toolgen-books")
	}
	o.database = cmp.Or(o.database, filepath.Join(o.data, "books.db"))
	app := &app{options: o}
	defer app.close()
	if err := app.openLedger(ctx); err != nil {
		return err
	}
	if o.ledger == "stdio" {
		return app.ledger.Server.Run(ctx, &mcp.StdioTransport{})
	}
	return serve(ctx, app, out)
}

// serve serves the page, or only the ledger, until the context ends.
func serve(ctx context.Context, app *app, out io.Writer) error {
	// Listen first: without the port, there is no point in starting the rest.
	listener, err := net.Listen("tcp", app.addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%s is in use, maybe by another instance of this program: stop it, or choose another address with --addr 127.0.0.1:0", app.addr)
	}
	if err != nil {
		return err
	}
	defer listener.Close()
	// Anyone who can reach the page can act as any user.
	if ip := listener.Addr().(*net.TCPAddr).IP; !ip.IsLoopback() {
		return fmt.Errorf("%s is not a loopback address: this is a demo without sign-in", app.addr)
	}
	server := &http.Server{ReadHeaderTimeout: 10 * time.Second}
	if app.options.ledger == "http" {
		server.Handler = app.ledger.Handler()
	} else if err = app.start(ctx); err == nil {
		server.Handler = app.handler
		server.RegisterOnShutdown(app.hub.Close)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "The books are open at http://%s (data in %s). Press Ctrl-C to stop.\n", listener.Addr(), app.data)
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	ending, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return server.Shutdown(ending)
}
