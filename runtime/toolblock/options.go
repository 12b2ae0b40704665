package toolblock

import (
	"cmp"
	"context"
	"crypto/rand"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// Default limits.
const (
	DefaultMaxBlockBytes = 1 << 20
	DefaultMaxBlocks     = 256
	DefaultCorrections   = 1
)

const (
	// lookahead is how many bytes of a JSON fence are held back until the member "tool", if no tool has the
	// members before it.
	lookahead = 512
	// textBefore is how many bytes of the text before a block a corrector gets. Models often say there what a
	// broken block lacks.
	textBefore = 1024
)

// pathKeys are the members that hold the path for status events, in order of preference, in any case and with
// any separators.
var pathKeys = [...]string{"path", "file_path"}

// Option configures a [Processor]. The zero Option does nothing.
type Option struct{ apply func(*config) }

type config struct {
	maxBytes, maxBlocks, corrections int
	corrector                        Corrector
	executor                         Executor
	checks                           map[string][]CheckFunc
	ids                              func(n int) string
}

func newConfig(opts []Option) config {
	c := config{
		maxBytes: DefaultMaxBlockBytes, maxBlocks: DefaultMaxBlocks, corrections: DefaultCorrections,
		checks: map[string][]CheckFunc{},
	}
	for _, opt := range opts {
		if opt.apply != nil {
			opt.apply(&c)
		}
	}
	return c
}

// Executor runs a valid call. [runtime.Toolset.Run] is one; Run of a preflight.Gate is another, which asks for
// confirmation as the tool requires. It is called by Feed with its context, so text after the block waits.
type Executor func(ctx context.Context, inv runtime.Invocation) runtime.ToolOutput

// CheckFunc is a check beyond the schema, such as that a passage occurs in a file. It reports faults of the
// arguments with [runtime.Invalid]; any other error fails the block without blaming the model.
type CheckFunc func(ctx context.Context, inv runtime.Invocation) error

// WithCorrector sets the corrector of invalid blocks. By default, only syntax is repaired.
func WithCorrector(c Corrector) Option { return Option{func(cfg *config) { cfg.corrector = c }} }

// WithMaxCorrections sets how often the corrector is asked about one block. The default is 1.
func WithMaxCorrections(n int) Option {
	return Option{func(cfg *config) { cfg.corrections = max(n, 0) }}
}

// WithExecutor runs valid calls. By default the caller runs them; see [Stream.Begin].
func WithExecutor(e Executor) Option { return Option{func(cfg *config) { cfg.executor = e }} }

// WithCheck adds a check for calls with this name. It runs after all other checks have passed.
func WithCheck(name string, check CheckFunc) Option {
	return Option{func(cfg *config) { cfg.checks[name] = append(cfg.checks[name], check) }}
}

// WithMaxBlockBytes limits the size of a tool block including its fences. The default is 1 MiB. A larger one is
// an [ErrorEvent] and is passed on as text.
func WithMaxBlockBytes(n int) Option {
	return Option{func(cfg *config) { cfg.maxBytes = cmp.Or(max(n, 0), DefaultMaxBlockBytes) }}
}

// WithMaxBlocks limits the number of tool blocks of a stream. The default is 256. Each further one is an
// [ErrorEvent] and is passed on as text.
func WithMaxBlocks(n int) Option {
	return Option{func(cfg *config) { cfg.maxBlocks = cmp.Or(max(n, 0), DefaultMaxBlocks) }}
}

// WithIDs sets the function that generates call ids; n counts the blocks of a stream from 1. By default ids are
// globally unique.
func WithIDs(id func(n int) string) Option { return Option{func(cfg *config) { cfg.ids = id }} }

// uniqueIDs generates globally unique ids.
func uniqueIDs() func(n int) string {
	prefix := "block_" + strings.ToLower(rand.Text()[:16]) + "_"
	return func(n int) string { return prefix + strconv.Itoa(n) }
}
