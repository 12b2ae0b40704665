package gencode

import (
	"reflect"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/internal/constraint"
	"github.com/toolgen/toolgen/runtime/internal/limits"
)

// A union of Go says which variant it holds, which its JSON does not. Validate checks it as that variant,
// and asks decoding where only that can tell: of a value that does not fit, whether its JSON fits another
// variant, and of one that fits a oneOf, whether it fits more than one.

// Held is what was recorded before the variant that a union holds was checked.
type Held struct{ issues, total int }

// Held begins the check of the variant that a union holds; [Refit] ends it.
//
//go:noinline
func (c *Checker) Held() Held { return Held{len(c.issues), c.total} }

// Refit reports whether the variant that a union holds was found sound. If not, and if decode, the method of
// the union, takes the value's JSON, what was found does not count.
func Refit[T any](c *Checker, held Held, u *T, decode func(*T, *Decoder)) bool {
	if c.total == held.total {
		return true
	}
	if c.endless == canWrite && rejudge(c, u, decode, 1) == nil {
		c.forget(held)
	}
	return false
}

// forget drops what was recorded since the check of a variant began.
func (c *Checker) forget(held Held) {
	clear(c.issues[held.issues:])
	c.issues = c.issues[:held.issues]
	c.total = held.total
}

// NoVariant reports whether what a union holds is written as null: nothing, a nil pointer, or a variant that
// holds no list, no map or no value.
func NoVariant(variant any) bool { return writtenAsNull(reflect.ValueOf(variant), 0) }

func writtenAsNull(v reflect.Value, depth int) bool {
	if depth > limits.HighestDepth {
		return false // it contains itself
	}
	switch v.Kind() {
	case reflect.Invalid:
		return true
	case reflect.Pointer, reflect.Interface:
		return v.IsNil() || writtenAsNull(v.Elem(), depth+1)
	case reflect.Map, reflect.Slice:
		return v.IsNil()
	case reflect.Struct: // a union, or a type around an any: members have tags
		if t := v.Type(); t.NumField() == 1 && t.Field(0).Name == "Value" && t.Field(0).Tag == "" {
			return writtenAsNull(v.Field(0), depth+1)
		}
	}
	return false
}

// NotNil records type unless ok, for the nil pointer that a union holds, and returns ok.
//
//go:noinline
func (c *Checker) NotNil(ok bool, types JSONType) bool {
	if !ok {
		c.Issue("type", types.expected(), "null")
	}
	return ok
}

// Recheck holds a Go value against decode by way of its JSON.
func Recheck[T any](c *Checker, v *T, decode func(*T, *Decoder)) {
	switch err := rejudge(c, v, decode, max(c.cap, 1)).(type) {
	case nil:
	case *runtime.ValidationError:
		for _, issue := range err.Issues() {
			c.Violation(issue)
		}
		c.total += err.Omitted()
	default:
		c.Violation(runtime.ValidationIssue{Constraint: constraint.JSON, Message: err.Error()})
	}
}

// rejudge is what decode has against the JSON of a value; other errors say that it has none.
func rejudge[T any](c *Checker, v *T, decode func(*T, *Decoder), most int) error {
	text, err := utf8JSON(v)
	if err != nil {
		return err
	}
	d := decoders.Get().(*Decoder)
	d.within = c
	return d.read(text, func(d *Decoder) { decode(new(T), d) }, []runtime.DecodeOption{runtime.MaxBytes(len(text) + 1), runtime.MaxDepth(limits.HighestDepth), runtime.MaxIssues(most)})
}
