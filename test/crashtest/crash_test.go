package crashtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/runtime/database"
	"github.com/toolgen/toolgen/runtime/gencode"
	"github.com/toolgen/toolgen/runtime/preflight"
	"github.com/toolgen/toolgen/runtime/preflight/callstore"
	"github.com/toolgen/toolgen/test/pgtest"
)

const (
	childEnv = "TOOLGEN_CRASH_DATABASE" // database address: this process may be killed
	jobEnv   = "TOOLGEN_CRASH_JOB"      // memory, effects, first call, step to die at
	lease    = 300 * time.Millisecond
	perChild = 4 // calls per process
)

func TestMain(m *testing.M) {
	if address := os.Getenv(childEnv); address != "" {
		work := child
		if os.Getenv(raceEnv) != "" {
			work = racer
		}
		if err := work(address); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(pgtest.Run(m))
}

type payment struct{ To string }

var paymentObject = gencode.ObjectSpec{Keys: []string{"To"}, Required: []int{0}, Closed: true}

func (p *payment) decode(d *gencode.Decoder) {
	o := gencode.Object{Spec: &paymentObject}
	for d.Next(&o) {
		if o.Index == 0 {
			d.String(&p.To)
		}
	}
}

// toolsOf returns one tool, which appends the payee to a file.
func toolsOf(effects string) *runtime.Toolset {
	spec := &runtime.ToolSpec{
		Name: "pay", Description: "Pays somebody.", Write: true, InputSchema: `{"type":"object"}`,
		Approval:   &runtime.ApprovalSpec{TTL: 10 * time.Minute},
		FullSchema: `{"type":"object","properties":{"To":{"type":"string"}},"required":["To"]}`,
	}
	tool := runtime.NewTool[payment, map[string]bool](spec, func(data []byte, opts ...runtime.DecodeOption) (*payment, error) {
		return gencode.Decode(data, (*payment).decode, opts...)
	}, nil)
	return runtime.NewToolset(runtime.Handle(tool, func(_ context.Context, p *payment) (*map[string]bool, error) {
		f, err := os.OpenFile(effects, os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		_, err = f.WriteString(p.To + "\n")
		return &map[string]bool{"paid": true}, err
	}))
}

// everybody may approve everything.
type everybody struct{}

func (everybody) Identify(*http.Request) (approval.Principal, error) {
	return approval.Principal{}, errors.New("no HTTP in this test")
}
func (everybody) MaySee(context.Context, approval.Principal, string) error { return nil }
func (everybody) MayDecide(context.Context, approval.Principal, approval.Call, any) error {
	return nil
}

var ada = approval.Principal{ID: "ada"}

// office is a gate with its approvals.
type office struct {
	gate    *preflight.Gate
	service *approval.Service
}

func open(ctx context.Context, db *database.DB, memory, effects string, lease time.Duration) (*office, error) {
	keys, err := approval.NewKeyring(approval.Key{ID: "k1", Secret: []byte("0123456789abcdef0123456789abcdef")})
	if err != nil {
		return nil, err
	}
	o, tools := &office{}, toolsOf(effects)
	o.service, err = approval.New(ctx, approval.Config{
		DB: db, Tools: tools, Keys: keys, Authorizer: everybody{}, Lease: lease,
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Execute: func(ctx context.Context, thread string, inv runtime.Invocation) runtime.ToolOutput {
			return o.gate.Execute(ctx, thread, inv)
		},
	})
	if err != nil {
		return nil, err
	}
	opts := []preflight.Option{preflight.WithApprover(o.service)}
	if memory == "shared" {
		store, err := callstore.New(ctx, db)
		if err != nil {
			return nil, err
		}
		opts = append(opts, preflight.WithMemory(store))
	}
	o.gate, err = preflight.New(tools, opts...)
	return o, err
}

// make requests a call and approves it concurrently.
func (o *office) make(ctx context.Context, id string) {
	asked := make(chan struct{})
	go func() {
		defer close(asked)
		o.gate.Call(ctx, preflight.Turn{Thread: "t"}, runtime.ToolCall{ID: id, Name: "pay", Arguments: `{"To":"` + id + `"}`})
	}()
	for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(time.Millisecond) {
		if _, err := o.service.Decide(ctx, ada, approval.Decision{ToolCallID: id, Approve: true}); !errors.Is(err, approval.ErrNotFound) {
			break
		}
	}
	<-asked
}

// open reports whether a call is unfinished.
func (o *office) open(t *testing.T, calls int) bool {
	for i := range calls {
		if got, err := o.service.Get(t.Context(), ada, "t", fmt.Sprint("call-", i)); err == nil && !got.Call.Status.Settled() {
			return true
		}
	}
	return false
}

// child makes calls until it is killed.
func child(address string) error {
	job := strings.Split(os.Getenv(jobEnv), "|")
	first, err1 := strconv.Atoi(job[2])
	step, err2 := strconv.ParseInt(job[3], 10, 64)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	ctx := context.Background()
	o, err := open(ctx, openKilling(address, step), job[0], job[1], lease)
	if err != nil {
		return err
	}
	if _, err := o.service.Resume(ctx); err != nil {
		return err
	}
	for i := range perChild {
		o.make(ctx, fmt.Sprint("call-", first+i))
	}
	return nil
}

// TestKilled kills processes, by their driver and from outside: no call runs twice, no approved call stays
// unrun or stuck, and every reported outcome is true.
func TestKilled(t *testing.T) {
	kills := 8
	if os.Getenv("TOOLGEN_NIGHTLY") != "" {
		kills = 100
	}
	for _, memory := range []string{"own", "shared"} {
		t.Run(memory+" memory, sqlite", func(t *testing.T) { killed(t, filepath.Join(t.TempDir(), "a.db"), memory, kills) })
		t.Run(memory+" memory, postgres", func(t *testing.T) { killed(t, pgtest.URL(t), memory, kills) })
	}
}

// keepers is the number of processes that run housekeeping.
const keepers = 4

func killed(t *testing.T, address, memory string, kills int) {
	effects := filepath.Join(t.TempDir(), "effects")
	db, err := pgtest.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	o, err := open(t.Context(), db, memory, effects, lease)
	if err != nil {
		t.Fatal(err)
	}
	// Other processes run housekeeping concurrently and compete for approved calls.
	ctx, cancel := context.WithCancel(t.Context())
	var ended sync.WaitGroup
	for range keepers {
		keeper, err := open(t.Context(), db, memory, effects, lease)
		if err != nil {
			t.Fatal(err)
		}
		ended.Go(func() { _ = keeper.service.Run(ctx, 5*time.Millisecond) })
	}

	rng := rand.New(rand.NewPCG(3, 4))
	died, calls := 0, 0
	for tries := 0; died < kills && tries < 4*kills; tries++ {
		step := int64(0)
		if tries%2 == 0 {
			step = 20 + rng.Int64N(260) // the first steps open the database
		}
		cmd := exec.CommandContext(t.Context(), os.Args[0])
		cmd.Env = append(os.Environ(), childEnv+"="+address, fmt.Sprintf("%s=%s|%s|%d|%d", jobEnv, memory, effects, calls, step))
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		calls += perChild
		if step == 0 {
			timer := time.AfterFunc(time.Duration(20+rng.IntN(150))*time.Millisecond, func() { _ = cmd.Process.Kill() })
			defer timer.Stop()
		}
		if cmd.Wait() != nil {
			died++
		}
	}
	// Repeat the calls, as after a restart, and approve the undecided ones.
	for i := range calls {
		o.make(t.Context(), fmt.Sprint("call-", i))
	}
	for began := time.Now(); o.open(t, calls) && time.Since(began) < time.Minute; time.Sleep(lease / 10) {
	}
	cancel()
	ended.Wait()
	ran := linesOf(t, effects)
	seen := map[string]int{}
	for i := range calls {
		id := fmt.Sprint("call-", i)
		got, err := o.service.Get(t.Context(), ada, "t", id)
		said := fmt.Sprint(got.Call.Status, " ", got.Call.Failure)
		seen[said]++
		switch n := ran[id]; {
		case err != nil, n > 1, said != "done " && said != "failed lost", said == "done " && n != 1:
			t.Errorf("%s is %q and ran %d times, %v: %s", id, said, n, err, got.Call.Text)
		}
	}
	t.Logf("%d killed, %d calls: %v", died, calls, seen)
	if _, err := o.service.VerifyAudit(t.Context()); err != nil {
		t.Error(err)
	}
}
