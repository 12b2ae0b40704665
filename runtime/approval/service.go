package approval

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/database"
)

// Defaults of [Config].
const (
	DefaultTTL      = 15 * time.Minute
	DefaultLease    = 30 * time.Second
	DefaultTimeout  = 5 * time.Minute
	DefaultParallel = 16
	// DefaultMaxPending is more than people can decide in time.
	DefaultMaxPending = 1000
)

// Executor runs an approved call. The default is the toolset's Run; a preflight gate's Execute also emits events.
// The context ends after [Config.Timeout], independent of the approver's request.
type Executor func(ctx context.Context, thread string, inv runtime.Invocation) runtime.ToolOutput

// Config configures a [Service]. DB, Tools, Keys and Authorizer are required.
type Config struct {
	// DB stores calls and audit. [New] creates the tables.
	DB *database.DB
	// Tools are the callable tools. Edited arguments are decoded strictly, regardless of the set's leniency.
	Tools *runtime.Toolset
	// Keys sign approvals and audit.
	Keys *Keyring
	// Authorizer decides who may see and decide calls.
	Authorizer Authorizer
	// Execute runs approved calls; by default Tools.Run. With a preflight gate, use the gate's Execute, so that
	// its sinks and recorders see them. The gate is created after the service, so pass a function that refers
	// to the gate when it is called.
	Execute Executor
	// Tenant returns the tenant of a thread; by default there is one tenant, "". Tenants are isolated: calls,
	// lists, quotas and audit are separate. Threads of older versions belong to "".
	Tenant func(ctx context.Context, thread string) (string, error)
	// Tier returns the confirmation tier of a call with its typed arguments; by default the tool's.
	Tier func(inv runtime.Invocation) runtime.ConfirmSpec
	// Refill returns the context in which injected fields of a thread's call are filled: the context of the thread's
	// owner, independent of the given context. It is called whenever such a call is decoded, also immediately
	// before it runs; the values are neither stored nor signed. By default, the values are stored with the
	// call. Set Refill for secrets and values that expire, such as tokens.
	Refill func(ctx context.Context, thread string) (context.Context, error)
	// RulesVersion invalidates all open approvals when it changes, like a change of a tool's schema. Rules
	// whose text is in the schema or description need no version.
	RulesVersion string
	// TTL is how long a call may be decided and started if its tool has no ttl; 0 means DefaultTTL.
	TTL time.Duration
	// Lease is how long an execution may go without a heartbeat before it counts as lost; 0 means DefaultLease.
	Lease time.Duration
	// Timeout limits an execution; 0 means DefaultTimeout. A tool that ignores its context counts as lost when
	// its lease ends, one Lease later. Refill and the Authorizer have the same limit before a call runs; if
	// they exceed it, the call stays approved and Resume tries again.
	Timeout time.Duration
	// Parallel is how many calls [Service.Resume] and [Service.Run] run concurrently; 0 means DefaultParallel.
	Parallel int
	// MaxPending is the maximum number of pending calls per tenant; 0 means DefaultMaxPending.
	MaxPending int
	// Keep is how long settled calls are kept by [Service.Run]; 0 means forever. It must exceed the time in
	// which a model or client may refer to a call. See [Service.Prune] and [Service.Erase].
	Keep time.Duration
	// Now replaces the database's clock in tests. By default the database's clock is used, so that expiries and
	// leases do not depend on clock differences between replicas.
	Now func() time.Time
	// OnPending is called in a separate goroutine for each new pending call, for notifications. It is not
	// called if the process dies directly after storing the call: rely on the inbox, and on the age of the
	// oldest call in [Metrics].
	OnPending func(ctx context.Context, call Call)
	// Log receives refusals, lost executions and errors that no caller gets; by default slog.Default().
	Log *slog.Logger
}

// Service stores calls that need approval, lets people decide them, and runs them once. It is safe for
// concurrent use, also by several processes on one database.
type Service struct {
	cfg *Config
	*store
	*catalog

	slots    chan struct{} // one per resumed call
	resuming sync.Map      // keys of these calls
}

//go:embed migrations
var migrations embed.FS

// New returns a Service, and creates or migrates the tables.
func New(ctx context.Context, cfg Config) (*Service, error) {
	switch {
	case cfg.DB == nil:
		return nil, errors.New("approval: Config.DB is missing")
	case cfg.Tools == nil:
		return nil, errors.New("approval: Config.Tools is missing")
	case cfg.Keys == nil || len(cfg.Keys.secrets) == 0:
		return nil, errors.New("approval: Config.Keys is missing; create one with NewKeyring")
	case cfg.Authorizer == nil:
		return nil, errors.New("approval: Config.Authorizer is missing; there is no default that allows everything")
	case cfg.TTL < 0 || cfg.Lease < 0 || cfg.Timeout < 0 || cfg.Keep < 0 || cfg.Parallel < 0 || cfg.MaxPending < 0:
		return nil, errors.New("approval: a duration or a number of the Config is negative")
	}
	if cfg.Execute == nil {
		cfg.Execute = func(ctx context.Context, _ string, inv runtime.Invocation) runtime.ToolOutput {
			return cfg.Tools.Run(ctx, inv)
		}
	}
	if cfg.Tier == nil {
		cfg.Tier = func(inv runtime.Invocation) runtime.ConfirmSpec { return inv.Tool.Spec().Confirm }
	}
	cfg.TTL = cmp.Or(cfg.TTL, DefaultTTL)
	cfg.Lease = cmp.Or(cfg.Lease, DefaultLease)
	cfg.Timeout = cmp.Or(cfg.Timeout, DefaultTimeout)
	cfg.Parallel = cmp.Or(cfg.Parallel, DefaultParallel)
	cfg.MaxPending = cmp.Or(cfg.MaxPending, DefaultMaxPending)
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	if err := cfg.DB.Migrate(ctx, "approval", migrations); err != nil {
		return nil, fmt.Errorf("approval: %w", err)
	}
	s := &Service{
		cfg: &cfg, store: &store{cfg: &cfg, db: cfg.DB},
		catalog: &catalog{cfg: &cfg, strict: runtime.NewToolset(cfg.Tools.Tools()...), filled: cfg.Tools.Strict()},
		slots:   make(chan struct{}, cfg.Parallel),
	}
	if err := s.readClock(ctx, cfg.DB); err != nil {
		return nil, fmt.Errorf("approval: %w", err)
	}
	return s, nil
}
