package toolblock

import (
	"context"
	"errors"
	"sync"

	"github.com/toolgen/toolgen/runtime"
)

// Processor reads tool blocks from model output. Create one per set of tools; it is safe for concurrent use.
type Processor struct {
	cfg config
	dir *directory
}

// New returns a Processor for blocks that call these tools. It returns an error if two tools or variants have
// the same name.
func New(tools *runtime.Toolset, opts ...Option) (*Processor, error) {
	cfg := newConfig(opts)
	dir, err := newDirectory(tools)
	if err != nil {
		return nil, err
	}
	return &Processor{cfg: cfg, dir: dir}, nil
}

// Names returns the valid values of "tool", in the order of the tools.
func (p *Processor) Names() []string { return append([]string(nil), p.dir.names...) }

// Stream is one output of a model. Only one goroutine may feed it; [Stream.Begin], [Stream.Finish] and
// [Stream.Calls] are safe for concurrent use.
type Stream struct {
	p       *Processor
	emit    func(Event)
	scanner scanner
	ids     func(int) string
	ended   bool
	feeding
	shared
}

// feeding is the state of the feeding goroutine.
type feeding struct {
	ctx     context.Context
	blocks  int
	current *Call
	heading
	before []byte // end of the text so far
	doubt  doubt  // a block broke off, so what follows may be part of it
}

// heading is what is known of the current block before its end.
type heading struct{ announced, toolKnown, pathKnown bool }

// shared is what all goroutines that use a stream share.
type shared struct {
	mu       sync.Mutex
	calls    []*Call
	queue    []Event
	emitting bool
}

// Stream starts a stream. emit receives the events one at a time and in order, mostly during [Stream.Feed]; it
// may call the methods of the stream except Feed and End.
func (p *Processor) Stream(emit func(Event)) *Stream {
	s := &Stream{p: p, emit: emit, ids: p.cfg.ids}
	if s.ids == nil {
		s.ids = uniqueIDs()
	}
	s.scanner = scanner{sink: blockSink{s}, blockRules: blockRules{p.cfg.maxBytes, lookahead, p.dir.familiar}}
	return s
}

// ErrEnded is returned by Feed after End.
var ErrEnded = errors.New("toolblock: the stream has ended")

// Feed consumes the next piece of model output, cut anywhere. Corrector, checks and executor get ctx; if it is
// done, blocks fail, but no text is lost.
func (s *Stream) Feed(ctx context.Context, piece string) error {
	if s.ended {
		return ErrEnded
	}
	s.ctx = ctx
	s.scanner.feed(piece)
	s.ctx = nil
	return nil
}

// End ends the output. An unclosed block is truncated.
func (s *Stream) End(ctx context.Context) error {
	if s.ended {
		return ErrEnded
	}
	s.ctx = ctx
	s.scanner.end()
	s.ctx, s.ended = nil, true
	return nil
}

// post emits an event. Concurrent and nested events are queued, so emit never runs twice at a time.
func (s *Stream) post(e Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.emitting {
		s.queue = append(s.queue, e)
		return
	}
	s.emitting = true
	defer func() { s.emitting = false }()
	for s.deliver(e); len(s.queue) > 0; s.deliver(e) {
		if e, s.queue = s.queue[0], s.queue[1:]; len(s.queue) == 0 {
			s.queue = nil
		}
	}
}

// deliver calls emit without the lock, and reacquires it even if emit panics.
func (s *Stream) deliver(e Event) {
	s.mu.Unlock()
	defer s.mu.Lock()
	s.emit(e)
}
