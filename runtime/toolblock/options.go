package toolblock

import (
	"context"
	"crypto/rand"
	"strconv"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// The limits where no option says otherwise.
const (
	DefaultMaxBlockBytes = 1 << 20
	DefaultMaxBlocks     = 256
	DefaultCorrections   = 1
)

const (
	// lookahead is how many bytes of a JSON fence may be read before the member "tool" comes, if none of the
	// members before it is known to any tool. The text of such a fence is held back until then.
	lookahead = 512
	// textBefore is how many bytes of the text before a block a corrector sees. Models tend to say there
	// what a broken block lacks.
	textBefore = 1024
)

// pathKeys are the members that hold the path that status events report: the first that a tool has, in any
// case and with any separators.
var pathKeys = [...]string{"path", "file_path"}

// Option changes how a [Processor] works. The zero Option does nothing.
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

// Executor runs a call that is valid. [runtime.Toolset.Run] is one and asks nobody; the Run of a
// preflight.Gate is another, and has a person confirm the call first as its tool demands. It is called
// while the stream is being fed, with its context: text after the block waits.
type Executor func(ctx context.Context, inv runtime.Invocation) runtime.ToolOutput

// CheckFunc is a check that a schema cannot say, such as that a passage occurs in a file. What it
// finds wrong with the arguments it says with [runtime.Invalid]; any other error fails the block
// for a reason that is not the model's.
type CheckFunc func(ctx context.Context, inv runtime.Invocation) error

// WithCorrector has blocks corrected that are not valid. Without it, only syntax is repaired.
func WithCorrector(c Corrector) Option { return Option{func(cfg *config) { cfg.corrector = c }} }

// WithMaxCorrections is how often a corrector is asked about one block; the default is 1.
func WithMaxCorrections(n int) Option {
	return Option{func(cfg *config) { cfg.corrections = max(n, 0) }}
}

// WithExecutor has valid calls run. Without it, the caller runs them: see [Stream.Begin].
func WithExecutor(e Executor) Option { return Option{func(cfg *config) { cfg.executor = e }} }

// WithCheck adds a check of the calls that blocks make by a name. It runs when all else is sound.
func WithCheck(name string, check CheckFunc) Option {
	return Option{func(cfg *config) { cfg.checks[name] = append(cfg.checks[name], check) }}
}

// WithMaxBlockBytes bounds a tool block, its fences included; the default is 1 MiB. A longer one is
// an [ErrorEvent] and passed on as text.
func WithMaxBlockBytes(n int) Option {
	return Option{func(cfg *config) { cfg.maxBytes = orDefault(n, DefaultMaxBlockBytes) }}
}

// WithMaxBlocks bounds the number of tool blocks of one stream; the default is 256. Further ones
// are an [ErrorEvent] each and passed on as text.
func WithMaxBlocks(n int) Option {
	return Option{func(cfg *config) { cfg.maxBlocks = orDefault(n, DefaultMaxBlocks) }}
}

// WithIDs makes the ids of calls; n counts the blocks of a stream from 1. By default ids are unique
// among all streams.
func WithIDs(id func(n int) string) Option { return Option{func(cfg *config) { cfg.ids = id }} }

func orDefault(n, def int) int {
	if n < 1 {
		return def
	}
	return n
}

// uniqueIDs makes ids that no other stream has.
func uniqueIDs() func(n int) string {
	prefix := "block_" + strings.ToLower(rand.Text()[:16]) + "_"
	return func(n int) string { return prefix + strconv.Itoa(n) }
}
