package gencode

import "slices"

// chosen is what the choices within the variants that are being tried have come to. Each variant of a
// recursive union reads the same parts, each of which is such a union again: without memory that would
// take as many readings as there are variants, to the power of the depth.
//
// What a choice has come to is of use as long as the one around it is open, so that the memory is a
// stack, which is empty at the end.
type chosen struct {
	trials int // variants that are being tried, each within the one before
	known  map[choiceKey]outcome
	order  []choiceKey
	opened int // how many of order were there when the innermost choice began
}

// choiceKey is a choice between the variants of a union. How the value is read depends on nothing else.
type choiceKey struct {
	union *UnionSpec
	at    int
}

// outcome is the value as the variant that was chosen, and what there is to record.
type outcome struct {
	value   any
	attempt Attempt
}

// keptChoices bounds the outcomes that are kept for one choice. What is within a choice whose outcome
// is not kept is remembered all the same.
const keptChoices = 1024

// choiceKey is the key of the choice that is next. It is not ok where nothing would be gained, since no
// variant is being tried, or where the place alone does not say how the value is read.
func (d *Decoder) choiceKey(u *UnionSpec) (key choiceKey, ok bool) {
	if d.chosen.trials == 0 || d.quiet || d.rereading {
		return key, false
	}
	return choiceKey{u, d.pos}, true
}

// chooseOnce is choose for a choice that comes again with each variant around it.
func chooseOnce[V any](d *Decoder, key choiceKey, u *UnionSpec, kind JSONType, variants []func(*Decoder) V) V {
	found, known := d.chosen.known[key]
	if !known {
		var v V
		found.attempt = d.Try(func(d *Decoder) { v = choose(d, u, kind, variants) })
		if d.fault != nil {
			return v
		}
		found.value = v
		d.chosen.keep(key, found)
	}
	from := d.pos
	d.Adopt(found.attempt.copied())
	d.tried -= d.pos - from // which the attempt around it counts, and nobody has read
	value, _ := found.value.(V)
	return value
}

// copied is the attempt for one of several to adopt it: the paths in the fields of an issue are written
// in place.
func (a Attempt) copied() Attempt {
	a.issues = slices.Clone(a.issues)
	for i := range a.issues {
		a.issues[i].Fields = slices.Clone(a.issues[i].Fields)
	}
	return a
}

// begin opens a choice, and gives what end wants to know.
func (c *chosen) begin() (opened int) {
	opened, c.opened = c.opened, len(c.order)
	return opened
}

// end closes a choice: what was within it does not come again.
func (c *chosen) end(opened int) {
	for _, key := range c.order[c.opened:] {
		delete(c.known, key)
	}
	c.order = c.order[:c.opened]
	c.opened = opened
}

func (c *chosen) keep(key choiceKey, found outcome) {
	if len(c.order)-c.opened >= keptChoices {
		return
	}
	if c.known == nil {
		c.known = map[choiceKey]outcome{}
	}
	c.known[key] = found
	c.order = append(c.order, key)
}
