package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/example/books/ledger"
	"github.com/toolgen/toolgen/internal/pgtest"
	"github.com/toolgen/toolgen/runtime/database"
)

// program is the command as it was built for these tests.
var program string

func TestMain(m *testing.M) { os.Exit(buildAndRun(m)) }

func buildAndRun(m *testing.M) int {
	dir, err := os.MkdirTemp("", "ledgerd")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	program = filepath.Join(dir, "ledgerd")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%v\n%s", err, out)
		return 1
	}
	return pgtest.Run(m)
}

// each runs a test on both databases.
func each(t *testing.T, f func(t *testing.T, address string)) {
	t.Run("sqlite", func(t *testing.T) { t.Parallel(); f(t, filepath.Join(t.TempDir(), "ledger.db")) })
	t.Run("postgres", func(t *testing.T) { t.Parallel(); f(t, pgtest.URL(t)) })
}

// command is the program with a time limit, which takes its database from the environment.
func command(t *testing.T, address string, args ...string) *exec.Cmd {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = append(os.Environ(), "DATABASE_URL="+address)
	return cmd
}

func connect(t *testing.T, transport mcp.Transport) (*mcp.ClientSession, error) {
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	return client.Connect(t.Context(), transport, nil)
}

// pay records a payment, and gives its id.
func pay(ctx context.Context, session *mcp.ClientSession, key string) (string, error) {
	result, err := session.CallTool(ctx, &mcp.CallToolParams{
		Name: "create_payment", Arguments: json.RawMessage(`{"Amount":0}`), Meta: mcp.Meta{"idempotencyKey": key},
	})
	if err != nil {
		return "", err
	}
	text := result.Content[0].(*mcp.TextContent).Text
	if result.IsError {
		return "", errors.New(text)
	}
	var payment struct{ PaymentID string }
	err = json.Unmarshal([]byte(text), &payment)
	return payment.PaymentID, err
}

// payments are the payments in a database, by their ids.
func payments(t *testing.T, address string) map[string]ledger.Record {
	t.Helper()
	db, err := database.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	l, err := ledger.New(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	records, err := l.Records(t.Context(), "payments")
	if err != nil {
		t.Fatal(err)
	}
	byID := map[string]ledger.Record{}
	for _, r := range records {
		byID[r.ID] = r
	}
	return byID
}

func TestStdio(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, address string) {
		session, err := connect(t, &mcp.CommandTransport{Command: command(t, address, "--stdio", "--seed", "--fail-next=1")})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := pay(t.Context(), session, ""); err == nil || err.Error() != "internal error" {
			t.Errorf("the fault gives %v", err)
		}
		list, err := session.ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range list.Tools {
			arguments := `{"InvoiceId":"INV-001","BillId":"BILL-001","ContactId":"CON-001"}`
			if tool.Name == "update_payment" {
				arguments = `{"PaymentId":"PAY-001"}`
			}
			result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool.Name, Arguments: json.RawMessage(arguments)})
			if err != nil || result.IsError || result.StructuredContent == nil {
				t.Errorf("%s: %+v, %v", tool.Name, result, err)
			}
		}
		if err := session.Close(); err != nil {
			t.Errorf("the end of its input ends it with %v", err)
		}
		if len(list.Tools) != 14 || len(payments(t, address)) != 1 {
			t.Errorf("%d tools, %v", len(list.Tools), payments(t, address))
		}
	})
}

// TestStopAtAnyPoint kills the service while clients are making payments. Each client repeats the
// call that was not answered with its key. In the end each payment is there, once.
func TestStopAtAnyPoint(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, address string) {
		const clients, each = 4, 25
		var acknowledged [clients][]string
		for _, stop := range []os.Signal{syscall.SIGKILL, syscall.SIGTERM, syscall.SIGKILL, nil} {
			cmd := command(t, address, "--http", "127.0.0.1:0")
			endpoint, output := start(t, cmd)
			var group sync.WaitGroup
			var answers atomic.Int64
			var sessions [clients]*mcp.ClientSession
			for i := range sessions {
				session, err := connect(t, &mcp.StreamableClientTransport{Endpoint: endpoint, MaxRetries: -1})
				if err != nil {
					t.Fatal(err)
				}
				sessions[i] = session
			}
			for i, session := range sessions {
				group.Go(func() {
					defer session.Close()
					ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
					defer cancel()
					for n := len(acknowledged[i]); n < each; n++ {
						id, err := pay(ctx, session, fmt.Sprintf("client %d, payment %d", i, n))
						if err != nil {
							if stop == nil {
								t.Error(err)
							}
							return
						}
						acknowledged[i] = append(acknowledged[i], id)
						if answers.Add(1) == clients*each/5 && stop != nil {
							_ = cmd.Process.Signal(stop)
						}
					}
				})
			}
			group.Wait()
			if stop == nil {
				_ = cmd.Process.Signal(os.Interrupt)
			}
			if err := cmd.Wait(); (err == nil) != (stop != syscall.SIGKILL) {
				t.Errorf("%v ends it with %v\n%s", stop, err, output())
			}
			stored := payments(t, address)
			for _, ids := range acknowledged {
				for _, id := range ids {
					if _, ok := stored[id]; !ok {
						t.Errorf("after %v, %s is lost", stop, id)
					}
				}
			}
		}
		distinct := map[string]bool{}
		for _, ids := range acknowledged {
			for _, id := range ids {
				distinct[id] = true
			}
		}
		if n := len(payments(t, address)); n != clients*each || len(distinct) != clients*each {
			t.Errorf("%d calls made %d payments, with %d ids", clients*each, n, len(distinct))
		}
	})
}

// TestStopAnswers holds that a call that has begun when the service is told to end is answered.
func TestStopAnswers(t *testing.T) {
	t.Parallel()
	address := pgtest.URL(t)
	cmd := command(t, address, "--http", "127.0.0.1:0")
	endpoint, output := start(t, cmd)
	session, err := connect(t, &mcp.StreamableClientTransport{Endpoint: endpoint, MaxRetries: -1})
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	db, err := database.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(t.Context(), "SELECT last FROM ledger_counters FOR UPDATE"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	answer := make(chan error, 1)
	go func() {
		_, err := pay(ctx, session, "")
		answer <- err
	}()
	const waiting = "SELECT count(*) FROM pg_sleep(0.02), pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
	for n := 0; n == 0; {
		if err := db.QueryRowContext(ctx, waiting).Scan(&n); err != nil {
			t.Fatal(err)
		}
	}
	_ = cmd.Process.Signal(syscall.SIGTERM)
	for err == nil { // until it takes no more
		var conn net.Conn
		if conn, err = net.Dial("tcp", strings.TrimPrefix(endpoint, "http://")); err == nil {
			_ = conn.Close()
		}
	}
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
	if err := <-answer; err != nil {
		t.Errorf("the call gives %v", err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("it ends with %v\n%s", err, output())
	}
}

// start starts the program and gives its address, and what it wrote after that once it has ended.
func start(t *testing.T, cmd *exec.Cmd) (endpoint string, output func() string) {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = write
	err = cmd.Start()
	_ = write.Close()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait(); _ = read.Close() })
	lines := bufio.NewReader(read)
	line, err := lines.ReadString('\n')
	_, endpoint, ok := strings.Cut(strings.TrimSpace(line), "serving at ")
	if err != nil || !ok {
		t.Fatalf("it says %q, %v", line, err)
	}
	return endpoint, func() string {
		var rest bytes.Buffer
		_, _ = lines.WriteTo(&rest)
		return rest.String()
	}
}

func TestUsage(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		args           []string
		code           int
		stdout, stderr string
	}{
		{[]string{"--help"}, 0, "--http HOST:PORT", ""},
		{nil, 2, "", "one of --stdio and --http"},
		{[]string{"--stdio", "--http", "127.0.0.1:0"}, 2, "", "one of --stdio and --http"},
		{[]string{"--stdio", "ledger.db"}, 2, "", "no arguments"},
		{[]string{"--port", "80"}, 2, "", "--port"},
		{[]string{"--stdio", "--db", "mysql://root:secret@db/x"}, 1, "", "database: "},
		{[]string{"--http", "no port", "--db", ":memory:"}, 1, "", "no port"},
	} {
		var stdout, stderr bytes.Buffer
		code := run(tt.args, &stdout, &stderr)
		if code != tt.code || !strings.Contains(stdout.String(), tt.stdout) || !strings.Contains(stderr.String(), tt.stderr) ||
			(stderr.Len() > 0) != (tt.stderr != "") || strings.Contains(stderr.String(), "secret") {
			t.Errorf("%q gives %d, %q, %q", tt.args, code, stdout.String(), stderr.String())
		}
	}
}
