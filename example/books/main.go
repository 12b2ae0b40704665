// Command books is a bookkeeper's assistant that a person can watch: a model, a ledger that
// records whatever it is sent, and between the two a gate that lets no broken call through.
package main

import (
	"context"
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
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "books:", err)
		os.Exit(1)
	}
}

const usage = `Usage: go run ./example/books [flags]

Starts a bookkeeper's assistant, its ledger and its page, all on loopback, and
prints the address of the page. Stop it with Ctrl-C; what was recorded stays.

  go run ./example/books                # with a scripted model, nothing needed
  go run ./example/books --no-gate      # what happens without toolgen
  DATABASE_URL=postgres://… go run ./example/books
  OPENAI_API_KEY=… go run ./example/books --model openai:NAME
  ANTHROPIC_API_KEY=… go run ./example/books --model anthropic:NAME

Flags:
`

// options are what the command line and the environment say.
type options struct {
	addr, data, model string
	noGate            bool
	database          string
}

func run(ctx context.Context, args []string, out io.Writer) error {
	o := options{database: os.Getenv("DATABASE_URL")}
	flags := flag.NewFlagSet("books", flag.ContinueOnError)
	flags.SetOutput(out)
	flags.Usage = func() { fmt.Fprint(out, usage); flags.PrintDefaults() }
	flags.StringVar(&o.addr, "addr", "127.0.0.1:8642", "`address` of the page; port 0 takes any that is free")
	flags.StringVar(&o.data, "data", "", "`folder` for database and key (default: a folder of the user's cache)")
	flags.StringVar(&o.model, "model", "script", "script, openai:`NAME` or anthropic:NAME")
	flags.BoolVar(&o.noGate, "no-gate", false, "send the model's calls to the ledger as they are")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unknown argument %q; see --help", flags.Arg(0))
	}
	if o.data == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return fmt.Errorf("no folder for the database: %w; name one with --data", err)
		}
		o.data = filepath.Join(cache, "toolgen-books")
	}
	if o.database == "" {
		o.database = filepath.Join(o.data, "books.db")
	}
	app, err := start(ctx, o)
	if err != nil {
		return err
	}
	defer app.close()
	listener, err := net.Listen("tcp", o.addr)
	if err != nil {
		return err
	}
	// Whoever reaches the page may be any of its users.
	if ip := listener.Addr().(*net.TCPAddr).IP; !ip.IsLoopback() {
		_ = listener.Close()
		return fmt.Errorf("%s is not a loopback address: this is a demo, and signs nobody in", o.addr)
	}
	server := &http.Server{Handler: app.handler, ReadHeaderTimeout: 10 * time.Second}
	server.RegisterOnShutdown(app.hub.Close)
	fmt.Fprintf(out, "The books are open at http://%s (data in %s). Ctrl-C ends.\n", listener.Addr(), o.data)
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
