package gencode

import (
	"reflect"
	"sync"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// Decoder reads one JSON text once, from front to back, into typed values, and records every
// fault on the way. Generated code calls its methods in the order of the text; between two
// calls the position is at the first byte of a value or just after one.
//
// A fault of the text itself (syntax, depth, size) ends the reading: the position jumps to the
// end, all further reads fail silently, and the fault is the only issue of the error.
//
// A decoder can also check a Go value instead of a text, see [ValidateBy].
type Decoder struct {
	Checker
	cursor
	src    []byte // the input, then padding
	end    int    // length of the input within src
	cfg    runtime.Decoding
	within *Checker // the check of a Go value by its JSON that the reading is part of, or nil

	receipts []runtime.Receipt
	tried    int // bytes read by attempts

	// What the variant of a union that is being tried leaves undeclared, and the depth of its own keys, 0 while
	// none is tried.
	undeclared undeclared
	ownAt      int

	places places
	chosen chosen

	buffer []byte   // where the input is copied to, for the next call to use again
	room   textRoom // of the strings that are read

	// plain says that the decoder is set up for a call without options, and that whatever only
	// options can make it use is as new.
	plain bool

	checking bool  // there is no text, but a Go value
	field    place // of the Go value that is next
}

// cursor is where the reading is, and what it has met on its way. A look ahead restores it.
type cursor struct {
	pos       int
	depth     int
	nullAt    int                      // where Null was asked for last
	absent    []int                    // offsets of the nulls that were read as absence
	rereading bool                     // the value was read before
	fault     *runtime.ValidationIssue // of the text itself
}

var decoders = sync.Pool{New: func() any { return new(Decoder) }}

// Decode reads data into a new T with decode. The result is nil if there is an error,
// which is then a *ValidationError.
func Decode[T any](data []byte, decode func(*T, *Decoder), opts ...runtime.DecodeOption) (*T, error) {
	v := new(T)
	if err := DecodeWith(data, func(d *Decoder) { decode(v, d) }, opts...); err != nil {
		return nil, err
	}
	return v, nil
}

// From reads a value into v, a pointer to a value of its type, and returns v; without v into a new value. Generated
// code has one for the arguments of a tool, and for its result. Since From names no type, a package of many tools
// compiles what uses it once, and not again for each tool.
type From = func(d *Decoder, v any) any

// DecodeNew reads data into a new value and returns its address.
// The result is nil if there is an error, which is then a *ValidationError.
func DecodeNew(data []byte, read From, opts ...runtime.DecodeOption) (any, error) {
	d := decoders.Get().(*Decoder)
	var v any
	if d.begin(data, opts) {
		v = read(d, nil)
		d.ending()
	}
	if err := d.finish(); err != nil {
		return nil, err
	}
	return v, nil
}

// Unmarshal reads data into *v with decode, strictly. On an error *v is as it was.
func Unmarshal[T any](data []byte, v *T, decode func(*T, *Decoder)) error {
	fresh, err := Decode(data, decode)
	if err != nil {
		return err
	}
	*v = *fresh
	return nil
}

// UnmarshalNew reads data with read, strictly, into the value that v points to. On an error the value is as it was.
func UnmarshalNew(data []byte, v any, read From) error {
	fresh, err := DecodeNew(data, read)
	if err != nil {
		return err
	}
	reflect.ValueOf(v).Elem().Set(reflect.ValueOf(fresh).Elem())
	return nil
}

// DecodeWith reads data with decode, which keeps what it reads for itself; after an error
// it must not be used. It serves interpreters of schemas.
func DecodeWith(data []byte, decode func(*Decoder), opts ...runtime.DecodeOption) error {
	return decoders.Get().(*Decoder).read(data, decode, opts)
}

func (d *Decoder) read(data []byte, decode func(*Decoder), opts []runtime.DecodeOption) error {
	if d.begin(data, opts) {
		decode(d)
		d.ending()
	}
	return d.finish()
}

// begin prepares the decoder for one text and reports whether there is anything to decode.
func (d *Decoder) begin(data []byte, opts []runtime.DecodeOption) bool {
	if !d.plain || len(opts) > 0 {
		d.cfg = runtime.DecodingOf(opts...)
		d.cap = d.cfg.MaxIssues
		d.nullAt = -1
		d.reading = d.within == nil
		if d.within != nil {
			d.matching = d.within.matching
		}
		if d.plain = len(opts) == 0; d.cfg.CopyStrings {
			d.room = textRoom{}
		}
	}
	if len(data) > d.cfg.MaxBytes {
		d.src = []byte(padding)
		d.failSize(len(data))
		return false
	}
	d.room.begin(len(data))
	d.src = append(append(d.buffer[:0], data...), padding...)
	d.buffer = d.src
	d.end = len(data)
	d.pos = d.space(0)
	return true
}

// ending checks that nothing follows the value.
func (d *Decoder) ending() {
	if d.events != 0 {
		d.settle(0)
	}
	if d.pos < d.end && d.fault == nil {
		if d.pos = d.space(d.pos); d.pos < d.end {
			d.syntax(d.pos, "nothing after the value")
		}
	}
}

// oneIssue is the error of a single issue.
func oneIssue(issue runtime.ValidationIssue) error {
	return runtime.NewValidationError([]runtime.ValidationIssue{issue}, 0)
}

// finish returns the outcome, and the decoder to the pool. After a panic the decoder is not used again.
func (d *Decoder) finish() error {
	// Most calls are valid and without options: there is nothing to report.
	if d.plain && d.total == 0 && d.fault == nil && d.matching.spent == 0 {
		d.resetPlain()
		decoders.Put(d)
		return nil
	}
	var err error
	switch {
	case d.fault != nil:
		err = oneIssue(*d.fault)
	default:
		err = d.result()
		d.report(err)
	}
	if in := d.within; in != nil {
		in.matching = d.matching
	}
	if d.plain && d.fault == nil && len(d.issues) <= keptIssues && d.matching.spent == 0 {
		d.resetPlain()
	} else {
		d.reset()
	}
	decoders.Put(d)
	return err
}

// resetPlain is reset after a call without options whose text was JSON. It leaves alone what such a
// call does not use, which spares the write barriers of a whole Decoder: a tenth of the time of a
// call of three fields.
func (d *Decoder) resetPlain() {
	d.src, d.pos, d.end, d.depth, d.nullAt = nil, 0, 0, 0, -1
	if cap(d.buffer) > keptBuffer {
		d.buffer = nil
	}
	d.tried, d.rereading = 0, false
	if d.places.size > 0 {
		d.places = places{}
	}
	if d.absent != nil {
		d.absent = nil
	}
	c := &d.Checker
	c.total, c.events, c.checks, c.quiet, c.full = 0, 0, 0, false, false
	if len(c.issues) > 0 {
		clear(c.issues)
		c.issues = c.issues[:0]
	}
	if c.literal != "" || c.misfit != "" {
		c.literal, c.misfit = "", ""
	}
	if c.memo != nil {
		c.memo, c.reported = nil, nil
	}
}

// reset drops all references to the input and to results, and keeps the memory for issues.
func (d *Decoder) reset() {
	d.Checker.reset()
	buffer, room := d.buffer, d.room
	*d = Decoder{Checker: d.Checker}
	if d.room = room; cap(buffer) <= keptBuffer {
		d.buffer = buffer
	}
}

// Defaults reports whether absent fields are to get the schema's defaults.
//
//go:noinline
func (d *Decoder) Defaults() bool { return d.cfg.Defaults }

// Defaulted records that the field at key got its default; v is the default.
func (d *Decoder) Defaulted(key string, v any) {
	if d.cfg.Receipts == nil || d.quiet {
		return
	}
	d.receipts = append(d.receipts, runtime.Receipt{Field: fieldpath.Key(key), Kind: runtime.ReceiptDefault, To: v})
	d.events++
}

// Offset is the position of the value that is next, for [Decoder.Reread].
func (d *Decoder) Offset() int { return d.pos }

// space is the position of the first byte from i that is not white space.
func (d *Decoder) space(i int) int {
	if d.src[i] > ' ' {
		return i
	}
	return skipSpace(d.src, i)
}
