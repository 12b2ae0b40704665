package preflight

import (
	"context"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// The limits where no option says otherwise.
const (
	DefaultTimeout         = 60 * time.Second
	DefaultQuestionTimeout = 10 * time.Minute
	DefaultMaxCorrections  = 2
)

// Option changes how a [Gate] works. The zero Option does nothing.
type Option struct{ apply func(*config) }

type config struct {
	timeout     time.Duration // of each run of a tool
	maxWait     time.Duration // for tools that ask for a retry later
	corrections int
	asking      asking
	approver    Approver
	watching    watching
	transport   func(error) bool
	keys        func(runtime.Invocation) string
	writes      []string
	memory      Memory
	bare        bool // tools may have no handler
}

// asking says who asks people, how long, and in which words.
type asking struct {
	confirmer Confirmer // nil: the built-in one
	timeout   time.Duration
	texts     Questions
}

// watching lists who sees the events and records of a gate.
type watching struct {
	sinks     []Sink
	recorders []Recorder
	keepers   []func(context.Context, Record) error
	queue     int
}

func newConfig(opts []Option) config {
	c := config{
		timeout: DefaultTimeout, corrections: DefaultMaxCorrections, asking: asking{timeout: DefaultQuestionTimeout},
		transport: IsTransportError, watching: watching{queue: queueSize},
	}
	for _, opt := range opts {
		if opt.apply != nil {
			opt.apply(&c)
		}
	}
	return c
}

// Approver takes calls that somebody has to approve. Package approval has one. Its output, which
// says that the call waits, is given to the caller of the gate as it is; an error means that the
// call could not be handed in, and so that nothing will come of it; the message of an Error in the output beside it is
// what the model reads then. An output whose Pending is false
// is what has become of the call since. A call that is delivered once more is handed in once more,
// under the same ID, and must be taken for the same call; nobody is asked to confirm it again.
type Approver interface {
	RequestApproval(ctx context.Context, thread string, inv runtime.Invocation) (runtime.ToolOutput, error)
}

// WithSink adds a sink for the events. There may be several.
func WithSink(s Sink) Option {
	return Option{func(c *config) { c.watching.sinks = append(c.watching.sinks, s) }}
}

// WithRecorder adds a recorder of ended calls. There may be several.
func WithRecorder(r Recorder) Option {
	return Option{func(c *config) { c.watching.recorders = append(c.watching.recorders, r) }}
}

// WithKeptRecords has each record kept by keep before the call is answered and its tool_result is told, so
// that a process which is killed at any moment has a record of every call whose answer somebody has got. A
// [Recorder] gets its records later, and what waits for it is lost then. Package routinglog's [Log.Add] is
// such a function. There may be several.
//
// The price is time: every call waits for keep, for up to 10 s each, also where the caller goes away. Like
// that of a recorder its failure changes nothing else: a record that could not be kept in that time, or whose
// keep has panicked, is counted in [Stats]. What it cannot do is keep a record of a call whose process is
// killed between the end of the tool and keep; what was begun and not ended [WithMemory] knows.
//
// [Log.Add]: https://pkg.go.dev/github.com/toolgen/toolgen/runtime/preflight/routinglog#Log.Add
func WithKeptRecords(keep func(context.Context, Record) error) Option {
	return Option{func(c *config) { c.watching.keepers = append(c.watching.keepers, keep) }}
}

// WithConfirmer has questions asked by another confirmer than the built-in one, which emits the
// event mcq and waits for [Gate.Respond].
func WithConfirmer(confirmer Confirmer) Option {
	return Option{func(c *config) { c.asking.confirmer = confirmer }}
}

// WithApprover hands calls of tools with an approval to somebody who may approve them.
func WithApprover(a Approver) Option { return Option{func(c *config) { c.approver = a }} }

// WithTimeout bounds how long a tool may run, each time that it is run; the default is
// [DefaultTimeout]. A value below 1 means the default.
func WithTimeout(d time.Duration) Option {
	return Option{func(c *config) { c.timeout = orDefault(d, DefaultTimeout) }}
}

// WithQuestionTimeout bounds how long a question waits for its answer; the default is
// [DefaultQuestionTimeout]. A value below 1 means the default.
func WithQuestionTimeout(d time.Duration) Option {
	return Option{func(c *config) { c.asking.timeout = orDefault(d, DefaultQuestionTimeout) }}
}

func orDefault(d, def time.Duration) time.Duration {
	if d < 1 {
		return def
	}
	return d
}

// WithMaxCorrections is how many corrections of a call may fail at one decision point before the
// gate hands a question for the user back, and has the model stop from then on; the default is [DefaultMaxCorrections]. At 0
// the first invalid call is handed back.
//
// What counts are corrections that failed, tool by tool. A call that was mended is none: a model that gets
// each of many payments right at the second try goes on, and so does one that makes sound calls of other
// tools in between, without being granted any more tries by those. Whatever it mends, there is an end: from
// the 4·(n+1)th turn with an invalid call at one decision point on, which by default is the 12th, it is told
// to stop, since by then nothing is learned any more.
func WithMaxCorrections(n int) Option {
	return Option{func(c *config) { c.corrections = max(n, 0) }}
}

// WithTransportErrors says which errors of a handler mean that the call may not have reached the
// service, so that it is worth making again; the default is [IsTransportError].
func WithTransportErrors(is func(error) bool) Option {
	return Option{func(c *config) {
		if is != nil {
			c.transport = is
		}
	}}
}

// WithIdempotencyKeys gives the keys that [IdempotencyKey] hands to handlers. The default is a
// random key for each execution, so that two equal calls stay two calls, and for an approved call with an ID,
// see [Gate.Execute], a key that is always the same for that call: its thread, ID, tool and arguments, without
// those that the server fills. A function that gives the
// same key for the same call of a thread makes a call that is resumed after a crash the same call
// for the service; it must not give one key to two calls that are both meant. An empty key means
// that the call has none.
func WithIdempotencyKeys(key func(runtime.Invocation) string) Option {
	return Option{func(c *config) {
		if key != nil {
			c.keys = key
		}
	}}
}

// WithQuestions overrides the texts of questions.
func WithQuestions(q Questions) Option { return Option{func(c *config) { c.asking.texts = q }} }

// WithoutHandlers says that tools of the set may have no handler, since what they do is done elsewhere:
// by whoever runs the calls that the approver takes. A call of such a tool that gets as far as to be run
// fails.
func WithoutHandlers() Option { return Option{func(c *config) { c.bare = true }} }

// WithWrites says that the named tools are write tools, for tools that have no rules. Names that
// the toolset does not have make [New] fail.
func WithWrites(names ...string) Option {
	return Option{func(c *config) { c.writes = append(c.writes, names...) }}
}
