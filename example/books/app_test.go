package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/toolgen/toolgen/test/pgtest"
)

// runVariable makes the test binary run the program, for tests that kill it.
const runVariable = "TOOLGEN_BOOKS_RUN"

func TestMain(m *testing.M) {
	if os.Getenv(runVariable) == "" {
		os.Exit(pgtest.Run(m))
	}
	if err := run(context.Background(), os.Args[1:], os.Stdout); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "books:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// serveTest starts the example in a temporary folder, with the scripted model.
func serveTest(t *testing.T, o options) (*app, string) {
	t.Helper()
	o.model = "script"
	if o.data == "" {
		o.data = t.TempDir()
	}
	if o.database == "" {
		o.database = filepath.Join(o.data, "books.db")
	}
	a := &app{options: o}
	t.Cleanup(a.close)
	if err := a.openLedger(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := a.start(t.Context()); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(a.handler)
	t.Cleanup(func() {
		a.hub.Close()
		server.Close()
	})
	return a, server.URL
}
