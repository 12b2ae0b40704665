package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/toolgen/toolgen/runtime"
)

// Format is a provider's format for streamed and unstreamed answers.
type Format int

// The supported formats.
const (
	OpenAIChat         Format = iota // Chat Completions: also Azure, DeepSeek, Groq, Mistral, OpenRouter, xAI and many others
	OpenAIResponses                  // Responses API
	Anthropic                        // Messages API, also Bedrock InvokeModel with Claude, and Vertex
	Gemini                           // generateContent and streamGenerateContent
	GeminiInteractions               // Interactions API
	BedrockConverse                  // Converse and ConverseStream, also InvokeModel with Nova
	Cohere                           // Chat v2
	Ollama                           // /api/chat
)

// format describes a format.
type format struct {
	name string                    // for error messages
	read func(*accumulator, value) // an event, or an unstreamed answer
	ends bool                      // the end of each call is marked
	id   string                    // the member of a call that holds its id
}

var formats = [...]format{
	OpenAIChat:         {nameChat, readChat, false, "id"},
	OpenAIResponses:    {nameResponses, readResponses, true, "call_id"},
	Anthropic:          {nameAnthropic, readAnthropic, true, "id"},
	Gemini:             {nameGemini, readGemini, true, "id"},
	GeminiInteractions: {nameInteraction, readInteraction, true, "id"},
	BedrockConverse:    {nameBedrock, readConverse, true, "toolUseId"},
	Cohere:             {nameCohere, readCohere, true, "id"},
	Ollama:             {nameOllama, readOllama, true, "id"},
}

// Delta is a piece of the answer. Exactly one member is set.
type Delta struct {
	Text      string            // text of the answer
	Reasoning string            // reasoning or plan, if the provider shows it
	Refusal   string            // text that the provider marks as a refusal
	Call      *runtime.ToolCall // a complete call, ready to run
}

// Turn is the answer received so far.
type Turn struct {
	Text, Reasoning, Refusal string

	// Calls are the complete calls in order. Their arguments may be invalid JSON if the model wrote them so.
	Calls []runtime.ToolCall
	// Unfinished are calls truncated by a limit, a filter or the end of the stream, or incomplete because an event is
	// missing. A toolset never runs them: it answers them with the hint "truncated".
	Unfinished []runtime.ToolCall
	// Custom are calls of free-text tools.
	Custom []CustomCall
	// StopReason is the provider's stop reason, "" if absent.
	StopReason string
}

// CustomCall is a call of a custom tool: its input is text without a schema.
type CustomCall struct {
	ID, Name, Input string
}

// Stream parses an answer while it arrives. Feed it the body in arbitrary chunks (Write), or single events if a
// client library has split them (Feed); poll Next for deltas; call Close for the complete answer.
// [Stream.Deltas] does the first two.
//
// A call is returned as soon as it is complete, even while others are still being written. If neither the
// format nor the arguments mark the end of a call, it is returned when the answer ends.
//
// A Stream is not safe for concurrent use.
type Stream struct {
	acc    accumulator
	frame  frameReader
	events int // parsed so far
	closed bool
}

// NewStream returns a Stream for answers in format f. It panics if there is no such format.
func NewStream(f Format) *Stream {
	return &Stream{acc: newAccumulator(formats[f])}
}

// Write parses a chunk of the body: server-sent events, JSON lines, a JSON array of events, or an unstreamed
// answer. It returns an error if the body cannot be parsed any further. Errors that the provider sends in the
// stream are returned by Close.
func (s *Stream) Write(p []byte) (int, error) {
	if err := s.broken(); err != nil {
		return 0, err
	}
	if err := s.frame.write(p, s.event); err != nil {
		s.acc.abort(err)
		return 0, err
	}
	return len(p), nil
}

// broken returns the error that every further write gets, nil if the stream is usable.
func (s *Stream) broken() error {
	if s.closed {
		return errors.New("wire: the stream is closed")
	}
	return s.acc.fatal
}

// Feed parses one event: JSON, or the text [DONE], which ends a Chat Completions stream even if the server sent
// no finish reason.
func (s *Stream) Feed(event []byte) error {
	if err := s.broken(); err != nil {
		return err
	}
	s.acc.abort(s.event(bytes.TrimSpace(event)))
	return s.acc.fatal
}

func (s *Stream) event(event value) error {
	s.events++
	if string(event) == "[DONE]" {
		s.acc.endAnswer()
		return nil
	}
	if !json.Valid(event) {
		return fmt.Errorf("wire: not a stream event: %s", quoteBytes(event))
	}
	s.acc.seen.Write(event)
	s.acc.fail(providerError(event.Get("error")))
	if s.frame.isError {
		s.acc.fail(providerError(event))
	}
	s.acc.read(&s.acc, event)
	return s.acc.fatal
}

// Next returns the next delta in order, and false if there is none yet. Consecutive text is joined.
func (s *Stream) Next() (Delta, bool) { return s.acc.out.next(&s.acc) }

// Deltas reads body to its end and yields the deltas. All errors, including read errors, are returned by Close.
func (s *Stream) Deltas(body io.Reader) iter.Seq[Delta] {
	return func(yield func(Delta) bool) {
		piece := make([]byte, 16<<10)
		for !s.closed {
			n, err := body.Read(piece)
			_, broken := s.Write(piece[:n])
			if err != nil && err != io.EOF {
				s.acc.abort(fmt.Errorf("wire: %w", err))
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

// errTruncated is the error of a stream that ended too early.
var errTruncated = io.ErrUnexpectedEOF

// Close ends the stream and returns the answer. The turn holds everything received, even if the error is not
// nil. The error is the provider's ([*APIError]), a stop reason that announces missing calls or invalidates
// them ([*StopError]), or the failure of the stream, which wraps [io.ErrUnexpectedEOF] if the stream ended
// before the answer. Calls completed before the error are among the Calls of the turn.
//
// Unlike in the Parse functions, it is no error if the model stopped early without calls, at a limit or by a
// refusal: the turn has the text and the stop reason.
func (s *Stream) Close() (Turn, error) {
	s.end()
	return s.acc.turn(), s.acc.err
}

func (s *Stream) end() {
	if s.closed {
		return
	}
	s.closed = true
	err := s.frame.finish(s.event)
	if err == nil && s.events == 0 {
		err = fmt.Errorf("wire: the body contains no events: %w", errTruncated)
		if len(s.frame.head) > 0 {
			err = fmt.Errorf("wire: the body contains no events and starts with %s: %w", quote(string(s.frame.head)), errTruncated)
		}
	}
	s.acc.abort(err)
	s.acc.finish()
}
