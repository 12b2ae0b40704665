package gencode

import "encoding/json"

// uneven says how an array differs from the Go value that it was read into.
type uneven uint8

const (
	// gappy: some place has not the value that came, which was at fault.
	gappy uneven = 1 << iota
	// rounded: some number is not the one that came, but the float next to it.
	rounded
)

// What [Checker.gaps] counts: gaps in its lower half, rounded numbers in its upper one. An array
// compares one number with what it was before, however little there is to tell them apart.
const (
	oneGap     = 1
	oneRounded = 1 << 32
)

// noteUneven says what is uneven about the array that began at an offset, and was just read, when
// there were that many gaps.
func (d *Decoder) noteUneven(start int, gaps int64) {
	more := d.gaps - gaps
	if uint32(more) != 0 {
		d.uneven |= gappy
	}
	if more >= oneRounded {
		d.uneven |= rounded
		d.reader, d.roundedAt = d, start
	}
}

// asWritten are the items of the array that was read last, as Any gives them: what compares numbers
// needs them where the Go value has rounded ones.
func (c *Checker) asWritten() []any {
	items, _ := c.reader.Reread(c.reader.roundedAt).([]any)
	return items
}

// number makes the checks that follow look at a number as it was written.
func (c *Checker) number(v any) {
	text, _ := v.(json.Number)
	c.literal = string(text)
}
