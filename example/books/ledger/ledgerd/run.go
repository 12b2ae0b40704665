package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/pflag"

	"github.com/toolgen/toolgen/example/books/ledger"
	"github.com/toolgen/toolgen/runtime/database"
)

const usage = `Usage: ledgerd --stdio | --http HOST:PORT [flags]

Serves the tools of a bookkeeping service over the Model Context Protocol. It
validates nothing, and asks nobody who they are: keep it on a loopback
interface, with a gate in front. Stopping it at any point loses nothing.

Flags:
`

// run gives the exit code: 1 where the service failed, 2 where it was not told how to serve.
func run(args []string, stdout, stderr io.Writer) int {
	flags := pflag.NewFlagSet("ledgerd", pflag.ContinueOnError)
	flags.SortFlags = false
	flags.Usage = func() {}
	stdio := flags.Bool("stdio", false, "serve on standard input and output")
	address := flags.String("http", "", "serve streamable HTTP at this `HOST:PORT`; port 0 takes a free one, which is printed")
	path := flags.String("db", "", "keep the books in this `DATABASE`, a SQLite file or postgres://…; else $DATABASE_URL, else ledger.db")
	seed := flags.Bool("seed", false, "fill an empty ledger with a few contacts, invoices and bills")
	failNext := flags.Int("fail-next", 0, "answer the next `N` calls of write tools with an error, without recording them")
	dropNext := flags.Int("drop-next", 0, "over HTTP, record the next `N` calls of write tools, but cut the connection instead of answering")
	err := flags.Parse(args)
	if errors.Is(err, pflag.ErrHelp) {
		fmt.Fprint(stdout, usage, flags.FlagUsages())
		return 0
	}
	if err == nil && (flags.NArg() > 0 || *stdio == (*address != "")) {
		err = errors.New("give one of --stdio and --http HOST:PORT, and no arguments")
	}
	if err != nil {
		fmt.Fprintf(stderr, "ledgerd: %v; see --help\n", err)
		return 2
	}
	faults := new(ledger.Faults)
	faults.FailNext(*failNext, nil)
	faults.DropNext(*dropNext)
	slog.SetDefault(slog.New(slog.NewTextHandler(stderr, nil)))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err = serve(ctx, cmp.Or(*path, os.Getenv("DATABASE_URL"), "ledger.db"), *address, *seed, faults, stderr)
	if err != nil && ctx.Err() == nil {
		fmt.Fprintln(stderr, "ledgerd:", err)
		return 1
	}
	return 0
}

// serve serves until the context ends: over HTTP at the address, else over stdio.
func serve(ctx context.Context, path, address string, seed bool, faults *ledger.Faults, stderr io.Writer) error {
	db, err := database.Open(ctx, path)
	if err != nil {
		return err
	}
	defer db.Close()
	l, err := ledger.New(ctx, db, ledger.WithFaults(faults))
	if err != nil {
		return err
	}
	if seed {
		if err := l.Seed(ctx); err != nil {
			return err
		}
	}
	if address == "" {
		return l.Server().Run(ctx, &mcp.StdioTransport{})
	}
	return serveHTTP(ctx, address, l.Handler(), stderr)
}

// serveHTTP lets calls that have begun end when it is stopped.
func serveHTTP(ctx context.Context, address string, handler http.Handler, stderr io.Writer) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	fmt.Fprintf(stderr, "ledgerd: serving at http://%s\n", listener.Addr())
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, IdleTimeout: 2 * time.Minute}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	grace, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return server.Shutdown(grace)
}
