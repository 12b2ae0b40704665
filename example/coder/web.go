package main

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strconv"
	"time"
)

//go:embed page.html page.js page.css
var pageFiles embed.FS

var pageTemplate = template.Must(template.ParseFS(pageFiles, "page.html"))

// policy allows the page its own two files and its own server, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

// serve shows a session as a page. The session starts when the first page connects; the server keeps running after
// its end, until the context is done, so that the page can be read.
func (h *hub) serve(ctx context.Context, opts *options, log io.Writer, session func(context.Context) error) error {
	host, port, err := net.SplitHostPort(opts.web)
	if err != nil {
		return fmt.Errorf("--web: %w", err)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if err != nil {
		return err
	}
	token := rand.Text()
	server := &http.Server{
		Handler:           h.handler(token, opts),
		ReadHeaderTimeout: 10 * time.Second,
		BaseContext:       func(net.Listener) context.Context { return ctx },
	}
	failed := make(chan error, 2)
	go func() { failed <- server.Serve(listener) }()
	defer server.Close()
	fmt.Fprintf(log, "coder: open http://%s/%s/ to start; press Ctrl-C to stop\n", listener.Addr(), token)
	ended := make(chan error, 1)
	go func() {
		select {
		case <-h.ready:
			ended <- session(ctx)
		case <-ctx.Done():
			ended <- nil
		}
	}()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
		return <-ended
	}
}

// handler is the site. Its address contains a secret token, which keeps out other pages in the browser and other
// users of the machine.
func (h *hub) handler(token string, opts *options) http.Handler {
	nothing := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(http.StatusNotFound)
		_ = pageTemplate.Execute(w, nil)
	}
	secret := func(next http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			if subtle.ConstantTimeCompare([]byte(r.PathValue("token")), []byte(token)) != 1 {
				nothing(w, r)
				return
			}
			next(w, r)
		}
	}
	folder := filepath.Base(opts.dir)
	if path, err := filepath.Abs(opts.dir); err == nil {
		folder = filepath.Base(path) // "." says nothing
	}
	files := http.FileServerFS(pageFiles)
	mux := http.NewServeMux()
	mux.Handle("GET /page.js", files)
	mux.Handle("GET /page.css", files)
	mux.HandleFunc("GET /{token}/{$}", secret(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		// An error here is a broken connection: the tests execute the template.
		_ = pageTemplate.Execute(w, map[string]any{"Dir": folder, "DryRun": opts.dryRun})
	}))
	mux.HandleFunc("/", nothing)
	mux.HandleFunc("GET /{token}/events", secret(h.serveEvents))
	mux.HandleFunc("POST /{token}/answer", secret(h.serveAnswer))
	safe := http.NewCrossOriginProtection().Handler(mux)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Content-Security-Policy", policy)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("Cache-Control", "no-store")
		header.Set("Cross-Origin-Resource-Policy", "same-origin")
		safe.ServeHTTP(w, r)
	})
}

// serveEvents streams the events. Their ids count from 1, so that a browser that reconnects continues where it was.
func (h *hub) serveEvents(w http.ResponseWriter, r *http.Request) {
	next, err := strconv.Atoi(r.Header.Get("Last-Event-ID"))
	if err != nil || next < 0 {
		next = 0
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.WriteHeader(http.StatusOK)
	control := http.NewResponseController(w)
	h.once.Do(func() { close(h.ready) })
	for {
		events, ended, more := h.from(next)
		for _, e := range events {
			next++
			if _, err := fmt.Fprintf(w, "id: %d\nevent: %s\ndata: %s\n\n", next, e.kind, e.data); err != nil {
				return
			}
		}
		if control.Flush() != nil || ended {
			return
		}
		select {
		case <-more:
		case <-r.Context().Done():
			return
		}
	}
}

// serveAnswer receives the answer to a question.
func (h *hub) serveAnswer(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 64<<10)
	if err := r.ParseForm(); err != nil {
		http.Error(w, "the answer cannot be read", http.StatusBadRequest)
		return
	}
	err := h.answer(r.PostFormValue("id"), r.PostFormValue("allow") == "yes", r.PostFormValue("phrase"))
	switch {
	case errors.Is(err, errWrongPhrase):
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
	case err != nil:
		http.Error(w, err.Error(), http.StatusConflict)
	default:
		w.WriteHeader(http.StatusNoContent)
	}
}
