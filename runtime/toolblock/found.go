package toolblock

import (
	"bytes"
	"strings"
)

// found is a tool block.
type found struct {
	text []byte // with its fences
	body int    // start of the JSON
	end  int    // end of the JSON
	cuts []span // parts that do not belong to it: quote markers, list indentation
	cut  bool   // the end of the JSON is missing or ambiguous

	truncated bool // by the end of the text
	doubt     doubt
}

// doubt is why the text after a block may be part of it.
type doubt uint8

const (
	noDoubt     doubt = iota
	doubtString       // the block broke off possibly inside a string
	doubtValue        // what follows directly stands where a value was expected
)

// bounds returns the range of the JSON without surrounding white space.
func (f found) bounds() (from, to int) {
	from, to = f.body, f.end
	for _, c := range f.cuts {
		if len(bytes.TrimLeft(f.text[from:max(c.from, from)], blanks)) > 0 {
			break
		}
		from = max(c.to, from)
	}
	from = min(from, to)
	from += len(f.text[from:to]) - len(bytes.TrimLeft(f.text[from:to], blanks))
	to = from + len(bytes.TrimRight(f.text[from:to], blanks))
	return from, to
}

const blanks = " \t\r\n"

// json returns the content between the fences.
func (f found) json() []byte {
	from, to := f.bounds()
	if len(f.cuts) == 0 {
		return f.text[from:to]
	}
	var out []byte
	for _, c := range f.cuts {
		if c.from >= from && c.to <= to {
			out = append(out, f.text[from:c.from]...)
			from = c.to
		}
	}
	return append(out, f.text[from:to]...)
}

// with returns the block with other content.
func (f found) with(text []byte) string {
	from, to := f.bounds()
	prefix := ""
	if len(f.cuts) > 0 {
		prefix = string(f.text[f.cuts[0].from:f.cuts[0].to])
	}
	in := strings.ReplaceAll(strings.Trim(string(text), blanks), "\n", "\n"+prefix)
	return string(f.text[:from]) + in + string(f.text[to:])
}
