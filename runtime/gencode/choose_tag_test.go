package gencode

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

var (
	causeObjects = []ObjectSpec{
		{Keys: []string{"kind", "celsius"}, Required: []int{1}},
		{Keys: []string{"kind", "place"}, Required: []int{1}},
	}
	causeUnion = UnionSpec{
		Keyword: "oneOf", Labels: []string{"Temp", "Leak", "text"},
		Kinds: []JSONType{TypeObject, TypeObject, TypeString},
		Tag:   "kind", Values: [][]string{{`"temperature"`}, {`"leak"`}, {}},
		Keys: [][]string{{"celsius"}, {"place"}, {}},
	}
)

// decodeCause decodes a union of a string and two objects whose kind may be absent.
func decodeCause(v *any, d *Decoder) {
	object := func(spec *ObjectSpec, kind string) func(*Decoder) any {
		return func(d *Decoder) any {
			var text, got string
			o := Object{Spec: spec}
			for d.Next(&o) {
				if o.Index > 0 {
					d.String(&text)
				} else if d.String(&got) {
					d.EnumString(got, kind)
				}
			}
			return kind
		}
	}
	*v = Choose(d, &causeUnion, object(&causeObjects[0], "temperature"), object(&causeObjects[1], "leak"),
		func(d *Decoder) any { var s string; d.String(&s); return s })
}

// TestTagSaysWhatIsWrong checks that if a value matches no variant, its tag determines the variant; that an unknown tag is the
// only fault; and that tags do not affect which values are accepted.
func TestTagSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	const unknown = ` oneOf map[kind:[temperature leak]]`
	for _, tt := range []struct {
		text string
		want []string
	}{
		{text: `{"place":"d"}`},
		{text: `{"kind":"leak","place":"d"}`},
		{text: `"d"`},
		{text: `"{\"kind\":\"temperature\",\"place\":\"d\"}"`},
		{text: `{"kind":"leak","place":1}`, want: []string{"place type string"}},
		{text: `{"kind":"temperature","place":"d"}`, want: []string{"celsius required <nil>"}},
		{text: `{"kind":"leek","place":"d"}`, want: []string{unknown}},
		{text: `{"kind":"leek","place":7}`, want: []string{unknown}},
		{text: `{"kind":1,"place":"d"}`, want: []string{unknown}},
		{text: `{"kind":{},"place":"d"}`, want: []string{unknown}},
		{text: `{"kind":null,"place":"d"}`, want: []string{"kind type string", " oneOf [Temp Leak text]"}},
		{text: `{}`, want: []string{"celsius required <nil>", " oneOf [Temp Leak text]"}},
	} {
		_, err := Decode([]byte(tt.text), decodeCause)
		if got := saidOf(err); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.text, got, tt.want)
		}
	}
}

// TestTagOfAValue checks that a decoded value is judged by its tag in the same way.
func TestTagOfAValue(t *testing.T) {
	t.Parallel()
	object := func(c *Checker, v any, kind, key string) {
		if m, ok := v.(map[string]any); ok {
			RequireKeys(c, m, key)
			Property(c, m, "kind", func(c *Checker, v any) { c.EnumAny(v, `"`+kind+`"`) })
		}
	}
	// Verdicts are memoized by function, so these functions capture no values.
	temp := func(c *Checker, v any) { object(c, v, "temperature", "celsius") }
	leak := func(c *Checker, v any) { object(c, v, "leak", "place") }
	for _, tt := range []struct {
		value map[string]any
		want  []string
	}{
		{map[string]any{"place": "d"}, nil},
		{map[string]any{"kind": "leak", "place": "d"}, nil},
		{map[string]any{"kind": "leak"}, []string{"place required <nil>"}},
		{map[string]any{"kind": "fire", "place": "d"}, []string{` oneOf map[kind:[temperature leak]]`}},
		{map[string]any{"kind": nil, "place": "d"}, []string{" oneOf [Temp Leak]", "kind enum [leak]"}},
	} {
		err := validate(func(c *Checker) {
			CheckVariant(c, tt.value, &causeUnion, temp, leak, func(*Checker, any) {})
		})
		if got := saidOf(err); !slices.Equal(got, tt.want) {
			t.Errorf("%v: %q, want %q", tt.value, got, tt.want)
		}
	}
}

// saidOf lists the issues of an error in short form.
func saidOf(err error) []string {
	var invalid *runtime.ValidationError
	if !errors.As(err, &invalid) {
		return nil
	}
	var said []string
	for _, issue := range invalid.Issues() {
		said = append(said, fmt.Sprint(issue.Field, " ", issue.Constraint, " ", issue.Expected))
	}
	return said
}
