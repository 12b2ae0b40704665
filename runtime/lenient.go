package runtime

import (
	"encoding/json"
	"strings"
)

// leniency is a set of the lenient options. All of them act where strict reading has failed
// already, so that sound input does not pay for them.
type leniency uint8

const (
	emptyIsObject leniency = 1 << iota
	nullIsAbsent
	coerceScalars
	unwrapStrings
)

// EmptyIsObject reads an empty text or null as {}, for the arguments as a whole. It never touches
// a field.
func EmptyIsObject() DecodeOption { return lenient(emptyIsObject) }

// NullIsAbsent reads null as absence, for a field that is optional and does not accept null. It
// never touches a required field.
func NullIsAbsent() DecodeOption { return lenient(nullIsAbsent) }

// CoerceScalars reads "42" as 42, "true" as true, and 42 as "42", where only that type is allowed
// and nothing is lost: a string must be one JSON number as a whole. It never chooses between two
// allowed types.
func CoerceScalars() DecodeOption { return lenient(coerceScalars) }

// UnwrapStrings reads an object or array that came as a string of JSON. It never parses a value
// that may be a string.
func UnwrapStrings() DecodeOption { return lenient(unwrapStrings) }

// Lenient is all the lenient options that there are.
func Lenient() DecodeOption {
	return lenient(emptyIsObject | nullIsAbsent | coerceScalars | unwrapStrings)
}

func lenient(l leniency) DecodeOption { return DecodeOption{kind: optionLenient, n: int(l)} }

// emptyArguments is the text that EmptyIsObject replaces data by, if it does.
func (d *Decoder) emptyArguments(data []byte) (text string, ok bool) {
	if d.cfg.leniency&emptyIsObject == 0 || len(data) > 64 {
		return "", false
	}
	switch text = strings.Trim(string(data), " \t\r\n"); text {
	case "", "null":
		d.note(ReceiptEmpty, text, "{}")
		return "{}", true
	}
	return "", false
}

// absentNull drops the null that is next, if the key at which o is may be absent and may not be
// null, and reports whether it did.
func (d *Decoder) absentNull(o *Object) bool {
	i := o.Index
	if d.cfg.leniency&nullIsAbsent == 0 || d.src[d.pos:d.pos+4] != "null" || o.Spec.required(i) || o.Spec.nullable(i) {
		return false
	}
	d.patch(d.pos, patch{value: dropped{}})
	d.pos += len("null")
	d.note(ReceiptNull, nil, nil)
	if d.events != o.walk.events {
		d.settleMember(o, o.Spec.Keys[i], i)
	}
	o.more().dropped.set(i)
	o.members--
	return true
}

// coercible reads the string that is next, if strings may be read as something else.
func (d *Decoder) coercible() (s string, start int, ok bool) {
	start = d.pos
	if d.cfg.leniency&coerceScalars == 0 || d.src[start] != '"' {
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
	if d.cfg.leniency&coerceScalars == 0 {
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
	s = d.keep(d.src[start:d.pos])
	d.coerced(start, from, s)
	return s, true
}

func (d *Decoder) coerced(start int, from, to any) {
	d.patch(start, patch{value: to})
	d.note(ReceiptScalar, from, scalarGot(to))
}
