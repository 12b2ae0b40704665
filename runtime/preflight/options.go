package preflight

import (
	"cmp"
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
}

func newConfig(opts []Option) config {
	c := config{
		timeout: DefaultTimeout, corrections: DefaultMaxCorrections, asking: asking{timeout: DefaultQuestionTimeout},
		transport: IsTransportError,
	}
	for _, opt := range opts {
		if opt.apply != nil {
			opt.apply(&c)
		}
	}
	return c
}

// Approver takes calls that need approval. Package approval implements it. The output, which says that the call
// waits, is returned to the caller of the gate unchanged. An output whose Pending is false is what has become of the
// call since. An error means that the call could not be submitted, and will not run; the model then reads the message
// of the output's Error, if there is one, scrubbed. A call that is delivered again is submitted again, under the same
// ID, and must be taken for the same call; nobody is asked to confirm it again.
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

// WithKeptRecords passes each record to keep before the call is answered and its tool_result is emitted, so that even
// a process that is killed has a record of every call that was answered. A [Recorder] gets its records later, and
// queued ones are lost then. Package routinglog's [Log.Add] is such a function. There may be several.
//
// Every call waits for keep, for up to 10 s each, also if the caller goes away. A failure changes nothing else: a
// record that was not kept in that time, or whose keep panicked, is counted in [Stats]. A call whose process is
// killed between the end of the tool and keep has no record; [WithMemory] knows that it had started.
//
// [Log.Add]: https://pkg.go.dev/github.com/toolgen/toolgen/runtime/preflight/routinglog#Log.Add
func WithKeptRecords(keep func(context.Context, Record) error) Option {
	return Option{func(c *config) { c.watching.keepers = append(c.watching.keepers, keep) }}
}

// WithConfirmer replaces the built-in confirmer, which emits the event mcq and waits for [Gate.Respond].
func WithConfirmer(confirmer Confirmer) Option {
	return Option{func(c *config) { c.asking.confirmer = confirmer }}
}

// WithApprover submits calls of tools that need approval to an approver.
func WithApprover(a Approver) Option { return Option{func(c *config) { c.approver = a }} }

// WithTimeout bounds how long a tool may run, each time that it is run; the default is
// [DefaultTimeout]. A value below 1 means the default.
func WithTimeout(d time.Duration) Option {
	return Option{func(c *config) { c.timeout = cmp.Or(max(d, 0), DefaultTimeout) }}
}

// WithQuestionTimeout bounds how long a question waits for its answer; the default is
// [DefaultQuestionTimeout]. A value below 1 means the default.
func WithQuestionTimeout(d time.Duration) Option {
	return Option{func(c *config) { c.asking.timeout = cmp.Or(max(d, 0), DefaultQuestionTimeout) }}
}

// WithMaxWait has the gate itself wait and run a tool again that asks for it, as a backend at its rate limit does: for
// up to d in all for each call. The default is 0: the model gets the hint, with the wait, at once.
func WithMaxWait(d time.Duration) Option { return Option{func(c *config) { c.maxWait = d }} }

// WithMaxCorrections is how many corrections of a call may fail at one decision point before the gate hands back a
// question for the user, and tells the model to stop from then on; the default is [DefaultMaxCorrections]. At 0 the
// first invalid call is handed back.
//
// Failed corrections are counted per tool, and calls of tools that do not exist count as one tool. A corrected call
// resets the count of its tool; valid calls of other tools do not. A failure that comes again the same way is handed
// back the third time at the latest, see [runtime.Ledger]. In any case the model is told to stop from the 4·(n+1)th
// turn with an invalid call at one decision point, which by default is the 12th.
func WithMaxCorrections(n int) Option {
	return Option{func(c *config) { c.corrections = max(n, 0) }}
}

// WithTransportErrors decides which errors of a handler mean that the connection failed, so that the call may be worth
// repeating; the default is [IsTransportError].
func WithTransportErrors(is func(error) bool) Option {
	return Option{func(c *config) {
		if is != nil {
			c.transport = is
		}
	}}
}

// WithIdempotencyKeys sets the keys that [runtime.IdempotencyKey] returns to handlers. The default is a random key for each
// execution, so that two equal calls stay two calls; for an approved call with an ID, see [Gate.Execute], it is derived
// from its thread, ID, tool and arguments, without those that the server fills. With a function that returns the same
// key for the same call, the service recognises a call that is resumed after a crash; it must not return one key for
// two calls that are both intended. An empty key means that the call has none.
func WithIdempotencyKeys(key func(runtime.Invocation) string) Option {
	return Option{func(c *config) { c.keys = key }}
}

// WithQuestions overrides the texts of questions.
func WithQuestions(q Questions) Option { return Option{func(c *config) { c.asking.texts = q }} }

// WithoutHandlers allows tools without a handler, because their calls are run elsewhere, by the program that runs the calls
// that the approver takes. A call of such a tool that the gate itself would run fails.
func WithoutHandlers() Option { return Option{func(c *config) { c.bare = true }} }

// WithWrites marks the named tools as write tools, for tools without rules. [New] fails for names that are not in the
// toolset.
func WithWrites(names ...string) Option {
	return Option{func(c *config) { c.writes = append(c.writes, names...) }}
}
