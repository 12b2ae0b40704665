package wire

import (
	"bytes"
	"fmt"

	"github.com/toolgen/toolgen/runtime/internal/rawjson"
)

// maxEvent is the maximum size of one event, in bytes.
const maxEvent = 32 << 20

// frameReader splits the bytes of a body, chunked arbitrarily, into JSON events. The first byte decides between
// plain JSON (one value, JSON lines, or an array) and server-sent events. An SSE event ends where its JSON
// value is complete, not at the blank line: servers separate events differently, and a truncated value never
// counts as an event.
type frameReader struct {
	body    bodyKind
	line    []byte // the current, incomplete line
	cr      bool   // the last byte was a carriage return
	isError bool   // the SSE event name is "error"
	buf     []byte // the lines of the current, incomplete event
	json    rawjson.Scanner
	head    []byte // first bytes of the body, for errors
}

// bodyKind is the form of a body.
type bodyKind int

const (
	unknownBody bodyKind = iota
	plainBody            // JSON values, or an array of them
	eventBody            // server-sent events
)

// write parses p and calls event for each event that is completed by it.
func (f *frameReader) write(p []byte, event func(value) error) error {
	if room := maxQuoted - len(f.head); room > 0 {
		f.head = append(f.head, p[:min(room, len(p))]...)
	}
	for len(p) > 0 {
		if f.cr && p[0] == '\n' {
			f.cr, p = false, p[1:]
			continue
		}
		f.cr = false
		n := bytes.IndexAny(p, "\r\n")
		if n < 0 {
			return f.keep(&f.line, p)
		}
		line := p[:n]
		if len(f.line) > 0 {
			line = append(f.line, line...)
			f.line = line[:0]
		}
		f.cr, p = p[n] == '\r', p[n+1:]
		if err := f.readLine(line, event); err != nil {
			return err
		}
	}
	return nil
}

// keep appends to one of the buffers.
func (f *frameReader) keep(to *[]byte, p []byte) error {
	if len(*to)+len(p) > maxEvent {
		return fmt.Errorf("wire: an event of the stream exceeds %d bytes", maxEvent)
	}
	*to = append(*to, p...)
	return nil
}

func (f *frameReader) readLine(line []byte, event func(value) error) error {
	if f.body == unknownBody {
		line = bytes.TrimLeft(bytes.TrimPrefix(line, []byte("\xEF\xBB\xBF")), " \t")
		switch {
		case len(line) == 0:
			return nil
		case line[0] == '{' || line[0] == '[':
			f.body, line = plainBody, bytes.TrimPrefix(line, []byte("["))
		default:
			f.body = eventBody
		}
	}
	if f.body == eventBody {
		name, data, _ := bytes.Cut(line, []byte(":"))
		switch {
		case len(line) == 0:
			f.isError = false
			if len(f.buf) > 0 {
				return fmt.Errorf("wire: incomplete event in the stream: %s", quoteBytes(f.buf))
			}
			return nil
		case line[0] == '{': // a bare JSON error, as proxies insert it
		case string(name) == "data":
			line = bytes.TrimPrefix(data, []byte(" "))
		default:
			if string(name) == "event" {
				f.isError = string(bytes.TrimSpace(data)) == "error"
			}
			return nil
		}
	}
	return f.readData(line, event)
}

// readData parses a line of JSON.
func (f *frameReader) readData(line []byte, event func(value) error) error {
	between := " \t"
	if f.body == plainBody {
		between = " \t,]"
	}
	for {
		if len(f.buf) == 0 {
			line = bytes.TrimLeft(line, between)
			switch {
			case len(line) == 0:
				return nil
			case bytes.IndexByte([]byte(`{["`), line[0]) >= 0:
			case f.isError:
				return &APIError{Message: clip(string(line), maxAPIMessage)}
			default:
				return fmt.Errorf("wire: not a stream event: %s", quoteBytes(line))
			}
		}
		n := f.json.End(line)
		if n < 0 {
			err := f.keep(&f.buf, line)
			f.buf = append(f.buf, '\n')
			return err
		}
		whole := line[:n]
		if len(f.buf) > 0 {
			whole = append(f.buf, whole...)
		}
		f.buf, f.json, line = f.buf[:0], rawjson.Scanner{}, line[n:]
		if err := event(whole); err != nil {
			return err
		}
	}
}

// finish parses the last line, and returns an error if the body may not end here.
func (f *frameReader) finish(event func(value) error) error {
	if err := f.readLine(f.line, event); err != nil && len(f.line) > 0 {
		return err
	}
	if len(f.buf) > 0 {
		return errTruncated
	}
	return nil
}

func quoteBytes(text []byte) string { return quote(string(text[:min(len(text), maxQuoted)])) }
