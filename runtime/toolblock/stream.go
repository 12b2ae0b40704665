package toolblock

import (
	"context"
	"errors"
	"sync"

	"github.com/toolgen/toolgen/runtime"
)

// Processor reads tool blocks out of what models write. It is made once for a set of tools, and may
// be used by many goroutines at once.
type Processor struct {
	cfg config
	dir *directory
}

// New makes a processor for blocks that call these tools. It fails where two tools, or variants of
// tools, would be called by one name.
func New(tools *runtime.Toolset, opts ...Option) (*Processor, error) {
	cfg := newConfig(opts)
	dir, err := newDirectory(tools)
	if err != nil {
		return nil, err
	}
	return &Processor{cfg: cfg, dir: dir}, nil
}

// Names lists what the member "tool" of a block may be, in the order of the tools.
func (p *Processor) Names() []string { return append([]string(nil), p.dir.names...) }

// Stream is one output of a model. It is fed by one goroutine; [Stream.Begin], [Stream.Finish] and
// [Stream.Calls] may be called by any.
type Stream struct {
	p       *Processor
	emit    func(Event)
	scanner scanner
	ids     func(int) string
	ended   bool

	// What the feeding goroutine works on.
	ctx       context.Context
	blocks    int
	current   *Call
	announced bool
	toolKnown bool
	pathKnown bool
	before    []byte // the end of the text so far
	doubt     doubt  // a block has broken off, so that what follows may be a part of it

	mu       sync.Mutex
	calls    []*Call
	queue    []Event
	emitting bool
}

// Stream begins a stream. emit gets its events, one after another and in order, most of them while
// [Stream.Feed] runs; it may call the methods of the stream except for Feed and End.
func (p *Processor) Stream(emit func(Event)) *Stream {
	s := &Stream{p: p, emit: emit, ids: p.cfg.ids}
	if s.ids == nil {
		s.ids = uniqueIDs()
	}
	s.scanner = scanner{
		sink: blockSink{s}, limit: p.cfg.maxBytes, lookahead: lookahead, familiar: p.dir.familiar,
	}
	return s
}

// ErrEnded is the error of feeding a stream that has ended.
var ErrEnded = errors.New("toolblock: the stream has ended")

// Feed takes the next piece of what the model writes, however it is cut. Corrector, checks and
// executor run with the context; a context that is done fails blocks, but loses no text.
func (s *Stream) Feed(ctx context.Context, piece string) error {
	if s.ended {
		return ErrEnded
	}
	s.ctx = ctx
	s.scanner.feed(piece)
	s.ctx = nil
	return nil
}

// End takes the end of what the model writes. A block that is not closed by then is truncated.
func (s *Stream) End(ctx context.Context) error {
	if s.ended {
		return ErrEnded
	}
	s.ctx = ctx
	s.scanner.end()
	s.ctx, s.ended = nil, true
	return nil
}

// post emits an event. Events of several goroutines, and such as come while one is being emitted,
// form a queue, so that emit never runs twice at a time.
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

// deliver calls emit without the lock, and has it again whatever emit does.
func (s *Stream) deliver(e Event) {
	s.mu.Unlock()
	defer s.mu.Lock()
	s.emit(e)
}
