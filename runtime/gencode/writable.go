package gencode

import (
	"encoding/json"
	"errors"
	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/decimal"
	"github.com/toolgen/toolgen/runtime/internal/gojson"
	"github.com/toolgen/toolgen/runtime/internal/limits"
	"reflect"
	"strings"
)

// A value that was built in Go may hold what JSON cannot write: NaN, a json.Number that is no number,
// a channel, itself. Decoded values hold none of it, so that only Validate asks.

// mostValues bounds the values that one check looks at. What is shared between places counts at each
// of them, as it is written at each: a few dozen lists that share their items can be more than anyone
// could write.
const mostValues = 1 << 24

// writing is what becomes of a value when it is written as JSON.
type writing uint8

const (
	canWrite writing = iota
	cannotWrite
	tooDeep // or it contains itself
	tooMany
)

// noJSON is what [Plain] makes of a value that JSON cannot write. It is of no JSON type.
type noJSON struct{ error }

// Writable records what JSON cannot write of a value of any type, at its place, and reports whether
// there is nothing of the kind: NaN and the infinities are range, text in place of a number, and
// values of types that JSON does not have, are type, raw JSON that is none is json, a value that
// contains itself is depth, and what the MarshalJSON of a type refuses is format. A sound value of the
// types that decoding gives, or of a basic type, costs no allocation.
//
//go:noinline
func (c *Checker) Writable(v any) bool {
	if c.steps > mostValues {
		return false // which is recorded where it was found
	}
	switch c.writing(v, 0) {
	case canWrite:
		return true
	case cannotWrite:
		c.unwritable(v)
	case tooDeep:
		c.Issue(constraint.Depth, int64(limits.HighestDepth), nil)
	case tooMany:
		c.Issue(constraint.Size, int64(mostValues), nil)
	}
	return false
}

// CheckAny checks an item or a member of any type, as [Each] and [EachKey] want it.
func CheckAny(v *any, c *Checker) { c.Writable(*v) }

// EachAny is [EachKey] with [CheckAny], without putting the keys in order where nothing is wrong.
func EachAny(c *Checker, m map[string]any) {
	if !c.allWritable(m) {
		EachKey(c, m, CheckAny)
	}
}

// EachOtherAny is [EachOther] with [CheckAny], as [EachAny] is EachKey.
func EachOtherAny(c *Checker, o *Object, m map[string]any) {
	if !allOthers(o.Spec, m) || !c.allWritable(m) {
		EachOther(c, o, m, CheckAny)
	}
}

func (c *Checker) allWritable(m map[string]any) bool {
	steps := c.steps
	for key, v := range m {
		if !isUTF8(key) || c.writing(v, 0) != canWrite {
			c.steps = steps // it will be looked at again
			return false
		}
	}
	return true
}

// Hold holds a value of any type against a schema by way of its JSON. What JSON cannot write is
// recorded, and nothing else then.
func Hold(c *Checker, v any, check func(*Checker, any)) {
	if isPlain(v) {
		check(c, v)
	} else if c.Writable(v) {
		check(c, Plain(v))
	}
}

// HoldSound is Hold for a value whose parts have been checked: what JSON cannot write is recorded
// already.
func HoldSound(c *Checker, v any, check func(*Checker, any)) {
	if plain := c.Plain(v); !hasNoJSON(plain) {
		check(c, plain)
	}
}

// Plain is [Plain] of a value whose parts have been checked: one that turned out to be endless is not
// tried again.
func (c *Checker) Plain(v any) any {
	if c.endless != canWrite || c.steps > mostValues {
		return noJSON{errEndless}
	}
	return Plain(v)
}

// ends reports whether a list or an object is not too much to be written.
func ends(v any) bool {
	switch v.(type) {
	case []any, map[string]any:
		w := new(Checker).writing(v, 0)
		return w != tooDeep && w != tooMany
	}
	return true
}

var errEndless = errors.New("the value has no end")

func hasNoJSON(v any) bool {
	_, no := v.(noJSON)
	return no
}

// IsNumber checks a number that is kept as text: it must be a number of JSON's grammar, and whole where
// only integers are wanted.
//
//go:noinline
func (c *Checker) IsNumber(v json.Number, want JSONType) bool {
	switch text := string(v); {
	case !decimal.IsNumber(text):
		c.Issue("type", want.expected(), text)
	case want&TypeNumber == 0 && !decimal.IsIntegral(text):
		c.Issue("type", want.expected(), "number")
	default:
		return true
	}
	return false
}

// Down begins the check of a value whose type can hold another of the same type, [Checker.Up] ends it.
// Down is false where the value is too deep, which one that contains itself is, or has too many parts;
// it is not to be checked then, and the value as a whole is at fault.
func (c *Checker) Down() bool {
	switch {
	case c.endless != canWrite:
		return false
	case c.nesting >= limits.HighestDepth:
		c.endless = tooDeep
	case c.steps >= mostValues:
		c.endless = tooMany
	default:
		c.nesting++
		c.steps++
		return true
	}
	c.total++ // the issue itself comes last: its path would be as long as the value is deep
	c.events++
	return false
}

// Up ends what [Checker.Down] began.
func (c *Checker) Up() { c.nesting-- }

// noEnd records that the value as a whole is too deep or too large, where Down found that.
func (c *Checker) noEnd() {
	keyword, limit := constraint.Depth, int64(limits.HighestDepth)
	if c.endless == tooMany {
		keyword, limit = constraint.Size, mostValues
	}
	c.endless = canWrite
	c.total--
	c.Issue(keyword, limit, nil)
}

// writing looks whether a value can be written, without saying what is in the way.
func (c *Checker) writing(v any, depth int) writing {
	if c.steps++; c.steps > mostValues {
		return tooMany
	}
	ok := true
	switch v := v.(type) {
	case nil, bool, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64:
	case string:
		ok = isUTF8(v)
	case json.Number:
		ok = decimal.IsNumber(string(v))
	case float64:
		ok = RuleFinite(v)
	case float32:
		ok = RuleFinite(float64(v))
	case []any:
		if depth >= limits.HighestDepth {
			return tooDeep
		}
		for _, item := range v {
			if w := c.writing(item, depth+1); w != canWrite {
				return w
			}
		}
	case map[string]any:
		if depth >= limits.HighestDepth {
			return tooDeep
		}
		for key, member := range v {
			if ok = ok && isUTF8(key); !ok {
				break
			}
			if w := c.writing(member, depth+1); w != canWrite {
				return w
			}
		}
	default:
		_, err := writtenText(v)
		ok = err == nil
	}
	if !ok {
		return cannotWrite
	}
	return canWrite
}

// unwritable records each part of a value that JSON cannot write. The value is known to end.
func (c *Checker) unwritable(v any) {
	switch v := v.(type) {
	case string:
		c.Text(v)
	case []any:
		Each(c, v, func(item *any, c *Checker) { c.unwritable(*item) })
	case map[string]any:
		EachKey(c, v, func(member *any, c *Checker) { c.unwritable(*member) })
	case json.Number:
		c.IsNumber(v, TypeNumber)
	case float64:
		c.Finite(v)
	case float32:
		c.Finite(c.Single(v))
	default:
		if _, err := writtenText(v); err != nil {
			c.refused(err)
		}
	}
}

// writtenText is the JSON of a value of any Go type, if it is one that we read ourselves.
func writtenText(v any) ([]byte, error) {
	var text []byte
	switch v := v.(type) {
	case json.RawMessage:
		text = v
	case *json.RawMessage:
		if v != nil {
			text = *v
		}
	default:
		var err error
		if text, err = gojson.Marshal(gojson.Addressed(v), mostValues); err != nil {
			return nil, err
		}
	}
	if text == nil {
		text = []byte("null")
	}
	err := DecodeWith(text, (*Decoder).Skip)
	if err != nil {
		// Once more, beyond the usual limits: options cost allocations, which a sound value need not have.
		err = DecodeWith(text, (*Decoder).Skip, runtime.MaxBytes(len(text)+1), runtime.MaxDepth(limits.HighestDepth))
	}
	return text, err
}

// refused records why a value has no JSON.
func (c *Checker) refused(err error) {
	var invalid *runtime.ValidationError
	var value *json.UnsupportedValueError
	var syntax *json.SyntaxError
	var own *json.MarshalerError
	switch {
	case errors.As(err, &invalid):
		for _, issue := range invalid.Issues() {
			if issue.Constraint == constraint.Truncated {
				issue.Constraint = constraint.JSON // no model has broken off
			}
			c.Violation(issue)
		}
	case errors.As(err, &value) && (value.Value.Kind() == reflect.Float64 || value.Value.Kind() == reflect.Float32):
		c.single = value.Value.Kind() == reflect.Float32
		c.Finite(value.Value.Float())
	case errors.As(err, &value):
		c.Violation(runtime.ValidationIssue{Constraint: constraint.Depth, Message: "it contains itself"})
	case errors.Is(err, gojson.ErrNotUTF8):
		c.noText()
	case errors.As(err, &syntax):
		c.Violation(runtime.ValidationIssue{Constraint: constraint.JSON, Message: syntax.Error()})
	case errors.As(err, &own) && !isNumberType(own.Type):
		c.Violation(runtime.ValidationIssue{Constraint: "format", Message: own.Unwrap().Error()})
	default:
		c.Violation(runtime.ValidationIssue{Constraint: "type", Message: strings.TrimPrefix(err.Error(), "json: ")})
	}
}

// isNumberType reports whether a type is json.Number. From Go 1.27 on, encoding/json reports text that is no number
// as an error of the type's marshaler.
func isNumberType(t reflect.Type) bool {
	return t == reflect.TypeFor[json.Number]() || t == reflect.TypeFor[*json.Number]()
}
