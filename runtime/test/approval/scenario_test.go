package approval_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/internal/txtar"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/runtime/internal/show"
	"github.com/toolgen/toolgen/runtime/internal/steps"
	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/internal/testtools/booktools"
	"github.com/toolgen/toolgen/runtime/internal/update"
	"github.com/toolgen/toolgen/runtime/wire"
	"github.com/toolgen/toolgen/test/pgtest"
)

// TestScenarios plays conversations, on both databases. The archives contain inputs and outputs in order. The inputs are listed
// here; go test -update writes the rest:
//
//	N.model.json    a message of the model with calls, as Anthropic writes it
//	N.request.http  METHOD PATH as USER, and a body
//	N.wait.txt      a duration that goes by
//	N.crash.txt     the step of the next decision at which the process dies
//	N.resume.txt    another process takes up what was left behind
//	N.told.txt      the model's next turn begins
func TestScenarios(t *testing.T) {
	paths, err := filepath.Glob("testdata/scenarios/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			each(t, func(t *testing.T, address string) {
				archive, err := txtar.ParseFile(path)
				if err != nil {
					t.Fatal(err)
				}
				want := string(txtar.Format(archive))
				got := string(txtar.Format(play(t, address, archive)))
				if *update.Expected && !strings.HasPrefix(address, "postgres://") {
					if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
						t.Fatal(err)
					}
					return
				}
				if diff := testdiff.Diff(want, got); diff != "" && !*update.Expected {
					t.Errorf("go test -update rewrites %s (-want +got):\n%s", path, diff)
				}
			})
		})
	}
}

// scene is a conversation that is being played.
type scene struct {
	t       *testing.T
	service *approval.Service
	tools   *runtime.Toolset
	crash   string // the step at which the process dies
	clock   *clock
	url     string
	calls   []runtime.ToolCall // waiting for an answer
	played  *txtar.Archive
	step    string // the prefix of the file names
}

var (
	inputName  = regexp.MustCompile(`^(\d+)\.(model\.json|request\.http|wait\.txt|crash\.txt|resume\.txt|told\.txt)$`)
	outputName = regexp.MustCompile(`^(\d+|audit)\.(markers\.json|datastream\.txt|uistream\.txt|response\.http|resumed\.txt|nothing\.txt|anthropic\.json|openai\.json|jsonl)$`)
)

// play plays the inputs of an archive and returns them with the outputs.
func play(t *testing.T, address string, archive *txtar.Archive) *txtar.Archive {
	s := newScene(t, address)
	s.played = &txtar.Archive{Comment: archive.Comment}
	for _, f := range archive.Files {
		name := inputName.FindStringSubmatch(f.Name)
		if name == nil {
			if !outputName.MatchString(f.Name) {
				t.Fatalf("%s is not an input", f.Name)
			}
			continue // an output
		}
		s.played.Files = append(s.played.Files, f)
		s.step = name[1]
		text := strings.TrimSpace(string(f.Data))
		switch name[2] {
		case "model.json":
			s.model(f.Data)
		case "request.http":
			s.request(text)
		case "wait.txt":
			d, err := time.ParseDuration(text)
			if err != nil {
				t.Fatal(err)
			}
			s.clock.add(d)
		case "crash.txt":
			s.crash = text
		case "resume.txt":
			s.resume()
		case "told.txt":
			s.told()
		}
	}
	s.step = "audit"
	s.audit()
	return s.played
}

func newScene(t *testing.T, address string) *scene {
	t.Helper()
	db, err := pgtest.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	s := &scene{t: t, clock: newClock(), tools: books()}
	s.service, err = approval.New(t.Context(), approval.Config{
		DB: db, Keys: ring(t, key1), Authorizer: office{}, Now: s.clock.now, Tools: s.tools, Tier: tierOf,
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	handler := approval.Handler(s.service, nil)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler.ServeHTTP(w, r.WithContext(steps.With(r.Context(), func(name string) {
			if name == s.crash {
				s.crash = ""
				panic("the process dies")
			}
		})))
	}))
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

// office has a controller who decides and a clerk who only reads, both in every thread.
type office struct{}

func (office) Identify(r *http.Request) (approval.Principal, error) {
	if name := r.Header.Get(userHeader); name == "grace" || name == "carl" {
		return approval.Principal{ID: name, Roles: []string{"controller"}}, nil
	}
	return approval.Principal{}, errors.New("not one of the office")
}

func (office) MaySee(context.Context, approval.Principal, string) error { return nil }

func (office) MayDecide(_ context.Context, who approval.Principal, _ approval.Call, _ any) error {
	if who.ID != "grace" {
		return errors.New("only Grace decides")
	}
	return nil
}

// books are tools for bookkeeping, and one with a secret.
func books() *runtime.Toolset {
	status, payment := "VOIDED", "PAY-1"
	secret := tools([]*runtime.ToolSpec{newSpec("pay")}, func(_ context.Context, a *payArgs) (*payResult, error) {
		if a.Pin == nil || *a.Pin != "1234" {
			return nil, errors.New("the PIN is wrong")
		}
		return &payResult{a.Amount}, nil
	})
	return runtime.NewToolset(append(secret.Tools(),
		runtime.Handle(booktools.VoidInvoice, func(_ context.Context, a *booktools.VoidInvoiceArgs) (*booktools.VoidInvoiceResult, error) {
			if a.InvoiceID == "INV-PAID" {
				return nil, runtime.Invalid("InvoiceId", "rule", nil, "The invoice is paid and cannot be voided.")
			}
			return &booktools.VoidInvoiceResult{InvoiceID: &a.InvoiceID, Status: &status}, nil
		}),
		runtime.Handle(booktools.CreatePayment, func(context.Context, *booktools.CreatePaymentArgs) (*booktools.CreatePaymentResult, error) {
			return &booktools.CreatePaymentResult{PaymentID: &payment}, nil
		}),
	)...)
}

// tierOf assigns large payments to a stricter tier.
func tierOf(inv runtime.Invocation) runtime.ConfirmSpec {
	if p, ok := inv.Args.(*booktools.CreatePaymentArgs); ok && p.Amount >= 10_000 {
		return runtime.ConfirmSpec{Tier: 2}
	}
	return inv.Tool.Spec().Confirm
}

func (s *scene) file(name string, text []byte) {
	if len(text) > 0 && text[len(text)-1] != '\n' {
		text = append(text, '\n')
	}
	s.played.Files = append(s.played.Files, txtar.File{Name: s.step + "." + name, Data: text})
}

// json returns a file with an indented value.
func (s *scene) json(name string, v any) {
	s.t.Helper()
	s.file(name, indented(s.t, v))
}

func indented(t *testing.T, v any) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := json.Indent(&b, show.JSON(v), "", "  "); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// model requests approval for every call of a message, each by its own ID, and shows the markers and the two streams of the AI
// SDK.
func (s *scene) model(message []byte) {
	s.t.Helper()
	calls, err := wire.ParseAnthropic(message)
	if err != nil {
		s.t.Fatal(err)
	}
	invs, failures := s.tools.ConvertCalls(calls)
	if len(failures) > 0 {
		s.t.Fatal(failures[0].Error.Cause)
	}
	ctx := approval.WithMessage(s.t.Context(), fmt.Sprintf("00000000-0000-4000-8000-0000000000%02s", s.step))
	for i := range calls { // for the screens
		tool, _ := s.tools.Lookup(calls[i].Name)
		calls[i].Arguments = string(tool.Spec().Redact([]byte(calls[i].Arguments)))
	}
	stream := append(wire.DataStreamCalls(calls), wire.DataStreamPending(calls)...)
	parts := wire.UIStreamCalls(calls)
	var markers []json.RawMessage
	for _, inv := range invs {
		out, err := s.service.RequestApproval(ctx, "t1", inv)
		if err != nil {
			s.t.Fatal(err)
		}
		markers = append(markers, out.Payload)
		if _, waits := approval.ReadMarker(out); waits {
			parts = append(parts, wire.UIStreamApproval(inv.Call, inv.Call.ID))
		}
	}
	s.calls = append(s.calls, calls...)
	s.json("markers.json", markers)
	s.file("datastream.txt", stream)
	s.events(parts)
}

func (s *scene) events(parts []wire.UIPart) {
	s.t.Helper()
	events, err := wire.SSE(parts...)
	if err != nil {
		s.t.Fatal(err)
	}
	s.file("uistream.txt", events)
}

// request sends a request to the endpoint.
func (s *scene) request(text string) {
	s.t.Helper()
	first, body, _ := strings.Cut(text, "\n")
	line := strings.Fields(first)
	if len(line) != 4 || line[2] != "as" {
		s.t.Fatalf("%q is not METHOD PATH as USER", first)
	}
	req, err := http.NewRequestWithContext(s.t.Context(), line[0], s.url+line[1], strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set(userHeader, line[3])
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	answer = versions.ReplaceAll(answer, []byte(`"version":"…"`))
	s.file("response.http", append([]byte(resp.Status+"\n"), indented(s.t, json.RawMessage(answer))...))
}

// Versions change with the definition of a tool.
var versions = regexp.MustCompile(`"version":"[0-9a-f]{32}"`)

func (s *scene) resume() {
	s.t.Helper()
	found, err := s.service.Resume(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	s.file("resumed.txt", fmt.Appendf(nil, "%d executed, %d lost, %d refused, %d expired", len(found.Executed), len(found.Lost),
		len(found.Refused), len(found.Expired)))
}

// told shows what the model and the screens get at the start of the next turn.
func (s *scene) told() {
	s.t.Helper()
	settled, err := s.service.Untold(s.t.Context(), "t1")
	if err != nil {
		s.t.Fatal(err)
	}
	var answers []wire.Answer
	var parts []wire.UIPart
	var waiting []runtime.ToolCall
	for _, call := range s.calls {
		found := false
		for _, one := range settled {
			if one.Call.ToolCallID != call.ID {
				continue
			}
			found = true
			answer := wire.Answer{Call: call, Output: one.Output}
			answers = append(answers, answer)
			if one.Call.Status == approval.Rejected {
				parts = append(parts, wire.UIStreamDenied(call))
			} else {
				parts = append(parts, wire.UIStreamAnswers([]wire.Answer{answer})...)
			}
			if err := s.service.Acknowledge(s.t.Context(), "t1", call.ID); err != nil {
				s.t.Fatal(err)
			}
		}
		if !found {
			waiting = append(waiting, call)
		}
	}
	s.calls = waiting
	if len(answers) == 0 {
		s.file("nothing.txt", []byte("The model is told nothing."))
		return
	}
	s.json("anthropic.json", wire.AnthropicAnswers(answers))
	s.json("openai.json", wire.OpenAIChatAnswers(answers))
	s.events(parts)
}

// audit shows the audit, which must be intact. Its hashes depend on the keys only.
func (s *scene) audit() {
	s.t.Helper()
	if _, err := s.service.VerifyAudit(s.t.Context()); err != nil {
		s.t.Error(err)
	}
	entries, err := s.service.Audit(s.t.Context(), approval.Principal{ID: "grace"}, "t1")
	if err != nil {
		s.t.Fatal(err)
	}
	var text []byte
	for _, e := range entries {
		if len(e.Hash) != 64 {
			s.t.Errorf("the hash of row %d is %q", e.Seq, e.Hash)
		}
		e.Hash, e.Texts = "…", "…"
		text = append(append(text, show.JSON(e)...), '\n')
	}
	s.file("jsonl", text)
}
