package runtime

// New gives an optional field its place: it allocates *p and returns it.
func New[T any](d *Decoder, p **T) *T {
	v := new(T)
	*p = v
	return v
}

// NewBool is [New] for a bool. It and its like are methods, and no calls of a generic function, since
// these take the compiler several times as long and generated code has thousands of them.
//
//go:noinline
func (d *Decoder) NewBool(p **bool) *bool { return New(d, p) }

// NewInt64 is [New] for an int64.
//
//go:noinline
func (d *Decoder) NewInt64(p **int64) *int64 { return New(d, p) }

// NewFloat64 is [New] for a float64.
//
//go:noinline
func (d *Decoder) NewFloat64(p **float64) *float64 { return New(d, p) }

// NewString is [New] for a string, which shares its room with other optional strings.
//
//go:noinline
func (d *Decoder) NewString(p **string) *string {
	v := d.places.next(d.cfg.copyStrings)
	*p = v
	return v
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
