// Package web is the page of the books example: the chat, what the gate does, the approvals and
// the health of it all.
package web

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"log/slog"
	"net/http"

	"github.com/toolgen/toolgen/example/books/agent"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/runtime/preflight/eventstream"
	"github.com/toolgen/toolgen/runtime/preflight/routinglog"
)

//go:embed templates static
var files embed.FS

// Config is what the page shows. All of it is needed.
type Config struct {
	Agent     *agent.Agent
	Tools     *runtime.Toolset
	Gate      *preflight.Gate
	Gated     bool // false: the agent goes around the gate
	Approvals *approval.Service
	Log       *routinglog.Log
	Hub       *eventstream.Hub
	Outage    func() // makes the ledger fail once
}

// maxText is how many bytes a person may say at once; maxRequest bounds the bodies of requests.
const (
	maxText    = 2000
	maxRequest = 1 << 20
)

type server struct {
	Config
	pages *template.Template
}

// Handler serves the page. Its requests come from the page itself: what a browser sends from
// another origin is refused.
func Handler(cfg Config) (http.Handler, error) {
	pages, err := template.ParseFS(files, "templates/*.html")
	if err != nil {
		return nil, err
	}
	static, err := fs.Sub(files, "static")
	if err != nil {
		return nil, err
	}
	s := &server{Config: cfg, pages: pages}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.chat)
	mux.HandleFunc("POST /user", s.switchUser)
	mux.HandleFunc("POST /say", s.say)
	mux.Handle("GET /events", eventstream.NewHandler(cfg.Hub, authorizeThread))
	mux.Handle("POST /respond", eventstream.NewResponder(authorizeThread, cfg.Gate.RespondIn))
	mux.HandleFunc("GET /approvals", s.approvals)
	mux.HandleFunc("POST /check", s.check)
	mux.Handle("/api/qa/", approval.Handler(cfg.Approvals, nil))
	mux.HandleFunc("GET /health", s.health)
	mux.Handle("GET /static/", http.StripPrefix("/static/", http.FileServerFS(static)))
	return http.NewCrossOriginProtection().Handler(secure(mux)), nil
}

// secure adds what a browser must hold the page to: nothing runs but its own files.
func secure(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		next.ServeHTTP(w, r)
	})
}

// page is what every template gets.
type page struct {
	Page, Title, Script string
	User                User
	Users               []User
	Gated               bool

	Scenarios []agent.Scenario // of the chat
	Calls     []inboxCall      // of the approvals
	History   []approval.Call
	healthPage
}

func (s *server) render(w http.ResponseWriter, r *http.Request, p page) {
	p.Users, p.Gated = users, s.Gated
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	if err := s.pages.ExecuteTemplate(w, p.Page, p); err != nil {
		slog.ErrorContext(r.Context(), "books: a page was cut short", "page", p.Page, "error", err)
	}
}

// user is who asks for a page; somebody new is the first user.
func (s *server) user(w http.ResponseWriter, r *http.Request) User {
	u, _, ok := visitor(r)
	if !ok {
		u = users[0]
		welcome(w, u)
	}
	return u
}

func (s *server) switchUser(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxRequest)
	u, ok := userOf(r.FormValue("user"))
	if !ok {
		http.Error(w, "no such user", http.StatusBadRequest)
		return
	}
	welcome(w, u)
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

func (s *server) chat(w http.ResponseWriter, r *http.Request) {
	s.render(w, r, page{Page: "chat", Title: "Chat", Script: "chat.js", User: s.user(w, r), Scenarios: agent.Scenarios})
}

// line is the event by which the page learns what was said, in the same stream as the events of
// the gate, so that a page that is loaded again shows the conversation as it was.
type line struct {
	Who  string `json:"who"` // person or model
	Text string `json:"text"`
}

// EventType implements [preflight.EventData].
func (line) EventType() string { return "line" }

func (s *server) say(w http.ResponseWriter, r *http.Request) {
	_, thread, ok := visitor(r)
	if !ok {
		fail(w, http.StatusUnauthorized, "Reload the page first.")
		return
	}
	var said struct{ Text, Scenario string }
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxRequest)).Decode(&said); err != nil || said.Text == "" || len(said.Text) > maxText {
		fail(w, http.StatusBadRequest, fmt.Sprintf("Say something, in at most %d bytes.", maxText))
		return
	}
	for _, scenario := range agent.Scenarios {
		if scenario.ID == said.Scenario && scenario.Outage {
			s.Outage()
		}
	}
	s.Hub.Emit(preflight.Event{Thread: thread, Data: line{"person", said.Text}})
	// The conversation goes on if the page goes away; the page finds it when it comes back.
	ctx := context.WithoutCancel(r.Context())
	go func() {
		reply, err := s.Agent.Say(ctx, thread, said.Text)
		if err != nil {
			slog.ErrorContext(ctx, "books: the model failed", "error", err)
			reply = "The model does not answer. Try again."
		}
		s.Hub.Emit(preflight.Event{Thread: thread, Data: line{"model", reply}})
	}()
	write(w, http.StatusAccepted, struct{}{})
}

// inboxCall is a call that waits, as the inbox shows it.
type inboxCall struct {
	approval.Call
	Title, Owner, JSON string
}

func (s *server) approvals(w http.ResponseWriter, r *http.Request) {
	u := s.user(w, r)
	p := page{Page: "approvals", Title: "Approvals", Script: "approvals.js", User: u}
	calls, err := s.Approvals.Inbox(r.Context(), principal(u))
	if err == nil {
		p.History, err = s.Approvals.Decided(r.Context(), principal(u), 20)
	}
	if err != nil {
		slog.ErrorContext(r.Context(), "books: the approvals cannot be read", "error", err)
		http.Error(w, "The approvals cannot be read now.", http.StatusInternalServerError)
		return
	}
	for _, call := range calls {
		c := inboxCall{Call: call, Title: call.ToolName, Owner: owner(call.ThreadID), JSON: indent(call.Args)}
		if tool, ok := s.Tools.Lookup(call.ToolName); ok && tool.Spec().Title != "" {
			c.Title = tool.Spec().Title
		}
		p.Calls = append(p.Calls, c)
	}
	s.render(w, r, p)
}

func indent(text json.RawMessage) string {
	var v any
	if json.Unmarshal(text, &v) != nil {
		return string(text)
	}
	indented, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return string(text)
	}
	return string(indented)
}

// check holds arguments that somebody is editing against schema and rules. Nothing is run.
func (s *server) check(w http.ResponseWriter, r *http.Request) {
	var edit struct{ Tool, Arguments string }
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxRequest)).Decode(&edit); err != nil {
		fail(w, http.StatusBadRequest, "The request cannot be read.")
		return
	}
	tool, ok := s.Tools.Lookup(edit.Tool)
	if !ok {
		fail(w, http.StatusNotFound, "There is no such tool.")
		return
	}
	issues := []string{}
	_, err := tool.Decode([]byte(edit.Arguments))
	var invalid *runtime.ValidationError
	if errors.As(err, &invalid) {
		for _, issue := range invalid.Issues() {
			issues = append(issues, issue.String())
		}
	} else if err != nil {
		issues = append(issues, "The arguments cannot be checked.")
	}
	write(w, http.StatusOK, map[string][]string{"issues": issues})
}

func fail(w http.ResponseWriter, status int, message string) {
	write(w, status, map[string]string{"error": message})
}

func write(w http.ResponseWriter, status int, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		status, text = http.StatusInternalServerError, []byte(`{"error":"internal"}`)
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(text)
}
