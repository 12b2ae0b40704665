package gencode

import (
	"github.com/toolgen/toolgen/runtime/internal/decimal"
	"github.com/toolgen/toolgen/runtime/internal/show"
)

// Peek is the JSON type of the value that is next, 0 where there is none. Nothing is consumed.
func (d *Decoder) Peek() JSONType {
	switch c := d.src[d.pos]; c {
	case '"':
		return TypeString
	case '{':
		return TypeObject
	case '[':
		return TypeArray
	case 't', 'f':
		return TypeBoolean
	case 'n':
		return TypeNull
	default:
		if c != '-' && !isDigit(c) {
			return 0
		}
		start := d.pos
		end, integer, ok := d.scanNumber(start)
		if !ok {
			return 0
		}
		if integer || decimal.IsIntegral(string(d.src[start:end])) {
			return TypeInteger
		}
		return TypeNumber
	}
}

// PeekProperty looks ahead into the object that is next for the value of key: the text of a
// string, the literal of any other scalar, "" for an array or object. It is not ok where there is
// no object, or no such key. Nothing is consumed and nothing is recorded.
func (d *Decoder) PeekProperty(key string) (text string, kind JSONType, ok bool) {
	for k := range d.peekKeys {
		if string(k) != key {
			continue
		}
		switch kind = d.Peek(); kind {
		case 0, TypeArray, TypeObject:
			return "", kind, kind != 0
		case TypeString:
			text, ok = d.text()
			return text, kind, ok
		}
		start := d.pos
		d.Skip()
		return d.cut(start, d.pos), kind, d.fault == nil
	}
	return "", 0, false
}

// peekKeys hands each key of the object that is next to yield, which must not keep it. Nothing is consumed or recorded,
// and a fault on the way is met again when the object is read.
func (d *Decoder) peekKeys(yield func(key []byte) bool) {
	if d.fault != nil || d.src[d.pos] != '{' {
		return
	}
	saved := d.snapshot()
	defer d.rewind(saved)
	d.quiet = true
	for first := true; ; first = false {
		key, more := d.nextRawKey(first)
		if !more || !yield(key) {
			return
		}
		d.Skip()
	}
}

// Reread is the value that begins at an offset that [Decoder.Offset] returned, as Any returns it. The
// value must have been read before; nothing is recorded for it again.
func (d *Decoder) Reread(from int) any {
	saved := d.snapshot()
	defer d.rewind(saved)
	d.quiet = true
	d.rereading = len(d.absent) > 0
	d.pos = from
	defer func(ownAt int) { d.ownAt = ownAt }(d.ownAt)
	d.ownAt = 0 // its keys are counted already
	var v any
	d.Any(&v)
	return v
}

// Implied reports whether the JSON type of the value that is next is in allowed. Else keyword
// (such as enum), which implies these types, is violated: it is recorded with the values it allows, or
// the types that a choice does, and the value is skipped.
func (d *Decoder) Implied(keyword string, allowed JSONType, values ...any) bool {
	kind := d.Peek()
	if kind == 0 {
		if d.checking {
			return true // the Go type sees to that
		}
		d.Skip()
		return false
	}
	if allowed.Accepts(kind) {
		return true
	}
	var expected any
	switch {
	case keyword == "const" && len(values) == 1:
		expected = values[0]
	case len(values) > 0:
		expected = append([]any(nil), values...)
	case keyword == "oneOf" || keyword == "anyOf":
		expected = allowed.Names() // what its branches have in common
	}
	d.Issue(keyword, expected, d.valueGot())
	d.Skip()
	return false
}

// Declared reports whether the JSON type of the value that is next is one that the type keyword
// names, where enum or const leaves fewer of them. Else type is violated: it is recorded, and the
// value is skipped.
func (d *Decoder) Declared(allowed JSONType) bool {
	kind := d.Peek()
	if kind != 0 && !allowed.Accepts(kind) {
		var v any
		return d.AnyOf(&v, allowed)
	}
	return true
}

// valueGot is what an issue shows of the value that is next; nothing is consumed.
func (d *Decoder) valueGot() any {
	kind := d.Peek()
	if kind == 0 || kind == TypeArray || kind == TypeObject || kind == TypeNull {
		return nil
	}
	start := d.pos
	defer func() { d.pos = start }()
	switch kind {
	case TypeString:
		if s, ok := d.text(); ok {
			return show.String(s)
		}
		return nil
	case TypeBoolean:
		return d.src[start] == 't'
	}
	text, _, _ := d.numberText()
	return show.Number(text)
}

// snapshot is what a look ahead restores.
type snapshot struct {
	cursor
	progress
	issues, receipts int
}

func (d *Decoder) snapshot() snapshot {
	return snapshot{d.cursor, d.progress, len(d.issues), len(d.receipts)}
}

func (d *Decoder) rewind(s snapshot) {
	clear(d.issues[s.issues:]) // which a pooled decoder would keep alive
	d.cursor, d.progress = s.cursor, s.progress
	d.issues, d.receipts = d.issues[:s.issues], d.receipts[:s.receipts]
}
