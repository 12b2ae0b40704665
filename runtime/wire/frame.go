package wire

import (
	"bytes"
	"fmt"
)

// maxEvent is the maximum size of one event, in bytes.
const maxEvent = 32 << 20

// frameReader splits the bytes of a body, chunked arbitrarily, into JSON events. The first byte decides between
// plain JSON (one value, JSON lines, or an array) and server-sent events. An SSE event ends where its JSON
// value is complete, not at the blank line: servers separate events differently, and a truncated value never
// counts as an event.
type frameReader struct {
	at      frameState
	array   bool // the body is one JSON array of events
	cr      bool // the last byte was a carriage return
	field   []byte
	isError bool // the SSE event name is "error"
	json    bracketScanner
	buf     []byte // the current, incomplete event
	head    []byte // first bytes of the body, for errors
}

// frameState is the parser state between two bytes.
type frameState int

const (
	atBegin     frameState = iota
	inJSON                 // plain JSON body
	atField                // in an SSE field name
	afterField             // after the colon of a data field, before an optional space
	inData                 // in a data field
	inEventName            // in an event field
	inOther                // in an ignored line
)

// write parses p and calls event for each event that is completed by it.
func (f *frameReader) write(p []byte, event func(value) error) error {
	if room := maxQuoted - len(f.head); room > 0 {
		f.head = append(f.head, p[:min(room, len(p))]...)
	}
	for len(p) > 0 {
		if n := f.takePlain(p); n > 0 {
			p = p[n:]
			continue
		}
		if err := f.step(p[0], event); err != nil {
			return err
		}
		p = p[1:]
	}
	return nil
}

// takePlain consumes the prefix of p that cannot end an event and returns its length. It is an optimization:
// all other bytes are parsed one by one.
func (f *frameReader) takePlain(p []byte) int {
	n := 0
	switch {
	case f.at == inOther:
		n = bytes.IndexAny(p, "\r\n")
	case f.at != inData && f.at != inJSON, !f.json.text, f.json.escaped:
		return 0
	default:
		n = bytes.IndexAny(p[:min(len(p), maxEvent-len(f.buf))], "\"\\\r\n")
	}
	if n < 0 {
		n = min(len(p), maxEvent-len(f.buf))
	}
	if f.at != inOther {
		f.buf = append(f.buf, p[:n]...)
	}
	f.cr = f.cr && n == 0
	return n
}

func (f *frameReader) step(c byte, event func(value) error) error {
	if f.at == atBegin {
		switch c {
		case ' ', '\t', '\r', '\n', 0xEF, 0xBB, 0xBF: // white space or a byte order mark
			return nil
		case '{', '[':
			f.at, f.array = inJSON, c == '['
			if f.array {
				return nil
			}
		default:
			f.at = atField
		}
	}
	if f.at == inJSON {
		if f.array && len(f.buf) == 0 && (c == ',' || c == ']') {
			return nil
		}
		return f.dataByte(c, event)
	}
	cr := f.cr
	f.cr = c == '\r'
	switch {
	case c == '\n' && cr:
		return nil
	case c == '\n' || c == '\r':
		return f.endLine(event)
	}
	switch f.at {
	case atField:
		if c == '{' && len(f.field) == 0 { // a bare JSON error, as proxies insert it
			f.at = inData
			return f.dataByte(c, event)
		}
		if c == ':' {
			f.endFieldName()
		} else if len(f.field) <= len("event") {
			f.field = append(f.field, c)
		}
	case afterField:
		f.at = inData
		if c != ' ' {
			return f.dataByte(c, event)
		}
	case inData:
		return f.dataByte(c, event)
	case inEventName:
		f.field = append(f.field, c)[:min(len(f.field)+1, 2*len("error"))]
	}
	return nil
}

// endFieldName sets the state for the value of a field.
func (f *frameReader) endFieldName() {
	switch string(f.field) {
	case "data":
		f.at = afterField
	case "event":
		f.at = inEventName
	default:
		f.at = inOther
	}
	f.field = f.field[:0]
}

// endLine handles the end of an SSE line.
func (f *frameReader) endLine(event func(value) error) error {
	var err error
	switch f.at {
	case inData, afterField:
		err = f.dataByte('\n', event)
	case inEventName:
		f.isError = string(bytes.TrimSpace(f.field)) == "error"
	case atField:
		if len(f.field) > 0 {
			break
		}
		f.isError = false
		if len(f.buf) > 0 {
			err = fmt.Errorf("wire: incomplete event in the stream: %s", quote(string(f.buf[:min(len(f.buf), maxQuoted)])))
		}
	}
	f.at, f.field = atField, f.field[:0]
	return err
}

// dataByte adds a byte to the current event and completes the event if its JSON value ends.
func (f *frameReader) dataByte(c byte, event func(value) error) error {
	if len(f.buf) == 0 && (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
		return nil
	}
	word := len(f.buf) > 0 && f.json == bracketScanner{} // a scalar
	if word && c == '\n' || len(f.buf) == maxEvent {
		return f.unexpected()
	}
	f.buf = append(f.buf, c)
	if !f.json.next(c) {
		if f.at == inJSON && f.json == (bracketScanner{}) {
			return f.unexpected()
		}
		return nil
	}
	whole := value(f.buf)
	f.buf, f.json = f.buf[:0], bracketScanner{}
	return event(whole)
}

// unexpected returns the error for content that is not an event.
func (f *frameReader) unexpected() error {
	if len(f.buf) == maxEvent {
		return fmt.Errorf("wire: an event of the stream exceeds %d bytes", maxEvent)
	}
	if f.isError {
		return &APIError{Message: clip(string(f.buf), maxAPIMessage)}
	}
	return fmt.Errorf("wire: not a stream event: %s", quote(string(f.buf[:min(len(f.buf), maxQuoted)])))
}

// finish returns an error if the body may not end here.
func (f *frameReader) finish(event func(value) error) error {
	if f.at == inData && len(f.buf) > 0 && f.json == (bracketScanner{}) {
		return f.dataByte('\n', event)
	}
	if len(f.buf) > 0 {
		return errTruncated
	}
	return nil
}
