package approval_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/approval"
	"github.com/toolgen/toolgen/runtime/database"
	"github.com/toolgen/toolgen/runtime/gencode"
	"github.com/toolgen/toolgen/runtime/internal/steps"
	"github.com/toolgen/toolgen/test/pgtest"
)

func TestMain(m *testing.M) {
	if address := os.Getenv(childEnv); address != "" {
		os.Exit(child(address))
	}
	os.Exit(pgtest.Run(m))
}

// each runs a test on both databases.
func each(t *testing.T, f func(t *testing.T, address string)) {
	t.Run("sqlite", func(t *testing.T) { t.Parallel(); f(t, filepath.Join(t.TempDir(), "approval.db")) })
	t.Run("postgres", func(t *testing.T) { t.Parallel(); f(t, pgtest.URL(t)) })
}

// eachOnItsOwnTime is each with a fake clock, so that no lease or timeout expires on a busy machine.
func eachOnItsOwnTime(t *testing.T, f func(t *testing.T, address string)) {
	each(t, func(t *testing.T, address string) {
		synctest.Test(t, func(t *testing.T) { f(t, address) })
	})
}

// The tools of these tests, hand-written like generated code.

type payArgs struct {
	To     string
	Amount float64
	Pin    *string
	Tenant *string
}

type payResult struct {
	Paid float64 `json:"Paid"`
}

var payObject = gencode.ObjectSpec{Keys: []string{"To", "Amount", "Pin", "Tenant"}, Required: []int{0, 1}, Closed: true,
	Sensitive: []int{2}}

func (a *payArgs) decode(d *gencode.Decoder) { a.decodeAs(d, &payObject) }

func (a *payArgs) decodeAs(d *gencode.Decoder, spec *gencode.ObjectSpec) {
	o := gencode.Object{Spec: spec}
	for d.Next(&o) {
		switch o.Index {
		case 0:
			d.String(&a.To)
		case 1:
			if d.Float64(&a.Amount) {
				d.Bound("exclusiveMinimum", a.Amount, 0)
			}
		case 2:
			d.OptionalString(&a.Pin)
		case 3:
			d.OptionalString(&a.Tenant)
		}
	}
	d.Mask(&o)
}

func newSpec(name string) *runtime.ToolSpec {
	return &runtime.ToolSpec{
		Name: name, Description: "Pays somebody.", Write: true,
		InputSchema: `{"type":"object"}`,
		FullSchema: `{"type":"object","required":["To","Amount"],"properties":{"To":{"type":"string"},"Amount":{"type":"number","exclusiveMinimum":0},` +
			`"Pin":{"type":"string","x-toolgen":{"sensitive":true}},"Tenant":{"type":"string","x-toolgen":{"injected":true}}}}`,
		Confirm:  runtime.ConfirmSpec{Tier: 1},
		Approval: &runtime.ApprovalSpec{Roles: []string{"controller"}, TTL: 10 * time.Minute},
	}
}

// tools returns tools with the given names that all behave like pay.
func tools(specs []*runtime.ToolSpec, pay func(context.Context, *payArgs) (*payResult, error)) *runtime.Toolset {
	var all []runtime.Tool
	for _, spec := range specs {
		tool := runtime.NewTool[payArgs, payResult](spec, func(data []byte, opts ...runtime.DecodeOption) (*payArgs, error) {
			return gencode.Decode(data, (*payArgs).decode, opts...)
		}, nil)
		all = append(all, runtime.Handle(tool, pay))
	}
	return runtime.NewToolset(all...).Injecting(func(context.Context, runtime.Injection) (any, error) { return "x", nil })
}

// house lets users see their own threads and decide amounts up to their limit.
type house struct{}

type employee struct {
	threads []string
	limit   float64
}

var errHouse = errors.New("the rules of the house")

func (house) Identify(*http.Request) (approval.Principal, error) {
	return approval.Principal{}, errHouse
}

func (house) MaySee(_ context.Context, who approval.Principal, thread string) error {
	e, _ := who.Extra.(employee)
	for _, t := range e.threads {
		if t == thread {
			return nil
		}
	}
	return errHouse
}

// dismissed are users without access.
var dismissed sync.Map

func (house) Remind(_ context.Context, asked approval.Principal) (approval.Principal, error) {
	for _, who := range []approval.Principal{grace, eve, trainee} {
		if _, gone := dismissed.Load(asked.ID); who.ID == asked.ID && !gone {
			return who, nil
		}
	}
	return approval.Principal{}, errHouse
}

func (house) MayDecide(_ context.Context, who approval.Principal, call approval.Call, args any) error {
	if call.Status != approval.Pending && call.Status != approval.Approved {
		return errors.New("who is asked about a call that is settled?")
	}
	if args.(*payArgs).Amount > who.Extra.(employee).limit {
		return errHouse
	}
	return nil
}

var (
	grace   = approval.Principal{ID: "grace", Roles: []string{"controller"}, Extra: employee{[]string{"t1", "t2"}, 1000}}
	eve     = approval.Principal{ID: "eve", Roles: []string{"controller"}, Extra: employee{[]string{"t9"}, 1e9}}
	trainee = approval.Principal{ID: "trainee", Extra: employee{[]string{"t1"}, 1000}}
)

var (
	key1 = approval.Key{ID: "k1", Secret: []byte("0123456789abcdef0123456789abcdef")}
	key2 = approval.Key{ID: "k2", Secret: []byte("fedcba9876543210fedcba9876543210")}
)

// forgedKey has the ID of key1, and another secret.
var forgedKey = approval.Key{ID: key1.ID, Secret: key2.Secret}

func ring(t testing.TB, current approval.Key, older ...approval.Key) *approval.Keyring {
	t.Helper()
	keys, err := approval.NewKeyring(current, older...)
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// clock is a clock that tests advance.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func newClock() *clock { return &clock{at: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)} }

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// rig is a service with the record of its tools' calls.
type rig struct {
	*approval.Service
	t     *testing.T
	db    *database.DB
	tools *runtime.Toolset
	cfg   approval.Config // of the service
	clock *clock
	spec  *runtime.ToolSpec                                // of pay
	step  func(name string)                                // called at each step of a call
	tier  func(inv runtime.Invocation) runtime.ConfirmSpec // replaces the tool's tier

	mu   sync.Mutex
	paid []payArgs
	fail error                 // what the tool returns
	hold func(context.Context) // called by the tool
}

// newRig returns a service on the database. change may modify its configuration.
func newRig(t *testing.T, address string, change ...func(*approval.Config)) *rig {
	t.Helper()
	db, err := pgtest.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	r := &rig{t: t, db: db, clock: newClock()}
	r.tools = tools([]*runtime.ToolSpec{newSpec("pay"), newSpec("pay_twice")}, r.pay)
	pay, _ := r.tools.Lookup("pay")
	r.spec = pay.Spec()
	r.cfg = approval.Config{
		DB: db, Keys: ring(t, key1), Authorizer: house{}, Now: r.clock.now, Lease: approval.DefaultLease,
		Tools: r.tools,
		Tier: func(inv runtime.Invocation) runtime.ConfirmSpec {
			if r.tier != nil {
				return r.tier(inv)
			}
			return inv.Tool.Spec().Confirm
		},
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	}
	r.restart(change...)
	return r
}

// restart replaces the service by one with another configuration.
func (r *rig) restart(change ...func(*approval.Config)) {
	r.t.Helper()
	for _, f := range change {
		f(&r.cfg)
	}
	var err error
	if r.Service, err = approval.New(r.t.Context(), r.cfg); err != nil {
		r.t.Fatal(err)
	}
}

// stepping returns a context in which the steps of calls are reported to r.step.
func (r *rig) stepping(ctx context.Context) context.Context {
	return steps.With(ctx, func(name string) {
		if r.step != nil {
			r.step(name)
		}
	})
}

// now is the time of the service.
func (r *rig) now() time.Time { return r.cfg.Now().UTC() }

func (r *rig) pay(ctx context.Context, a *payArgs) (*payResult, error) {
	if r.hold != nil {
		r.hold(ctx)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.paid = append(r.paid, *a)
	return &payResult{a.Amount}, r.fail
}

func (r *rig) runs() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.paid)
}

// isA reports whether an error is of a type, or wraps one.
func isA[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// expired reports whether an error means that the call expired.
func expired(err error) bool {
	settled, ok := errors.AsType[*approval.SettledError](err)
	return ok && settled.Settled.Call.Status == approval.Expired
}

const args100 = `{"To": "ada", "Amount": 100, "Pin": "1234"}`

// request stores a call of pay in thread t1.
func (r *rig) request(id string) runtime.ToolOutput {
	r.t.Helper()
	out, err := r.ask("t1", id, "pay", args100)
	if err != nil {
		r.t.Fatal(err)
	}
	return out
}

func (r *rig) ask(thread, id, tool, args string) (runtime.ToolOutput, error) {
	r.t.Helper()
	invs, failures := r.cfg.Tools.ConvertCalls([]runtime.ToolCall{{ID: id, Name: tool, Arguments: args}})
	if len(failures) > 0 {
		r.t.Fatal(failures[0].Error.Cause)
	}
	return r.RequestApproval(r.stepping(r.t.Context()), thread, invs[0])
}

// Decide calls Decide of the service, with steps.
func (r *rig) Decide(ctx context.Context, who approval.Principal, d approval.Decision) (approval.Settled, error) {
	return r.Service.Decide(r.stepping(ctx), who, d)
}

func (r *rig) approve(id string) (approval.Settled, error) {
	return r.Decide(r.t.Context(), grace, approval.Decision{ToolCallID: id, Approve: true})
}

func (r *rig) get(id string) approval.Call {
	r.t.Helper()
	got, err := r.Get(r.t.Context(), grace, "", id)
	if err != nil {
		r.t.Fatal(err)
	}
	return got.Call
}

// exec runs SQL like an attacker with write access to the database.
func (r *rig) exec(query string, args ...any) {
	r.t.Helper()
	if _, err := r.db.Exec(r.db.Rebind(query), args...); err != nil {
		r.t.Fatal(err)
	}
}

func (r *rig) verified() approval.AuditHead {
	r.t.Helper()
	heads, err := r.VerifyAudit(r.t.Context())
	if err != nil || len(heads) > 1 {
		r.t.Fatal(heads, err)
	}
	return append(heads, approval.AuditHead{})[0]
}
