package wire

import (
	"bytes"
	"fmt"
)

// maxEvent is the size of one event beyond which a stream is not read on, in bytes.
const maxEvent = 32 << 20

// framing cuts the bytes of a body, which may come in any pieces, into events, which are JSON. It knows by the first
// byte whether the body is JSON (one value, one a line, or an array of them) or server-sent events. Of the
// latter it looks at data only, and takes a value as an event as soon as that has its end: servers differ in how they
// separate events, and what was cut is never whole.
type framing struct {
	at     place
	array  bool // the body is an array of events
	cr     bool // the last byte was a carriage return
	field  []byte
	failed bool // the event bears the name "error"
	json   balance
	buf    []byte // what has come of an event
	head   []byte // how the body begins, for errors
}

// place is where in a body the next byte stands.
type place int

const (
	atBegin     place = iota
	inJSON            // a body without lines of its own
	atField           // in the name of a field of server-sent events
	afterField        // where data may have a space before it
	inData            // in data
	inEventName       // in the name of an event
	inOther           // in a line that says nothing
)

// write takes bytes and hands on the events that end in them.
func (f *framing) write(p []byte, event func(value) error) error {
	if room := maxQuoted - len(f.head); room > 0 {
		f.head = append(f.head, p[:min(room, len(p))]...)
	}
	for len(p) > 0 {
		if n := f.plain(p); n > 0 {
			p = p[n:]
			continue
		}
		if err := f.next(p[0], event); err != nil {
			return err
		}
		p = p[1:]
	}
	return nil
}

// plain takes the bytes at the beginning of p that need no look at each, and gives their number.
func (f *framing) plain(p []byte) int {
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

func (f *framing) next(c byte, event func(value) error) error {
	if f.at == atBegin {
		switch c {
		case ' ', '\t', '\r', '\n', 0xEF, 0xBB, 0xBF: // a byte order mark
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
		return f.data(c, event)
	}
	cr := f.cr
	f.cr = c == '\r'
	switch {
	case c == '\n' && cr:
		return nil
	case c == '\n' || c == '\r':
		return f.line(event)
	}
	switch f.at {
	case atField:
		if c == '{' && len(f.field) == 0 { // an error that a proxy has put there as it is
			f.at = inData
			return f.data(c, event)
		}
		if c == ':' {
			f.named()
		} else if len(f.field) <= len("event") {
			f.field = append(f.field, c)
		}
	case afterField:
		f.at = inData
		if c != ' ' {
			return f.data(c, event)
		}
	case inData:
		return f.data(c, event)
	case inEventName:
		f.field = append(f.field, c)[:min(len(f.field)+1, 2*len("error"))]
	}
	return nil
}

// named chooses what to do with a line by the name of its field.
func (f *framing) named() {
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

// line takes the end of a line of server-sent events.
func (f *framing) line(event func(value) error) error {
	var err error
	switch f.at {
	case inData, afterField:
		err = f.data('\n', event)
	case inEventName:
		f.failed = string(bytes.TrimSpace(f.field)) == "error"
	case atField:
		if len(f.field) > 0 {
			break
		}
		f.failed = false
		if len(f.buf) > 0 {
			err = fmt.Errorf("wire: an event of the stream is not whole: %s", quote(string(f.buf[:min(len(f.buf), maxQuoted)])))
		}
	}
	f.at, f.field = atField, f.field[:0]
	return err
}

// data takes a byte of an event, or between events.
func (f *framing) data(c byte, event func(value) error) error {
	if len(f.buf) == 0 && (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
		return nil
	}
	word := len(f.buf) > 0 && f.json == balance{} // what is neither an object nor an array
	if word && c == '\n' || len(f.buf) == maxEvent {
		return f.strange()
	}
	f.buf = append(f.buf, c)
	if !f.json.next(c) {
		if f.at == inJSON && f.json == (balance{}) {
			return f.strange()
		}
		return nil
	}
	whole := value(f.buf)
	f.buf, f.json = f.buf[:0], balance{}
	return event(whole)
}

// strange is the error of a body that has something else where an event should be.
func (f *framing) strange() error {
	if len(f.buf) == maxEvent {
		return fmt.Errorf("wire: an event of the stream has more than %d bytes", maxEvent)
	}
	if f.failed {
		return &APIError{Message: clip(string(f.buf), maxAPIMessage)}
	}
	return fmt.Errorf("wire: not an event of a stream: %s", quote(string(f.buf[:min(len(f.buf), maxQuoted)])))
}

// end is the error of a body that ends here, nil if it may.
func (f *framing) end(event func(value) error) error {
	if f.at == inData && len(f.buf) > 0 && f.json == (balance{}) {
		return f.data('\n', event)
	}
	if len(f.buf) > 0 {
		return errCut
	}
	return nil
}
