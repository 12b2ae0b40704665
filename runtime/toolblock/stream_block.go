package toolblock

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/hint"
	"github.com/toolgen/toolgen/runtime/internal/near"
)

// blockSink converts the results of a stream's scanner to events.
type blockSink struct{ *Stream }

func (s blockSink) text(text string) {
	s.remember(text)
	s.post(TextEvent{text})
}

// remember keeps the end of the text for correctors.
func (s blockSink) remember(text string) {
	s.before = append(s.before, text[max(len(text)-textBefore, 0):]...)
	s.before = s.before[max(len(s.before)-textBefore, 0):]
}

func (s blockSink) open() bool {
	s.blocks++
	call := &Call{ID: s.ids(s.blocks), Status: StatusBuffering}
	s.current, s.heading = call, heading{}
	if s.blocks > s.p.cfg.maxBlocks {
		s.fail(TooMany, s.p.cfg.maxBlocks, "the stream has more tool blocks than the limit of %d")
		return false
	}
	s.mu.Lock()
	s.calls = append(s.calls, call)
	s.mu.Unlock()
	return true
}

func (s blockSink) member(key, value string) {
	t := s.p.dir.byName[s.current.ToolType]
	s.mu.Lock()
	switch {
	case strings.EqualFold(key, toolKey):
		s.current.ToolType, s.toolKnown = value, true
		t = s.p.dir.byName[value]
		if s.pathKnown && t != nil && t.path == "" {
			s.current.Path = "" // it was not a path after all
		}
	case !s.pathKnown && s.isPath(t, key):
		s.current.Path, s.pathKnown = value, true
	}
	s.mu.Unlock()
	if s.toolKnown && (s.pathKnown || t != nil && t.path == "") {
		s.announce()
	}
}

// isPath reports whether a member holds the path; for an unknown tool, whether its name is usual for paths.
func (s blockSink) isPath(t *target, key string) bool {
	if t != nil {
		return t.path != "" && near.Fold(key) == near.Fold(t.path)
	}
	return slices.ContainsFunc(pathKeys[:], func(name string) bool { return near.Fold(name) == near.Fold(key) })
}

// announce emits the first status of a block once.
func (s blockSink) announce() {
	if !s.announced {
		s.announced = true
		s.post(s.current.event())
	}
}

func (s blockSink) overflow() {
	s.fail(TooLarge, s.p.cfg.maxBytes, "the tool block is longer than the limit of %d bytes")
}

// fail reports a block that is passed on as text.
func (s blockSink) fail(code ErrorCode, limit int, message string) {
	c := s.current
	s.setStatus(StatusFailed)
	s.post(ErrorEvent{ID: c.ID, ToolType: c.ToolType, Path: c.Path, Code: code, Limit: limit, Message: fmt.Sprintf(message, limit)})
	s.current = nil
}

// close checks a block, corrects it if necessary, and runs it if it is valid.
func (s blockSink) close(f found) {
	c := s.current
	s.announce()
	s.setStatus(StatusProcessing)
	e, v := s.settle(f)
	if s.doubt != doubtString {
		s.Stream.doubt = f.doubt
	}

	s.mu.Lock()
	c.Status, c.Hint = e.Status, e.Hint
	c.ToolType, c.Path = e.ToolType, e.Path
	if e.ValidationPassed {
		c.inv = v.inv
	}
	s.mu.Unlock()
	s.post(e)
	s.current = nil
	if e.ValidationPassed && s.p.cfg.executor != nil {
		s.execute(s.ctx, c.ID)
	}
}

func (s blockSink) setStatus(status Status) {
	s.mu.Lock()
	s.current.Status = status
	s.mu.Unlock()
}

// execute runs a valid call.
func (s *Stream) execute(ctx context.Context, id string) {
	inv, ok := s.Begin(id)
	if !ok {
		return // the receiver of the event has already begun it
	}
	out := runtime.ToolOutput{CallID: id}
	if err := protect(func() error { out = s.p.cfg.executor(ctx, inv); return nil }); err != nil {
		out = runtime.ToolOutput{CallID: id, Error: &runtime.ToolError{
			Kind: runtime.FailureInternal, Message: hint.Unexplained, Cause: err,
		}}
	}
	s.Finish(id, out)
}
