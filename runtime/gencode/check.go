package gencode

import "github.com/toolgen/toolgen/runtime/internal/fieldpath"

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
