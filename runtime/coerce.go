package runtime

import (
	"encoding/json"
	"strings"
)

// absentNull drops the null that is next, if the key at which o is may be absent and may not be
// null, and reports whether it did.
func (d *Decoder) absentNull(o *Object) bool {
	i := o.Index
	if !d.may(nullIsAbsent) || string(d.src[d.pos:d.pos+4]) != "null" || o.Spec.required(i) || o.Spec.nullable(i) {
		return false
	}
	return d.dropNull(o)
}

// dropNull drops the null that is next, and is true.
func (d *Decoder) dropNull(o *Object) bool {
	i, start := o.Index, d.pos
	d.pos += len("null")
	d.patch(patch{at: start, stop: d.pos, value: dropped{}})
	d.note(ReceiptNull, nil, nil)
	if d.events != o.walk.events {
		d.settleMember(o, o.Spec.Keys[i], i)
	}
	o.more().dropped.set(i)
	return true
}

// coercible reads the string that is next, if strings may be read as something else.
func (d *Decoder) coercible() (s string, start int, ok bool) {
	start = d.pos
	if !d.may(coerceScalars) || d.src[start] != '"' {
		return "", start, false
	}
	s, ok = d.text()
	return s, start, ok
}

// coerceNumber reads a number out of the string that is next.
func (d *Decoder) coerceNumber(want JSONType) (text string, ok bool) {
	text, start, ok := d.coercible()
	if !ok {
		return "", false
	}
	if !isJSONNumber(text) || want == TypeInteger && !isIntegral(text) {
		d.pos = start
		return "", false
	}
	d.coerced(start, stringGot(text), json.Number(text))
	return text, true
}

// coerceBool reads true or false out of the string that is next.
func (d *Decoder) coerceBool() (b, ok bool) {
	text, start, ok := d.coercible()
	if !ok {
		return false, false
	}
	if text != "true" && text != "false" {
		d.pos = start
		return false, false
	}
	d.coerced(start, strings.Clone(text), text == "true")
	return text == "true", true
}

// coerceString takes the number or boolean that is next for a string.
func (d *Decoder) coerceString() (s string, ok bool) {
	if !d.may(coerceScalars) {
		return "", false
	}
	kind := d.Peek()
	if kind != TypeInteger && kind != TypeNumber && kind != TypeBoolean {
		return "", false
	}
	start, from := d.pos, d.valueGot()
	if d.Skip(); d.fault != nil {
		return "", false
	}
	s = d.cut(start, d.pos)
	d.coerced(start, from, s)
	return s, true
}

// coerced notes that the value that began at start, and was just read, was taken for to.
func (d *Decoder) coerced(start int, from, to any) {
	d.patch(patch{at: start, stop: d.pos, value: to})
	d.note(ReceiptScalar, from, scalarGot(to))
}
