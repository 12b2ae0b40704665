// Package web is the page of the books example: chat, pipeline, approvals and health.
package web

import (
	"bytes"
	"context"
	"crypto/rand"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"net/http"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/example/books/agent"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/runtime/preflight/eventstream"
	"github.com/toolgen/toolgen/runtime/preflight/routinglog"
)

//go:embed templates static
var files embed.FS

// Config is the input of the page. All fields are required.
type Config struct {
	Agent     *agent.Agent
	Tools     *runtime.Toolset
	Gate      *preflight.Gate
	Gated     bool // false: the agent bypasses the gate
	Approvals *approval.Service
	Log       *routinglog.Log
	Hub       *eventstream.Hub
	Metrics   func(context.Context) (any, error)
	Read      func(ctx context.Context, tool string) (json.RawMessage, error) // calls a read-only tool of the ledger
	Outage    func()                                                          // makes the ledger fail once
}

// maxText limits the length of a message in bytes.
const maxText = 2000

type server struct {
	Config
	pages *template.Template
}

// Handler serves the page. Requests from other origins are rejected.
func Handler(cfg Config) (http.Handler, error) {
	s := &server{Config: cfg}
	var err error
	s.pages, err = template.New("").Funcs(template.FuncMap{"name": nameOf, "owner": owner, "text": indented, "title": s.title, "told": told}).ParseFS(files, "templates/*.html")
	if err != nil {
		return nil, err
	}
	cfg.Agent.Show = func(thread, text string) { cfg.Hub.Emit(preflight.Event{Thread: thread, Data: delta{text}}) }
	cfg.Agent.Called = s.called
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.show(w, r, http.StatusNotFound, "message", "Nothing here", "The address may have been mistyped, or the page has moved.")
	})
	mux.HandleFunc("GET /{$}", s.page("chat", "Chat", s.chat))
	mux.HandleFunc("GET /approvals", s.page("approvals", "Approvals", s.approvals))
	mux.HandleFunc("GET /health", s.page("health", "Health", s.health))
	mux.HandleFunc("GET /metrics", s.metrics)
	mux.HandleFunc("POST /user", s.switchUser)
	mux.HandleFunc("POST /say", s.say)
	mux.HandleFunc("POST /check", s.check)
	mux.HandleFunc("GET /names", s.names)
	mux.HandleFunc("GET /outcome", s.outcome)
	mux.Handle("GET /events", eventstream.NewHandler(cfg.Hub, authorizeThread))
	mux.Handle("POST /respond", eventstream.NewResponder(authorizeThread, cfg.Gate.RespondIn))
	mux.Handle("/api/qa/", approval.Handler(cfg.Approvals, nil))
	mux.Handle("GET /static/", http.FileServerFS(files))
	secured := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Only the page's own files may run.
		w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Referrer-Policy", "no-referrer")
		mux.ServeHTTP(w, r)
	})
	return loopbackOnly(bounded(http.NewCrossOriginProtection().Handler(secured))), nil
}

// page is the input of a template; Data is specific to the page.
type page struct {
	Page, Title string
	User        user
	Users       []user
	Gated       bool
	Data        any
}

// page serves a template with the result of data.
func (s *server) page(name, title string, data func(*http.Request, user) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		u, _, ok := visitor(r)
		if !ok {
			u = users[0]
		}
		d, err := data(r, u)
		if err != nil {
			slog.ErrorContext(r.Context(), "books: there is no page", "page", name, "error", err)
			s.show(w, r, http.StatusInternalServerError, "message", "This page cannot be shown now", "Nothing is lost, and nothing was done. The output of the program says what is wrong; load the page again when that is mended.")
			return
		}
		s.show(w, r, http.StatusOK, name, title, d)
	}
}

// show writes a page. A new visitor is the first user.
func (s *server) show(w http.ResponseWriter, r *http.Request, status int, name, title string, data any) {
	u, _, ok := visitor(r)
	if !ok {
		u = users[0]
		welcome(w, u)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	// An error here is a broken connection: the tests execute all templates.
	_ = s.pages.ExecuteTemplate(w, name, page{name, title, u, users, s.Gated, data})
}

func (s *server) switchUser(w http.ResponseWriter, r *http.Request) {
	u, ok := userOf(r.FormValue("user"))
	if !ok {
		http.Error(w, "no such user", http.StatusBadRequest)
		return
	}
	welcome(w, u)
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

func (s *server) chat(*http.Request, user) (any, error) { return agent.Scenarios(), nil }

// line is the event for a message. It is in the same stream as the events of the gate, so that a reloaded page
// shows the conversation in order.
type line struct {
	Who  string `json:"who"` // person or model
	Text string `json:"text"`
}

// delta is part of a message of the model that is still streaming; the complete line follows.
type delta struct {
	Text string `json:"text"`
}

// call is a call of the model, before it reaches the gate.
type call struct {
	Tool      string          `json:"tool"`
	Title     string          `json:"title"`
	Mends     string          `json:"mends"`     // the ID of the rejected call that it replaces
	Arguments json.RawMessage `json:"arguments"` // sensitive values are masked
}

// EventType implements [preflight.EventData].
func (line) EventType() string  { return "line" }
func (delta) EventType() string { return "delta" }
func (call) EventType() string  { return "call" }

func (s *server) called(thread string, c runtime.ToolCall, mends string) {
	var spec *runtime.ToolSpec
	if tool, ok := s.Tools.Lookup(c.Name); ok {
		spec = tool.Spec()
	}
	s.Hub.Emit(preflight.Event{Thread: thread, CallID: c.ID, Data: call{c.Name, s.title(c.Name), mends, spec.RedactUnfit([]byte(c.Arguments))}})
}

// title is the display name of a tool.
func (s *server) title(tool string) string {
	if t, ok := s.Tools.Lookup(tool); ok {
		return t.Spec().Title
	}
	return tool
}

// Question asks about a call in a sentence without values, which the page shows in a table.
func Question(q preflight.Question) string {
	if q.Phrase != "" {
		return q.Tool.Title + "? Type " + q.Phrase + " to confirm."
	}
	return q.Tool.Title + "?"
}

// names returns the invoices and contacts, by which the page names their ids.
func (s *server) names(w http.ResponseWriter, r *http.Request) {
	invoices, errInvoices := s.Read(r.Context(), "get_all_invoices")
	contacts, errContacts := s.Read(r.Context(), "get_contacts")
	if err := errors.Join(errInvoices, errContacts); err != nil {
		slog.ErrorContext(r.Context(), "books: the ledger gives no names", "error", err)
		write(w, http.StatusBadGateway, struct{}{})
		return
	}
	write(w, http.StatusOK, []json.RawMessage{invoices, contacts})
}

func (s *server) say(w http.ResponseWriter, r *http.Request) {
	_, thread, ok := visitor(r)
	var said struct{ Text, Scenario string }
	if !ok || !read(r, &said) || said.Text == "" || len(said.Text) > maxText {
		write(w, http.StatusBadRequest, map[string]string{"error": fmt.Sprintf("Say something, in at most %d bytes. If that does not help, reload the page.", maxText)})
		return
	}
	for _, scenario := range agent.Scenarios() {
		if scenario.ID == said.Scenario && scenario.Outage {
			s.Outage()
		}
	}
	s.Hub.Emit(preflight.Event{Thread: thread, Data: line{"person", said.Text}})
	// The conversation continues if the page is closed; a new page shows it.
	ctx := context.WithoutCancel(r.Context())
	go func() {
		reply, err := s.Agent.Say(ctx, thread, said.Text)
		if err != nil {
			slog.ErrorContext(ctx, "books: the model failed", "error", err)
			reply = "The model does not answer; the output of the program says why."
		}
		s.Hub.Emit(preflight.Event{Thread: thread, Data: line{"model", reply}})
	}()
	write(w, http.StatusAccepted, struct{}{})
}

// indented formats JSON for people, without changing numbers.
func indented(text json.RawMessage) string {
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		return string(text)
	}
	return b.String()
}

// inbox lists the calls that wait for a decision, and those that were decided.
type inbox struct {
	Calls   []waiting
	More    bool // there are more than shown
	History approval.List
}

// waiting is a call in the inbox. Users who may not decide it see no buttons.
type waiting struct {
	approval.Call
	MayDecide bool
}

func (s *server) approvals(r *http.Request, u user) (any, error) {
	ctx := r.Context()
	list, err := s.Approvals.Inbox(ctx, u.Principal, approval.Page{})
	if err != nil {
		return nil, err
	}
	in := inbox{More: list.Next != 0}
	for _, call := range list.Calls {
		err := s.Approvals.MayDecide(ctx, u.Principal, call.ThreadID, call.ToolCallID)
		if _, forbidden := errors.AsType[*approval.ForbiddenError](err); err != nil && !forbidden {
			return nil, err
		}
		in.Calls = append(in.Calls, waiting{call, err == nil})
	}
	in.History, err = s.Approvals.Decided(ctx, u.Principal, approval.Page{Limit: 20})
	return in, err
}

// check validates arguments that are being edited against schema and rules, without running anything.
func (s *server) check(w http.ResponseWriter, r *http.Request) {
	var edit struct{ Tool, Arguments string }
	ok := read(r, &edit)
	tool, known := s.Tools.Lookup(edit.Tool)
	if !ok || !known {
		write(w, http.StatusBadRequest, map[string]string{"error": "There is no such tool."})
		return
	}
	issues := []runtime.ValidationIssue{}
	_, err := tool.Decode([]byte(edit.Arguments))
	var invalid *runtime.ValidationError
	if errors.As(err, &invalid) {
		issues = invalid.Issues()
	} else if err != nil {
		issues = append(issues, runtime.ValidationIssue{Message: "The arguments cannot be checked."})
	}
	write(w, http.StatusOK, map[string]any{"issues": issues})
}

func (s *server) metrics(w http.ResponseWriter, r *http.Request) {
	figures, err := s.Metrics(r.Context())
	if err != nil {
		slog.ErrorContext(r.Context(), "books: not all metrics can be read", "error", err)
	}
	write(w, http.StatusOK, figures)
}

func read(r *http.Request, v any) bool {
	return json.NewDecoder(r.Body).Decode(v) == nil
}

func write(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the client may be gone
}

// user is a user of the page. In this demo, visitors choose who they are; a real program would have a sign-in.
type user struct {
	approval.Principal
	Name string
}

var users = []user{
	{approval.Principal{ID: "ada"}, "Ada, bookkeeper"},
	{approval.Principal{ID: "grace", Roles: []string{"controller"}}, "Grace, controller"},
}

func userOf(id string) (user, bool) {
	i := slices.IndexFunc(users, func(u user) bool { return u.ID == id })
	return users[max(i, 0)], i >= 0
}

// nameOf is the display name of a user, or of another decider.
func nameOf(id string) string {
	if u, ok := userOf(id); ok {
		return u.Name
	}
	return id
}

// told describes the state of a call for people.
func told(c approval.Call) string { return strings.Replace(c.Text, c.ToolName, "The call", 1) }

// visitor returns the user who makes a request, and their conversation.
func visitor(r *http.Request) (u user, thread string, ok bool) {
	cookie, err := r.Cookie("books")
	if err != nil {
		return user{}, "", false
	}
	u, ok = userOf(owner(cookie.Value))
	return u, cookie.Value, ok && len(cookie.Value) < 64
}

// welcome starts a new conversation for a visitor as the user.
func welcome(w http.ResponseWriter, u user) {
	http.SetCookie(w, &http.Cookie{Name: "books", Value: u.ID + "." + rand.Text(), Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
}

// owner returns the user to whom a thread belongs.
func owner(thread string) string {
	id, _, _ := strings.Cut(thread, ".")
	return id
}

// authorizeThread allows visitors to read their own conversation only.
func authorizeThread(r *http.Request) (string, error) {
	_, thread, ok := visitor(r)
	if !ok {
		return "", eventstream.ErrUnauthenticated
	}
	return thread, nil
}

// Authorizer decides who may approve what: bookkeepers see the calls of their own conversations, controllers see
// all, and nobody may approve their own call. The roles that may decide about a tool are a rule of the tool.
type Authorizer struct{}

// Identify implements [approval.Authorizer].
func (Authorizer) Identify(r *http.Request) (approval.Principal, error) {
	u, _, ok := visitor(r)
	if !ok {
		return approval.Principal{}, errors.New("not signed in")
	}
	return u.Principal, nil
}

// MaySee implements [approval.Authorizer].
func (Authorizer) MaySee(_ context.Context, who approval.Principal, thread string) error {
	if owner(thread) != who.ID && !who.Has("controller") {
		return errors.New("a conversation of somebody else")
	}
	return nil
}

// MayDecide implements [approval.Authorizer].
func (Authorizer) MayDecide(_ context.Context, who approval.Principal, call approval.Call, _ any) error {
	if owner(call.ThreadID) == who.ID {
		return errors.New("nobody approves their own call")
	}
	return nil
}
