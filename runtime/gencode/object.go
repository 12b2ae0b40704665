package gencode

import (
	"math/bits"
	"sync/atomic"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/word"
)

// ObjectSpec is what decoding needs to know of a struct's keys. Generated code holds one per
// struct as static data.
//
// An ObjectSpec must not be copied or changed after its first use.
type ObjectSpec struct {
	Keys     []string // the declared properties, in schema order
	Required []int    // indexes of required keys
	Nullable []int    // indexes of keys that accept null
	Closed   bool     // an unknown key is an issue
	ClosedBy string   // the keyword that it violates; "" is additionalProperties
	Keep     bool     // unknown keys are handed to generated code, which consumes their values

	Blank     bool  // blank text and null count as absent
	Sensitive []int // indexes of keys whose values no issue and no receipt may show
	// SensitiveRest says the same of the values under keys that are not among Keys.
	SensitiveRest bool
	// Words are the keys that schemas declare below sensitive ones. Any other key there is a value, too,
	// and not shown.
	Words []string

	index atomic.Pointer[keyIndex]
}

// Object is the state of walking through one object, in decoding and in checking.
type Object struct {
	Spec  *ObjectSpec
	Index int    // the key whose value is next; -1 for an unknown key that is kept
	Key   string // that unknown key

	stage   stage
	next    int          // the key that should come next, if the order is that of the schema; -1 at the end
	written []writtenKey // the keys as they are written; none where each has to be searched for
	seen    uint64       // keys that were there, by index
	unsound uint64       // keys with an issue
	walk    walk
	rare    *rareObject
}

type stage uint8

const (
	stageNew   stage = iota
	stageOpen        // within the object
	stageDone        // the object was read to its end
	stageNone        // there was no object
	stageCheck       // a Go value is being checked
)

// Next moves to the value of the next known key and puts its position in the schema into
// o.Index. The first call enters the object; at its end, Next records what is missing and is
// false, as it is where the value is no object.
//
// The key that follows the last one in the schema is tried first, so that in the usual order a
// key costs one comparison and no search.
func (d *Decoder) Next(o *Object) bool {
	// Compact JSON in the usual order is dealt with here: comma, key, quotes and colon are compared at
	// once, in two words that overlap, and nothing is called that would spill what is in registers. The
	// second word is within the text where the first is the same, since the padding is as long as a word.
	src, p, i := d.src, d.pos, o.next
	if uint(i) < uint(len(o.written)) && i < 64 && d.events == o.walk.events {
		k := &o.written[i]
		if word.Load(src, p)&k.mask == k.head && (k.size <= 8 || k.size <= 16 && word.Load(src, p+k.size-8) == k.tail) {
			p += k.size
			if bit := uint64(1) << (i & 63); src[p] > ' ' && src[p] != 'n' && o.seen&bit == 0 {
				o.seen |= bit
				o.Index = i
				o.next = i + 1
				d.pos = p
				return true
			}
		}
	}
	if o.stage != stageCheck {
		return d.nextMember(o)
	}
	// nextField, written out for a field that follows a sound one.
	if at := o.Index + 1; d.events == o.walk.events && at < len(o.Spec.Keys) {
		o.Index = at
		d.field = place{o.Spec, at}
		return true
	}
	return d.nextField(o)
}

// nextMember is Next for any text.
func (d *Decoder) nextMember(o *Object) bool {
	var p int
	if o.stage != stageOpen {
		p = d.open(o)
	} else {
		p = d.between(o)
	}
	if p < 0 {
		return o.stage == stageCheck && d.nextField(o) // open has found a Go value
	}
	// The first key of each object comes this way, and so do all that are not in the usual order: they
	// are compared as they stand, too, which takes a few instructions for each key of the schema.
	src, i, tries := d.src, o.next, len(o.written)
	if tries > fewKeys {
		tries = nearKeys
	}
	for w := word.Load(src, p); tries > 0; tries-- {
		if i >= len(o.written) {
			i = 0
		}
		k := &o.written[i]
		if w&(k.mask>>8) == k.head>>8 && (k.size <= 8 || k.size <= 16 && word.Load(src, p+k.size-9) == k.tail || k.size > 16 && k.isAt(src, p)) {
			return d.known(o, i, p+k.size-1)
		}
		i++
	}
	return d.nextKnown(o, p)
}

// The keys of a spec of up to fewKeys are all compared; of a larger one nearKeys are, and then the key is looked up.
const (
	fewKeys  = 16
	nearKeys = 4
)

// known continues after key i, which ends at offset p.
func (d *Decoder) known(o *Object, i, p int) bool {
	if bit := uint64(1) << (i & 63); i < 64 && o.seen&bit == 0 { // first, written out
		o.seen |= bit
	} else if i < 64 || !o.firstRare(i) {
		return d.nextKnown(o, p-o.written[i].size+1)
	}
	d.pos = d.space(p)
	o.Index = i
	o.next = i + 1
	return true
}

// between returns the position of the next key, or -1 at the end of the object, where that takes more
// than stepping over a comma.
func (d *Decoder) between(o *Object) int {
	if d.events != o.walk.events {
		d.leave(o)
	}
	p := d.space(d.pos)
	if d.src[p] != ',' {
		d.close(o, p)
		return -1
	}
	return d.space(p + 1)
}

// first notes that key i is there and reports whether it is so for the first time.
func (o *Object) first(i int) bool {
	if i >= 64 {
		return o.firstRare(i)
	}
	bit := uint64(1) << (i & 63)
	if o.seen&bit != 0 {
		return false
	}
	o.seen |= bit
	return true
}

// open enters the object that is next and returns the position of its first key, or -1.
func (d *Decoder) open(o *Object) int {
	if o.stage != stageNew {
		return -1
	}
	if d.src[d.pos] != '{' {
		if d.checking {
			d.openFields(o)
			return -1
		}
		o.stage = stageNone
		d.mismatch(TypeObject)
		return -1
	}
	o.stage = stageOpen
	// If nothing was recorded yet, the zero walk is right.
	if d.events != 0 {
		o.walk = d.walk()
	}
	o.written = o.Spec.indexed().written
	if !d.enter() {
		return -1
	}
	p := d.space(d.pos + 1)
	if d.src[p] == '}' {
		d.close(o, p)
		return -1
	}
	return p
}

// close leaves the object at its closing brace, or faults because there is something else.
func (d *Decoder) close(o *Object, at int) {
	if d.src[at] != '}' {
		o.stage, o.next = stageNone, -1
		d.syntax(at, "a comma or the end of the object")
		return
	}
	d.pos = at + 1
	d.depth--
	o.stage = stageDone
	o.Index, o.next = -1, -1
	if index := o.Spec.index.Load(); index.required&^o.seen != 0 || index.beyond {
		d.requireAll(o)
	}
	o.walk.end(d)
}

// requireAll records the required keys that are missing.
func (d *Decoder) requireAll(o *Object) {
	for _, i := range o.Spec.Required {
		if o.Has(i) {
			continue
		}
		o.markUnsound(i)
		from := len(d.issues)
		if !d.muted() {
			d.add("required", nil, nil)
			d.prefix(from, o.Spec.step(i), i)
		}
	}
}

// leave ends the reading of a member that has left something to settle.
func (d *Decoder) leave(o *Object) {
	w := &o.walk
	d.settle(w.total)
	sound := d.total == w.total
	if o.Index >= 0 {
		if !sound {
			o.markUnsound(o.Index)
		}
		d.settleMember(o, o.Spec.Keys[o.Index], o.Index)
		return
	}
	if !sound {
		o.rare.unsound = true
	}
	d.settleMember(o, o.Key, o.unknownRank())
}

// settleMember gives what was recorded since the last member its place.
func (d *Decoder) settleMember(o *Object, key string, rank int) {
	w := &o.walk
	if len(d.issues) > w.at || len(d.receipts) > w.receipts {
		step := ""
		if rank < len(o.Spec.Keys) {
			step = o.Spec.step(rank)
		} else {
			step = fieldpath.Key(key)
		}
		d.prefix(w.at, step, rank)
		d.prefixReceipts(w.receipts, step)
		d.compact(w.first)
	}
	w.at, w.total, w.events, w.receipts = len(d.issues), d.total, d.events, len(d.receipts)
}

// OK reports, after the last call of Next, whether the value was an object. In checking it is
// always true.
//
//go:noinline
func (o *Object) OK() bool { return o.stage == stageDone || o.stage == stageCheck }

// There reports whether key i is there: in decoding that it was, whatever is wrong with its value, and
// in checking what the Go value says, which is inGo.
func (o *Object) There(i int, inGo bool) bool {
	if o.stage == stageCheck {
		return inGo
	}
	return o.Has(i)
}

// Len is the number of members read so far, unknown ones included and duplicates not.
func (o *Object) Len() int {
	n := bits.OnesCount64(o.seen)
	if r := o.rare; r != nil {
		n += len(r.unknown) + r.seen.len() - r.dropped.len()
	}
	return n
}

// Sound reports whether none of these fields has an issue. A field that is missing without being
// required is sound.
func (o *Object) Sound(fields ...int) bool {
	if o.stage == stageNone {
		return false
	}
	for _, i := range fields {
		if o.isUnsound(i) {
			return false
		}
	}
	return true
}

// SoundAll reports whether no field has an issue, those under kept unknown keys included.
func (o *Object) SoundAll() bool {
	return o.stage != stageNone && o.unsound == 0 && (o.rare == nil || !o.rare.anyUnsound())
}

// Has reports whether key i was there.
func (o *Object) Has(i int) bool {
	if o.rare != nil && o.rare.dropped.has(i) {
		return false
	}
	if i >= 64 {
		return o.rare != nil && o.rare.seen.has(i)
	}
	return o.seen>>i&1 != 0
}

func (o *Object) isUnsound(i int) bool {
	if i >= 64 {
		return o.rare != nil && o.rare.bad.has(i)
	}
	return o.unsound>>i&1 != 0
}

func (o *Object) markUnsound(i int) {
	if i >= 64 {
		o.more().bad.set(i)
		return
	}
	o.unsound |= 1 << i
}
