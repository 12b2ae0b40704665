package gencode

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

// mostPlaces bounds the room, half of which can be for nothing.
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
