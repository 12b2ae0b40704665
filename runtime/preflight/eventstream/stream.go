package eventstream

import (
	"errors"
	"net/http"
	"time"
)

// stream writes to one connection until the first error.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	timeout time.Duration
	buffer  []byte
	err     error
}

// maxPiece is the approximate size of one write. The write timeout applies per piece.
const maxPiece = 32 << 10

// send writes messages and flushes once.
func (s *stream) send(messages []Message) {
	for _, m := range messages {
		s.buffer = appendFrame(s.buffer, m)
		if len(s.buffer) >= maxPiece {
			s.write()
		}
	}
	s.flush()
}

// comment writes and flushes an SSE comment.
func (s *stream) comment(line string) {
	s.buffer = append(s.buffer, line+"\n\n"...)
	s.flush()
}

func (s *stream) write() {
	if s.err == nil && len(s.buffer) > 0 {
		s.setWriteDeadline(time.Now().Add(s.timeout))
		_, s.err = s.w.Write(s.buffer)
	}
	s.buffer = s.buffer[:0]
	if cap(s.buffer) > 2*maxPiece { // do not retain a large buffer per reader
		s.buffer = nil
	}
}

func (s *stream) flush() {
	s.write()
	if s.err == nil {
		s.err = s.control.Flush()
	}
	if s.err == nil {
		// No deadline applies while nothing is being written, not even that of the server.
		s.setWriteDeadline(time.Time{})
	}
}

// setWriteDeadline sets the write deadline of the connection. It also clears the read deadline, which the
// server set for the request and which would end the stream. Connections without deadlines, as in tests, are
// supported.
func (s *stream) setWriteDeadline(until time.Time) {
	for _, err := range []error{s.control.SetWriteDeadline(until), s.control.SetReadDeadline(time.Time{})} {
		if err != nil && !errors.Is(err, http.ErrNotSupported) {
			s.err = err
		}
	}
}
