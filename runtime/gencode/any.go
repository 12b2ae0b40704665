package gencode

import (
	"encoding/json"
	"math/bits"
	"strings"
)

// JSONType is a set of the types of JSON Schema. A single value has one of them: a number with
// zero fraction is an integer, any other a number.
type JSONType uint8

// The types of JSON Schema.
const (
	TypeNull JSONType = 1 << iota
	TypeBoolean
	TypeInteger // a number with zero fraction, however it is written
	TypeNumber  // any number; a set that has it accepts integers too
	TypeString
	TypeArray
	TypeObject
)

var jsonTypeNames = [...]string{"null", "boolean", "integer", "number", "string", "array", "object"}

// jsonTypeValues are the names as issues hold them. Being static, they spare each type issue three
// allocations.
var jsonTypeValues = [...]any{"null", "boolean", "integer", "number", "string", "array", "object"}

// single is the index of the name of a set that has one name; ok is false for other sets.
func (t JSONType) single() (i int, ok bool) {
	if t&TypeNumber != 0 {
		t &^= TypeInteger
	}
	return bits.TrailingZeros8(uint8(t)), t != 0 && t&(t-1) == 0
}

// Accepts reports whether a value of type kind is in the set.
func (t JSONType) Accepts(kind JSONType) bool {
	return t&kind != 0 || (kind == TypeInteger && t&TypeNumber != 0)
}

// Names lists the names of the set as an issue shows them: the null type last, and integer only
// where number does not say it already.
func (t JSONType) Names() []string {
	if t&TypeNumber != 0 {
		t &^= TypeInteger
	}
	var names []string
	for i, name := range jsonTypeNames[1:] {
		if t&(1<<(i+1)) != 0 {
			names = append(names, name)
		}
	}
	if t&TypeNull != 0 {
		names = append(names, "null")
	}
	return names
}

// String is the name of a single type, or the names of a set joined by "|".
func (t JSONType) String() string {
	if i, ok := t.single(); ok {
		return jsonTypeNames[i]
	}
	return strings.Join(t.Names(), "|")
}

// expected is what a type issue shows: one name as a string, several as a list.
func (t JSONType) expected() any {
	if i, ok := t.single(); ok {
		return jsonTypeValues[i]
	}
	return t.Names()
}

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
		ok := MapOf(d, &m, DecodeAny)
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
			if v != nil && *v != nil {
				d.CheckJSON(*v, (*Decoder).Skip)
			}
			return v != nil
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

// DecodeFloat64 reads a number.
func DecodeFloat64(v *float64, d *Decoder) { d.Float64(v) }

// DecodeNumber reads a number and keeps its text.
func DecodeNumber(v *json.Number, d *Decoder) { d.Number(v) }

// DecodeAny reads any value.
func DecodeAny(v *any, d *Decoder) { d.Any(v) }
