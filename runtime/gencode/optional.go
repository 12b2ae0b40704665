package gencode

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/formats"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// The Optional methods read a value into a place that they make for it, at *p, and give the place; where
// there was no such value, they give nil. Where the decoder checks, the place is the one that there is, if
// any. They are methods, and not one generic function, since calls of that take the compiler several
// times as long, and generated code has thousands of them.

// OptionalBool is [Decoder.Bool] into a place of its own.
//
//go:noinline
func (d *Decoder) OptionalBool(p **bool) *bool {
	if !d.checking {
		*p = new(bool)
	}
	return readInto(*p, d.Bool(*p))
}

// OptionalInt64 is [Decoder.Int64] into a place of its own.
//
//go:noinline
func (d *Decoder) OptionalInt64(p **int64) *int64 {
	if !d.checking {
		*p = new(int64)
	}
	return readInto(*p, d.Int64(*p))
}

// OptionalFloat64 is [Decoder.Float64] into a place of its own.
//
//go:noinline
func (d *Decoder) OptionalFloat64(p **float64) *float64 {
	if !d.checking {
		*p = new(float64)
	}
	return readInto(*p, d.Float64(*p))
}

// OptionalString is [Decoder.String] into a place that shares its room with other optional strings.
//
//go:noinline
func (d *Decoder) OptionalString(p **string) *string {
	if !d.checking {
		*p = d.places.next(d.cfg.CopyStrings)
	}
	return readInto(*p, d.String(*p))
}

// readInto is the place of a value if that was read.
func readInto[T any](v *T, ok bool) *T {
	if ok {
		return v
	}
	return nil
}

// places has room for optional strings. An allocation for each is a good part of the time of a long
// list whose items have one: 1,000 of them cost a twentieth of reading a journal of 149 kB, and as
// many objects for the collector to look at.
//
// A string that is kept keeps alive the others in the same room, whose texts share memory with it
// anyway. Where strings have memory of their own, each has a place of its own too.
type places struct {
	free []string
	size int // of the last room
}

// mostPlaces bounds the room; half of it can be unused.
const mostPlaces = 32

func (p *places) next(alone bool) *string {
	if alone {
		return new(string)
	}
	if len(p.free) == 0 {
		p.size = min(max(2*p.size, 1), mostPlaces) // a single string costs no more than its own place
		p.free = make([]string, p.size)
	}
	v := &p.free[0]
	p.free = p.free[1:]
	return v
}

// NotNull reads null, or returns the place to read another value to; nil for null. Where the decoder checks, it is
// the place of the value, nil where there is none.
//
//go:noinline
func NotNull[T any](d *Decoder, n *runtime.Nullable[T]) *T {
	switch {
	case d.checking:
		return n.Value()
	case d.Null():
		n.SetNull()
		return nil
	}
	return n.Set()
}

// NotNullPointer is [NotNull] for a [runtime.NullablePointer].
func NotNullPointer[T any](d *Decoder, n *runtime.NullablePointer[T]) *T {
	switch {
	case d.checking:
		return n.Value()
	case d.Null():
		n.SetNull()
		return nil
	}
	return n.Set()
}

// Or is the value that p points to, or def where there is none. Getters use it.
//
// To inline it, and OrZero, into each of the getters would take go build 3 % longer.
//
//go:noinline
func Or[T any](p *T, def T) T {
	if p == nil {
		return def
	}
	return *p
}

// OrZero is the value that p points to, or the zero value where there is none.
//
//go:noinline
func OrZero[T any](p *T) T {
	var zero T
	return Or(p, zero)
}

// Default gives an absent field its default, with a receipt.
func Default[T any](d *Decoder, p **T, key string, def T) {
	if *p == nil {
		*p = &def
		d.Defaulted(key, basic(def))
	}
}

// basic is a value of a named scalar type as its basic type, so that receipts do not depend on
// names in generated code.
func basic(v any) any {
	_, isNumber := v.(json.Number)
	switch r := reflect.ValueOf(v); {
	case r.Kind() == reflect.String && !isNumber:
		return r.String()
	case r.Kind() == reflect.Bool:
		return r.Bool()
	case r.CanInt():
		return r.Int()
	}
	return v
}

// Literal is a value that the schema gives as JSON, such as a default; the zero value where it
// does not fit its type.
func Literal[T any](text string, decode func(*T, *Decoder)) T {
	v, _ := Decode([]byte(text), decode)
	return OrZero(v)
}

// Whole is the value that began at offset from, and that was read into v, as Any returns it. It has
// also what v has no place for, such as unknown keys that are dropped.
func (d *Decoder) Whole(from int, v any) any {
	if d.fault != nil {
		return v
	}
	return d.Reread(from)
}

// Convert hands the JSON that began at offset from, and that was just read, to the UnmarshalJSON
// of a Go type that the schema does not know. Its refusal is a format issue. A value that has had
// issues since mark is not handed on.
func Convert[T any](d *Decoder, from, mark int, v *T) {
	if d.fault != nil || !d.SoundSince(mark) {
		return
	}
	text := bytes.Clone(d.src[from:d.pos])
	if _, raw := any(v).(*json.RawMessage); !raw && bytes.IndexByte(text, '\\') >= 0 {
		// An UnmarshalJSON may take what stands between the quotes for the text, as that of time.Time
		// does: it is given what needs no escapes without them.
		text = show.JSON(parseJSON(string(text)))
	}
	var err error
	if t, ok := any(v).(*time.Time); ok {
		err = unmarshalTime(text, t)
	} else {
		err = json.Unmarshal(text, v)
	}
	if err != nil {
		d.Violation(runtime.ValidationIssue{Constraint: "format", Message: err.Error()})
	}
}

// unmarshalTime reads a time as RFC 3339 has it, which lets T and Z be written small (section 5.6);
// the method of time.Time does not.
func unmarshalTime(text []byte, t *time.Time) error {
	var s string
	if json.Unmarshal(text, &s) == nil && formats.IsDateTime(s) {
		return t.UnmarshalText([]byte(strings.ToUpper(s)))
	}
	return json.Unmarshal(text, t)
}
