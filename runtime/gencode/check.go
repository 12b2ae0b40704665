package gencode

import (
	"sync"

	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
)

// Validate checks a value that was built or edited in Go. The error, if any, is a
// *ValidationError; a nil pointer is a type issue.
func Validate[T any](v *T, check func(*T, *Checker)) error {
	return ValidateWith(v != nil, func(c *Checker) { check(v, c) })
}

// ValidateWith is [Validate] for generated code: check is bound to the value that it checks, and
// present is false where that is a nil pointer, for which check is not called. Since ValidateWith names
// no type of its caller, a package of many tools compiles it once, and not again for each tool.
func ValidateWith(present bool, check func(*Checker)) error {
	d := walkers.Get().(*Decoder)
	if present {
		check(&d.Checker)
	} else {
		d.Issue("type", "object", "null")
	}
	return d.checked()
}

// Fields begins the check of a struct; [Checker.Field] ends that of each of its fields.
//
//go:noinline
func (c *Checker) Fields(spec *ObjectSpec) Object {
	n := len(c.issues)
	return Object{
		Spec: spec, Index: -1, stage: stageCheck,
		walk: walk{first: n, at: n, total: c.total, events: c.events, full: c.full},
	}
}

// Field gives the issues recorded since the last field to field i.
//
//go:noinline
func (c *Checker) Field(o *Object, i int) {
	if c.events != o.walk.events {
		c.fieldIssues(o, i)
	}
}

//go:noinline
func (c *Checker) fieldIssues(o *Object, i int) {
	w := &o.walk
	if c.total != w.total {
		o.markUnsound(i)
	}
	if len(c.issues) > w.at {
		c.prefix(w.at, o.Spec.step(i), i)
		c.compact(w.first)
	}
	w.at, w.total, w.events = len(c.issues), c.total, c.events
	c.strange = 0
}

// Each checks the items of a slice.
func Each[T any](c *Checker, items []T, check func(*T, *Checker)) {
	first, events, full := len(c.issues), c.events, c.full
	for i := range items {
		at := len(c.issues)
		check(&items[i], c)
		if c.events != events {
			events, c.strange = c.events, 0
			if len(c.issues) > at {
				c.prefixIndex(at, i)
			}
			c.full = c.full || len(c.issues)-first >= c.cap
		}
	}
	c.full = full
}

// EachKey checks the keys and the values of a map, in the order of the keys; check is nil where nothing is
// asked of the values. Under a key that is not UTF-8 no value is looked at.
func EachKey[T any](c *Checker, m map[string]T, check func(*T, *Checker)) {
	if check != nil {
		eachKey(c, m, func(_ string, v *T, c *Checker) { check(v, c) })
	} else if !textKeys(m) {
		eachKey(c, m, func(string, *T, *Checker) {})
	}
}

func eachKey[T any](c *Checker, m map[string]T, check func(key string, v *T, c *Checker)) {
	if len(m) == 0 {
		return
	}
	first, full := len(c.issues), c.full
	value := new(T)
	for i, key := range sortedKeys(m) {
		at := len(c.issues)
		if c.Text(key) {
			*value = m[key]
			check(key, value, c)
		}
		c.strange = 0
		if len(c.issues) > at {
			c.prefix(at, fieldpath.Key(key), i)
		}
		c.full = c.full || len(c.issues)-first >= c.cap
	}
	c.full = full
}

func textKeys[T any](m map[string]T) bool {
	for key := range m {
		if !isUTF8(key) {
			return false
		}
	}
	return true
}

// The decode methods of generated code can do without a text. A decoder that checks goes over a Go value
// in the same order: each read finds the value that is there, leaves it as it is and reports whether it
// is one, so that the checks behind it see it. A constraint stands in the code once, and what decoding
// refuses Validate refuses.
//
// Decoding hardly pays for it. The text of a decoder that checks is empty, so that reads come to their
// slow way by themselves, and only there it is asked which of the two is wanted.

// walkers are decoders that check.
var walkers = sync.Pool{New: func() any {
	d := &Decoder{checking: true, src: []byte(padding)}
	d.walker = d
	d.Checker.reset()
	return d
}}

// ValidateBy checks a value that was built or edited in Go with its method decode, which is bound
// to it, see [Decoder.Reads]. Present is false where the value is a nil pointer, for which decode is not
// called. The error, if any, is a *ValidationError.
func ValidateBy(present bool, decode func(*Decoder)) error {
	d := walkers.Get().(*Decoder)
	if present {
		decode(d)
	} else {
		d.Issue("type", "object", "null")
	}
	return d.checked()
}

// checked gives the outcome of a check, and returns the decoder to the pool. A panic in between means
// that it is not returned, which is as it should be. A fault means that a method decode wanted a text
// without asking whether there is one: nothing is known of the value then.
func (d *Decoder) checked() error {
	if d.fault != nil {
		return oneIssue(*d.fault)
	}
	err := d.result()
	d.field = place{}
	d.Checker.reset()
	walkers.Put(d)
	return err
}

// Reads reports whether the decoder reads a text. If not, it checks the Go value that is there: nothing
// is to be made then, and a nil pointer is a value that is absent.
func (d *Decoder) Reads() bool { return !d.checking }

// Checking is the checker where the decoder checks a Go value, and nil where it reads. It is for types
// whose values are checked otherwise than they are read.
//
//go:noinline
func (d *Decoder) Checking() *Checker {
	if d.checking {
		return &d.Checker
	}
	return nil
}

// Walker is the decoder that checks as a part of the same Validate, for a value whose method decode
// checks it, too. Outside of Validate there is none.
//
//go:noinline
func (c *Checker) Walker() *Decoder {
	if c.walker != nil {
		c.walker.field = place{} // which is that of the field before, or of what holds the value
	}
	return c.walker
}

// openFields begins the check of a struct.
func (d *Decoder) openFields(o *Object) {
	o.stage, o.Index = stageCheck, -1
	if d.events != 0 { // else it begins with zeros, which it has
		o.walk = d.walk()
	}
}

// nextField is [Decoder.Next] for a Go value: it comes to every field in turn.
func (d *Decoder) nextField(o *Object) bool {
	if d.events != o.walk.events {
		d.leave(o)
	}
	o.Index++
	if o.Index >= len(o.Spec.Keys) {
		o.Index = -1
		o.walk.end(d)
		return false
	}
	d.field = place{o.Spec, o.Index}
	return true
}

// place is where a Go value is that is checked: a field of a struct or, without a spec, an item or a
// member, of which there is always one.
type place struct {
	spec *ObjectSpec
	i    int
}

// needsList reports whether a nil list or map is at fault there. Elsewhere it is absent, or null.
func (p place) needsList() bool {
	if p.spec == nil {
		return true
	}
	return p.spec.required(p.i) && !p.spec.nullable(p.i)
}

// hasText reports whether the text of a field is there where blank text is missing, and records required
// where it must be.
func (d *Decoder) hasText(s string) bool {
	f := d.field
	return f.spec == nil || !f.spec.Blank || !Blank(s) || !f.spec.required(f.i) || d.Filled(s)
}

// hasList reports whether there is a list or map, and records required where there must be one.
func (d *Decoder) hasList(there bool) bool {
	return there || d.field.needsList() && d.Present(false)
}

// checkMembers is [MapOf] for a Go value, in the order of its keys.
func checkMembers[T any](d *Decoder, v *map[string]T, keys *fitting, elem func(*T, *Decoder)) bool {
	if v == nil || !d.hasList(*v != nil) {
		return false
	}
	if len(*v) == 0 {
		return true
	}
	w := d.walk()
	value := new(T)
	for i, key := range sortedKeys(*v) {
		*value = (*v)[key]
		d.field = place{}
		switch {
		case !d.Text(key):
		case keys == nil || keys.fits(key):
			elem(value, d)
		default:
			d.unfit(key, keys.refused, *value)
		}
		w.member(d, key, i)
	}
	w.end(d)
	return true
}
