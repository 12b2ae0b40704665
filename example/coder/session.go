package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/toolgen/toolgen/example/coder/workspace"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolblock"
)

// session is one output of a model with the results of its calls.
type session struct {
	files *workspace.Workspace
	asker asker
	emit  func(toolblock.Event)
	tools *runtime.Toolset
	name  string // name that the last block called
	end   endEvent

	unasked int // changes not made because nobody could be asked
}

func newSession(files *workspace.Workspace, asker asker, emit func(toolblock.Event)) *session {
	s := &session{files: files, asker: asker, emit: emit}
	s.tools = s.newTools()
	return s
}

// run processes the text of the model. pace, if not 0, is a delay after every few characters, for viewers. The
// corrector may be nil.
func (s *session) run(ctx context.Context, model io.Reader, corrector toolblock.Corrector, pace time.Duration) (err error) {
	defer func() {
		if err != nil {
			s.end.Error = err.Error()
		}
		s.emit(s.end)
	}()
	opts := append(s.checks(),
		toolblock.WithExecutor(s.execute),
		toolblock.WithIDs(func(n int) string { return fmt.Sprintf("call-%d", n) }))
	if corrector != nil {
		opts = append(opts, toolblock.WithCorrector(corrector))
	}
	p, err := toolblock.New(s.tools, opts...)
	if err != nil {
		return err
	}
	stream := p.Stream(s.note)
	for piece, err := range pieces(ctx, model, pace) {
		if err != nil {
			// The block that was being read is incomplete, and will not run.
			return errors.Join(err, stream.End(ctx))
		}
		if err := stream.Feed(ctx, piece); err != nil {
			return err
		}
	}
	return stream.End(ctx)
}

// note forwards an event of the stream, and counts calls that will never run.
func (s *session) note(e toolblock.Event) {
	switch e := e.(type) {
	case toolblock.BlockEvent:
		s.name = e.ToolType
		if !e.ValidationPassed {
			s.end.NotDone++
		}
	case toolblock.ErrorEvent:
		s.end.NotDone++
	}
	s.emit(e)
}

// execute runs a valid call.
func (s *session) execute(ctx context.Context, inv runtime.Invocation) runtime.ToolOutput {
	out := s.tools.Run(ctx, inv)
	if out.Error == nil {
		s.end.Done++
	} else {
		s.end.NotDone++
	}
	if out.RetryHint != nil {
		out.RetryHint.Tool = s.name // for a union, blocks use the name of the variant, not of the tool
	}
	s.emit(outcomeOf(out))
	return out
}

// step is the number of bytes that appear at once if there is a pace.
const step = 24

// pieces reads text as it comes. A separate goroutine reads, because reads cannot be interrupted: Ctrl-C must
// not wait for the model.
func pieces(ctx context.Context, r io.Reader, pace time.Duration) func(yield func(string, error) bool) {
	type piece struct {
		text string
		err  error
	}
	ctx, stop := context.WithCancel(ctx)
	read := make(chan piece)
	go func() {
		size := 32 << 10
		if pace > 0 {
			size = step
		}
		for buf := make([]byte, size); ; {
			n, err := r.Read(buf)
			select {
			case read <- piece{string(buf[:n]), err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return func(yield func(string, error) bool) {
		defer stop()
		for {
			var p piece
			select {
			case p = <-read:
			case <-ctx.Done():
				p.err = ctx.Err()
			}
			if p.text != "" && !yield(p.text, nil) || errors.Is(p.err, io.EOF) {
				return
			}
			if p.err != nil {
				yield("", p.err)
				return
			}
			if pace > 0 {
				select {
				case <-time.After(pace):
				case <-ctx.Done():
				}
			}
		}
	}
}

// scripted is a corrector that gives recorded replies in order. A real program would send p.System and p.User
// to a model. The replies are trusted no more than a model's: each goes through all checks.
func scripted(replies string) toolblock.Corrector {
	const between = "\n---\n"
	rest := strings.Split(strings.ReplaceAll(replies, "\r\n", "\n"), between)
	return toolblock.CorrectorFunc(func(context.Context, toolblock.Prompt) (string, error) {
		if len(rest) == 0 {
			return "", errors.New("there are no more recorded replies")
		}
		reply := rest[0]
		rest = rest[1:]
		return reply, nil
	})
}
