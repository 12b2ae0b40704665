package approval

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"sync"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/database"
)

// The defaults of [Config].
const (
	DefaultTTL      = 15 * time.Minute
	DefaultLease    = 30 * time.Second
	DefaultTimeout  = 5 * time.Minute
	DefaultParallel = 16
	// DefaultMaxPending is more than people can decide while the calls wait.
	DefaultMaxPending = 1000
)

// Executor runs an approved call. The default is the toolset's Run; the gate of package preflight
// has one that also tells its sinks. The context ends after [Config.Timeout], not when whoever
// approved the call goes away.
type Executor func(ctx context.Context, thread string, inv runtime.Invocation) runtime.ToolOutput

// Tierer says how strictly a call is to be confirmed, given its typed arguments.
type Tierer func(inv runtime.Invocation) runtime.ConfirmSpec

// Config is what a [Service] is made of. DB, Tools, Keys and Authorizer have no defaults.
type Config struct {
	// DB keeps calls and audit. [New] creates the tables.
	DB *database.DB
	// Tools are the tools that may be called. Edited arguments are decoded by them strictly,
	// whatever leniency models are granted.
	Tools *runtime.Toolset
	// Keys sign approvals and audit.
	Keys *Keyring
	// Authorizer says who may see and decide what.
	Authorizer Authorizer
	// Execute runs approved calls; nil means Tools.Run. Behind the gate of package preflight it is to be
	// its Execute, so that the gate tells its sinks and recorders of them too. The gate is made with the
	// service as its approver, and so after it: give a function that looks for the gate when it is called.
	Execute Executor
	// Tenant says whose a thread is; nil means that there is one tenant, "". What a tenant stores no other one can
	// see, squat on, fill up or wait for: calls, lists, quota and audit are its own. Principals name theirs.
	// The threads of an older version belong to "".
	Tenant func(ctx context.Context, thread string) (string, error)
	// Tier says the tier of a call; nil means the tool's own.
	Tier Tierer
	// Refill gives the context in which the fields that the server fills are filled, of a call of a
	// thread: that of who has made it, whatever the context is that it is given. It is called whenever
	// such a call is decoded, also right before it runs, and what was filled is neither stored nor signed.
	// nil means that the values are kept with the call, from when it was made to when it runs. With
	// values that are secret, or that grow old, such as tokens, Refill is to be given.
	Refill func(ctx context.Context, thread string) (context.Context, error)
	// RulesVersion, when it changes, makes all open approvals void, like a change of a tool's
	// schema does. Rules whose text is in the schema or the description need none.
	RulesVersion string
	// TTL is how long a call of a tool without a ttl of its own may be decided and begun; 0 means
	// DefaultTTL.
	TTL time.Duration
	// Lease is how long a running execution may go without a sign of life before it counts as
	// lost; 0 means DefaultLease.
	Lease time.Duration
	// Timeout bounds one execution; 0 means DefaultTimeout. One that ignores the end of its
	// context counts as lost when its lease runs out, which is one Lease later. Refill and the Authorizer have as
	// long right before a call runs; if they do not answer, the call stays approved, and Resume tries again.
	Timeout time.Duration
	// Parallel is how many calls [Service.Resume] and [Service.Run] run side by side; 0 means
	// DefaultParallel.
	Parallel int
	// MaxPending is how many calls of one tenant may wait for approval at once; 0 means DefaultMaxPending.
	MaxPending int
	// Keep is how long calls are kept after they were settled, as far as [Service.Run] goes on; 0 means for ever.
	// It is to be longer than any model or client may come back to a call. See [Service.Prune] and [Service.Erase].
	Keep time.Duration
	// Now takes the place of the clock of the database, for tests; nil means that clock, so that expiries and
	// leases do not depend on how the clocks of the replicas differ.
	Now func() time.Time
	// OnPending is called with each new pending call, in a goroutine of its own, so that the program can
	// notify somebody. It is not called where the process dies right after the call was stored: the inbox
	// is what counts, and [Metrics] have the age of its oldest call.
	OnPending func(ctx context.Context, call Call)
	// Log is told of refusals, lost executions and faults that no caller learns of; nil means
	// slog.Default().
	Log *slog.Logger
}

// Service keeps calls that need approval, has them decided, and runs them once. It may be used by
// many goroutines, and by many processes on one database.
type Service struct {
	cfg *Config
	*store
	*catalog
	*rights
	*runner

	slots    chan struct{} // one for each call that is taken up
	resuming sync.Map      // the keys of those calls
}

//go:embed migrations
var migrations embed.FS

// New makes a service, and brings the tables in the database up to date.
func New(ctx context.Context, cfg Config) (*Service, error) {
	switch {
	case cfg.DB == nil:
		return nil, errors.New("approval: Config.DB is missing")
	case cfg.Tools == nil:
		return nil, errors.New("approval: Config.Tools is missing")
	case cfg.Keys == nil || len(cfg.Keys.secrets) == 0:
		return nil, errors.New("approval: Config.Keys is missing; make one with NewKeyring")
	case cfg.Authorizer == nil:
		return nil, errors.New("approval: Config.Authorizer is missing; there is none that lets everybody")
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
	if cfg.TTL == 0 {
		cfg.TTL = DefaultTTL
	}
	if cfg.Lease == 0 {
		cfg.Lease = DefaultLease
	}
	if cfg.Timeout == 0 {
		cfg.Timeout = DefaultTimeout
	}
	if cfg.Parallel == 0 {
		cfg.Parallel = DefaultParallel
	}
	if cfg.MaxPending == 0 {
		cfg.MaxPending = DefaultMaxPending
	}
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, fmt.Errorf("approval: %w", err)
	}
	if err := cfg.DB.Migrate(ctx, "approval", files); err != nil {
		return nil, fmt.Errorf("approval: %w", err)
	}
	rows := &store{cfg: &cfg, db: cfg.DB}
	tools := &catalog{cfg: &cfg, strict: runtime.NewToolset(cfg.Tools.Tools()...), filled: cfg.Tools.Strict()}
	s := &Service{
		cfg: &cfg, store: rows, catalog: tools, rights: &rights{&cfg, tools},
		runner: &runner{cfg: &cfg, store: rows, catalog: tools, step: func(string) {}},
		slots:  make(chan struct{}, cfg.Parallel),
	}
	if err := s.readClock(ctx, cfg.DB); err != nil {
		return nil, fmt.Errorf("approval: %w", err)
	}
	return s, nil
}
