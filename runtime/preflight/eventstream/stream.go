package eventstream

import (
	"errors"
	"net/http"
	"time"
)

// stream writes to one connection, and gives it up at the first error.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	timeout time.Duration
	buffer  []byte
	err     error
}

// maxPiece is about how many bytes are written at once, each piece with a time limit of its own.
const maxPiece = 32 << 10

// send writes messages and flushes them together.
func (s *stream) send(messages []Message) {
	for _, m := range messages {
		s.buffer = appendFrame(s.buffer, m)
		if len(s.buffer) >= maxPiece {
			s.write()
		}
	}
	s.flush()
}

// comment writes and flushes a line that is no message.
func (s *stream) comment(line string) {
	s.buffer = append(s.buffer, line+"\n\n"...)
	s.flush()
}

func (s *stream) write() {
	if s.err == nil && len(s.buffer) > 0 {
		s.limit(time.Now().Add(s.timeout))
		_, s.err = s.w.Write(s.buffer)
	}
	s.buffer = s.buffer[:0]
	if cap(s.buffer) > 2*maxPiece { // a large event must not stay with every reader
		s.buffer = nil
	}
}

func (s *stream) flush() {
	s.write()
	if s.err == nil {
		s.err = s.control.Flush()
	}
	if s.err == nil {
		// While nothing is written, no limit holds, also not those of the server.
		s.limit(time.Time{})
	}
}

// limit sets until when the connection has to take what is written. It lifts the limit for reading,
// which is that for the request and would end the connection. A connection that knows no limits,
// as that of a test, is written to without.
func (s *stream) limit(until time.Time) {
	for _, err := range []error{s.control.SetWriteDeadline(until), s.control.SetReadDeadline(time.Time{})} {
		if err != nil && !errors.Is(err, http.ErrNotSupported) {
			s.err = err
		}
	}
}
