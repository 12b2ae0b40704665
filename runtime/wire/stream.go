package wire

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"

	"github.com/toolgen/toolgen/runtime"
)

// Format is the form in which a provider streams its answers.
type Format int

// The formats. Each is also read where the answer is not streamed.
const (
	OpenAIChat         Format = iota // Chat Completions; so do Azure, DeepSeek, Groq, Mistral, OpenRouter, xAI and many others
	OpenAIResponses                  // the Responses API
	Anthropic                        // Messages, of Bedrock's InvokeModel with Claude and of Vertex as well
	Gemini                           // generateContent and streamGenerateContent
	GeminiInteractions               // the Interactions API
	BedrockConverse                  // Converse and ConverseStream, and InvokeModel with Nova
	Cohere                           // Chat, version 2
	Ollama                           // /api/chat
)

// reader is what is known of a format: its name in errors, and how one of its events is read.
type reader struct {
	of   string
	read func(*accumulator, value)
}

func (f Format) reader() reader {
	switch f {
	case OpenAIChat:
		return reader{ofChat, readChat}
	case OpenAIResponses:
		return reader{ofResponses, readResponses}
	case Anthropic:
		return reader{ofAnthropic, readAnthropic}
	case Gemini:
		return reader{ofGemini, readGemini}
	case GeminiInteractions:
		return reader{ofInteraction, readInteraction}
	case BedrockConverse:
		return reader{ofBedrock, readConverse}
	case Cohere:
		return reader{ofCohere, readCohere}
	case Ollama:
		return reader{ofOllama, readOllama}
	}
	panic("wire: no format " + strconv.Itoa(int(f)))
}

// Delta is what has come of a stream. One of its members is set.
type Delta struct {
	Text      string            // what the model says
	Reasoning string            // what it thinks, or plans, as far as the provider shows that
	Refusal   string            // the same as Text, where the provider marks that the model refuses
	Call      *runtime.ToolCall // a whole call, which may be run
}

// Turn is an answer as far as it has come.
type Turn struct {
	Text, Reasoning, Refusal string

	// Calls are the whole calls in their order. Their arguments may still be no JSON, where the model wrote none.
	Calls []runtime.ToolCall
	// Unfinished are calls that were cut off, by a limit, a filter, or the end of the stream. They must not be run,
	// and cannot be: a toolset answers them with a hint that says so (truncated).
	Unfinished []runtime.ToolCall
	// Custom are calls of tools that take free text.
	Custom []CustomCall
	// StopReason is the provider's word for why the model stopped, "" if it gave none.
	StopReason string
}

// CustomCall is the call of a custom tool, whose input is a text and has no schema.
type CustomCall struct {
	ID, Name, Input string
}

// Stream reads an answer while it comes. Feed it the body in whatever pieces it arrives (Write), or
// single events where a client library has taken the body apart (Feed); take what has come (Next);
// and Close it for the answer as a whole. [Stream.Deltas] does the first two.
//
// A call is given once it is whole, while others may still be written. In formats that have no mark for the
// end of a call, and where its arguments do not show it, that is when the answer ends.
//
// A Stream is not safe for use by several goroutines at the same time.
type Stream struct {
	acc    accumulator
	read   func(*accumulator, value)
	frame  framing
	events int // so far
	closed bool
}

// NewStream is a stream that has read nothing yet.
func NewStream(f Format) *Stream {
	r := f.reader()
	return &Stream{acc: accumulator{of: r.of, ids: sha256.New(), byIndex: map[int]*building{}, byID: map[string]*building{}}, read: r.read}
}

// Write takes a piece of the body: of server-sent events, of JSON lines, of a JSON array of events, or of an
// answer that is not streamed. It fails where the body cannot be read on. An error that the provider sends
// as a part of the stream is left to Close.
func (s *Stream) Write(p []byte) (int, error) {
	if err := s.broken(); err != nil {
		return 0, err
	}
	if err := s.frame.write(p, s.event); err != nil {
		s.acc.lose(err)
		return 0, err
	}
	return len(p), nil
}

// broken is why the stream takes nothing more, nil if it does.
func (s *Stream) broken() error {
	if s.closed {
		return errors.New("wire: the stream is closed")
	}
	return s.acc.lost
}

// Feed takes one event as JSON, or the text [DONE], which ends a stream of Chat Completions whose server gives no reason
// for the end.
func (s *Stream) Feed(event []byte) error {
	if err := s.broken(); err != nil {
		return err
	}
	s.acc.lose(s.event(bytes.TrimSpace(event)))
	return s.acc.lost
}

func (s *Stream) event(event value) error {
	s.events++
	if string(event) == "[DONE]" {
		s.acc.done()
		return nil
	}
	if !json.Valid(event) {
		return fmt.Errorf("wire: not an event of a stream: %s", quote(string(event[:min(len(event), maxQuoted)])))
	}
	s.acc.ids.Write(event)
	if s.frame.failed && event.get("error") == nil {
		s.acc.fail(event.failure())
	}
	s.read(&s.acc, event)
	return s.acc.lost
}

// Next gives what has come since it was asked last, in order, and false where that was all. Text in a row comes as one.
func (s *Stream) Next() (Delta, bool) { return s.acc.out.next(&s.acc) }

// Deltas reads a body to its end and gives what comes. What goes wrong, reading included, is the error of
// Close.
func (s *Stream) Deltas(body io.Reader) iter.Seq[Delta] {
	return func(yield func(Delta) bool) {
		piece := make([]byte, 16<<10)
		for !s.closed {
			n, err := body.Read(piece)
			_, broken := s.Write(piece[:n])
			if err != nil && err != io.EOF {
				s.acc.lose(fmt.Errorf("wire: %w", err))
			}
			if err != nil || broken != nil {
				s.end()
			}
			for delta, ok := s.Next(); ok; delta, ok = s.Next() {
				if !yield(delta) {
					return
				}
			}
		}
	}
}

// errCut is what is wrong with a stream that ended too early.
var errCut = io.ErrUnexpectedEOF

// Close ends the stream and gives the answer. The turn holds what has come even where there is an
// error: the provider's ([*APIError]); a stop reason that announces calls that are not there, or says that they
// are none ([*StopError]); or the error of a stream that broke, which is [io.ErrUnexpectedEOF] if it
// ended before the answer did. Calls that were whole before are among the Calls of such a turn.
//
// An answer without calls whose model stopped early, at a limit or since it refused, is no error here, as it is for
// the Parse functions: its text and its stop reason are in the turn.
func (s *Stream) Close() (Turn, error) {
	s.end()
	return s.acc.turn(), s.acc.err
}

func (s *Stream) end() {
	if s.closed {
		return
	}
	s.closed = true
	err := s.frame.end(s.event)
	if err == nil && s.events == 0 {
		err = fmt.Errorf("wire: the body has no events: %w", errCut)
		if len(s.frame.head) > 0 {
			err = fmt.Errorf("wire: the body has no events, and begins with %s: %w", quote(string(s.frame.head)), errCut)
		}
	}
	s.acc.lose(err)
	s.acc.end()
}
