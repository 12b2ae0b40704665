package gencode

import (
	"encoding/json"
	"errors"
	"sync"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/decimal"
	"github.com/toolgen/toolgen/runtime/internal/gojson"
	"github.com/toolgen/toolgen/runtime/internal/limits"
)

// The decode methods of generated code also check Go values. A decoder without a text visits the value in the same
// order: each read leaves the existing value as it is and reports whether there is one, and the checks after it run.
// So each constraint is in the code once, and Validate rejects what decoding rejects.
//
// This costs decoding almost nothing: the text of a checking decoder is empty, so that reads take their slow path,
// and only the slow path asks which of the two is wanted.

// walkers are decoders that check.
var walkers = sync.Pool{New: func() any {
	d := &Decoder{checking: true, src: []byte(padding)}
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

// Validate is [ValidateBy] for the value that v points to. Inlined, its function would be one of each tool.
//
//go:noinline
func Validate(present bool, v any, read From) error {
	return ValidateBy(present, func(d *Decoder) { read(d, v) })
}

// checked returns the outcome of a check, and the decoder to the pool, unless there was a panic. A fault means that a
// decode method read text without asking whether there is any: then nothing is known about the value.
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
//
// It is called, not inlined: inlined into every optional field, it takes 3 % of the time that go build needs for
// generated code.
//
//go:noinline
func (d *Decoder) Reads() bool { return !d.checking }

// openFields begins the check of a struct.
func (d *Decoder) openFields(o *Object) {
	o.stage, o.Index = stageCheck, -1
	if d.events != 0 { // otherwise it is already zero
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

// place is where a checked Go value is: a field of a struct or, without a spec, an item or member, which always
// exists.
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
		case keys.refused != "":
			d.Issue(keys.refused, nil, key)
		default:
			d.CheckJSON(*value, (*Decoder).Skip)
		}
		w.member(d, key, i)
	}
	w.end(d)
	return true
}

// ByJSON checks a Go value by its JSON if the decoder checks Go values, and reports whether it does. It is for types
// that do not say what their JSON is, such as unions. read reads a value of the type.
func (d *Decoder) ByJSON(v any, read func(*Decoder)) bool {
	if d.checking {
		d.CheckJSON(v, read)
	}
	return d.checking
}

// CheckJSON checks a Go value by its JSON, which read reads.
func (d *Decoder) CheckJSON(v any, read func(*Decoder)) {
	text, err := gojson.Marshal(gojson.Addressed(v), mostSearched)
	if err == nil {
		of := decoders.Get().(*Decoder)
		of.within = &d.Checker
		err = of.read(text, read, []runtime.DecodeOption{
			runtime.MaxBytes(len(text) + 1), runtime.MaxDepth(limits.HighestDepth), runtime.MaxIssues(max(d.cap, 1)),
		})
	}
	if err != nil {
		d.refused(err)
	}
}

// mostSearched bounds the values that are searched for text that is not UTF-8.
const mostSearched = 1 << 24

// refused records what is wrong with the JSON of a value, or that it has none. The text does not repeat the value,
// which may be sensitive.
func (c *Checker) refused(err error) {
	var invalid *runtime.ValidationError
	if errors.As(err, &invalid) {
		for _, issue := range invalid.Issues() {
			c.Violation(issue)
		}
		c.total += invalid.Omitted()
		return
	}
	var value *json.UnsupportedValueError
	var ofType *json.UnsupportedTypeError
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, gojson.ErrNotUTF8):
		c.noText()
	case errors.As(err, &syntax):
		c.Violation(runtime.ValidationIssue{Constraint: constraint.JSON, Message: "its text is not JSON"})
	case errors.As(err, &value) && value.Value.CanFloat():
		c.Violation(runtime.ValidationIssue{Constraint: constraint.Range, Message: "JSON has no NaN and no infinities"})
	case errors.As(err, &value):
		c.Violation(runtime.ValidationIssue{Constraint: constraint.Depth, Message: "it contains itself"})
	case errors.As(err, &ofType):
		c.Violation(runtime.ValidationIssue{Constraint: "type", Message: "JSON has no values of type " + ofType.Type.String()})
	default:
		c.Violation(runtime.ValidationIssue{Constraint: "format", Message: "it cannot be written as JSON"})
	}
}

// isNumberText checks a number that is kept as text: it must be a number of JSON's grammar, and whole where only
// integers are wanted.
func (c *Checker) isNumberText(v json.Number, want JSONType) bool {
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

// finite checks that a number of Go is one of JSON, which NaN and the infinities are not.
func (c *Checker) finite(v float64, goType string) bool {
	if !RuleFinite(v) {
		c.Issue(constraint.Range, roomOf(goType, ""), v)
		return false
	}
	return true
}
