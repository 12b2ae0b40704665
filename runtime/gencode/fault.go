package gencode

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/constraint"
)

// syntax ends the reading because the text is not JSON at offset at, or is at its end there.
func (d *Decoder) syntax(at int, expected string) {
	switch {
	case d.fault != nil:
	case at >= d.end && !d.blank():
		d.stop(constraint.Truncated, fmt.Sprintf("the text ends at byte %d, where there should be %s", d.end, expected))
	case at >= d.end:
		d.stop(constraint.JSON, "the text is empty, where there should be a JSON value")
	default:
		d.stop(constraint.JSON, fmt.Sprintf("at byte %d there should be %s, not %s", at, expected, d.found(at)))
	}
}

// blank reports whether the input is white space only.
func (d *Decoder) blank() bool { return skipSpace(d.src, 0) >= d.end }

// found names what stands at offset at, in a few bytes.
func (d *Decoder) found(at int) string {
	r, size := utf8.DecodeRune(d.src[at:d.end])
	switch {
	case r == utf8.RuneError && size <= 1:
		return fmt.Sprintf("the byte 0x%02X, which is not UTF-8", d.src[at])
	case r == '\ufeff':
		return "a byte order mark"
	default:
		return strconv.QuoteRune(r)
	}
}

func (d *Decoder) failDepth() {
	if d.fault == nil {
		d.stop(constraint.Depth, fmt.Sprintf("at byte %d arrays and objects are nested too deeply", d.pos))
		d.fault.Expected = int64(d.cfg.MaxDepth)
	}
}

func (d *Decoder) failTries() {
	if d.fault == nil {
		d.stop(constraint.Depth, "values that fit several alternatives are nested too deeply")
	}
}

func (d *Decoder) failSize(size int) {
	d.stop(constraint.Size, "the text is too long")
	d.fault.Expected = int64(d.cfg.MaxBytes)
	d.fault.Got = int64(size)
}

// stop makes the fault the only outcome and moves to the end, where every read fails.
func (d *Decoder) stop(constraint, message string) {
	d.fault = &runtime.ValidationIssue{Constraint: constraint, Message: message}
	d.pos = d.end
}

// enter goes one level down and reports whether that is still within the limit.
func (d *Decoder) enter() bool {
	d.depth++
	if d.depth > d.cfg.MaxDepth {
		d.failDepth()
		return false
	}
	return true
}
