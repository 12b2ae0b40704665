package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/example/books/agent"
	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/test/pgtest"
)

// process is the program, running in its own process.
type process struct {
	cmd     *exec.Cmd
	address string
}

func startProcess(t *testing.T, data, database string, flags ...string) *process {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, os.Args[0], append([]string{"--addr", "127.0.0.1:0", "--data", data}, flags...)...)
	cmd.Env = append(os.Environ(), runVariable+"=1", "DATABASE_URL="+database)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p := &process{cmd: cmd}
	t.Cleanup(p.kill)
	said, err := bufio.NewReader(out).ReadString('\n')
	_, rest, ok := strings.Cut(said, "open at ")
	if err != nil || !ok {
		t.Fatalf("it says %q, %v", said, err)
	}
	p.address, _, _ = strings.Cut(rest, " ")
	return p
}

// kill ends the process without warning.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

// person is a user without a browser.
type person struct {
	t       *testing.T
	address string
	client  *http.Client
	events  *bufio.Scanner
}

func signIn(t *testing.T, address, user string) *person {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	p := &person{t: t, address: address, client: &http.Client{Jar: jar, Timeout: 2 * time.Minute}}
	r, err := p.client.PostForm(address+"/user", url.Values{"user": {user}})
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Body.Close()
	r, err = p.client.Get(address + "/events")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Body.Close() })
	p.events = bufio.NewScanner(r.Body)
	return p
}

// post sends a request; its outcome does not matter if the process is about to die.
func (p *person) post(path string, body any) (int, string) {
	text, err := json.Marshal(body)
	if err != nil {
		p.t.Fatal(err)
	}
	r, err := p.client.Post(p.address+path, "application/json", bytes.NewReader(text))
	if err != nil {
		return 0, err.Error()
	}
	defer r.Body.Close()
	answer, _ := io.ReadAll(r.Body)
	return r.StatusCode, string(answer)
}

func (p *person) say(scenario string) {
	p.t.Helper()
	for _, s := range agent.Scenarios() {
		if s.ID == scenario {
			if status, answer := p.post("/say", map[string]string{"text": s.Request, "scenario": s.ID}); status != http.StatusAccepted {
				p.t.Fatalf("%d: %s", status, answer)
			}
		}
	}
}

// await reads events up to one of a type, and returns its call.
func (p *person) await(kind string) (call string) {
	p.t.Helper()
	for p.events.Scan() {
		data, ok := strings.CutPrefix(p.events.Text(), "data:")
		var event struct {
			Type   string
			CallID string `json:"tool_call_id"`
			Data   struct{ Who string }
		}
		if ok && json.Unmarshal([]byte(data), &event) == nil && event.Type == kind && event.Data.Who != "person" {
			return event.CallID
		}
	}
	p.t.Fatalf("there is no event %s: %v", kind, p.events.Err())
	return ""
}

func (p *person) confirm(call, phrase string) (int, string) {
	return p.post("/respond", map[string]any{"type": "mcq_response", "data": map[string]string{"tool_call_id": call, "value": "confirm", "phrase": phrase}})
}

// rows returns the rows of all tables that record what happened, by table and key. Only the status of a call
// that waits for approval may change.
func rows(t *testing.T, address string) map[string]bool {
	t.Helper()
	db, err := pgtest.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	found := map[string]bool{}
	for table, columns := range map[string]string{
		"ledger_calls":       "number || tool || arguments || result",
		"tool_calls":         "tool_call_id || name || arguments",
		"approval_audit":     "seq || thread_id || tool_call_id",
		"query_routing_logs": "id || thread_id || tool_call_id || outcome",
	} {
		result, err := db.QueryContext(t.Context(), "SELECT "+columns+" FROM "+table)
		if err != nil {
			t.Fatal(err)
		}
		for result.Next() {
			var row string
			if err := result.Scan(&row); err != nil {
				t.Fatal(err)
			}
			found[table+" "+row] = true
		}
		if err := result.Err(); err != nil {
			t.Fatal(err)
		}
		_ = result.Close()
	}
	return found
}

// TestKilledAtAnyPoint kills the program at each of several points, and restarts it on the same data.
func TestKilledAtAnyPoint(t *testing.T) {
	for _, kind := range []string{"sqlite", "postgres"} {
		t.Run(kind, func(t *testing.T) {
			data := t.TempDir()
			address := filepath.Join(data, "books.db")
			if kind == "postgres" {
				address = pgtest.URL(t)
			}
			known := map[string]bool{}
			var pending string // the call that waits for approval
			check := func(point string) {
				t.Helper()
				now := rows(t, address)
				for row := range known {
					if !now[row] {
						t.Errorf("after the crash %s, this is lost: %s", point, row)
					}
				}
				known = now
			}
			askToVoid := func(p *process) string {
				ada := signIn(t, p.address, "ada")
				ada.say("void")
				call := ada.await("mcq")
				if status, answer := ada.confirm(call, "VOID"); status >= 300 {
					t.Fatalf("%d: %s", status, answer)
				}
				ada.await("line")
				return call
			}
			approve := func(p *process, call string) (int, string) {
				return signIn(t, p.address, "grace").post("/api/qa/validate_tool", map[string]any{"toolCallId": call, "validatedInputs": nil, "isValidated": true})
			}
			for _, point := range []struct {
				name string
				do   func(p *process)
			}{
				{"at the start", func(*process) {}},
				{"while a person is asked", func(p *process) {
					ada := signIn(t, p.address, "ada")
					ada.say("payment")
					ada.await("mcq")
				}},
				{"while a payment is made", func(p *process) {
					ada := signIn(t, p.address, "ada")
					ada.say("payment")
					ada.confirm(ada.await("mcq"), "")
				}},
				{"after a payment", func(p *process) {
					ada := signIn(t, p.address, "ada")
					ada.say("payment")
					ada.confirm(ada.await("mcq"), "")
					ada.await("line")
				}},
				{"with a call that waits for approval", func(p *process) { pending = askToVoid(p) }},
				{"while the call is approved", func(p *process) {
					done := make(chan struct{})
					grace := signIn(t, p.address, "grace")
					go func() {
						defer close(done)
						grace.post("/api/qa/validate_tool", map[string]any{"toolCallId": pending, "validatedInputs": nil, "isValidated": true})
					}()
					t.Cleanup(func() { <-done })
				}},
			} {
				p := startProcess(t, data, address)
				point.do(p)
				before := rows(t, address)
				p.kill()
				for row := range before {
					known[row] = true
				}
				check(point.name)
			}
			if n := count(t, reopen(t, data, address), "payments"); n < 1 || n > 2 {
				t.Errorf("%d payments; one was answered and one was in progress", n)
			}
			// The approved call finishes now, whatever its state was.
			p := startProcess(t, data, address)
			status, answer := approve(p, pending)
			if status != http.StatusOK && status != http.StatusConflict {
				t.Errorf("the waiting call cannot be approved: %d, %s", status, answer)
			}
			p.kill()
			check("after all")
			a := reopen(t, data, address)
			if err := a.start(t.Context()); err != nil {
				t.Fatal(err)
			}
			if head, err := a.approvals.VerifyAudit(t.Context()); err != nil {
				t.Errorf("the audit: %+v, %v", head, err)
			}
			settled, err := a.approvals.Get(t.Context(), approval.Principal{ID: "grace", Roles: []string{"controller"}}, "", pending)
			// If the crash came in between, the next scan of approvals runs it.
			if status := settled.Call.Status; err != nil || !status.Settled() && status != approval.Executing && status != approval.Approved {
				t.Errorf("the waiting call is %+v, %v", settled.Call.Status, err)
			}
			voided := 0
			for row := range known {
				if strings.HasPrefix(row, "ledger_calls") && strings.Contains(row, "void_invoice") {
					voided++
				}
			}
			if voided > 1 {
				t.Errorf("the invoice was voided %d times", voided)
			}
		})
	}
}

// reopen opens the data in this process.
func reopen(t *testing.T, data, database string) *app {
	t.Helper()
	a := &app{options: options{data: data, database: database, model: "script"}}
	t.Cleanup(a.close)
	if err := a.openLedger(t.Context()); err != nil {
		t.Fatal(err)
	}
	return a
}
