package gencode

import (
	"bytes"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime"
)

// If a tool's rules say blankIsMissing, blank text and null count as absent: for required, for the groups of fields
// in rules and for has in rules. An optional null is then dropped, as under NullIsAbsent, unless the schema accepts
// null.

// space is the white space of JSON.
const space = " \t\r\n"

// Blank reports whether a text consists of JSON white space only.
func Blank(s string) bool { return strings.Trim(s, space) == "" }

// Filled reports whether an optional value is there, and not blank.
func Filled[T any](v *T) bool { return v != nil && FilledAny(*v) }

// FilledAny reports whether a value of any type is neither null nor blank.
func FilledAny(v any) bool {
	text := reflect.ValueOf(v)
	return v != nil && (text.Kind() != reflect.String || !Blank(text.String()))
}

// Filled records required at the current place if a required text is blank, and reports whether it
// is not.
func (c *Checker) Filled(s string) bool {
	if Blank(s) {
		c.Issue("required", nil, s)
		return false
	}
	return true
}

// blankIsAbsent deals with the value that is next, of the key at which o is, if it counts as absent: a
// required one is missing, an optional null is dropped. It reports whether it did.
func (d *Decoder) blankIsAbsent(o *Object) bool {
	i, null := o.Index, false
	switch d.src[d.pos] {
	case 'n':
		if null = string(d.src[d.pos:d.pos+4]) == "null"; !null {
			return false
		}
	case '"':
		if !d.blankText() {
			return false
		}
	default:
		return false
	}
	if !o.Spec.required(i) {
		return null && !o.Spec.nullable(i) && d.dropNull(o)
	}
	var got any
	if !null {
		got, _ = d.text()
	} else {
		d.Skip()
	}
	o.markUnsound(i)
	d.Issue("required", nil, got)
	d.settleMember(o, o.Spec.Keys[i], i)
	return true
}

// dropNull drops the null that is next, and is true.
func (d *Decoder) dropNull(o *Object) bool {
	i := o.Index
	d.absent = append(d.absent, d.pos)
	d.pos += len("null")
	d.note(runtime.ReceiptNull, nil)
	if d.events != o.walk.events {
		d.settleMember(o, o.Spec.Keys[i], i)
	}
	o.more().dropped.set(i)
	return true
}

// blankText reports whether the string that is next is blank.
func (d *Decoder) blankText() bool {
	start := d.pos
	if c := d.src[start+1]; c > ' ' && c != '"' && c != '\\' {
		return false // as most texts
	}
	text, ok := d.rawText()
	if ok {
		d.pos = start
	}
	return ok && len(bytes.Trim(text, space)) == 0
}

// absence stands for a member that was read as absent, in a value that is read again.
type absence struct{}

// isAbsent reports whether the null at an offset was read as absence.
func (d *Decoder) isAbsent(at int) bool {
	_, found := slices.BinarySearch(d.absent, at)
	return found
}

// withoutAbsent removes the members that were read as absent.
func withoutAbsent(m map[string]any) {
	maps.DeleteFunc(m, func(_ string, v any) bool { return v == absence{} })
}
