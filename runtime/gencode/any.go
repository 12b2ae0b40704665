package gencode

import "encoding/json"

// Any reads any value: nil, a bool, a json.Number, a string, []any or map[string]any.
func (d *Decoder) Any(v *any) bool {
	switch c := d.src[d.pos]; c {
	case '"':
		s, ok := d.text()
		if ok {
			*v = s
		}
		return ok
	case '{':
		var m map[string]any
		ok := d.AnyMap(&m)
		if d.rereading {
			withoutAbsent(m)
		}
		*v = m
		return ok
	case '[':
		var items []any
		ok := Slice(d, &items, DecodeAny)
		*v = items
		return ok
	case 't':
		*v = true
		return d.word("true")
	case 'f':
		*v = false
		return d.word("false")
	case 'n':
		*v = nil
		if d.rereading && d.isAbsent(d.pos) {
			*v = absence{}
		}
		return d.word("null")
	default:
		if d.checking {
			return v != nil && d.Writable(*v)
		}
		if c != '-' && !isDigit(c) {
			d.syntax(d.pos, "a JSON value")
			return false
		}
		text, _, ok := d.numberText()
		*v = json.Number(text)
		return ok
	}
}

// AnyMap reads an object of any values.
func (d *Decoder) AnyMap(v *map[string]any) bool {
	if !d.checking {
		return MapOf(d, v, DecodeAny)
	}
	if v == nil || !d.hasList(*v != nil) {
		return false
	}
	EachAny(&d.Checker, *v)
	return true
}

// AnyOf is Any for a value of one of the allowed types; any other is a type issue.
func (d *Decoder) AnyOf(v *any, allowed JSONType) bool {
	if kind := d.Peek(); kind != 0 && !allowed.Accepts(kind) {
		d.mismatch(allowed)
		return false
	}
	return d.Any(v)
}

// The following read an item or a member of a plain type; they are what Slice and MapOf take.

// DecodeString reads a string.
func DecodeString(v *string, d *Decoder) { d.String(v) }

// DecodeBool reads true or false.
func DecodeBool(v *bool, d *Decoder) { d.Bool(v) }

// DecodeInt64 reads an integer.
func DecodeInt64(v *int64, d *Decoder) { d.Int64(v) }

// DecodeInt32 reads an integer.
func DecodeInt32(v *int32, d *Decoder) { d.Int32(v) }

// DecodeUint64 reads an integer.
func DecodeUint64(v *uint64, d *Decoder) { d.Uint64(v) }

// DecodeUint32 reads an integer.
func DecodeUint32(v *uint32, d *Decoder) { d.Uint32(v) }

// DecodeFloat64 reads a number.
func DecodeFloat64(v *float64, d *Decoder) { d.Float64(v) }

// DecodeFloat32 reads a number.
func DecodeFloat32(v *float32, d *Decoder) { d.Float32(v) }

// DecodeNumber reads a number and keeps its text.
func DecodeNumber(v *json.Number, d *Decoder) { d.Number(v) }

// DecodeInteger reads an integer of any size and keeps its text.
func DecodeInteger(v *json.Number, d *Decoder) { d.Integer(v) }

// DecodeAny reads any value.
func DecodeAny(v *any, d *Decoder) { d.Any(v) }

// DecodeRaw reads any value and keeps its text.
func DecodeRaw(v *json.RawMessage, d *Decoder) { d.Raw(v) }
