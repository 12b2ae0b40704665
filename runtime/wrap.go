package runtime

import (
	"strings"
	"unicode/utf8"
)

// wrapSingleton reads the value that is next, which is no array, as the only item of one, and
// reports whether it may do so. If not, that is an issue. Where a Go value is checked, its items are.
func wrapSingleton[T any](d *Decoder, v *[]T, elem func(*T, *Decoder)) bool {
	if d.checking {
		if v == nil || !d.hasList(*v != nil) {
			return false
		}
		w := d.walk()
		for i := range *v {
			d.field = place{}
			elem(&(*v)[i], d)
			w.item(d, i)
		}
		w.end(d)
		return true
	}
	var items []T
	wrapped := d.wrapItem(func(d *Decoder) {
		items = make([]T, 1)
		elem(&items[0], d)
	})
	if wrapped {
		*v = items
	}
	return wrapped
}

// wrapItem is wrapSingleton for any kind of item, which read reads.
func (d *Decoder) wrapItem(read func(*Decoder)) bool {
	if d.fault != nil {
		return false
	}
	if d.mayWrap(read) && d.enter() {
		a := d.Try(read)
		if d.fault == nil && !a.misplaced() {
			d.adoptItem(a)
			d.depth--
			return true
		}
		d.depth--
	}
	if d.fault == nil {
		d.mismatch(TypeArray)
	}
	return false
}

// mayWrap reports whether a value that is no array may be taken for the item of one.
func (d *Decoder) mayWrap(read func(*Decoder)) bool {
	return d.may(wrapSingletons) && d.single() && typedItem(read)
}

// adoptItem takes over what was read as the only item of an array.
func (d *Decoder) adoptItem(a Attempt) {
	start, before, gaps := d.pos, len(d.patches), d.gaps
	d.note(ReceiptWrap, d.receiptValue(start, a.end), TypeArray.String())
	w := d.walk()
	d.patch(patch{at: start, stop: a.end, wrapped: true})
	d.Adopt(a)
	d.patches[before].stop = d.pos
	w.item(d, 0)
	w.end(d)
	d.uneven = 0
	if d.gaps != gaps {
		d.noteUneven(start, gaps)
	}
}

// single reports whether the value that is next can be meant as an item: it is not null, and no
// string that looks like an array, which would have to be unwrapped.
func (d *Decoder) single() bool {
	switch d.Peek() {
	case 0, TypeNull, TypeArray:
		return false
	case TypeString:
		start := d.pos
		s, ok := d.text()
		d.pos = start
		s = strings.TrimLeft(s, white)
		return ok && s != "" && s[0] != '['
	}
	return true
}

// typedItem reports whether read wants its value to have a type that is not that of an array. An
// empty array tells: its type must be the only thing wrong with it.
func typedItem(read func(*Decoder)) bool {
	err := DecodeWith([]byte("[]"), read)
	invalid, ok := err.(*ValidationError)
	return ok && len(invalid.issues) == 1 && isMisplaced(invalid.issues[0])
}

// misplaced reports whether the value has another type than it should.
func (a *Attempt) misplaced() bool {
	for _, issue := range a.issues {
		if isMisplaced(issue.ValidationIssue) {
			return true
		}
	}
	return false
}

// isMisplaced reports whether the issue is that the whole value has none of the types wanted.
func isMisplaced(issue ValidationIssue) bool {
	switch issue.Constraint {
	case "type", "oneOf", "anyOf":
		return issue.Field == ""
	}
	return false
}

// receiptValue is a value as a receipt shows it: scalars as they are, else their JSON, cut.
func (d *Decoder) receiptValue(from, to int) any {
	if c := d.src[from]; c != '{' && c != '[' {
		return d.valueGot()
	}
	to = min(to, from+utf8.UTFMax*(maxGot+1)) // which is more than is shown
	return stringGot(string(d.src[from:to]))
}
