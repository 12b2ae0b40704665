package gencode

import "slices"

// Choose reads the next value as a variant that it fits: of a oneOf the only one, of an anyOf the one that describes it
// best. That is one whose own required keys the value has, then the one that leaves the fewest keys of the value
// undeclared, then the one that drops the fewest keys of it and within it, then the one that leaves the fewest keys
// within it undeclared, then the first. If only one variant has the JSON type of the value, that one is read and its
// issues are the only ones. If no variant fits, the issues are those of the variant that the tag of the value names;
// without a tag, the union's keyword is recorded, followed by the issues of the closest variant that has the JSON type
// of the value.
func Choose[V any](d *Decoder, u *UnionSpec, variants ...func(*Decoder) V) V {
	var none V
	kind := d.Peek()
	if kind == 0 {
		d.Skip()
		return none
	}
	single, candidates := -1, 0
	for i, kinds := range u.Kinds {
		if kinds.Accepts(kind) {
			single = i
			candidates++
		}
	}
	switch candidates {
	case 0:
		d.Issue(u.Keyword, u.Labels, d.valueGot())
		d.Skip()
		return none
	case 1:
		return variants[single](d)
	}
	if key, nested := d.choiceKey(u); nested {
		return chooseOnce(d, key, u, kind, variants)
	}
	return choose(d, u, kind, variants)
}

// choose tries the variants that accept the JSON type of the value.
func choose[V any](d *Decoder, u *UnionSpec, kind JSONType, variants []func(*Decoder) V) V {
	mark := d.chosen.begin()
	defer d.chosen.end(mark)
	var c choice[V]
	c.try(d, u, kind, u.Keyword == "anyOf", variants)
	if d.fault != nil {
		return c.value
	}
	switch {
	case len(c.matched) == 0 && d.tagged(u):
		if i := d.selectBy(u, u.Tag); i >= 0 {
			d.Adopt(d.Try(func(d *Decoder) { c.value = variants[i](d) }))
		}
	case len(c.matched) == 0 && c.room != nil:
		d.Adopt(*c.room)
	case len(c.matched) == 0:
		d.Issue(u.Keyword, u.Labels, d.valueGot())
		d.Adopt(c.closest)
	case len(c.matched) > 1 && u.Keyword == "oneOf":
		d.severalMatch(u.Labels, c.matched)
		d.Adopt(c.taken)
	default:
		d.Adopt(c.taken)
	}
	return c.value
}

// choice is what trying the variants of a union has come to.
type choice[V any] struct {
	value   V        // as the variant that was taken
	matched []string // the labels of those that fit
	taken   Attempt  // the one of them that says most of the value
	named   bool     // the value has keys that only that one requires
	room    *Attempt // the first that would fit if its Go types had room for the numbers
	closest Attempt  // of those that do not fit
	near    Closeness
	keys    ownKeys
}

// try reads the value that is next as every variant that has its JSON type, or only up to one that fits and
// declares every key: none says more of the value, since a key that only another requires would be undeclared.
func (c *choice[V]) try(d *Decoder, u *UnionSpec, kind JSONType, enough bool, variants []func(*Decoder) V) {
	var postponed []int
	for i, kinds := range u.Kinds {
		if !kinds.Accepts(kind) {
			continue
		}
		// A variant whose own required keys are not there cannot fit. Passing it over keeps
		// recursive unions from reading their parts again and again.
		if i < len(u.Keys) && c.keys.of(d, u, i) < len(u.Keys[i]) {
			postponed = append(postponed, i)
			continue
		}
		c.one(d, u, i, variants[i])
		if enough && len(c.matched) > 0 && c.taken.extra == (undeclared{}) {
			return
		}
	}
	if len(c.matched) == 0 {
		for _, i := range postponed {
			c.one(d, u, i, variants[i])
		}
	}
}

// one reads the value as one variant.
func (c *choice[V]) one(d *Decoder, u *UnionSpec, i int, variant func(*Decoder) V) {
	var v V
	a := d.Try(func(d *Decoder) { v = variant(d) })
	if a.Sound() {
		named := i < len(u.Keys) && len(u.Keys[i]) > 0
		if len(c.matched) == 0 || named && !c.named || named == c.named && a.extra.fewer(c.taken.extra) {
			c.value, c.taken, c.named = v, a, named
		}
		c.matched = append(c.matched, u.Labels[i])
		return
	}
	if c.room == nil && a.outOfRange() {
		c.room = &a
	}
	n := Closeness{away: c.keys.of(d, u, i)*awayOwnKey + a.extra.own*awayUnknownKey}
	if n.take(a.issues, a.Issues()); n.Closer(c.near) {
		c.near, c.closest = n, a
	}
}

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

// begin opens a choice, and returns what end needs.
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
