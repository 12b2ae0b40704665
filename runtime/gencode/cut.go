package gencode

import "strings"

// The input is read in a buffer that calls share one after the other, and what is kept of it is copied
// out: strings, and numbers as they are written. A copy of the whole input would be as good for the
// strings, but twice as large, and it is the bytes that are allocated which a collector is paid for: of
// a call of three fields it was a quarter of the time.

// keptBuffer is the largest buffer that is kept for the next call.
const keptBuffer = 256 << 10

// textRoom is where strings of a call are copied to, one behind the other, so that they share
// allocations. What is left of the room is for the next call, unless that is much smaller: a string that
// is kept keeps the others in its room alive.
type textRoom struct{ b strings.Builder }

// The size of a room: small for small inputs, so that what a kept string keeps alive is not much more
// than its own call, and for large ones a small part of them.
const (
	leastRoom = 512
	mostRoom  = 16 << 10
)

func roomSize(input int) int { return min(max(input/4, leastRoom), mostRoom) }

// begin makes the room ready for an input of a size.
func (r *textRoom) begin(input int) {
	if r.b.Cap() > 2*roomSize(input) {
		r.b.Reset()
	}
}

// cut copies the input from one offset to another.
func (d *Decoder) cut(from, to int) string { return d.kept(d.src[from:to]) }

// kept copies a string out of what is going to be overwritten.
func (d *Decoder) kept(s []byte) string {
	b := &d.room.b
	if uint(len(s)-1) >= uint(b.Cap()-b.Len()) { // or it is empty: then it is to keep no room alive
		return d.keptAlone(s)
	}
	at := b.Len()
	b.Write(s)
	return b.String()[at:]
}

// keptAlone is kept where that takes an allocation: of a new room or, for a string that would fill a
// good part of one or is to have memory of its own, of the string.
func (d *Decoder) keptAlone(s []byte) string {
	size := roomSize(d.end)
	if len(s) == 0 || len(s) > size/4 || d.cfg.CopyStrings {
		return string(s)
	}
	d.room.b.Reset()
	d.room.b.Grow(size)
	d.room.b.Write(s)
	return d.room.b.String()
}
